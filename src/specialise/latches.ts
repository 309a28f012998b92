// Writes the latch of a loop in which several paths stay apart: some go back, some leave the loop, each in a state of its own.
//
// Only the latch may leave a loop. So all paths jump to one block, and pass it a number that says where they go, and what they
// know that was made in the loop; the block branches on the number. Behind it, each path goes on in its own state.

import { constant, join, type OpenBlock, type Operand, type Type, type ValueId } from "../ir/index.ts";
import type { AbstractValue, ObjectId } from "./abstract-value.ts";
import { joinPaths, joinedPaths } from "./join.ts";
import { passOn, type Path } from "./path.ts";
import type { Writer } from "./writer.ts";

/** Paths that leave a loop to the same place, in the same state. */
export interface Leaving {
  /** A text for the place. */
  readonly place: string;
  readonly paths: readonly Path[];
  /** The values that are needed there. */
  readonly live: readonly ValueId[];
  readonly roots: ReadonlySet<ObjectId>;
}

const pathHere = (writer: Writer, values: ReadonlyMap<ValueId, AbstractValue>): Path => ({
  block: writer.builder.current,
  values,
  heap: writer.heap,
});

/** The paths as one, where there is no loop after all. */
export const joinedPath = (writer: Writer, { place, paths, live, roots }: Leaving): Path =>
  pathHere(writer, joinPaths(writer, place, paths, live, roots));

/** Writes the latch. Writing stands at the end of the path that goes back with `args`. Gives the paths that leave. */
export function throughLatch(
  writer: Writer,
  header: OpenBlock,
  args: readonly Operand[],
  leaving: readonly Leaving[],
  isLocal: (operand: Operand) => boolean,
): readonly Path[] {
  const { builder, span } = writer;
  /** For each path: its end, where it goes, and the place of what it passes among the parameters. */
  const ends: { readonly block: OpenBlock; readonly to: number; readonly args: readonly Operand[] }[] = [];
  ends.push({ block: builder.current, to: 0, args });
  const joins = leaving.map(({ place, paths, live, roots }, k) => {
    const joined = joinedPaths(writer, place, paths, live, roots, isLocal);
    joined.ends.forEach((end, path) => {
      joined.continueOn(path);
      ends.push({ block: builder.current, to: k + 1, args: end() });
    });
    return joined;
  });
  const latch = writer.block();
  const which = [0, 1].map((k) => {
    const id = builder.param(latch, k === 0 ? "again" : "exit", k === 0 ? "bool" : "int");
    return { kind: "value", id } as const;
  });
  const own = [args, ...joins].map((_, to) =>
    paramsFor(
      writer,
      latch,
      ends.flatMap((end) => (end.to === to ? [end.args] : [])),
    ),
  );
  for (const { block, to, args } of ends) {
    builder.switchTo(block);
    const passed = own.flatMap((params, k) => (k === to ? args : params.map((): Operand => ({ kind: "unset" }))));
    builder.jump(latch, span, [constant(to === 0), constant(to), ...passed]);
  }
  latch.sealed = true;
  let otherwise = writer.block();
  builder.switchTo(latch);
  const [again, exit] = which as [Operand, Operand];
  builder.branch(again, header, otherwise, span, own[0], []);
  otherwise.sealed = true;
  writer.size += 1 + joins.length;
  return joins.map((joined, k) => {
    builder.switchTo(otherwise);
    if (k < joins.length - 1) {
      const then = writer.block();
      otherwise = writer.block();
      builder.branch(builder.prim("eq", [exit, constant(k + 1)], span, "", "bool"), then, otherwise, span);
      then.sealed = otherwise.sealed = true;
      builder.switchTo(then);
    }
    builder.jump(joined.block, span, own[k + 1] ?? []);
    return pathHere(writer, joined.begin());
  });
}

/** Parameters for what paths to one place pass. */
function paramsFor(writer: Writer, latch: OpenBlock, rows: readonly (readonly Operand[])[]): readonly Operand[] {
  const [first = []] = rows;
  return first.map((_, k) => {
    const column = rows.map((row) => row[k] as Operand);
    const types = column.map((operand): Type => writer.typeOf(operand));
    const hint = column.map((operand) => writer.builder.hintOf(operand)).find(Boolean) ?? "";
    const param: Operand = { kind: "value", id: writer.builder.param(latch, hint, types.reduce(join)) };
    const [only] = column;
    if (column.length === 1 && only !== undefined) passOn(writer, param, only);
    else writer.made.noteJoined(param, column, true);
    return param;
  });
}
