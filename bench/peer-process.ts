/** A process that checks and times another library at one row: `peer-process.ts <peer> <index> <rounds> <seconds>`. */

import { measure } from "./measure.ts";
import { loadPeer, type PeerName } from "./peers/peer.ts";
import type { Contender } from "./row.ts";
import { rows, titleOf } from "./rows/index.ts";

/** Nanoseconds for one call of the library and of the derivative by hand; null where it cannot express the row. */
export interface PeerTimes {
  readonly peer: number | null;
  readonly byHand: number;
}

/** All numbers in a result, in order. */
function numbersIn(x: unknown): readonly number[] {
  if (typeof x === "number") return [x];
  return Object.values(x as object).flatMap(numbersIn);
}

const [name, ...given] = process.argv.slice(2) as [PeerName, ...string[]];
const [index, rounds, seconds] = given.map(Number) as [number, number, number];
const row = rows[index] as (typeof rows)[number];
const { tolerance, rows: all } = await loadPeer(name);
const make = all[row.name] as ((data: unknown) => Contender | Promise<Contender>) | undefined;
if (make === undefined || row.data === undefined) process.send?.({ peer: null, byHand: 0 } satisfies PeerTimes);
else {
  const contender = await make(row.data);
  for (let call = 0; call < 4; call++) {
    const [got, wanted] = [contender(call), row.byHand(call)].map(numbersIn) as [readonly number[], readonly number[]];
    const size = wanted.reduce((largest, x) => Math.max(largest, Math.abs(x)), 1);
    const wrong = wanted.findIndex((x, i) => !(Math.abs((got[i] as number) - x) <= tolerance * size));
    if (got.length !== wanted.length || wrong >= 0)
      throw new Error(`${name}, ${titleOf(row)}: number ${wrong} is ${got[wrong]}, by hand ${wanted[wrong]}`);
  }
  const { calls = 1 } = row;
  const [peer, byHand] = measure([contender, row.byHand], rounds, seconds).map((time) => time / calls);
  process.send?.({ peer: peer as number, byHand: byHand as number } satisfies PeerTimes, () => process.exit(0));
}
