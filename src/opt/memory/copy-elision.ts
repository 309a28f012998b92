// Copy elision: an array that is copied and not used any more becomes its copy.
//
// **How** A loop of one block copies a Float64Array made here, element by element, to a new array of the same length, and may
// clear it: so a gradient's shadow ends. Nothing uses the first array behind the loop; nothing uses the second before it or
// around it; nothing else in the loop uses either; and the loop is in no other loop, which would copy again. So the first
// replaces the second; if the second is an array, the first is made as an array. An array grows where a Float64Array ignores a
// write, and has other properties: so code may only write numbers, where an element exists, and only read elements. Code behind
// the loop may now write to the first: a `get-frozen` of it becomes a `get`.
//
// **Example** `%e = typed-new F, %n; loop: %v = get %d, %i; set %d, %i, 0; set %e, %i, %v` → `%e` is `%d`.

import {
  definitionsOf,
  firstEffect,
  isAccess,
  counterThatCovers,
  entryOf,
  indexRanges,
  isElementRead,
} from "../../analysis/index.ts";
import type { Block, BlockId, Func, Instr, Loop, Operand, Pass, PrimInstr, PrimName, ValueId } from "../../ir/index.ts";
import {
  dominates,
  immediateDominators,
  isNumber,
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  operandsOf,
  typeIn,
  renumber,
  sameOperand,
  successorsOf,
  terminatorOperands,
} from "../../ir/index.ts";

export const copyElision: Pass = {
  name: "copy-elision",
  phase: "final",
  run: (module) => mapFunctions(module, reuseIn),
};

function reuseIn(func: Func): Func {
  for (const loop of naturalLoops(func).list) {
    const copy = copyIn(func, loop);
    if (copy !== undefined) return reuseIn(withoutCopy(func, copy));
  }
  return func;
}

/** A copy from one array to another. */
interface Copy {
  readonly from: PrimInstr;
  readonly to: PrimInstr;
  /** The stores of the loop, and the guards of their slots. */
  readonly gone: ReadonlySet<Instr>;
}

const isValue = (operand: Operand | undefined, id: ValueId): boolean => operand?.kind === "value" && operand.id === id;

function copyIn(func: Func, loop: Loop): Copy | undefined {
  const { header, latch } = loop;
  if (header !== latch) return undefined;
  const { params, instrs, terminator } = func.blocks[header] as Block;
  const [counter, ...others] = params;
  if (counter === undefined || others.length > 0 || terminator.kind !== "branch") return undefined;
  const prims = instrs.filter((instr) => instr.kind === "prim");
  const own = new Map(prims.map((instr) => [instr.result, instr]));
  const inLoop = (operand: Operand | undefined): PrimInstr | undefined =>
    operand?.kind === "value" ? own.get(operand.id) : undefined;
  const made = (operand: Operand | undefined, names: readonly PrimName[]): PrimInstr | undefined =>
    func.blocks
      .flatMap((block) => block.instrs)
      .filter((instr) => instr.kind === "prim")
      .find((instr) => isValue(operand, instr.result) && names.includes(instr.prim));
  const isSlot = ({ prim, args }: PrimInstr, name: PrimName, array: PrimInstr): boolean =>
    prim === name && isValue(args[0], array.result) && isValue(args[1], counter);
  const isZero = (operand: Operand | undefined): boolean => operand?.kind === "const" && Object.is(operand.value, 0);
  const copyBy = (copying: PrimInstr): Copy | undefined => {
    const passed = inLoop(copying.args[2]);
    const read = passed?.prim === "guard-number" ? inLoop(passed.args[0]) : passed;
    if (read === undefined || !isElementRead(read.prim)) return undefined;
    const [from, to] = [made(read.args[0], ["typed-new"]), made(copying.args[0], ["typed-new", "array-new"])];
    if (from === undefined || to === undefined || from === to || func.values[from.result]?.type !== "float64")
      return undefined;
    if (!isSlot(read, read.prim, from) || !isSlot(copying, "set", to)) return undefined;
    const isClearing = (instr: PrimInstr): boolean =>
      isSlot(instr, "set", from) && isZero(instr.args[2]) && prims.indexOf(instr) > prims.indexOf(read);
    const isLook = (instr: PrimInstr): boolean => isSlot(instr, "guard-slot", to);
    const gone = new Set<Instr>([copying, ...prims.filter((instr) => isClearing(instr) || isLook(instr))]);
    const uses = ({ result }: PrimInstr): readonly Instr[] =>
      instrs.filter((instr) => operandsOf(instr).some((operand) => isValue(operand, result)));
    if (!uses(from).every((instr) => instr === read || gone.has(instr)) || !uses(to).every((instr) => gone.has(instr)))
      return undefined;
    const lengths = [from.args.at(-1), to.args.at(-1)] as readonly [Operand, Operand];
    const isAlike = to.prim === "array-new" || func.values[to.result]?.type === "float64";
    if (!isAlike || !sameOperand(...lengths) || counterThatCovers(func, loop, lengths[0]) !== counter) return undefined;
    if (!isDone(func, loop, from, to, gone)) return undefined;
    return to.prim === "typed-new" || isLikeArray(func, from, lengths[0]) ? { from, to, gone } : undefined;
  };
  return prims
    .filter(({ prim }) => prim === "set")
    .map(copyBy)
    .find((copy) => copy !== undefined);
}

