// Joins paths where they meet (joining.ts).

import type { Operand, ValueId } from "../ir/index.ts";
import type { AbstractValue, ObjectId } from "./abstract-value.ts";
import type { Heap } from "./heap.ts";
import { Joining, type JoinedPaths } from "./joining.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { continueOn, type Path } from "./path.ts";
import type { Writer } from "./writer.ts";

/**
 * Joins paths in a new block, where writing continues; `live` are the values needed there, `roots` the objects that suspended
 * callers need. Objects that the joining makes are named by its `place`.
 */
export function joinPaths(
  writer: Writer,
  place: string,
  paths: readonly Path[],
  live: readonly ValueId[],
  roots: ReadonlySet<ObjectId>,
): Map<ValueId, AbstractValue> {
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) {
    continueOn(writer, only);
    return new Map(only.values);
  }
  const joined = joinedPaths(writer, place, paths, live, roots, () => false);
  joined.ends.forEach((end, k) => {
    joined.continueOn(k);
    writer.builder.jump(joined.block, writer.span, end());
  });
  return joined.begin();
}

/** Prepares a join. A value for which `isLocal` is not known where the paths meet: each path passes it. */
export function joinedPaths(
  writer: Writer,
  place: string,
  paths: readonly Path[],
  live: readonly ValueId[],
  roots: ReadonlySet<ObjectId>,
  isLocal: (operand: Operand) => boolean,
): JoinedPaths {
  const heaps = paths.map((path) => path.heap.fork());
  for (;;) {
    const attempt = new Joining(writer, place, paths, heaps, isLocal);
    // First: what callers need keeps its name, so that what else becomes of it on a path is a copy.
    for (const id of roots) attempt.root(id);
    const values = new Map(
      live.map((id) => [id, attempt.join(paths.map((path) => path.values.get(id) as AbstractValue))]),
    );
    attempt.contents();
    if (attempt.escapes.length === 0) return attempt.finished(values);
    for (const [k, id] of attempt.escapes) {
      if (heaps[k]?.get(id)?.kind === "context")
        throw new NotSpecialised("shadows that differ between paths", writer.span);
      writer.builder.switchTo((paths[k] as Path).block);
      writer.heap = heaps[k] as Heap;
      writer.operand({ kind: "object", id });
    }
  }
}
