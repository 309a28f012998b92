// `zeroth check`: from options to printed results and an exit code. The process is a parameter, so tests need none.

import { plan, type Files } from "./plan.ts";
import type { Options } from "./options.ts";
import { progressOf } from "./progress.ts";
import { startChecks, type Settings } from "./run-checks.ts";
import { exitCode, jsonReport, report } from "./summary.ts";

export interface Surroundings {
  readonly files: Files;
  /** Absolute paths for the patterns of the command line. */
  readonly find: (patterns: readonly string[]) => {
    readonly files: readonly string[];
    readonly missing: readonly string[];
  };
  readonly print: (text: string) => void;
  readonly errors: NodeJS.WriteStream;
  /** Calls back when the user interrupts. */
  readonly onInterrupt: (listener: () => void) => void;
}

/** The exit code: 0 all right, 1 something failed, 2 nothing to run, 130 interrupted. */
export async function checkCommand(options: Options, surroundings: Surroundings): Promise<number> {
  const { files, find, print, errors, onInterrupt } = surroundings;
  const settings: Settings = {
    seed: options.seed ?? Math.floor(Math.random() * 2 ** 31),
    runs: options.runs,
    time: options.time,
  };
  const { files: paths, missing } = find(options.files);
  if (missing.length > 0) {
    errors.write(`zeroth: no file ${missing.map((pattern) => `\`${pattern}\``).join(", ")}\n`);
    return 2;
  }
  const planned = await plan(paths, files);
  const progress = progressOf(planned, settings, errors);
  const { session, finished } = startChecks(planned, settings, progress.observer);
  const show = options.json ? jsonReport : report;
  const interrupted = new Promise<null>((resolve) => onInterrupt(() => resolve(null)));
  const results = await Promise.race([finished, interrupted]);
  progress.stop();
  if (results === null) {
    const current = session.current();
    print(show(current === null ? session.results : [...session.results, current], settings, true));
    return 130;
  }
  print(show(results, settings, false));
  return exitCode(results);
}
