// Caches analyses. Functions are immutable, so the result of an analysis stays true for a function object: a pass that asks
// again about code that no pass has changed in between gets the same result.
//
// Only the functions that were asked about last are known. Passes make thousands of functions of which nobody hears again; weak
// maps of what is known of each of these made collecting garbage take a quarter of the time of compiling.

import type { Func } from "./model.ts";

type Analysed = Pick<Func, "blocks">;

interface Known {
  readonly func: Analysed;
  /** The results, by the number of the analysis. */
  readonly results: unknown[];
}

const most = 16;
/** What is known of the functions that were asked about last, of the latest first. */
const known: Known[] = [];
let analyses = 0;

/** What is known of a function, which moves to the front. */
function resultsOf(func: Analysed): unknown[] {
  const at = known.findIndex((one) => one.func === func);
  const found = known[at] ?? { func, results: [] };
  if (at >= 0) known.splice(at, 1);
  else if (known.length === most) known.pop();
  known.unshift(found);
  return found.results;
}

/** The analysis, computed once for each function object while it is in use. */
export function ofFunction<F extends Analysed, T extends object>(analyse: (func: F) => T): (func: F) => T {
  const number = analyses++;
  return (func) => {
    const results = known[0]?.func === func ? known[0].results : resultsOf(func);
    return (results[number] ??= analyse(func)) as T;
  };
}
