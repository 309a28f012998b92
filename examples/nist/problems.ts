/**
 * Reads NIST's Statistical Reference Datasets for nonlinear regression, one problem per file.
 *
 * The head of a file names the lines of its data; between lie the difficulty, the model, one line per
 * parameter (`b1 = start1 start2 certified standard-deviation`) and the certified residual sum of squares.
 * Where the model reads `log[y] = …` (Nelson), the response is the logarithm of the first column.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Observation {
  readonly y: number;
  readonly x: readonly number[];
}

const levels = ["Lower", "Average", "Higher"] as const;

export interface Problem {
  readonly name: string;
  readonly difficulty: (typeof levels)[number];
  readonly observations: readonly Observation[];
  /** The two certified starting points, the far one first. */
  readonly starts: readonly (readonly number[])[];
  readonly certified: Certified;
}

export interface Certified {
  readonly parameters: readonly number[];
  readonly standardDeviations: readonly number[];
  readonly residualSumOfSquares: number;
}

const data = process.env["ZEROTH_DATA"] ?? fileURLToPath(new URL("../../../shared/data", import.meta.url));

const folder = join(data, "nist");

/** What to tell whoever has no problems to solve. */
export const missing: string = `Skipped: no problems in ${folder}. Set ZEROTH_DATA to the folder that holds nist/.`;

/** All problems in the folder, the easy ones first; none where there is no such folder. */
export function readProblems(): Problem[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".dat"));
  const problems = files.sort().map((name) => parseProblem(readFileSync(join(folder, name), "utf8")));
  return levels.flatMap((level) => problems.filter(({ difficulty }) => difficulty === level));
}

function parseProblem(text: string): Problem {
  const capture = (pattern: RegExp): string => {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) throw new Error(`not a NIST regression file: no match for ${pattern}`);
    return found;
  };

  const lines = text.split(/\r?\n/);
  const firstRow = Number(capture(/^ *Data +\(lines +(\d+) to +\d+\)/m));
  const lastRow = Number(capture(/^ *Data +\(lines +\d+ to +(\d+)\)/m));
  const response = /log\[y\] *=/.test(text) ? Math.log : (y: number) => y;
  const observations = lines
    .slice(firstRow - 1, lastRow)
    .map(numbers)
    .map(([y = NaN, ...x]) => ({ y: response(y), x }));

  // Each column of the parameter table: start 1, start 2, certified value, standard deviation.
  const rows = [...text.matchAll(/^ *b\d+ += +(.*)$/gm)].map(([, row = ""]) => numbers(row));
  const column = (k: number): number[] => rows.map((row) => row[k] ?? NaN);

  return {
    name: capture(/^Dataset Name: +(\w+)/m),
    difficulty: capture(/(Lower|Average|Higher) Level of Difficulty/) as Problem["difficulty"],
    observations,
    starts: [column(0), column(1)],
    certified: {
      parameters: column(2),
      standardDeviations: column(3),
      residualSumOfSquares: Number(capture(/^Residual Sum of Squares: +(\S+)/m)),
    },
  };
}

const numbers = (line: string): number[] => line.trim().split(/\s+/).map(Number);
