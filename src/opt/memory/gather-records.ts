// Gathering: the properties of given records that loops read again and again are copied into an array for each property, before
// the first loop (as compilers for vector machines gather what is scattered in memory). The checks of the records, and the
// shadows that derivatives look up by identity, are needed for the copies only.
//
// **Guarantees** Results are the same. Guards fail where they failed, or before.
//
// **How** `analysis/gatherings.ts` finds the records. The array is one that nobody writes (`load`), and nothing is done with its
// records but to read properties, or elements of arrays in them by constant indices. Whenever the function returns, some loop
// has gone over all records, and has read what is copied of each record that it came to. So hardly anything is read in vain, and
// no record is checked for what the program might not ask of it. It pays if another loop reads records too, or if the loop is in
// a loop.
//
// **Example** `%r = load %points, %i; %p = guard-record %r; %x = load %p, "x"` → `%x = get-frozen %points_x, %i`, behind a loop with
// `set %points_x, %k, …`.

import {
  arrayOf,
  blockId,
  constant,
  elementOf,
  isArray,
  isNumber,
  isRecord,
  mapFunctions,
  propertiesOfType,
  replaceValues,
  sameOperand,
  typeIn,
  value,
  type Block,
  type BlockId,
  type Func,
  type Instr,
  type Operand,
  type Pass,
  type Type,
  type ValueId,
} from "../../ir/index.ts";
import {
  definitionsOf,
  gatheringOf,
  type Gathered,
  type Gathering,
  type Path,
  type RecordRead,
} from "../../analysis/index.ts";
import { emittingIn, freshIn, guarded, type Emit } from "./emit.ts";

export const gatherRecords: Pass = {
  name: "gather-records",
  phase: "any",
  run: (module) => mapFunctions(module, gatherIn),
};

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

function withCopies(func: Func, { array, leaves, checks, dropped }: Gathering): Func {
  const values = [...func.values];
  const [fresh, emitting] = [freshIn(values), emittingIn(values)];
  const { of, blockOf } = definitionsOf(func);
  const home = blockOf(array);
  const own = of(array);
  const { instrs, params, terminator } = func.blocks[home] as Block;
  const at = own === undefined ? 0 : instrs.indexOf(own) + 1;
  const { span } = ((leaves[0] as Gathered).reads[0] as RecordRead).instr;

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
  const copied = (j: number, { instr, index }: RecordRead): Operand => {
    const reads: Instr[] = [];
    const emitRead = emitting(reads, instr.span);
    const { hint } = func.values[instr.result] ?? { hint: "" };
    const { type } = leaves[j] as Gathered;
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
