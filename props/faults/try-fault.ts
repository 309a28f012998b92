// Runs one trial in a process of its own, with a fault or without.
//
// A process that ends without a verdict has crashed, one that is silent for too long hangs; both are ways to be caught.

import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeOptions } from "../node-options.ts";
import { builtModules } from "./built-modules.ts";
import type { Fault } from "./faults.ts";
import type { Report, Trial, Verdict } from "./trial.ts";

export interface Outcome {
  readonly how: "law" | "crash" | "hang" | "none";
  /** The law that failed, "" otherwise. */
  readonly law: string;
  readonly message: string;
  /** The seed of the program that failed; null if it was no such program. */
  readonly seed: number | null;
  /** The longest time between two signs of life, in ms. */
  readonly silence: number;
}

/** Where runs keep what they have found, and texts with faults. */
export const folderOf = (root: string): string => join(root, ".faults");

function environmentFor(root: string, fault: Fault | null, isVerified: boolean): NodeJS.ProcessEnv {
  // Only what differentiates functions of its own is compiled: that saves the time, and functions of plant.ts run inside of
  // the compiler, which compiled ones would need before it is there.
  const environment = {
    ...process.env,
    // As under Vitest; a long run does without, as `npm run props` does.
    ...(isVerified ? { ZEROTH_VERIFY: "1" } : {}),
    ZEROTH_COMPILED: "props/second-order.prop.ts,props/pushforwards.ts,props/rules/*",
  };
  if (fault === null) return environment;
  const file = join(folderOf(root), `${fault.id}.json`);
  mkdirSync(folderOf(root), { recursive: true });
  writeFileSync(file, JSON.stringify(builtModules(root, fault)));
  return { ...environment, ZEROTH_FAULT: file };
}

export function attempt(root: string, fault: Fault | null, trial: Trial, longestSilence: number): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL("trial.ts", import.meta.url)), [JSON.stringify(trial)], {
    cwd: root,
    env: environmentFor(root, fault, trial.isVerified),
    execArgv: [
      "--max-old-space-size=2000",
      ...nodeOptions,
      ...["scripts/on-build.mjs", "props/faults/plant.mjs"].flatMap((file) => ["--import", join(root, file)]),
    ],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let printed = "";
  child.stderr?.on("data", (text: Buffer) => {
    printed = (printed + text.toString()).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    let verdict: Verdict | null = null;
    let isSilent = false;
    let [silence, heard] = [0, Date.now()];
    const sinceHeard = (): number => Math.max(silence, Date.now() - heard);
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isSilent = true;
        child.kill("SIGKILL");
      }, longestSilence);
    };
    wait();
    child.on("message", (report: Report) => {
      [silence, heard] = [sinceHeard(), Date.now()];
      wait();
      if (report.kind === "verdict") ({ verdict } = report);
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      const how = verdict !== null ? (verdict.law === null ? "none" : "law") : isSilent ? "hang" : "crash";
      // Faults are well typed, so whatever they import is there: nothing was judged, and no fault was caught.
      if (how === "crash" && isNotLinked(printed)) {
        reject(new Error(`what judges the fault ${fault?.id ?? "(none)"} could not be loaded: ${errorIn(printed)}`));
        return;
      }
      const message =
        how === "crash" ? `exit ${String(code ?? signal)}: ${errorIn(printed)}` : (verdict?.message ?? "");
      resolve({ how, law: verdict?.law ?? "", message, seed: verdict?.seed ?? null, silence: sinceHeard() });
    });
  });
}

const isNotLinked = (printed: string): boolean => /ERR_MODULE_NOT_FOUND|does not provide an export named/.test(printed);

const errorIn = (printed: string): string => /^.*Error.*$/m.exec(printed)?.[0].slice(0, 300) ?? printed.slice(0, 300);
