// Calls of code that has loops. Engines compile small functions into their callers, whatever they do, and where a loop is
// compiled as a part of an entry, with its checks and its handler of exceptions, V8 gives it up to twice as much time as by itself.

import type { AnyFunction } from "../runtime/index.ts";

/** A function where an engine does not take it for a constant. */
export type Cell = readonly [AnyFunction];

type Caller = (cell: Cell, ...inputs: readonly unknown[]) => unknown;

const callers: Caller[] = [];

/** What calls the function of a cell with so many inputs, of which no engine knows which function that will be. */
export function callerApart(count: number): Caller {
  let caller = callers[count];
  if (caller === undefined) {
    const names = Array.from({ length: count }, (_, k) => `x${k}`);
    // oxlint-disable-next-line no-new-func, no-implied-eval
    caller = new Function("cell", ...names, `const f = cell[0]; return f(${names.join(", ")});`) as Caller;
    // Engines remember one function that is called at a place, but not several; and nothing of the first calls.
    const others: readonly AnyFunction[] = [() => 0, () => 1, () => 2];
    for (let k = 0; k < 300; k++) caller([others[k % 3] as AnyFunction]);
    callers[count] = caller;
  }
  return caller;
}
