// The tables of docs/rules.md: formulas from the table of rules, derivatives at the edges computed.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vjp } from "zeroth";
import type { SmoothPrim } from "../../src/interp/dual-rules.ts";
import { differentiable, domains, type Point } from "./domains.ts";
import { flat } from "./flat.ts";
import { formula } from "./formulas.ts";
import { primFunction, valueOf } from "./prim-function.ts";
import { movements } from "./structural.ts";

type Row = readonly string[];

/** Lines of columns of equal width. */
function aligned(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, k) => Math.max(...rows.map((row) => (row[k] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, k) => cell.padEnd(widths[k] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function numeral(x: number): string {
  if (Object.is(x, -0)) return "−0";
  const text = Math.abs(x) === Infinity ? "∞" : String(Number(Math.abs(x).toPrecision(3)));
  return Number.isNaN(x) ? "NaN" : (x < 0 ? "−" : "") + text.replace("e+", "e").replace("e-", "e−");
}

/** The sign of a derivative that is zero says nothing. */
const cell = (slopes: readonly number[], value: unknown): string => {
  const text = slopes.map((slope) => numeral(slope + 0)).join(", ");
  return Number.isNaN(value) ? `(${text})` : text;
};

function slopesAt(prim: SmoothPrim, point: Point): string {
  const slopes = vjp(primFunction(prim, point.length), ...point)[1](1) as readonly number[];
  return cell(slopes, valueOf(prim, point));
}

const isUnary = (prim: SmoothPrim): boolean => domains[prim].draws.length === 1 && domains[prim].counts.length === 1;
const operands = (prim: SmoothPrim): number => (isUnary(prim) ? 1 : Math.max(2, domains[prim].draws.length));

const edges: Point = [-Infinity, -1e300, -1, -1e-300, -0, 0, 5e-324, 1e-300, 1, 1e300, Infinity, NaN];
const pairs: Point = [-Infinity, -2, -0, 0, 0.5, 1, 2, Infinity, NaN];
/** Where both partial derivatives are not the same everywhere. */
const ofPairs: readonly SmoothPrim[] = ["mul", "div", "rem", "pow", "atan2", "hypot", "max", "min", "scale", "ratio"];

/** The tables by name, as they are to be. */
export const tables: Readonly<Record<string, () => string>> = {
  formulas: () =>
    aligned(
      differentiable.flatMap((prim): Row[] =>
        Array.from({ length: operands(prim) }, (_, k): Row => {
          const by = operands(prim) === 1 ? "" : `by ${["x", "y", "z"][k]}`;
          return [k === 0 ? prim : "", by, formula(prim, k, operands(prim))];
        }),
      ),
    ),
  "one operand": () =>
    aligned([
      ["", ...edges.map(numeral)],
      ...differentiable.filter(isUnary).map((prim): Row => [prim, ...edges.map((x) => slopesAt(prim, [x]))]),
    ]),
  ...Object.fromEntries(
    ofPairs.map((prim): [string, () => string] => [
      prim,
      () =>
        aligned([
          ["x \\ y", ...pairs.map(numeral)],
          ...pairs.map((x): Row => [numeral(x), ...pairs.map((y) => slopesAt(prim, [x, y]))]),
        ]),
    ]),
  ),
  none: () => wrap(Object.keys(flat)),
  moving: () => wrap(Object.keys(movements)),
};

/** Names in lines that can be read. */
function wrap(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length > 110) lines.push(name);
    else lines[lines.length - 1] = `${last} ${name}`;
  }
  return lines.join("\n");
}

/** Where the document is. */
export const documentFile: string = fileURLToPath(new URL("../../docs/rules.md", import.meta.url));
/** The document as it is. */
export const documentText: string = readFileSync(documentFile, "utf8");

/** The document with each table replaced by what `make` gives for its name and text. */
export const withTables = (make: (name: string, text: string) => string): string =>
  documentText.replaceAll(
    /^```text (.*)\n([^]*?)\n?```$/gmu,
    (_, name: string, text: string) => `\`\`\`text ${name}\n${make(name, text)}\n\`\`\``,
  );
