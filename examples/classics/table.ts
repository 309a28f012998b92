/**
 * The table of answers: what is known, what came out, and how far apart they are.
 */

import { relativeError, type Answer } from "./answer.ts";

const widths = [36, 28, 21, 21];

const line = (cells: readonly string[]): string =>
  cells
    .map((cell, k) => cell.padEnd(widths[k] ?? 0))
    .join("")
    .trimEnd();

export const heading: string = line(["program", "what", "expected", "got", "relative error"]);

const figures = (value: number): string => (Math.abs(value) < 1e-3 ? value.toExponential(13) : value.toPrecision(14));

export const row = (answer: Answer): string =>
  line([
    answer.name,
    answer.what,
    figures(answer.expected),
    figures(answer.got),
    relativeError(answer).toExponential(0),
  ]);
