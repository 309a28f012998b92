// Gathering: the properties of given records that loops read again and again are copied into an array for each property, before
// the first loop (as compilers for vector machines gather what is scattered in memory). The checks of the records, and the
// shadows that derivatives look up by identity, are needed for the copies only.
//
// **Guarantees** Results are the same. Guards fail where they failed, or before.
//
// **How** The array is one that nobody writes (`load`), and nothing is done with its records but to read properties, or elements of
// arrays in them by constant indices. Whenever the return is reached, a loop goes over all records; what is copied of a record is
// read of all that a loop comes to. So hardly anything is read in vain, and no record is checked for what the program might not
// ask of it. It pays if another loop reads records too, or if the loop is in a loop.
//
// **Example** `%r = load %points, %i; %p = guard-record %r; %x = load %p, "x"` → `%x = get-frozen %points_x, %i`, behind a loop with
// `set %points_x, %k, …`.

import {
  arrayOf,
  blockId,
  constant,
  dominates,
  elementOf,
  immediateDominators,
  isArray,
  isFloats,
  isNumber,
  isRecord,
  isValue,
  mapFunctions,
  naturalLoops,
  propertiesOfType,
  replaceValues,
  returnBlock,
  sameOperand,
  successorsOf,
  typeIn,
  value,
  valueId,
  type Block,
  type BlockId,
  type Func,
  type Instr,
  type Loop,
  type Operand,
  type Pass,
  type PrimInstr,
  type PrimName,
  type Span,
  type Type,
  type ValueId,
} from "../../ir/index.ts";
import {
  counterThatCovers,
  definitionsOf,
  entryOf,
  isLeftAtLatch,
  loopsOf,
  usesOf,
  type Use,
} from "../../analysis/index.ts";
import { guarded, type Emit } from "./guarded.ts";

export const gatherRecords: Pass = {
  name: "gather-records",
  phase: "any",
  run: (module) => mapFunctions(module, gatherIn),
};

type Path = readonly (string | number)[];

/** What is copied of each record. */
interface Leaf {
  readonly path: Path;
  readonly type: Type;
  readonly reads: Read[];
}

/** The read of a record, or of what is in it. */
interface Read {
  readonly instr: PrimInstr;
  readonly block: number;
  /** Where the record is in the array. */
  readonly index: Operand;
}

/** An array of records, and all that is done with them. */
interface Gathering {
  readonly array: ValueId;
  readonly leaves: readonly Leaf[];
  /** The checks that something is a record. */
  readonly checks: readonly Read[];
  /** What the copies make needless. */
  readonly dropped: ReadonlySet<Instr>;
}

/** Records of which more is read are not copied. */
const mostLeaves = 16;

function gatherIn(func: Func): Func {
  const arrays = func.values.flatMap(({ type }, id) =>
    isArray(type) && isRecord(elementOf(type) ?? "any") ? [id as ValueId] : [],
  );
  for (const array of arrays) {
    const gathering = gatheringOf(func, array);
    // The copies move all that follows.
    if (gathering !== null) return gatherIn(withCopies(func, gathering));
  }
  return func;
}

