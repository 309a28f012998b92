// The places in a function's memory that contain functions: a gradient searches them for parts that belong to the function.

import type { Structure } from "../runtime/index.ts";

export interface FunctionPlace {
  /** An array, record or box that is reachable from the function. */
  readonly memory: unknown;
  readonly key: PropertyKey;
  /** The contents of the place: a closure, or a reference back to something that encloses it. */
  readonly item: Structure;
  /** The functions that enclose the place, from the outermost inwards. */
  readonly around: readonly Structure[];
}

/** All such places in the closure `s`; memory that several paths reach counts once, at the first path. */
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
