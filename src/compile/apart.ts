// Calls code that has loops through a function that engines do not inline. V8 makes a loop up to twice as slow when it compiles
// it inside an entry, with checks and exception handler.

import type { AnyFunction } from "../runtime/index.ts";

/** Holds a function so that an engine does not treat it as a constant. */
export type Cell = readonly [AnyFunction];

type Caller = (cell: Cell, ...inputs: readonly unknown[]) => unknown;

const callers: Caller[] = [];

/** A function that calls the function of a cell with `count` inputs. No engine knows in advance which function that will be. */
export function callerApart(count: number): Caller {
  let caller = callers[count];
  if (caller === undefined) {
    const names = Array.from({ length: count }, (_, k) => `x${k}`);
    // oxlint-disable-next-line no-new-func, no-implied-eval
    caller = new Function("cell", ...names, `const f = cell[0]; return f(${names.join(", ")});`) as Caller;
    // Engines specialise a call site to one callee, but not to several, and record nothing during the first calls.
    const others: readonly AnyFunction[] = [() => 0, () => 1, () => 2];
    for (let k = 0; k < 300; k++) caller([others[k % 3] as AnyFunction]);
    callers[count] = caller;
  }
  return caller;
}