/** Whether an instruction reads, writes or checks an array only at a key: neither its length nor the whole array matters. */
function isAtKey(instr: Instr): boolean {
  const effect = firstEffect(instr);
  if (effect === null || !isAccess(instr)) return false;
  return ![...effect.reads, ...effect.assumes].some((aspect) => aspect === "length" || aspect === "all");
}

/** Whether the loop is the last to use `from`, and the first to use `to`; and `from` does not escape. */
function isDone(func: Func, loop: Loop, from: PrimInstr, to: PrimInstr, gone: ReadonlySet<Instr>): boolean {
  const header = loop.header as number;
  const idom = immediateDominators(func);
  const entry = entryOf(func, loop) as BlockId;
  const behind = new Set<number>();
  const work = successorsOf((func.blocks[header] as Block).terminator).filter((b) => b !== header) as number[];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    // The loop is inside another one, and copies again.
    if (b === header) return false;
    if (behind.has(b)) continue;
    behind.add(b);
    work.push(...successorsOf((func.blocks[b] as Block).terminator));
  }
  const uses = (operand: Operand, { result }: PrimInstr): boolean => isValue(operand, result);
  return func.blocks.every(({ instrs, terminator }, b) => {
    const ends = terminatorOperands(terminator);
    if (ends.some((operand) => uses(operand, from))) return false;
    // Where control may get around the loop, `from` is not copied.
    const isCopied = behind.has(b) && dominates(idom, entry, b as BlockId);
    if (!isCopied && ends.some((operand) => uses(operand, to))) return false;
    return instrs.every((instr) => {
      const operands = operandsOf(instr);
      if (operands.some((operand) => uses(operand, from))) {
        const isSlot = isAtKey(instr);
        if (!isSlot || behind.has(b) || operands.slice(1).some((operand) => uses(operand, from))) return false;
      }
      return isCopied || gone.has(instr) || !operands.some((operand) => uses(operand, to));
    });
  });
}

/** Whether a Float64Array of a length could as well be an array: every use of it does the same to both. */
function isLikeArray(func: Func, array: PrimInstr, length: Operand): boolean {
  const ranges = indexRanges(func);
  const made = func.blocks.findIndex(({ instrs }) => instrs.includes(array));
  if (!ranges.isIndex(length, made)) return false;
  const isNumeric = (operand: Operand | undefined): boolean => operand !== undefined && isNumber(typeIn(func, operand));
  const definitions = definitionsOf(func);
  /** Whether a value exists only if the array has an element at a key: the value is that element, checked, or a sum with it. */
  const isAddedTo = (stored: Operand | undefined, key: Operand): boolean => {
    const instr = definitions.prim(stored);
    if (instr === undefined) return false;
    if (instr.prim === "add" || instr.prim === "sum") return instr.args.some((term) => isAddedTo(term, key));
    const [read] = instr.args;
    const found = definitions.prim(read, "get");
    if (instr.prim !== "guard-number" || found === undefined) return false;
    return isValue(found.args[0], array.result) && sameOperand(found.args[1] as Operand, key);
  };
  const isLike = (instr: Instr, b: number): boolean => {
    if (instr.kind !== "prim" || !isValue(instr.args[0], array.result)) return true;
    const [, key, stored] = instr.args;
    if (instr.prim === "keep-guard") return true;
    if (instr.prim !== "set") return isNumeric(key);
    if (key === undefined || !isNumeric(key) || !isNumeric(stored)) return false;
    return isAddedTo(stored, key) || ranges.isBelow(key, length, b);
  };
  return func.blocks.every(({ instrs }, b) => instrs.every((instr) => isLike(instr, b)));
}

function withoutCopy(func: Func, { from, to, gone }: Copy): Func {
  const resolve = (operand: Operand): Operand =>
    isValue(operand, to.result) ? { kind: "value", id: from.result } : operand;
  const isArray = to.prim === "array-new";
  const blocks = func.blocks.map((block): Block => ({
    params: block.params,
    instrs: block.instrs.flatMap((instr): readonly Instr[] => {
      if (instr === to || gone.has(instr)) return [];
      if (instr === from && isArray) return [{ ...from, prim: "array-zeros", args: to.args }];
      // Nothing wrote to `from` after this read, but something may write to `to`.
      if (instr.kind === "prim" && instr.prim === "get-frozen" && isValue(instr.args[0], from.result))
        return [{ ...instr, prim: "get" }];
      return [mapOperands(instr, resolve)];
    }),
    terminator: mapTerminator(block.terminator, resolve),
  }));
  const values = isArray
    ? func.values.map((info, id) => (id === (from.result as number) ? { ...info, type: "numbers" as const } : info))
    : func.values;
  return renumber({ ...func, blocks, values });
}
