// Where the memory in a function holds functions: what a gradient looks through for parts that belong to the function.

import type { Structure } from "../runtime/index.ts";

export interface FunctionPlace {
  /** An array, record or box that is reachable from the function. */
  readonly memory: unknown;
  readonly key: PropertyKey;
  /** What the place holds: a closure, or a reference back to what is around it. */
  readonly item: Structure;
  /** The functions around the place, from the outermost on. */
  readonly around: readonly Structure[];
}

/** All of them in the closure `s`; memory that is reached by several paths counts at the first one. */
export function functionPlaces(s: Structure): FunctionPlace[] {
  const places: FunctionPlace[] = [];
  const seen = new Set<unknown>();
  const visit = (at: Structure, around: readonly Structure[]): void => {
    const isClosure = at.kind === "closure";
    if (!isClosure && seen.has(at.ref)) return;
    if (!isClosure) seen.add(at.ref);
    const within = isClosure ? [...around, at] : around;
    at.items.forEach((item, k) => {
      if (item.kind === "number" || (item.kind === "none" && item.ref === null)) return;
      const mayBeFunction = item.kind === "closure" || item.kind === "none";
      if (!isClosure && mayBeFunction) places.push({ memory: at.ref, key: keyOf(at, k), item, around: within });
      if (item.kind !== "none") visit(item, within);
    });
  };
  visit(s, []);
  return places;
}

function keyOf(memory: Structure, k: number): PropertyKey {
  if (memory.kind === "box") return "v";
  return memory.kind === "object" ? (memory.keys[k] as string) : k;
}
