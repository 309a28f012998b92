// Analyses are functions of IR: functions are immutable, so what was found out about one object stays true.

import type { Func } from "../ir/index.ts";

/** The analysis, computed once for each function object. */
export function ofFunction<T extends object>(analyse: (func: Func) => T): (func: Func) => T {
  const known = new WeakMap<Func, T>();
  return (func) => {
    let result = known.get(func);
    if (result === undefined) known.set(func, (result = analyse(func)));
    return result;
  };
}
