/** Results as lines of text, as a document and as a picture. */

import { View, parse } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { format, resolveConfig } from "prettier";
import { fileURLToPath } from "node:url";
import { peerNames, type PeerName } from "./peers/peer.ts";
import { reasonFor } from "./reasons.ts";
import type { Times } from "./row-process.ts";
import type { Call } from "./calls.ts";
import type { CompileResult } from "./compile-process.ts";
import type { ScalePoint } from "./scale-process.ts";
import type { StartResult } from "./start.ts";

export interface Result extends Times {
  readonly title: string;
  readonly derivative: string;
  readonly byHandOverPrimal: number | null;
  readonly most: number;
}

/** What one kind of call costs. */
export interface CallResult extends Pick<Call, "title" | "unit" | "most"> {
  readonly measured: number;
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
  readonly calls: CallResult[];
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

const callHeads = ["a call", "measured", "at most"];
const inUnit = (x: number, unit: Call["unit"]): string =>
  unit === "ns" ? duration(x) : unit === "MB" ? `${two(x)} MB` : two(x);
const callCells = ({ title, unit, measured, most }: CallResult): readonly string[] => [
  title,
  inUnit(measured, unit),
  most === null ? "" : inUnit(most, unit),
];

/** The table of calls as lines of text; none if there are none. */
export const callLines = ({ calls }: Results): readonly string[] =>
  calls.length === 0
    ? []
    : [
        "",
        ...[callHeads, ...calls.map(callCells)].map(
          ([title = "", ...texts]) => title.padEnd(84) + texts.map((text) => text.padStart(12)).join(""),
        ),
      ];

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
  const { rows, calls, scale, starts, compiled } = results;
  const text = `# Performance

<!-- Written by \`npm run bench -- --write\`. -->

What a derivative costs. Each row times a function, its derivative by zeroth, and its derivative written by hand in plain
JavaScript (\`bench/rows\`). Times are medians of ${rounds} rounds on Node ${process.versions.node}; each round times all three, one after the
other. Each row runs in its own process, which compares the results with those by hand to 1e-10 before it times anything.
"Given" is the ratio that was expected for the derivative by hand. "At most" is the limit for zeroth / by hand.

${tableOf(heads, rows.map(cells))}

Rows that exceed this limit:

${missed(rows)}

In most rows the derivative by hand takes longer, relative to the function, than was expected ("given"). The function itself is
fast here, and the derivative adds memory. Each call makes its result anew:

- A \`Float64Array\` of more than 64 bytes is allocated outside of the heap.
- A \`number[]\` made by \`fill(0)\` holds small integers, so V8 converts it when the first other number is stored. Copying an
  array of zeros that once held fractions avoids the conversion, and halves the time for 1,000 numbers. Generated code does
  this; the derivatives by hand do not, because people do not write them so.
- V8 puts a \`number[]\` of 25,088 numbers, as in the first layer of the MLP, in its own pages. This takes most of the time
  of the gradient of one image.

Some derivatives by hand also do more work than was expected:

- SinCos calls \`sin\` and \`cos\` three times instead of twice.
- LogSumExp goes through its results once more, to scale them.
- Logistic regression saves a logarithm, but has a second inner loop.
- The Hessian of logistic regression adds 5,500 products to the 1,000 of the function.
- The Hessian of Rosenbrock's function times a vector has four times the operations of the function.

![zeroth / by hand for each row](performance.svg)

## Other libraries

The time that other libraries take, divided by the time by hand, for each row that can be written in them. The time includes
the conversion of results to plain numbers. The inputs are in the library's own arrays before the time begins. Results of
TensorFlow.js and jax-js have single precision and are compared to 1e-4; those of Rose are compared to 1e-10.

${tableOf(peerHeads, peerCells(results))}

## Calls

What a call costs beyond the derivative itself: operators that are applied in each call, functions that are made anew, pullbacks,
records, gradients inside of loops. Each is measured in a process of its own, which checks its result first (\`bench/calls.ts\`).

${tableOf(callHeads, calls.map(callCells))}

## Size

Time and memory grow about in proportion to the size, not with a higher power. "Memory" is the most that the first call adds to the process, with
compiled code and results. Each size runs in its own process, which compares the result with the one by hand.

${tableOf(scaleHeads, scale.map(scaleCells))}

## First derivatives

Medians of twenty processes of each kind; each round runs one of each kind. Each process checks its own result (\`bench/start\`).

${tableOf(startHeads, starts.map(startCells))}

Node has kept the compiled code of the package, as it does after \`npx zeroth cache\`; the build of this repository runs this
command. The remaining time is spent on reading that code, and on running zeroth's compiler before V8 has optimised it. On Node 20 the loader's compiler runs in
its own thread, which must start first; Node 22.15 and later need no thread. The times already include these measures:

- The package consists of scripts instead of modules, since V8 reads scripts faster.
- The specialiser, the parser and the texts of the prelude are in files that are loaded when they are first needed. Functions
  of the prelude are read when they are first needed.
- General code makes the first calls, unless a small program gets much data.

The next table has the first derivative of functions that are new to the process; the process has compiled other functions
before. The time is from the text of the function to the number (\`bench/compile-process.ts\`). The functions have twenty lines,
with loops, branches and arithmetic. The slope is that of the logarithms of time and length, from the row before; 1 is
linear.

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
