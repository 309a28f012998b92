// Global value numbering: a pure primitive is replaced by one with the same operands that dominates it (B. Alpern, M. Wegman and
// F. K. Zadeck, "Detecting equality of variables in programs", 1988; here by hashing, in dominator order).
//
// **Guarantees** No pure primitive is left that repeats one that dominates it, but for tuples and tapes.
//
// **How** One walk in reverse postorder, so that operands have their numbers before what uses them. Candidates are found by a
// text of primitive and operands; the operands of a product or a sum of numbers, whose order does not matter, are sorted.
//
// **Example** `%a = mul %x, %y; %b = mul %y, %x; %c = add %a, %b` → `%a = mul %x, %y; %c = add %a, %a`.

import { isRepeatable } from "../../analysis/index.ts";
import type { Block, Func, Instr, Operand, Pass, PrimInstr, Type, ValueId } from "../../ir/index.ts";
import {
  immediateDominators,
  isNumber,
  mapFunctions,
  mapOperands,
  mapTerminator,
  typeIn,
  operandsOf,
  prims,
  renumber,
  value,
} from "../../ir/index.ts";

export const gvn: Pass = {
  name: "gvn",
  phase: "any",
  guarantees: ["no-repeated-values"],
  run: (module) => mapFunctions(module, numberIn),
};

interface Candidate {
  readonly block: number;
  readonly operand: Operand;
  readonly type: Type;
}

function numberIn(func: Func): Func {
  const dominators = dominatorTree(func);
  const replaced = new Map<ValueId, Operand>();
  const candidates = new Map<string, Candidate[]>();
  const resolve = (operand: Operand): Operand =>
    operand.kind === "value" ? (replaced.get(operand.id) ?? operand) : operand;
  const typeOf = (operand: Operand): Type => typeIn(func, operand);
  const isKnown = (instr: Instr, b: number): boolean => {
    if (!isNumbered(instr)) return false;
    const key = keyOf(instr, typeOf);
    const type = typeOf(value(instr.result));
    const known = candidates.get(key) ?? [];
    const found = known.find((other) => other.type === type && dominators(other.block, b));
    if (found !== undefined) {
      replaced.set(instr.result, found.operand);
      return true;
    }
    candidates.set(key, [...known, { block: b, operand: value(instr.result), type }]);
    return false;
  };
  const walked = func.blocks.map((block, b): Block => {
    const instrs = block.instrs.flatMap((before) => {
      const instr = operandsOf(before).some((o) => resolve(o) !== o) ? mapOperands(before, resolve) : before;
      return isKnown(instr, b) ? [] : [instr];
    });
    return { ...block, instrs };
  });
  if (replaced.size === 0) return func;
  // Terminators take the replacements of all blocks.
  const blocks = walked.map((block): Block => ({ ...block, terminator: mapTerminator(block.terminator, resolve) }));
  return renumber({ ...func, blocks });
}

/** Primitives whose result depends on nothing but operands. Tuples and tapes are cheap to make and expensive to keep. */
function isNumbered(instr: Instr): instr is PrimInstr {
  return instr.kind === "prim" && isRepeatable(instr) && !unnumbered.has(instr.prim);
}

const unnumbered: ReadonlySet<string> = new Set(["tuple", "tape-push", "copy"]);

function keyOf({ prim, args }: PrimInstr, typeOf: (operand: Operand) => Type): string {
  const texts = args.map(textOf);
  if (prims[prim].arithmetic?.isCommutative === true && args.every((arg) => isNumber(typeOf(arg)))) texts.sort();
  return `${prim} ${texts.join(" ")}`;
}

function textOf(operand: Operand): string {
  switch (operand.kind) {
    case "value":
      return `%${operand.id}`;
    case "const":
      if (typeof operand.value === "string") return JSON.stringify(operand.value);
      return Object.is(operand.value, -0) ? "-0" : `${typeof operand.value} ${String(operand.value)}`;
    default:
      return operand.kind;
  }
}

/** Whether one block dominates another, in constant time. */
function dominatorTree(func: Func): (a: number, b: number) => boolean {
  const idom = immediateDominators(func);
  const children: number[][] = func.blocks.map(() => []);
  idom.forEach((parent, b) => {
    if (b > 0) children[parent]?.push(b);
  });
  const [enter, leave] = [func.blocks.map(() => 0), func.blocks.map(() => 0)];
  let clock = 0;
  const work: { readonly block: number; readonly isDone: boolean }[] = [{ block: 0, isDone: false }];
  for (let top = work.pop(); top !== undefined; top = work.pop()) {
    clock++;
    if (top.isDone) leave[top.block] = clock;
    else {
      enter[top.block] = clock;
      work.push({ block: top.block, isDone: true });
      for (const block of children[top.block] ?? []) work.push({ block, isDone: false });
    }
  }
  return (a, b) => (enter[a] ?? 0) <= (enter[b] ?? 0) && (leave[b] ?? 0) <= (leave[a] ?? 0);
}
