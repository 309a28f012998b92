// Finds the arrays of given records that can be gathered (opt/memory/gather-records.ts): what is read of their records, where,
// and whether the program surely reads it of all of them.

import {
  blockId,
  dominates,
  elementOf,
  immediateDominators,
  isArray,
  isNumber,
  isRecord,
  isValue,
  naturalLoops,
  propertiesOfType,
  returnBlock,
  sameOperand,
  successorsOf,
  typeIn,
  value,
  type Block,
  type BlockId,
  type Func,
  type Instr,
  type Loop,
  type Operand,
  type PrimInstr,
  type PrimName,
  type Type,
  type ValueId,
} from "../ir/index.ts";
import { definitionsOf } from "./definitions.ts";
import { isThere } from "./layout.ts";
import { counterThatCovers, entryOf, isLeftAtLatch, loopsOf } from "./loops.ts";
import { usesOf, type Use } from "./uses.ts";

export type Path = readonly (string | number)[];

/** What is copied of each record. */
export interface Gathered {
  readonly path: Path;
  readonly type: Type;
  readonly reads: RecordRead[];
}

/** The read of a record, or of what is in it. */
export interface RecordRead {
  readonly instr: PrimInstr;
  readonly block: number;
  /** Where the record is in the array. */
  readonly index: Operand;
}

/** An array of records, and all that is done with them. */
export interface Gathering {
  readonly array: ValueId;
  readonly leaves: readonly Gathered[];
  /** The checks that something is a record. */
  readonly checks: readonly RecordRead[];
  /** What the copies make needless. */
  readonly dropped: ReadonlySet<Instr>;
}

/** Records of which more is read are not copied. */
const mostLeaves = 16;

/** How the records of an array can be gathered, where this is possible and pays; null otherwise. */
export function gatheringOf(func: Func, array: ValueId): Gathering | null {
  const uses = usesOf(func);
  const leaves = new Map<string, Gathered>();
  const checks: RecordRead[] = [];
  const dropped = new Set<Instr>();
  const lengths: Operand[] = [];
  const roots: RecordRead[] = [];

  const loadIn = ({ instr, k }: Use): PrimInstr | null =>
    instr?.kind === "prim" && instr.prim === "load" && k === 0 ? instr : null;

  /** Follows the uses of what has been read; false if it is used in another way. */
  const follow = (read: RecordRead, path: Path, type: Type): boolean => {
    const { block, index, instr } = read;
    const own = uses(instr.result);
    const isGuarded = (prim: PrimName): boolean =>
      own.length > 0 && own.every(({ instr: guard }) => guard?.kind === "prim" && guard.prim === prim);
    if (isRecord(type)) {
      if (!isGuarded("guard-record")) return false;
      dropped.add(instr);
      return own.every((use) => {
        const guard = use.instr as PrimInstr;
        checks.push({ instr: guard, block: use.block, index });
        return uses(guard.result).every((of) => {
          if (isCheck(of)) return dropped.add(of.instr as Instr);
          const load = loadIn(of);
          const key = load === null ? null : constantIn(load.args[1]);
          const property = propertiesOfType(type).find((one) => one.key === key);
          if (load === null || property === undefined || property.isOptional || property.type.includes("^"))
            return false;
          return follow({ instr: load, block: of.block, index }, [...path, property.key], property.type);
        });
      });
    }
    const inner = isArray(type) ? elementOf(type) : undefined;
    const isTuple =
      inner !== undefined &&
      isNumber(inner) &&
      isGuarded("guard-array") &&
      own.every((use) =>
        uses((use.instr as PrimInstr).result).every((of) => isCheck(of) || isIndex(constantIn(loadIn(of)?.args[1]))),
      );
    if (isTuple) {
      dropped.add(instr);
      return own.every((use) => {
        dropped.add(use.instr as Instr);
        return uses((use.instr as PrimInstr).result).every((of) => {
          if (isCheck(of)) return dropped.add(of.instr as Instr);
          const load = loadIn(of) as PrimInstr;
          return follow({ instr: load, block: of.block, index }, [...path, constantIn(load.args[1]) as number], inner);
        });
      });
    }
    if (!isThere(type)) return false;
    const name = JSON.stringify(path);
    const leaf = leaves.get(name) ?? { path, type, reads: [] };
    leaves.set(name, leaf);
    leaf.reads.push({ instr, block, index });
    return true;
  };

  for (const use of uses(array)) {
    const load = loadIn(use);
    if (load === null) return null;
    const index = load.args[1] as Operand;
    if (constantIn(index) === "length") lengths.push(value(load.result));
    else if (isNumber(typeIn(func, index))) roots.push({ instr: load, block: use.block, index });
    else return null;
  }
  if (!isWorthIt(func, array, roots, lengths)) return null;
  const record = elementOf(typeIn(func, value(array))) as Type;
  if (!roots.every((root) => follow(root, [], record)) || leaves.size === 0 || leaves.size > mostLeaves) return null;
  const all = [...leaves.values()];
  const isAlwaysRead = ({ reads }: Gathered): boolean =>
    reads.some(({ block, index }) => isAlwaysReached(func, block, index, lengths));
  return all.every(isAlwaysRead) ? { array, leaves: all, checks, dropped } : null;
}

