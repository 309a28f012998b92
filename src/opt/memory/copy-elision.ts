// Copy elision: an array that is copied and not used any more becomes its copy.
//
// **How** A loop of one block copies an array, element by element, to a new one of the same length, and may clear it, as code
// does that makes a gradient of a shadow. Nothing uses the first array from then on; nothing uses the second where it may not be
// copied yet; nothing else in the loop uses either; and the loop does not copy again before both are made anew. So the first
// replaces the second. Code behind the loop may now write to the first: a `get-frozen` of it becomes a `get`.
//
// The first may be a Float64Array made here. If the second is an array, the first is made as an array. An array grows where a
// Float64Array ignores a write, and has other properties: so code may only write numbers, where an element exists, and only read
// elements.
//
// The first may also be a shadow that was just looked up (`shadow-numbers`), and that the loop clears. Then the context gives the
// shadow away (`take-numbers`), and has zeros if it is asked again. Shadows that were looked up elsewhere must not be used from
// then on: one of them might be this one.
//
// **Example** `%e = typed-new F, %n; loop: %v = get %d, %i; set %d, %i, 0; set %e, %i, %v` → `%e` is `%d`.

import {
  counterThatCovers,
  definitionsOf,
  entryOf,
  firstEffect,
  isAccess,
  knownElements,
  indexRanges,
  measuredForGood,
  reachedFrom,
  usesOf,
  writesMemory,
  type Use,
} from "../../analysis/index.ts";
import type { Block, BlockId, Func, Instr, Loop, Operand, Pass, PrimInstr, PrimName, Type } from "../../ir/index.ts";
import {
  allInstrs,
  dominates,
  immediateDominators,
  isConstant,
  isNumber,
  isValue,
  mapFunctions,
  naturalLoops,
  operandsOf,
  replaceValues,
  sameOperand,
  typeIn,
  value,
} from "../../ir/index.ts";

export const copyElision: Pass = {
  name: "copy-elision",
  phase: "final",
  run: (module) => mapFunctions(module, reuseIn),
};

function reuseIn(func: Func): Func {
  for (const loop of naturalLoops(func).list) {
    const copy = copiesIn(func, loop).find((one) => isDone(func, loop, one) && isReplaceable(func, loop, one));
    if (copy !== undefined) return reuseIn(withoutCopy(func, copy));
  }
  return func;
}

/** A copy from one array to another. */
interface Copy {
  readonly from: PrimInstr;
  readonly to: PrimInstr;
  /** The type of the second array. */
  readonly type: Type;
  /** The length that the second array is made with. */
  readonly length: Operand;
  readonly read: PrimInstr;
  /** The stores of the loop, and the guards of their slots. */
  readonly gone: ReadonlySet<Instr>;
  readonly isCleared: boolean;
}

const isPrim = (instr: Instr, prim: PrimName): instr is PrimInstr => instr.kind === "prim" && instr.prim === prim;

/** The copies that a loop makes from its beginning to its end. */
function copiesIn(func: Func, loop: Loop): readonly Copy[] {
  const { instrs, params } = func.blocks[loop.header] as Block;
  const [counter, ...others] = params;
  if (loop.header !== loop.latch || counter === undefined || others.length > 0) return [];
  const { prim, read } = definitionsOf(func);
  const isSlot = (instr: Instr, name: PrimName, array: PrimInstr): boolean =>
    isPrim(instr, name) && isValue(instr.args[0], array.result) && isValue(instr.args[1], counter);
  return instrs.flatMap((copying): readonly Copy[] => {
    if (!isPrim(copying, "set")) return [];
    const [target, , stored] = copying.args;
    const reading = read(stored);
    const [from, to] = [prim(reading?.args[0]), prim(target)];
    if (reading === undefined || from === undefined || to === undefined) return [];
    if (!isSlot(reading, reading.prim, from) || !isSlot(copying, "set", to)) return [];
    const type = to.prim === "array-new" ? "numbers" : typeIn(func, target);
    if (to.prim !== "array-new" && !(to.prim === "typed-new" && type === "float64")) return [];
    const length = to.args.at(-1);
    if (length === undefined || counterThatCovers(func, loop, length) !== counter) return [];
    const isClearing = (instr: Instr): boolean =>
      isSlot(instr, "set", from) &&
      isConstant((instr as PrimInstr).args[2], 0) &&
      instrs.indexOf(instr) > instrs.indexOf(reading);
    const clearing = instrs.filter(isClearing);
    const looks = instrs.filter((instr) => isSlot(instr, "guard-slot", to));
    const gone = new Set<Instr>([copying, ...clearing, ...looks]);
    return [{ from, to, type, length, read: reading, gone, isCleared: clearing.length > 0 }];
  });
}

/** Whether an instruction reads, writes or checks an array only at a key: neither its length nor the whole array matters. */
function isAtKey({ instr, k }: Use): boolean {
  const effect = instr === null || k > 0 ? null : firstEffect(instr);
  if (instr === null || effect === null || !isAccess(instr)) return false;
  return ![...effect.reads, ...effect.assumes].some((aspect) => aspect === "length" || aspect === "all");
}

