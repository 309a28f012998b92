// Guard elimination: removes guards that other guards imply. (A guard ends the run of specialised code where a value is not what
// the code was made for, as in deoptimisation; general code then runs.)
//
// **Guarantees** A run ends by a guard wherever it did before.
//
// **How** `keep-guard x` is not needed where no guard checks `x`, where the same stands before, or where the guard cannot fail.
// `guard-element a, k` says that element k exists unless k is beyond the end. It is removed if it stands before a branch that
// leads to a read of this element if k is below the length: the read has a guard of its own, and nothing that others could see
// happens in between. It is also removed if the element certainly exists: in a Float64Array, an array of zeros, an array that a
// loop has filled or an argument whose elements were all checked, if the key is within bounds (analysis/numeric-elements.ts).
// The same holds for `guard-slot` and `guard-numbers`; code that writes to its arguments has none of these.
//
// **Example** `guard-element %x, %k; branch lt %k, %n, bb1(%k), bb2; bb1(%i): %v = load %x, %i; guard-number %v` → without.

import {
  definitionsOf,
  type Definitions,
  mayLeave,
  knownElements,
  type KnownElements,
  isElementRead,
} from "../../analysis/index.ts";
import type { Block, Func, Instr, Operand, Pass, PrimInstr, PrimName, ValueId } from "../../ir/index.ts";
import { mapFunctions, operandEffect, prims, sameOperand, value } from "../../ir/index.ts";

export const guardElimination: Pass = {
  name: "guard-elimination",
  phase: "any",
  run: (module) => mapFunctions(module, dropIn),
};

const isPrim = (instr: Instr, name: PrimName): instr is PrimInstr => instr.kind === "prim" && instr.prim === name;

function dropIn(func: Func): Func {
  if (!func.blocks.some(({ instrs }) => instrs.some(mayLeave))) return func;
  const definitions = definitionsOf(func);
  const elements = knownElements(func);
  const looks = needlessLooks(func, elements);
  let changed = false;
  const blocks = func.blocks.map((block, b) => {
    const said = new Set<ValueId>();
    const isNeedless = (instr: Instr): boolean => {
      if (instr.kind !== "prim") return false;
      const [x, key] = instr.args;
      switch (instr.prim) {
        case "keep-guard":
          if (x?.kind !== "value" || said.has(x.id)) return true;
          said.add(x.id);
          return isKnown(x.id, definitions, elements);
        case "guard-element":
          return (
            isChecked(func, block, instr, definitions) || elements.isNumberOrBeyond(x as Operand, key as Operand, b)
          );
        case "guard-slot":
          return elements.isNumber(x as Operand, key as Operand, b);
        default:
          return looks.has(instr);
      }
    };
    const instrs = block.instrs.filter((instr) => !isNeedless(instr));
    if (instrs.length === block.instrs.length) return block;
    changed = true;
    return { ...block, instrs };
  });
  return changed ? { ...func, blocks } : func;
}

/** Whether a value is certainly what its guard expects. */
function isKnown(id: ValueId, definitions: Definitions, { isNumber }: KnownElements): boolean {
  const checked = definitions.prim(value(id));
  if (checked === undefined || !isCheck(checked)) return true;
  const read = definitions.prim(checked.args[0]);
  if (checked.prim !== "guard-number" || read === undefined) return false;
  const [array, key] = read.args;
  return (
    isElementRead(read.prim) &&
    array !== undefined &&
    key !== undefined &&
    isNumber(array, key, definitions.blockOf(read.result))
  );
}

/** Whether an instruction is a guard whose result is its operand. */
const isCheck = (instr: PrimInstr): boolean => mayLeave(instr) && operandEffect(instr.prim, 0).goes === "result";

/** Whether the code right behind the block reads and checks the element, if the key is below the length. */
function isChecked(
  func: Func,
  { terminator }: Block,
  { args: [array, key] }: PrimInstr,
  definitions: Definitions,
): boolean {
  if (array === undefined || key === undefined || terminator.kind !== "branch") return false;
  const { prim } = definitions;
  const compared = prim(terminator.condition);
  const [below, length] = compared?.prim === "lt" ? compared.args : [];
  if (below === undefined || !sameOperand(below, key)) return false;
  const limit = prim(length);
  const [of, property] = limit?.prim === "load" ? limit.args : [];
  if (of === undefined || !sameOperand(of, array) || property?.kind !== "const" || property.value !== "length")
    return false;
  const { target, args } = terminator.then;
  const { params, instrs } = func.blocks[target] as Block;
  const isKey = (operand: Operand | undefined): boolean =>
    operand !== undefined &&
    (sameOperand(operand, key) ||
      params.some((id, k) => operand.kind === "value" && operand.id === id && sameOperand(args[k] as Operand, key)));
  const read = new Set<ValueId>();
  for (const instr of instrs) {
    if (instr.kind !== "prim") return false;
    const [first, second] = instr.args;
    const isRead = first?.kind === "value" && read.has(first.id);
    if (instr.prim === "keep-guard" && isRead) return true;
    if (isCheck(instr) && isRead) read.add(instr.result);
    if (instr.prim === "load" && first !== undefined && sameOperand(first, array) && isKey(second))
      read.add(instr.result);
    // Anything else may throw, and the exception would then come first.
    else if (prims[instr.prim].effect !== "pure" && !mayLeave(instr)) return false;
  }
  return false;
}

/** The `guard-numbers` that are not needed. */
function needlessLooks(func: Func, { areNumbers }: KnownElements): ReadonlySet<Instr> {
  return new Set(
    func.blocks.flatMap(({ instrs }, b) => {
      const looked = new Set<ValueId>();
      return instrs.filter((instr) => {
        if (!isPrim(instr, "guard-numbers")) return false;
        const [array] = instr.args as readonly [Operand];
        const isAgain = array.kind === "value" && looked.has(array.id);
        if (array.kind === "value" && func.blocks[0]?.params.includes(array.id) === true) looked.add(array.id);
        return isAgain || areNumbers(array, b);
      });
    }),
  );
}
