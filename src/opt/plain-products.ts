// Products of cotangents as plain products.
//
// `scale g, p` is 0 where g is 0, even if p is infinite or NaN. A plain product differs in two ways: it is NaN there, and it
// may be -0. Where a NaN cannot get lost on its way to the result, and the sign of a zero cannot matter, the plain product
// may be computed instead: if the result is no NaN, it is right; if it is, the function is run as it was.
//
// **Requires** closed code without alphas.
// **Guarantees** a function with effects that others may see stays as it is, since it must not run twice. Of others: where the result is not NaN, it is what the function gives, but for the sign of a zero.
//
// **How** A value is opaque if something may happen to it that hides a NaN or shows the sign of a zero: it is compared,
// stored, passed on, divided by; or it flows into an opaque value. Products that are not opaque become plain.
//
// **Example** `%a = scale %dy, %p; return %a` → `%a = mul %dy, %p; return %a`; with `%c = lt %a, 0` it stays.

import type { Func, Instr, Operand, Pass, PrimInstr, PrimName, ValueId } from "../ir/index.ts";
import { edgesOf, isNumber, mapFunctions, operandType, operandsOf, prims } from "../ir/index.ts";

/** Whose result is NaN if any operand is, and whose operands' zeros may have any sign. */
const strict: ReadonlySet<PrimName> = new Set<PrimName>([
  ..."add sub mul neg plus number sum scale abs acos acosh asin asinh atan atanh cbrt ceil cos cosh exp expm1 floor".split(
    " ",
  ),
  ..."fround log log10 log1p log2 max min round sin sinh sqrt tan tanh trunc".split(" "),
  // These only pass on.
  ..."tuple tuple-get part tape-push tape-pop copy stop".split(" "),
] as PrimName[]);

/** Writes to the stores that derivative code makes for itself. */
const ownWrites: ReadonlySet<PrimName> = new Set<PrimName>([
  "accum",
  "accum-all",
  "take",
  "put",
  "clear",
  "arena-give",
]);

/** Whether others may see that an instruction runs. */
function isSeen(instr: Instr): boolean {
  if (instr.kind !== "prim") return instr.kind === "call";
  const { effect } = prims[instr.prim];
  return effect === "call" || (effect === "write" && !ownWrites.has(instr.prim));
}

/** Whether the same holds of operand `k`, of other primitives. */
function isFlowing({ prim, args }: PrimInstr, k: number): boolean {
  switch (prim) {
    case "div":
    case "gate":
      return k === 0;
    case "select":
      return k > 0;
    case "pow": {
      const [, exponent] = args;
      return k === 0 && exponent?.kind === "const" && typeof exponent.value === "number" && exponent.value > 0;
    }
    default:
      return strict.has(prim);
  }
}

export const plainProducts: Pass = { name: "plain-products", run: (module) => mapFunctions(module, plainIn) };

function plainIn(func: Func): Func {
  if (func.blocks.some(({ instrs }) => instrs.some(isSeen))) return func;
  const opaque = opaqueValues(func);
  let changed = false;
  const isNumeric = (operand: Operand): boolean => isNumber(operandType(operand, (id) => func.values[id]?.type));
  const blocks = func.blocks.map((block) => ({
    ...block,
    instrs: block.instrs.map((instr): Instr => {
      if (instr.kind !== "prim" || instr.prim !== "scale" || opaque.has(instr.result)) return instr;
      if (!instr.args.every(isNumeric)) return instr;
      changed = true;
      return { ...instr, prim: "mul" };
    }),
  }));
  return changed ? { ...func, blocks } : func;
}

function opaqueValues(func: Func): ReadonlySet<ValueId> {
  const opaque = new Set<ValueId>();
  const sources = new Map<ValueId, Operand[]>();
  const work: ValueId[] = [];
  const mark = (operand: Operand): void => {
    if (operand.kind !== "value" || opaque.has(operand.id)) return;
    opaque.add(operand.id);
    work.push(operand.id);
  };
  const flow = (operand: Operand, into: ValueId): void => {
    sources.set(into, [...(sources.get(into) ?? []), operand]);
  };
  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) {
      operandsOf(instr).forEach((operand, k) => {
        if (instr.kind === "prim" && isFlowing(instr, k)) flow(operand, instr.result);
        else mark(operand);
      });
    }
    for (const { target, args } of edgesOf(terminator)) {
      args.forEach((arg, k) => {
        flow(arg, func.blocks[target]?.params[k] as ValueId);
      });
    }
    if (terminator.kind === "branch") mark(terminator.condition);
    else if (terminator.kind === "throw") mark(terminator.value);
  }
  for (let id = work.pop(); id !== undefined; id = work.pop()) sources.get(id)?.forEach(mark);
  return opaque;
}