/** The blocks that may run after the given one, before an instruction runs again. */
const behind = (func: Func, block: number, { result }: PrimInstr): ReadonlySet<number> =>
  reachedFrom(func, [block], definitionsOf(func).blockOf(result));

/** Whether the loop is the last to use `from`, and the first to use `to`; and `from` does not escape. */
function isDone(func: Func, { header, ...loop }: Loop, { from, to, read, gone }: Copy): boolean {
  const { blockOf } = definitionsOf(func);
  const idom = immediateDominators(func);
  const entry = entryOf(func, { header, ...loop }) as BlockId;
  // The loop copies one array once, to one array: whenever control gets to it again, both are others.
  if ([from, to].some((array) => blockOf(array.result) === header || behind(func, entry, array).has(entry)))
    return false;
  const after = behind(func, entry, from);
  const isBefore = (use: Use): boolean =>
    isAtKey(use) && (use.block === header ? use.instr === read || gone.has(use.instr as Instr) : !after.has(use.block));
  // Where control may get around the loop, `from` is not copied, unless it has no elements.
  const isCopied = ({ instr, block }: Use): boolean =>
    block === header ? instr !== null && gone.has(instr) : block !== entry && dominates(idom, entry, block as BlockId);
  return usesOf(func)(from.result).every(isBefore) && usesOf(func)(to.result).every(isCopied);
}

/** Whether the first array could as well be made as the second one. */
function isReplaceable(func: Func, loop: Loop, { from, type, length, isCleared }: Copy): boolean {
  const { instr, blockOf } = definitionsOf(func);
  if (from.prim === "typed-new") {
    if (typeIn(func, value(from.result)) !== "float64" || !sameOperand(from.args[1] as Operand, length)) return false;
    return type === "float64" || isLikeArray(func, from);
  }
  if (from.prim !== "shadow-numbers" || !isCleared) return false;
  const entry = entryOf(func, loop);
  const primal = from.args[1] as Operand;
  const array = measuredForGood(instr(length));
  const isLong = array !== undefined && sameOperand(array, primal);
  const isLastLookUp = (other: Instr): boolean =>
    !isPrim(other, "shadow-numbers") ||
    usesOf(func)(other.result).every((use) => {
      // A write beyond the end, before the loop, might make the shadow longer.
      if (other === from) return use.block === loop.header;
      const isHere = use.block === entry || use.block === loop.header;
      return isAtKey(use) && !isHere && !behind(func, entry, other).has(use.block);
    });
  return (
    isLong && typeIn(func, primal) === type && blockOf(from.result) === entry && allInstrs(func).every(isLastLookUp)
  );
}

/** Whether a Float64Array that is only read and written at keys could as well be an array: every use does the same to both. */
function isLikeArray(func: Func, { result, args: [, length] }: PrimInstr): boolean {
  const { prim, args, blockOf } = definitionsOf(func);
  const isNumeric = (operand: Operand | undefined): boolean => isNumber(typeIn(func, operand));
  /** Whether a value exists only if the array has an element at a key: the value is that element, checked, or a sum with it. */
  const isOfElement = (x: Operand | undefined, key: Operand): boolean => {
    const instr = prim(x);
    if (instr?.prim === "add" || instr?.prim === "sum") return instr.args.some((term) => isOfElement(term, key));
    const [of, at] = args(args(x, "guard-number")[0], "get");
    return isValue(of, result) && sameOperand(at as Operand, key);
  };
  const isLike = ({ instr, block }: Use): boolean => {
    const [array, key, stored] = operandsOf(instr as Instr) as readonly [Operand, Operand | undefined, Operand];
    if (key === undefined) return true;
    if (!isNumeric(key)) return false;
    const isThere = (): boolean => isOfElement(stored, key) || knownElements(func).isNumber(array, key, block);
    return !writesMemory(instr as Instr) || (isNumeric(stored) && isThere());
  };
  return indexRanges(func).isIndex(length as Operand, blockOf(result)) && usesOf(func)(result).every(isLike);
}

function withoutCopy(func: Func, { from, to, gone, type, length }: Copy): Func {
  const made: Instr =
    from.prim === "shadow-numbers"
      ? { ...from, prim: "take-numbers" }
      : type === "numbers"
        ? { ...from, prim: "array-zeros", args: [length] }
        : from;
  const rewritten = (instr: Instr): Instr => {
    if (instr === from) return made;
    // Nothing wrote to `from` after this read, but something may write to `to`.
    return isPrim(instr, "get-frozen") && isValue(instr.args[0], from.result) ? { ...instr, prim: "get" } : instr;
  };
  const blocks = func.blocks.map((block) => ({
    ...block,
    instrs: block.instrs.filter((instr) => !gone.has(instr)).map(rewritten),
  }));
  const values = func.values.map((info, id) => (id === (from.result as number) ? { ...info, type } : info));
  return replaceValues({ ...func, blocks, values }, new Map([[to.result, value(from.result)]]));
}
