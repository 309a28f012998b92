// The states of generators that a path knows (src/generators). Paths on which a generator is in different states stay apart where
// they meet, so the code written for each is that of one state: a generator that is walked becomes the loop that it contains.

import { generators } from "../runtime/index.ts";
import { constantOf, valuesOf, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import type { Heap } from "./heap.ts";
import type { Path } from "./path.ts";
import type { CallSite } from "./site.ts";
import type { Writer } from "./writer.ts";

/** More states than these of the paths to one block are not told apart. */
const mostStates = 8;

/** Notes what a call makes, if it makes a generator: the last value that its code captured is the array with its state. */
export function noteGenerator(writer: Writer, { callee, args }: CallSite): void {
  if (callee.kind !== "host" || callee.value !== generators.generator) return;
  const resume = writer.virtual(args[0]);
  if (resume?.kind !== "closure") return;
  const state = resume.items.at(-1);
  const contents = writer.virtual(state);
  if (state?.kind === "object" && contents?.kind === "array")
    writer.heap.set(state.id, { ...contents, generator: resume.code });
}

/**
 * The states of the generators that values, and objects, lead to, in the order in which they are met. Where one is made again, in a
 * loop, it takes the place of the one before.
 */
export function statesOf(heap: Heap, values: Iterable<AbstractValue>, roots: Iterable<ObjectId>): string {
  if (!heap.hasStates) return "";
  const states: string[] = [];
  const work: AbstractValue[] = [...values, ...[...roots].map((id) => ({ kind: "object", id }) as const)];
  const met = new Set<ObjectId>();
  // The loop adds values to the list that it walks.
  for (const known of work) {
    if (known.kind === "tuple") work.push(...known.parts);
    if (known.kind !== "object" || met.has(known.id)) continue;
    met.add(known.id);
    const contents = heap.get(known.id);
    if (contents === undefined) continue;
    if (contents.kind === "array" && contents.generator !== undefined)
      states.push(`${contents.generator.name}=${String(constantOf(contents.items[0] ?? undefined)?.value)}`);
    work.push(...valuesOf(contents));
  }
  return states.join(" ");
}

/** Paths to one place by their states there. */
export function byStates(paths: readonly Path[], roots: Iterable<ObjectId>): ReadonlyMap<string, readonly Path[]> {
  const groups = new Map<string, Path[]>();
  for (const path of paths) {
    const states = statesOf(path.heap, path.values.values(), roots);
    groups.set(states, [...(groups.get(states) ?? []), path]);
  }
  return groups.size > mostStates ? new Map([["", paths]]) : groups;
}
