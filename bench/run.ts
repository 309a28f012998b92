/**
 * What a gradient costs: primal, gradient by zeroth and gradient by hand, in one run, as ratios.
 *
 * Results are checked before anything is timed, and every result goes into a sink, so that nothing is optimised away.
 */

import Benchmark from "benchmark";
import { grad } from "zeroth";
import { workloads, type Workload } from "./programs/index.ts";

let sink: unknown = null;

function check({ name, f, point, byHand }: Workload): void {
  const flat = (value: unknown): readonly number[] => [value].flat() as number[];
  const ours = flat(grad(f)(point as never));
  const theirs = flat(byHand(point as never));
  const wrong = ours.findIndex((g, i) => !(Math.abs(g - theirs[i]!) <= 1e-10 * Math.max(1, Math.abs(theirs[i]!))));
  if (ours.length !== theirs.length || wrong >= 0)
    throw new Error(`${name}: component ${wrong} of the gradient is wrong`);
}

/** Seconds for one call. */
function time(run: () => unknown): number {
  const benchmark = new Benchmark(
    () => {
      sink = run();
    },
    { maxTime: 0.5 },
  );
  benchmark.run();
  return benchmark.stats.mean;
}

console.log("workload                 primal, ns    gradient / primal    gradient / by hand");
for (const workload of workloads) {
  check(workload);
  const { name, f, point, byHand } = workload;
  const gradient = grad(f);
  const [primal, ours, theirs] = [
    () => f(point as never),
    () => gradient(point as never),
    () => byHand(point as never),
  ].map(time);
  const cells = [(primal! * 1e9).toFixed(1), (ours! / primal!).toFixed(1), (ours! / theirs!).toFixed(1)];
  console.log(`${name.padEnd(24)} ${cells[0]!.padStart(10)} ${cells[1]!.padStart(20)} ${cells[2]!.padStart(21)}`);
}
if (sink === undefined) console.log(sink);
