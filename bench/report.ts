/** Results as lines of text, as a document and as a picture. */

import { View, parse } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { format, resolveConfig } from "prettier";
import { fileURLToPath } from "node:url";
import { peerNames, type PeerName } from "./peers/peer.ts";
import { reasonFor } from "./reasons.ts";
import type { Times } from "./row-process.ts";
import type { CompileResult } from "./compile-process.ts";
import type { ScalePoint } from "./scale-process.ts";
import type { StartResult } from "./start.ts";

export interface Result extends Times {
  readonly title: string;
  readonly derivative: string;
  readonly byHandOverPrimal: number | null;
  readonly most: number;
}

/** A gradient at one size. */
export interface ScaleResult extends ScalePoint {
  readonly title: string;
  readonly n: number;
}

/** Another library at one row. */
export interface PeerResult {
  readonly title: string;
  readonly name: PeerName;
  readonly peer: number;
  readonly byHand: number;
}

export interface Results {
  readonly rows: Result[];
  readonly peers: PeerResult[];
  readonly scale: ScaleResult[];
  readonly starts: StartResult[];
  readonly compiled: CompileResult[];
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

const peerHeads = ["time / by hand", "zeroth", ...peerNames];

/** Each row that another library can express, and how long each takes. */
function peerCells({ rows, peers }: Results): readonly (readonly string[])[] {
  const titles = [...new Set(peers.map(({ title }) => title))];
  return titles.map((title) => {
    const own = rows.find((row) => row.title === title);
    const ratioOf = (name: PeerName): string => {
      const found = peers.find((peer) => peer.title === title && peer.name === name);
      return found === undefined ? "" : two(found.peer / found.byHand);
    };
    return [title, own === undefined ? "" : two(own.zeroth / own.byHand), ...peerNames.map(ratioOf)];
  });
}

/** The table of other libraries as lines of text; none if there are none. */
export function peerLines(results: Results): readonly string[] {
  const all = peerCells(results);
  if (all.length === 0) return [];
  return [
    "",
    ...[peerHeads, ...all].map((texts) =>
      texts.map((text, k) => (k === 0 ? text.padEnd(58) : text.padStart(11))).join(""),
    ),
  ];
}

const scaleHeads = ["gradient of", "size", "time", "time / size", "memory", "memory / size"];
const scaleWidths = [48, 10, 9, 12, 10, 14];
const scaleCells = ({ title, n, time, memory }: ScaleResult): readonly string[] => [
  title,
  n.toLocaleString("en"),
  duration(time),
  `${two(time / n)} ns`,
  `${two(memory / 2 ** 20)} MB`,
  // What a process needs anyway is not worth dividing.
  n < 1e5 ? "" : `${two(memory / n)} bytes`,
];
const scaleLine = (texts: readonly string[]): string =>
  texts.map((text, k) => (k === 0 ? text.padEnd(48) : text.padStart(scaleWidths[k] as number))).join("  ");
export const scaleTitles: string = scaleLine(scaleHeads);
export const scaleLineOf = (point: ScaleResult): string => scaleLine(scaleCells(point));

const startHeads = ["a process", "time", "at most"];
const milliseconds = (time: number): string => duration(time * 1e6);
const startCells = ({ title, time, most }: StartResult, k: number): readonly string[] => [
  k === 0 ? title : `${title}, beyond that`,
  milliseconds(time),
  most === null ? "" : milliseconds(most),
];

const compileHeads = ["first derivative", "lines", "time", "slope"];

/** The slope is that of the logarithms of time and length, from the row before. */
const compileCells = (all: readonly CompileResult[]): readonly (readonly string[])[] =>
  all.map(({ what, lines, time }, k) => {
    const before = all[k - 1];
    const isSame = before?.what === what;
    return [
      what,
      lines.toLocaleString("en"),
      milliseconds(time),
      isSame ? two(Math.log(time / before.time) / Math.log(lines / before.lines)) : "",
    ];
  });

/** The tables of first derivatives as lines of text; none if there are none. */
export function startLines({ starts, compiled }: Results): readonly string[] {
  if (starts.length === 0) return [];
  const texts = (all: readonly (readonly string[])[]): readonly string[] =>
    all.map((row) => row.map((text, k) => (k === 0 ? text.padEnd(66) : text.padStart(12))).join(""));
  return [
    "",
    ...texts([startHeads, ...starts.map(startCells)]),
    "",
    ...texts([compileHeads, ...compileCells(compiled)]),
  ];
}

const tableOf = (titleCells: readonly string[], all: readonly (readonly string[])[]): string =>
  [titleCells, titleCells.map((_, k) => (k === 0 ? "---" : "--:")), ...all]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");

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
export async function documentOf(results: Results, rounds: number): Promise<string> {
  const { rows, scale, starts, compiled } = results;
  const text = `# Performance

<!-- Written by \`npm run bench -- --write\`. -->

What a derivative costs: the function, its derivative by zeroth and the one that is written by hand in plain JavaScript
(\`bench/rows\`), medians of ${rounds} rounds, Node ${process.versions.node}, one after the other in each round. Results
are compared with those by hand to 1e-10 before anything is timed; each row runs in a process of its own. "Given" is what
the derivative by hand was expected to take, "at most" what zeroth is to take of the time by hand.

${tableOf(heads, rows.map(cells))}

Rows that take more than they should:

${missed(rows)}

By hand, most rows take more of the function's time than was expected ("given"), since the function itself is fast here, while what the
derivative adds is memory. Each result is made anew: a \`Float64Array\` of more than 64 bytes is allocated outside of the heap, a
\`number[]\` that \`fill(0)\` makes holds small integers and is converted at the first other number, and one of 25,088 numbers, as of
the first layer of the MLP, is put in pages of its own, most of what the gradient of one image takes. (Copying an array of zeros that
once held fractions avoids the conversion, and halves the time for 1,000 numbers; generated code does so, the derivatives by hand
are written as one writes them.) Beyond that: SinCos calls \`sin\` and \`cos\` three times instead of twice; LogSumExp goes through its
results once more, to scale them; logistic regression saves a logarithm, and has a second inner loop instead; its Hessian adds
5,500 products to the 1,000 of the function; the Hessian of Rosenbrock's function times a vector has four times its operations.

![zeroth / by hand for each row](performance.svg)

## Other libraries

What others take of the time by hand at the rows that can be written in them, results included as plain numbers. Those of
TensorFlow.js and jax-js have single precision and are compared to 1e-4, those of Rose to 1e-10. The inputs are in their own
arrays before the time begins.

${tableOf(peerHeads, peerCells(results))}

## Size

Time and memory grow with the size, and no faster. Memory is what the first call adds to the process at most, compiled code and
results included; each size runs in a process of its own, and its result is compared with the one by hand.

${tableOf(scaleHeads, scale.map(scaleCells))}

## First derivatives

Medians of twenty processes of each kind, one after the other in each round; each checks its own result (\`bench/start\`).

${tableOf(startHeads, starts.map(startCells))}

Node has kept the code of the package compiled, as \`npx zeroth cache\` lets it and the build of this repository does: what is left
is Node reading it, and the compiler running before V8 has found out what is worth optimising. On Node 20 the loader's compiler runs
on a thread of its own, which must start first; Node 22.15 and later need none. Also done: scripts instead of modules, which V8 reads
faster; what specialises, the parser and the prelude's texts in files that are loaded when they are asked for, functions of the
prelude that are read when they are asked for; and general code first for programs that take long to specialise, or where no call
takes long.

The first derivative of functions that are new to a process that has compiled others before, from the text of the function to the
number (\`bench/compile-process.ts\`): loops, branches and arithmetic in functions of twenty lines. The slope is that of the logarithms
of time and length from the row before; 1 is linear.

${tableOf(compileHeads, compileCells(compiled))}
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
