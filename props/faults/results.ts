// What was found so far, as lines of JSON in a file that only grows: an interrupted run goes on where it stopped.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Judged by three programs and the laws that need none, by the tests and fixtures beside the code, by others, by all laws at
 * the size that they have in `npm run test:laws`, or by many programs.
 */
export type Stage = "first" | "beside" | "tests" | "laws" | "programs";

/** In order; what is caught at one is not judged at the next. */
export const stages: readonly Stage[] = ["first", "beside", "tests", "laws", "programs"];

export interface Result {
  /** The fault's. */
  readonly id: string;
  readonly stage: Stage;
  readonly how: "law" | "crash" | "hang" | "none";
  readonly law: string;
  readonly message: string;
  /** How many programs or runs of each law there were, so that results of another size do not count. */
  readonly size: number;
  readonly seconds: number;
}

export function readResults(file: string): readonly Result[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // A line that was cut off is as good as none.
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Result];
    } catch {
      return [];
    }
  });
}

export function appendResult(file: string, result: Result): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}
