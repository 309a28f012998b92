/**
 * Times contenders against each other: in rounds, one after the other in each, so that whatever disturbs the machine
 * disturbs all of them.
 */

import Benchmark from "benchmark";
import type { Contender } from "./row.ts";

/** Takes every result, so that nothing is optimised away. */
let sink: unknown = null;

/** Nanoseconds for one call of each contender: the medians of so many rounds of so many seconds. */
export function measure(contenders: readonly Contender[], rounds: number, seconds: number): readonly number[] {
  let call = 0;
  const benchmarks = contenders.map(
    (contender) =>
      new Benchmark(
        () => {
          sink = contender(call++);
        },
        { maxTime: seconds, minSamples: 1, minTime: seconds / 4 },
      ),
  );
  // Compiles, and finds how many calls fill a sample.
  const counts = benchmarks.map((benchmark) => benchmark.run().count);
  const times = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [k, benchmark] of benchmarks.entries()) {
      const timed = benchmark.clone({ initCount: Math.max(1, counts[k] as number) }).run();
      (times[k] as number[]).push(timed.stats.mean * 1e9);
    }
  }
  if (sink === undefined) throw new Error("a contender returned nothing");
  return times.map(median);
}

export function median(xs: readonly number[]): number {
  const sorted = [...xs].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
