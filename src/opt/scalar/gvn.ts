// Global value numbering: a pure primitive is replaced by one with the same operands that dominates it (B. Alpern, M. Wegman and
// F. K. Zadeck, "Detecting equality of variables in programs", 1988; here by hashing, in dominator order).
//
// **Guarantees** No pure primitive is left that repeats one that dominates it, but for tuples and tapes.
//
// **How** One walk in reverse postorder, so that operands have their numbers before what uses them. Candidates are found by a
// text of primitive and operands; the operands of a product or a sum of numbers, whose order does not matter, are sorted.
//
// **Example** `%a = mul %x, %y; %b = mul %y, %x; %c = add %a, %b` → `%a = mul %x, %y; %c = add %a, %a`.

import { isRepeatable, looksUpShadow } from "../../analysis/index.ts";
import type { BlockId, Func, Instr, Operand, Pass, PrimInstr, PrimName, Type, ValueId } from "../../ir/index.ts";
import {
  dominates,
  immediateDominators,
  isNumber,
  mapFunctions,
  prims,
  replaceValues,
  resolver,
  typeIn,
  value,
} from "../../ir/index.ts";

export const gvn: Pass = {
  name: "gvn",
  phase: "any",
  guarantees: ["no-repeated-values"],
  run: (module) => mapFunctions(module, numberIn),
};

interface Candidate {
  readonly block: BlockId;
  readonly operand: Operand;
  readonly type: Type;
}

function numberIn(func: Func): Func {
  const idom = immediateDominators(func);
  const replaced = new Map<ValueId, Operand>();
  const candidates = new Map<string, Candidate[]>();
  const resolve = resolver(replaced);
  func.blocks.forEach(({ instrs }, b) => {
    const block = b as BlockId;
    for (const instr of instrs) {
      if (!isNumbered(instr)) continue;
      const key = keyOf(func, instr.prim, instr.args.map(resolve));
      const operand = value(instr.result);
      const type = typeIn(func, operand);
      let known = candidates.get(key);
      if (known === undefined) candidates.set(key, (known = []));
      const found = known.find((other) => other.type === type && dominates(idom, other.block, block));
      if (found !== undefined) replaced.set(instr.result, found.operand);
      else known.push({ block, operand, type });
    }
  });
  return replaceValues(func, replaced);
}

/** Primitives whose result depends on nothing but operands. Tuples and tapes are cheap to make and expensive to keep. */
function isNumbered(instr: Instr): instr is PrimInstr {
  return instr.kind === "prim" && (isRepeatable(instr) || looksUpShadow(instr.prim)) && !unnumbered.has(instr.prim);
}

const unnumbered: ReadonlySet<string> = new Set(["tuple", "tape-push", "copy"]);

function keyOf(func: Func, prim: PrimName, args: readonly Operand[]): string {
  const texts = args.map(textOf);
  if (prims[prim].arithmetic?.isCommutative === true && args.every((arg) => isNumber(typeIn(func, arg)))) texts.sort();
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
