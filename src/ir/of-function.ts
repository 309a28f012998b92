// Caches analyses. Functions are immutable, so the result of an analysis stays true for a function object: a pass that asks
// again about code that no pass has changed in between gets the same result.
//
// Only the functions that were asked about last are cached. Passes make thousands of functions that are soon dropped: weak
// maps of the results of all of them made collecting garbage take a quarter of the time of compiling.

import type { Func } from "./model.ts";

type Analysed = Pick<Func, "blocks">;

interface CachedResults {
  readonly func: Analysed;
  /** The results, by the number of the analysis. */
  readonly results: unknown[];
}

const most = 16;
/** The results for the functions that were asked about last, the latest first. */
const cache: CachedResults[] = [];
let analyses = 0;

/** The results for a function, which moves to the front. */
function resultsOf(func: Analysed): unknown[] {
  const at = cache.findIndex((one) => one.func === func);
  const found = cache[at] ?? { func, results: [] };
  if (at >= 0) cache.splice(at, 1);
  else if (cache.length === most) cache.pop();
  cache.unshift(found);
  return found.results;
}

/** The analysis, computed once for each function object while it is in use. */
export function ofFunction<F extends Analysed, T extends object>(analyse: (func: F) => T): (func: F) => T {
  const number = analyses++;
  return (func) => {
    const results = cache[0]?.func === func ? cache[0].results : resultsOf(func);
    return (results[number] ??= analyse(func)) as T;
  };
}
