// Analyses are functions of IR. Functions are immutable, so what was found out about one object stays true: passes that ask
// again, of code that no pass has changed in between, get the same answer.

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
