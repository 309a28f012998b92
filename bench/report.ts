/** Results as lines of text, as a document and as a picture. */

import { View, parse } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { format, resolveConfig } from "prettier";
import { fileURLToPath } from "node:url";
import { reasonFor } from "./reasons.ts";
import type { Times } from "./row-process.ts";

export interface Result extends Times {
  readonly title: string;
  readonly derivative: string;
  readonly byHandOverPrimal: number | null;
  readonly most: number;
}

const two = (x: number): string => (x < 100 ? x.toPrecision(3) : x.toFixed(0));

/** A time in nanoseconds with a unit that suits it. */
function duration(ns: number): string {
  if (ns < 1e3) return `${two(ns)} ns`;
  return ns < 1e6 ? `${two(ns / 1e3)} µs` : `${two(ns / 1e6)} ms`;
}

const cells = ({ title, primal, zeroth, byHand, byHandOverPrimal, most }: Result): readonly string[] => [
  title,
  duration(primal),
  two(zeroth / primal),
  two(byHand / primal) + (byHandOverPrimal === null ? "" : ` (${byHandOverPrimal})`),
  two(zeroth / byHand),
  String(most),
];

const heads = ["row", "primal", "zeroth / primal", "by hand / primal (given)", "zeroth / by hand", "at most"];

const widths = [58, 9, 15, 24, 16, 7];
const line = (texts: readonly string[]): string =>
  texts.map((text, k) => (k === 0 ? text.padEnd(widths[k] as number) : text.padStart(widths[k] as number))).join("  ");

export const titles: string = line(heads);
export const lineOf = (result: Result): string => line(cells(result));

/** The rows that take too long, with the reason, as a list. */
function missed(results: readonly Result[]): string {
  const byReason = new Map<string, string[]>();
  for (const { title, zeroth, byHand, most } of results) {
    const reason = reasonFor(title) ?? "Not explained.";
    if (zeroth / byHand > most) byReason.set(reason, [...(byReason.get(reason) ?? []), title]);
  }
  return [...byReason].map(([reason, titles]) => `- **${titles.join("; ")}**: ${reason}`).join("\n");
}

/** The document: what was measured, and how. */
export async function documentOf(results: readonly Result[], rounds: number): Promise<string> {
  const table = [heads, heads.map((_, k) => (k === 0 ? "---" : "--:")), ...results.map(cells)];
  const text = `# Performance

<!-- Written by \`npm run bench -- --write\`. -->

What a derivative costs: the function, its derivative by zeroth and the one that is written by hand in plain JavaScript
(\`bench/rows\`), medians of ${rounds} rounds, Node ${process.versions.node}, one after the other in each round. Results
are compared with those by hand to 1e-10 before anything is timed; each row runs in a process of its own. "Given" is what
the derivative by hand was expected to take, "at most" what zeroth is to take of the time by hand.

${table.map((row) => `| ${row.join(" | ")} |`).join("\n")}

Rows that take more than they should:

${missed(results)}

![zeroth / by hand for each row](performance.svg)
`;
  const file = fileURLToPath(new URL("../docs/performance.md", import.meta.url));
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** A chart of the times as multiples of the time by hand, on a logarithmic axis. */
export async function drawn(results: readonly Result[]): Promise<string> {
  const values = results.flatMap(({ title, primal, zeroth, byHand }) => [
    { title, what: "function", ratio: primal / byHand },
    { title, what: "zeroth", ratio: zeroth / byHand },
  ]);
  const spec: TopLevelSpec = {
    title: "Time as a multiple of the derivative by hand",
    width: 520,
    data: { values },
    mark: { type: "point", filled: true, size: 60 },
    encoding: {
      y: { field: "title", type: "nominal", sort: null, title: null, axis: { labelLimit: 0 } },
      x: { field: "ratio", type: "quantitative", scale: { type: "log" }, title: "time / time by hand" },
      color: { field: "what", type: "nominal", title: null },
    },
  };
  return `${await new View(parse(compile(spec).spec), { renderer: "none" }).toSVG()}\n`;
}
