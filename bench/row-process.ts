/** A process that checks and times one row, by its index among all: `row-process.ts <index> <rounds> <seconds>`. */

import { treeFlatten } from "zeroth";
import { measure } from "./measure.ts";
import type { Row } from "./row.ts";
import { rows, titleOf } from "./rows/index.ts";

/** Nanoseconds for one call. */
export interface Times {
  readonly primal: number;
  readonly zeroth: number;
  readonly byHand: number;
}

const tolerance = 1e-10;

/** Throws unless the derivative has the numbers that it has by hand. */
function check(row: Row): void {
  for (let call = 0; call < 4; call++) {
    const [got, wanted] = [row.zeroth(call), row.byHand(call)].map((tree) => treeFlatten(tree as never)[0]);
    if (got === undefined || wanted === undefined || got.length !== wanted.length)
      throw new Error(`${titleOf(row)}: ${got?.length} numbers instead of ${wanted?.length}`);
    const size = wanted.reduce((largest, x) => Math.max(largest, Math.abs(x)), 1);
    const wrong = wanted.findIndex((x, i) => !(Math.abs((got[i] as number) - x) <= tolerance * size));
    if (wrong >= 0) throw new Error(`${titleOf(row)}: number ${wrong} is ${got[wrong]}, by hand ${wanted[wrong]}`);
  }
}

/**
 * A derivative is warm once no call has been slow for so many milliseconds, at least and at most after so many: while code is
 * compiled in portions, all calls may take the same time.
 */
const [quiet, least, latest] = [500, 5000, 12_000];

/** Calls the derivative until nothing compiles any more. */
function warmUp({ zeroth }: Row): void {
  const began = performance.now();
  let [disturbed, fastest] = [began, Infinity];
  for (let call = 0, now = began; now - began < Math.max(least, Math.min(disturbed - began + quiet, latest)); call++) {
    const before = now;
    zeroth(call);
    now = performance.now();
    const time = now - before;
    if (time > 4 * fastest + 2 || time < fastest / 1.5) disturbed = now;
    fastest = Math.min(fastest, time);
  }
}

const [index, rounds, seconds] = process.argv.slice(2).map(Number) as [number, number, number];
const row = rows[index] as Row;
check(row);
warmUp(row);
const { calls = 1 } = row;
const times = measure([row.primal, row.zeroth, row.byHand], rounds, seconds).map((time) => time / calls);
const [primal, zeroth, byHand] = times as [number, number, number];
process.send?.({ primal, zeroth, byHand } satisfies Times);
