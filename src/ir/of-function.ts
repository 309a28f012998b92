// Caches analyses. Functions are immutable, so the result of an analysis stays true for a function object: a pass that asks
// again about code that no pass has changed in between gets the same result.

import type { Func } from "./model.ts";

type Analysed = Pick<Func, "blocks">;

/** The analysis, computed once for each function object. */
export function ofFunction<F extends Analysed, T extends object>(analyse: (func: F) => T): (func: F) => T {
  const known = new WeakMap<F, T>();
  return (func) => {
    let result = known.get(func);
    if (result === undefined) known.set(func, (result = analyse(func)));
    return result;
  };
}
