// The progress bar: on standard error, and only if that is a terminal.

import cliProgress from "cli-progress";
import { runsOf, type Observer, type Settings } from "./run-checks.ts";
import type { Planned } from "./plan.ts";

export interface Progress {
  readonly observer: Observer;
  /** Removes the bar. */
  readonly stop: () => void;
}

export function progressOf(planned: readonly Planned[], settings: Settings, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { observer: {}, stop: () => undefined };
  const bar = new cliProgress.SingleBar({
    stream,
    format: "{bar} {value}/{total} {name}",
    barsize: 30,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    clearOnComplete: true,
    hideCursor: true,
    // The command handles interrupts itself.
    gracefulExit: false,
  });
  const before: number[] = [];
  const total = planned.reduce((sum, next) => {
    before.push(sum);
    return sum + runsOf(next, settings);
  }, 0);
  bar.start(total, 0, { name: "" });
  return {
    observer: {
      started: (next, index) => bar.update(before[index] ?? 0, { name: next.name === "" ? next.file : next.name }),
      ran: () => bar.increment(),
    },
    stop: () => bar.stop(),
  };
}