/**
 * Whether a block is reached for each value of an index, which counts up to one of some lengths in a loop around the block. Inner
 * loops that count up to them as well are not empty.
 */
function isAlwaysReached(func: Func, block: number, index: Operand, lengths: readonly Operand[]): boolean {
  const idom = immediateDominators(func);
  const facts = loopsOf(func);
  const { list, of } = naturalLoops(func);
  for (let at = block; ;) {
    const loop = facts.find(({ header }) => header === list[of[at] ?? -1]?.header);
    const { test } = loop ?? {};
    if (!loop || !test || !lengths.some((length) => sameOperand(length, test.limit))) return false;
    if (!isLeftAtLatch(func, loop) || !dominates(idom, blockId(at), loop.latch)) return false;
    if (isValue(index, test.counter.param)) return true;
    at = loop.entry;
  }
}

/** Whether a use is a check that a record is what it is, or keeps another check. */
const isCheck = ({ instr, k }: Use): boolean =>
  instr?.kind === "prim" && k === 0 && (instr.prim === "keep-guard" || instr.prim === "guard-data");

const constantIn = (operand: Operand | undefined): unknown => (operand?.kind === "const" ? operand.value : undefined);

const isIndex = (key: unknown): boolean => typeof key === "number" && Number.isInteger(key) && key >= 0;

/** The loop around a block in which an index takes each value from 0 up to one of some lengths. */
function coveringLoop(func: Func, block: number, index: Operand, lengths: readonly Operand[]): Loop | null {
  if (index.kind !== "value") return null;
  const covers = (loop: Loop): boolean =>
    loop.blocks.some((b) => b === block) &&
    isLeftAtLatch(func, loop) &&
    lengths.some((length) => counterThatCovers(func, loop, length) === index.id);
  return naturalLoops(func).list.find(covers) ?? null;
}

/** Whether records are read by several loops, or by a loop in a loop, and one of these loops surely reads all of them. */
function isWorthIt(func: Func, array: ValueId, roots: readonly RecordRead[], lengths: readonly Operand[]): boolean {
  const home = definitionsOf(func).blockOf(array);
  const { list, of } = naturalLoops(func);
  /** The loops around a block that the array's definition is not in, the innermost first. */
  const around = (block: number): readonly Loop[] => {
    const found: Loop[] = [];
    for (let l = of[block] ?? -1; l >= 0; l = list[l]?.parent ?? -1)
      if (!list[l]?.blocks.includes(home)) found.push(list[l] as Loop);
    return found;
  };
  const loops = roots.map(({ block }) => around(block));
  const isRepeated =
    loops.some(({ length }) => length > 1) || new Set(loops.flatMap(([innermost]) => innermost ?? [])).size > 1;
  if (!isRepeated) return false;
  return roots.some(({ block, index }, k) => {
    const outermost = loops[k]?.at(-1);
    return outermost !== undefined && isReached(func, outermost) && coveringLoop(func, block, index, lengths) !== null;
  });
}

/** Whether each run that returns comes to a loop, and passes it only where the loop's end is next. */
function isReached(func: Func, loop: Loop): boolean {
  const entry = blockId(entryOf(func, loop));
  const end = returnBlock(func);
  if (end < 0 || !dominates(immediateDominators(func), entry, blockId(end))) return false;
  const ways = (b: BlockId): readonly BlockId[] => successorsOf((func.blocks[b] as Block).terminator);
  return ways(entry).every((way) => way === loop.header || ways(loop.latch).includes(way));
}
