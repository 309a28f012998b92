// Relaxes strong zeros: products and quotients of cotangents become plain ones.
//
// `scale g, p` is 0 where either is 0, even if the other is infinite or NaN; `ratio g, p` is 0 where g is. A plain product
// differs in two ways: it is NaN there, and it may be -0. Where a NaN cannot get lost on its way to the result, and the sign of
// a zero cannot matter, the plain product is computed: if the result is no NaN, it is right; if it is NaN, the code as it was
// runs.
//
// **Guarantees** A function with effects that others may see stays as it is, since it must not run twice. Of others: a result
// that is not NaN is what the function gives, but for the sign of a zero.
//
// **How** A value is opaque if something may happen to it that hides a NaN or shows the sign of a zero: it is compared, passed
// on, divided by, stored where numbers are rounded; or it flows into an opaque value. What is stored in memory made here flows
// into what is read from there (analysis/points-to.ts). Products that are not opaque become plain.
//
// **Example** `%a = scale %dy, %p; return %a` → `%a = mul %dy, %p; return %a`; with `%c = lt %a, 0` it stays.

import { pointsTo, type PointsTo } from "../../analysis/index.ts";
import type { Func, Instr, Operand, Pass, PrimInstr, PrimName, Type, ValueId } from "../../ir/index.ts";
import {
  isElementRead,
  edgesOf,
  isNumber,
  isTyped,
  keepsNumbers,
  mapFunctions,
  mapInstrs,
  operandEffect,
  operandsOf,
  prims,
  reachesReturn,
  typeIn,
  value,
  makesRecord,
} from "../../ir/index.ts";

/** The plain primitive for each primitive with a strong zero. */
const plainly: Readonly<Partial<Record<PrimName, PrimName>>> = { scale: "mul", ratio: "div" };

/** Whether a NaN operand `k` makes the result NaN, or is passed on, and a zero operand's sign shows at most in a zero's sign. */
function isFlowing({ prim, args }: PrimInstr, k: number): boolean {
  const { goes, isAsked } = operandEffect(prim, k);
  if (goes === "result" && !isAsked) return true;
  const passes = prims[prim].arithmetic?.passesNaN;
  if (passes === "all" || (passes === "first" && k === 0)) return true;
  const [, exponent] = args;
  return (
    prim === "pow" && k === 0 && exponent?.kind === "const" && typeof exponent.value === "number" && exponent.value > 0
  );
}

/** Whether the contents of operand `k`'s memory do not matter: at most its length, its presence or its identity does. */
function isBlind({ prim, args: [first] }: PrimInstr, k: number, typeOf: (operand: Operand) => Type): boolean {
  const { reads, writes, goes, isAsked } = operandEffect(prim, k);
  const isLookedUp = k > 0 && first !== undefined && typeOf(first) === "context";
  const isKept = goes === "nowhere" && writes.length === 0 && reads.every((aspect) => aspect === "length");
  return isKept && (!isAsked || isLookedUp);
}

export const relaxStrongZeros: Pass = {
  name: "relax-strong-zeros",
  phase: "final",
  run: (module) => mapFunctions(module, plainIn),
};

function plainIn(func: Func): Func {
  const memory = pointsTo(func);
  // A run that throws is not repeated.
  const reaches = reachesReturn(func);
  if (func.blocks.some(({ instrs }, b) => reaches[b] === true && instrs.some(memory.isSeen))) return func;
  const opaque = opaqueValues(func, memory);
  const isNumeric = (operand: Operand): boolean => isNumber(typeIn(func, operand));
  return mapInstrs(func, (instr) => {
    if (instr.kind !== "prim" || opaque.has(instr.result) || !instr.args.every(isNumeric)) return instr;
    const plain = plainly[instr.prim];
    return plain === undefined ? instr : { ...instr, prim: plain };
  });
}

/** A value, or the contents of the objects of a place. */
type Node = string;

function opaqueValues(func: Func, memory: PointsTo): ReadonlySet<ValueId> {
  const opaque = new Set<Node>();
  const sources = new Map<Node, Node[]>();
  const contentsOf = (operand: Operand): readonly Node[] => [...memory.of(operand)].map((place) => `in ${place}`);
  const nodesOf = (operand: Operand): readonly Node[] =>
    operand.kind === "value" ? [String(operand.id), ...contentsOf(operand)] : [];
  const markAll = (operand: Operand): void => {
    for (const node of nodesOf(operand)) opaque.add(node);
  };
  const flow = (from: readonly Node[], into: readonly Node[]): void => {
    for (const node of into) sources.set(node, [...(sources.get(node) ?? []), ...from]);
  };
  const typeOf = (operand: Operand): Type => typeIn(func, operand);
  const mayRound = (array: Operand): boolean => isTyped(typeOf(array)) && !keepsNumbers(typeOf(array));
  /** Whether an instruction stores its last operand in the memory of the first. */
  const isStore = ({ prim, args }: PrimInstr): boolean =>
    operandEffect(prim, args.length - 1).goes === "into first" && typeOf(args[0] as Operand) !== "shadow";
  const visit = (instr: Instr): void => {
    if (instr.kind === "prim" && isElementRead(instr.prim)) {
      flow(contentsOf(instr.args[0] as Operand), [String(instr.result)]);
      instr.args.slice(1).forEach(markAll);
    } else if (instr.kind === "prim" && isStore(instr)) {
      const [target, ...rest] = instr.args as readonly [Operand, ...Operand[]];
      const stored = rest.pop() as Operand;
      // In an array of whole numbers, NaN becomes a number.
      if (mayRound(target)) markAll(stored);
      flow(nodesOf(stored), contentsOf(target));
      rest.forEach(markAll);
    } else if (instr.kind === "prim" && (instr.prim === "array" || makesRecord(instr.prim))) {
      flow(instr.args.flatMap(nodesOf), contentsOf(value(instr.result)));
    } else {
      operandsOf(instr).forEach((operand, k) => {
        if (instr.kind === "prim" && isFlowing(instr, k)) flow(nodesOf(operand), [String(instr.result)]);
        else if (instr.kind !== "prim" || !isBlind(instr, k, typeOf)) markAll(operand);
      });
    }
  };
  for (const { instrs, terminator } of func.blocks) {
    instrs.forEach(visit);
    for (const { target, args } of edgesOf(terminator)) {
      func.blocks[target]?.params.forEach((param, k) => {
        flow(nodesOf(args[k] as Operand), [String(param)]);
      });
    }
    if (terminator.kind === "branch") markAll(terminator.condition);
    else if (terminator.kind === "throw") markAll(terminator.value);
  }
  // What is marked meanwhile is visited, too.
  for (const node of opaque) for (const source of sources.get(node) ?? []) opaque.add(source);
  return new Set(func.values.flatMap((_, id) => (opaque.has(String(id)) ? [id as ValueId] : [])));
}
