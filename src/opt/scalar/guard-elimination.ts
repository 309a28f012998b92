// Guard elimination: removes guards that other guards imply. (A guard ends the run of specialised code where a value is not what
// the code was made for, as in deoptimisation; general code then runs.)
//
// **Guarantees** A run ends by a guard wherever it did before.
//
// **How** `keep-guard x` is not needed where no guard checks `x`, where the same `keep-guard` stands before, or where the guard
// cannot fail. `guard-element a, k` says that element k exists unless k is beyond the end. It is removed if it stands before a
// branch that leads to a read of this element if k is below the length: the read has a guard of its own, and nothing that others
// could see happens in between. It is also removed if the element certainly exists: in a Float64Array, an array of zeros, an
// array that a loop has filled or an argument whose elements were all checked, if the key is within bounds
// (analysis/numeric-elements.ts). `guard-data` and `guard-inherited` are removed where the same guard stands before in the
// block, with no call of unknown code in between, or, if the function calls none on the way to its return, in a block that
// dominates it. The same holds for `guard-slot` and `guard-numbers`,
// unless the function may write to its arguments.
//
// **Example** `guard-element %x, %k; branch lt %k, %n, bb1(%k), bb2; bb1(%i): %v = load %x, %i; guard-number %v` → without.

import {
  callsUnknown,
  unknownCalls,
  definitionsOf,
  mayLeave,
  measuredForGood,
  knownElements,
  type KnownElements,
} from "../../analysis/index.ts";
import type { Block, BlockId, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  isElementRead,
  immediateDominators,
  isValue,
  mapFunctions,
  mapInstrs,
  operandEffect,
  prims,
  reachesReturn,
  sameOperand,
} from "../../ir/index.ts";

export const guardElimination: Pass = {
  name: "guard-elimination",
  phase: "any",
  run: (module) => mapFunctions(module, dropIn),
};

function dropIn(func: Func): Func {
  if (!func.blocks.some(({ instrs }) => instrs.some(mayLeave))) return func;
  const elements = knownElements(func);
  /** By block: the values that a `keep-guard` before speaks of, and the arguments whose elements were all checked before. */
  const said = func.blocks.map(() => new Set<ValueId>());
  /** By block: the properties that were found to be data, or inherited, before. */
  const data = func.blocks.map(() => new Set<string>());
  const looked = func.blocks.map(() => new Set<ValueId>());
  const idom = immediateDominators(func);
  const reaches = reachesReturn(func);
  const isAlways = unknownCalls(func).length === 0;
  /** Whether the block, or one that dominates it, has said something that stays true. */
  const isSaid = (before: readonly ReadonlySet<string>[], what: string, b: BlockId): boolean =>
    before[b]?.has(what) === true ||
    (isAlways && reaches[b] === true && b > 0 && isSaid(before, what, idom[b] as BlockId));
  const isNeedless = (instr: Instr, b: BlockId): boolean => {
    if (callsUnknown(instr)) data[b]?.clear();
    if (instr.kind !== "prim") return false;
    const [x, key] = instr.args as readonly [Operand, Operand];
    switch (instr.prim) {
      case "keep-guard":
        if (x.kind !== "value" || said[b]?.has(x.id) === true) return true;
        said[b]?.add(x.id);
        return isKnown(func, x, elements);
      case "guard-data":
      case "guard-inherited": {
        if (x.kind !== "value" || key.kind !== "const") return false;
        const property = `${instr.prim} ${x.id} ${String(key.value)}`;
        if (isSaid(data, property, b)) return true;
        data[b]?.add(property);
        return false;
      }
      case "guard-element":
        return isChecked(func, b, x, key) || elements.isNumberOrBeyond(x, key, b);
      case "guard-slot":
        return elements.isNumber(x, key, b);
      case "guard-numbers": {
        if (x.kind === "value" && looked[b]?.has(x.id) === true) return true;
        if (x.kind === "value" && func.blocks[0]?.params.includes(x.id) === true && !elements.mayWriteGiven(b))
          looked[b]?.add(x.id);
        return elements.areNumbers(x, b);
      }
      default:
        return false;
    }
  };
  return mapInstrs(func, (instr, b) => (isNeedless(instr, b) ? [] : instr));
}

/** Whether a value is certainly what its guard checks for. */
function isKnown(func: Func, operand: Operand, { isNumber }: KnownElements): boolean {
  const { prim, blockOf } = definitionsOf(func);
  const checked = prim(operand);
  if (checked === undefined || !mayLeave(checked)) return true;
  const read = prim(checked.args[0]);
  if (checked.prim !== "guard-number" || read === undefined || !isElementRead(read.prim)) return false;
  const [array, key] = read.args as readonly [Operand, Operand];
  return isNumber(array, key, blockOf(read.result));
}

/** Whether an instruction is a guard whose result is its operand. */
const isCheck = (instr: PrimInstr): boolean => mayLeave(instr) && operandEffect(instr.prim, 0).goes === "result";

/** Whether the code right behind the block reads and checks the element, if the key is below the length. */
function isChecked(func: Func, b: BlockId, array: Operand, key: Operand): boolean {
  const { terminator } = func.blocks[b] as Block;
  if (terminator.kind !== "branch") return false;
  const isSame = (a: Operand | undefined, b: Operand): boolean => a !== undefined && sameOperand(a, b);
  const definitions = definitionsOf(func);
  const [below, length] = definitions.args(terminator.condition, "lt");
  if (!isSame(below, key) || !isSame(measuredForGood(definitions.instr(length)), array)) return false;
  const { target, args } = terminator.then;
  const { params, instrs } = func.blocks[target] as Block;
  const isKey = (operand: Operand | undefined): boolean =>
    isSame(operand, key) || params.some((id, k) => isValue(operand, id) && isSame(args[k], key));
  const read = new Set<ValueId>();
  for (const instr of instrs) {
    if (instr.kind !== "prim") return false;
    const [first, second] = instr.args;
    const isRead = first?.kind === "value" && read.has(first.id);
    if (instr.prim === "keep-guard" && isRead) return true;
    if (isCheck(instr) && isRead) read.add(instr.result);
    if (instr.prim === "load" && isSame(first, array) && isKey(second)) read.add(instr.result);
    // Anything else may throw, and the exception would then come first.
    else if (prims[instr.prim].effect !== "pure" && !mayLeave(instr)) return false;
  }
  return false;
}
