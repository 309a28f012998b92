/** A process that checks and times one gradient at one size: `scale-process.ts <index> <size>`. */

import { scaled, type Scaled } from "./scale.ts";

/** Nanoseconds for one call, and by how many bytes the process grew at most. */
export interface ScalePoint {
  readonly time: number;
  readonly memory: number;
}

const tolerance = 1e-10;
const rounds = 9;

const [index, n] = process.argv.slice(2).map(Number) as [number, number];
const { title, at } = scaled[index] as Scaled;
const { zeroth, byHand } = at(n);
const before = process.memoryUsage().rss;
const got = zeroth();
const memory = Math.max(0, process.resourceUsage().maxRSS * 1024 - before);
const wanted = byHand();
for (let i = 0; i < wanted.length; i++) {
  const [x, y] = [got[i] as number, wanted[i] as number];
  if (got.length !== wanted.length || !(Math.abs(x - y) <= tolerance * Math.max(1, Math.abs(y))))
    throw new Error(`${title}, ${n}: number ${i} is ${x}, by hand ${y}`);
}
const calls = Math.ceil(1e6 / n);
const times = Array.from({ length: rounds }, () => {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call++) zeroth();
  return Number(process.hrtime.bigint() - start) / calls;
});
process.send?.({ time: times.sort((a, b) => a - b)[(rounds - 1) / 2] as number, memory } satisfies ScalePoint);
