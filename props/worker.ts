// A process that judges ranges of seeds for props/run.ts.

import { laws } from "./all.ts";
import { judge, type Failure } from "./judge.ts";
import { Counter, type Tally } from "./tally.ts";

export interface Task {
  readonly from: number;
  readonly count: number;
}

/** What is sent after each seed, and at the end of a range. */
export type Message =
  | { readonly kind: "ready" }
  | { readonly kind: "judged"; readonly seed: number; readonly failures: readonly Failure[] }
  | { readonly kind: "done"; readonly tally: Tally };

const send = (message: Message): void => {
  process.send?.(message);
};

process.on("message", (task: Task) => {
  void run(task);
});
process.on("disconnect", () => process.exit());

async function run({ from, count }: Task): Promise<void> {
  const counter = new Counter();
  for (let seed = from; seed < from + count; seed++) {
    const failures = await judge(seed, laws, counter, { shrinking: 20_000, isHasty: false });
    send({ kind: "judged", seed, failures });
  }
  send({ kind: "done", tally: counter.tally });
}

send({ kind: "ready" });