/** How the records of an array can be gathered, where this is possible and pays; null otherwise. */
function gatheringOf(func: Func, array: ValueId): Gathering | null {
  const uses = usesOf(func);
  const leaves = new Map<string, Leaf>();
  const checks: Read[] = [];
  const dropped = new Set<Instr>();
  const lengths: Operand[] = [];
  const roots: Read[] = [];

  const loadIn = ({ instr, k }: Use): PrimInstr | null =>
    instr?.kind === "prim" && instr.prim === "load" && k === 0 ? instr : null;

  /** Follows the uses of what has been read; false if it is used in another way. */
  const follow = (read: Read, path: Path, type: Type): boolean => {
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
    if (!isTold(type)) return false;
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
  const isAlwaysRead = ({ reads }: Leaf): boolean =>
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
  for (let at = block; ;) {
    const { list, of } = naturalLoops(func);
    const loop = facts.find(({ header }) => header === list[of[at] ?? -1]?.header);
    const { test } = loop ?? {};
    if (!loop || !test || !test.isUp || !lengths.some((length) => sameOperand(length, test.limit))) return false;
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

/** Whether a guard can tell that something is of a type. */
const isTold = (type: Type): boolean =>
  isNumber(type) || type === "str" || type === "bool" || isArray(type) || isFloats(type) || type === "integers";

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
function isWorthIt(func: Func, array: ValueId, roots: readonly Read[], lengths: readonly Operand[]): boolean {
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

function withCopies(func: Func, { array, leaves, checks, dropped }: Gathering): Func {
  const values = [...func.values];
  const fresh = (hint: string, type: Type): ValueId => valueId(values.push({ hint, type }) - 1);
  const emitting =
    (instrs: Instr[], span: Span): Emit =>
    (prim, args, hint, type) => {
      const result = fresh(hint, type);
      instrs.push({ kind: "prim", result, prim, args, span });
      return value(result);
    };
  const { of, blockOf } = definitionsOf(func);
  const home = blockOf(array);
  const own = of(array);
  const { instrs, params, terminator } = func.blocks[home] as Block;
  const at = own === undefined ? 0 : instrs.indexOf(own) + 1;
  const { span } = ((leaves[0] as Leaf).reads[0] as Read).instr;

  // The copies: `before` makes the arrays, `body` is an iteration of the loop that fills them.
  const [header, behind] = [func.blocks.length, func.blocks.length + 1].map(blockId) as [BlockId, BlockId];
  const [before, body]: [Instr[], Instr[]] = [[], []];
  const [emitBefore, emit] = [emitting(before, span), emitting(body, span)];
  const count = emitBefore("load", [value(array), constant("length")], "count", "int");
  const hint = func.values[array]?.hint ?? "";
  const columns = leaves.map(({ path, type }) =>
    emitBefore("array-new", [count], [hint, ...path].join("_"), arrayOf(isNumber(type) ? "num" : type)),
  );
  const any = emitBefore("lt", [constant(0), count], "", "bool");
  const k = fresh("k", "int");
  const record = elementOf(typeIn(func, value(array))) as Type;
  const found = new Map<string, Operand>([
    ["[]", guardedAs(emit("load", [value(array), value(k)], "", "any"), record, emit)],
  ]);
  /** What is at the end of a path, guarded to be of its type. */
  const read = (path: Path, type: Type): Operand => {
    const name = JSON.stringify(path);
    let known = found.get(name);
    if (known === undefined) {
      const key = path.at(-1) as string | number;
      const around = read(path.slice(0, -1), typeAt(record, path.slice(0, -1)));
      if (typeof key === "string") emit("guard-data", [around, constant(key)], "", "undef");
      known = guardedAs(emit("load", [around, constant(key)], "", "any"), type, emit);
      found.set(name, known);
    }
    return known;
  };
  leaves.forEach(({ path, type }, j) => {
    emit("set", [columns[j] as Operand, value(k), read(path, type)], "", "undef");
  });
  const next = emit("add", [value(k), constant(1)], "", "int");
  const more = emit("lt", [next, count], "", "bool");

  // What was read from records is read from the copies.
  const replaced = new Map<ValueId, Operand>();
  const instead = new Map<Instr, readonly Instr[]>();
  /** Reads a copy, and makes sure that there is one. */
  const copied = (j: number, { instr, index }: Read): Operand => {
    const reads: Instr[] = [];
    const emitRead = emitting(reads, instr.span);
    const { hint } = func.values[instr.result] ?? { hint: "" };
    const { type } = leaves[j] as Leaf;
    const part = guarded(emitRead("get-frozen", [columns[j] as Operand, index], hint, "any"), type, emitRead, hint);
    emitRead("keep-guard", [part], "", "undef");
    instead.set(instr, reads);
    return part;
  };
  const isReadIn = (block: number, index: Operand): boolean =>
    leaves.some(({ reads }) => reads.some((one) => one.block === block && sameOperand(one.index, index)));
  for (const check of checks) {
    if (isReadIn(check.block, check.index)) instead.set(check.instr, []);
    else copied(0, check);
  }
  leaves.forEach(({ reads }, j) => {
    for (const one of reads) replaced.set(one.instr.result, copied(j, one));
  });
  const rewritten = (list: readonly Instr[]): readonly Instr[] =>
    list.flatMap((instr) => instead.get(instr) ?? (dropped.has(instr) ? [] : [instr]));

  const blocks = func.blocks.map((block): Block => ({ ...block, instrs: rewritten(block.instrs) }));
  const into = (condition: Operand, target: BlockId, arg: Operand): Block["terminator"] => ({
    kind: "branch",
    condition,
    then: { target, args: [arg] },
    else: { target: behind, args: [] },
    span,
  });
  blocks[home] = {
    params,
    instrs: [...rewritten(instrs.slice(0, at)), ...before],
    terminator: into(any, header, constant(0)),
  };
  blocks.push(
    { params: [k], instrs: body, terminator: into(more, header, next) },
    { params: [], instrs: rewritten(instrs.slice(at)), terminator },
  );
  return replaceValues({ ...func, values, blocks }, replaced);
}

/** The type of what a path leads to. */
const typeAt = (type: Type, path: Path): Type =>
  path.reduce(
    (around: Type, key) =>
      (typeof key === "number" ? elementOf(around) : propertiesOfType(around).find((one) => one.key === key)?.type) ??
      "any",
    type,
  );

const guardedAs = (read: Operand, type: Type, emit: Emit): Operand => guarded(read, type, emit, "");
