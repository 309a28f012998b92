/** Results of the corpus as lines of text, as a document and as a picture. */

import { format, resolveConfig } from "prettier";
import { fileURLToPath } from "node:url";
import { View, parse } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { titleOf, type Measured, type Result } from "./result.ts";

type Known = Extract<Result, { readonly kind: "measured" }>;

const short = (x: number): string => (x < 10 ? x.toPrecision(2) : x.toFixed(0));

interface Quantity {
  readonly title: string;
  readonly of: (measured: Measured) => number;
  readonly unit: string;
  /** Whether it says something at the first size alone: at the second, code may be there already. */
  readonly isOfFirst?: true;
}

const ratio = ({ primal, warm }: Measured): number => warm / primal;
const quantities: readonly Quantity[] = [
  { title: "derivative / function, warm", of: ratio, unit: "" },
  { title: "first call, CPU", of: ({ first }) => first, unit: " ms", isOfFirst: true },
  { title: "all compiling, CPU", of: ({ compiling }) => compiling, unit: " ms" },
  { title: "longest call", of: ({ longest }) => longest, unit: " ms" },
];

const heads = [
  "program, derivative, size",
  "function µs",
  "derivative/function",
  "first ms",
  "compiling ms",
  "longest ms",
];
const widths = [58, 12, 20, 10, 13, 11];
const line = (texts: readonly string[]): string =>
  texts.map((text, k) => (k === 0 ? text.padEnd(widths[k] as number) : text.padStart(widths[k] as number))).join("");

export const titles: string = `${line(heads)}  runs`;

export function lineOf(result: Result): string {
  if (result.kind !== "measured") return `${titleOf(result).padEnd(58)}  ${result.kind}: ${result.message}`;
  const { measured } = result;
  const { primal, tier, reasons } = measured;
  const numbers = [primal / 1000, ...quantities.map(({ of }) => of(measured))].map(short);
  return `${line([titleOf(result), ...numbers])}  ${[tier ?? "unknown", ...reasons.slice(0, 1)].join(": ")}`;
}

const known = (results: readonly Result[]): readonly Known[] =>
  results.filter((result): result is Known => result.kind === "measured");

/** The results that a quantity says something of. */
function resultsOf(results: readonly Result[], { isOfFirst }: Quantity): readonly Known[] {
  const least = new Map<string, number>();
  for (const { name, n } of results) least.set(name, Math.min(n, least.get(name) ?? n));
  return known(results).filter(({ name, n }) => isOfFirst !== true || least.get(name) === n);
}

/** The quantile of numbers: the smallest one that so large a share of them does not exceed. */
function quantile(xs: readonly number[], share: number): number {
  const sorted = [...xs].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

const shares = [
  ["median", 0.5],
  ["p75", 0.75],
  ["p90", 0.9],
  ["p95", 0.95],
  ["worst", 1],
] as const;

/** Derivatives that cost a run or two, and those that cost a run for each number. */
const groups: readonly (readonly [title: string, derivatives: readonly string[]])[] = [
  ["gradients", ["grad", "valueAndGrad"]],
  ["pullbacks and tangents", ["vjp", "jvp", "linearize"]],
  ["Hessian-vector products", ["hvp"]],
  ["matrices", ["jacobian", "hessian"]],
];

const tableHeads = ["", "results", ...shares.map(([title]) => title)];

function quantileRows(results: readonly Result[]): readonly (readonly string[])[] {
  return groups.flatMap(([title, derivatives]) =>
    quantities.flatMap((quantity) => {
      const own = resultsOf(results, quantity).filter(({ derivative }) => derivatives.includes(derivative));
      const xs = own.map(({ measured }) => quantity.of(measured));
      const cells = shares.map(([, share]) => `${short(quantile(xs, share))}${quantity.unit}`);
      return xs.length === 0 ? [] : [[`${title}: ${quantity.title}`, String(xs.length), ...cells]];
    }),
  );
}

const worstOf = (results: readonly Result[], quantity: Quantity, count = 10): readonly Known[] =>
  [...resultsOf(results, quantity)].sort((a, b) => quantity.of(b.measured) - quantity.of(a.measured)).slice(0, count);

const unmeasured = (results: readonly Result[]): readonly string[] =>
  results.flatMap((result) =>
    result.kind === "measured" ? [] : [`${titleOf(result)}: ${result.kind}: ${result.message}`],
  );

/** Why general code runs, with how many results it concerns, commonest first. */
function reasonsOf(results: readonly Result[]): readonly (readonly [reason: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { measured } of known(results)) {
    if (measured.tier !== "general") continue;
    const [reason = "unknown"] = measured.reasons;
    // Places and names differ from program to program.
    const general = reason.replace(/ \([^()]*:\d+:\d+\)/g, "").replace(/"[^"]*"|`[^`]*`/g, "…");
    counts.set(general, (counts.get(general) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function tierText(results: readonly Result[]): string {
  const tiers = known(results).map(({ measured }) => measured.tier);
  const count = (tier: Measured["tier"]): number => tiers.filter((one) => one === tier).length;
  return `typed code runs for ${count("typed")} results, general code for ${count("general")}`;
}

/** Quantiles, the ten worst of each quantity, and why general code runs. */
export function summaryLines(results: readonly Result[]): readonly string[] {
  const table = [tableHeads, ...quantileRows(results)].map((texts) =>
    texts.map((text, k) => (k === 0 ? text.padEnd(52) : text.padStart(10))).join(""),
  );
  const worst = quantities.flatMap((quantity) => [
    "",
    `The ten worst: ${quantity.title}`,
    ...worstOf(results, quantity).map(
      ({ measured, ...question }) =>
        `  ${titleOf(question).padEnd(56)}${short(quantity.of(measured)).padStart(10)}${quantity.unit}`,
    ),
  ]);
  const why = reasonsOf(results).map(([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`);
  const lost = unmeasured(results);
  return [
    "",
    ...table,
    ...worst,
    "",
    `Of ${results.length} results ${known(results).length} are measured: ${tierText(results)}.`,
    ...(why.length === 0 ? [] : ["Why general code runs:", ...why]),
    ...(lost.length === 0 ? [] : ["", "Not measured:", ...lost.map((text) => `  ${text}`)]),
  ];
}

/** The quantiles of two runs, and the results that changed most, by the same programs in both. */
export function comparisonLines(before: readonly Result[], after: readonly Result[]): readonly string[] {
  const old = new Map(known(before).map((result) => [titleOf(result), result]));
  const both = known(after).flatMap((result) => {
    const other = old.get(titleOf(result));
    return other === undefined ? [] : [[other, result] as const];
  });
  return quantities.flatMap(({ title, of, unit }) => {
    const changes = both
      .map(([one, other]) => ({ one, other, by: of(other.measured) / of(one.measured) }))
      .sort((a, b) => a.by - b.by);
    const text = ({ one, other, by }: (typeof changes)[number]): string =>
      `  ${titleOf(other).padEnd(56)}${short(of(one.measured)).padStart(10)} → ${short(of(other.measured))}${unit}  (× ${short(by)})`;
    const middle = shares.map(([name, share]) => {
      const [a, b] = [0, 1].map((k) =>
        quantile(
          both.map((pair) => of((pair[k] as Known).measured)),
          share,
        ),
      );
      return `${name} ${short(a as number)} → ${short(b as number)}`;
    });
    return [
      "",
      `${title}: ${middle.join(", ")}`,
      ...changes.slice(0, 5).map(text),
      "  …",
      ...changes.slice(-5).map(text),
    ];
  });
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, k) => (k === 0 ? "---" : "--:")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** At which sizes a program is measured. */
function sizesOf(results: readonly Result[]): string {
  const questions = new Set(results.map(({ name, derivative }) => `${name} ${derivative}`)).size;
  return questions === results.length
    ? "Each is measured at the smaller of its two sizes."
    : "Each is measured at two sizes.";
}

/** The document: what was measured, and how. */
export async function documentOf(results: readonly Result[]): Promise<string> {
  const programs = new Set(results.map(({ name }) => name)).size;
  const text = `# Programs that people write

<!-- Written by \`npm run bench:programs -- --write\`. -->

What derivatives of ${programs} programs cost (\`bench/programs\`), on Node ${process.versions.node}. They were written without a thought of differentiation, and
nothing in zeroth was made for one of them. ${sizesOf(results)} Each result is compared with differences before anything is timed. A process
measures forty results, one after the other, and has compiled three other programs before the first.

${tableOf(tableHeads, quantileRows(results))}

Of ${results.length} results ${known(results).length} are measured: ${tierText(results)}.

![The share of results that each quantity does not exceed](programs.svg)

${quantities
  .map(
    (quantity) =>
      `## The ten worst: ${quantity.title}\n\n${tableOf(
        ["program, derivative, size", quantity.title],
        worstOf(results, quantity).map(({ measured, ...question }) => [
          titleOf(question),
          `${short(quantity.of(measured))}${quantity.unit}`,
        ]),
      )}`,
  )
  .join("\n\n")}

## Why general code runs

${tableOf(
  ["reason", "results"],
  reasonsOf(results).map(([reason, count]) => [reason.replaceAll("|", "\\|"), String(count)]),
)}
${
  unmeasured(results).length === 0
    ? ""
    : `\n## Not measured\n\n${unmeasured(results)
        .map((text) => `- ${text}`)
        .join("\n")}\n`
}`;
  const file = fileURLToPath(new URL("../../docs/programs.md", import.meta.url));
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** The distribution of each quantity: the share of results that do not exceed it. */
export async function drawn(results: readonly Result[]): Promise<string> {
  const values = quantities.flatMap((quantity) =>
    groups.flatMap(([group, derivatives]) => {
      const own = resultsOf(results, quantity).filter(({ derivative }) => derivatives.includes(derivative));
      const title = `${quantity.title}${quantity.unit === "" ? "" : `,${quantity.unit}`}`;
      const xs = own.map(({ measured }) => quantity.of(measured)).sort((a, b) => a - b);
      return xs.map((x, k) => ({ title, group, x: Math.max(x, 0.01), share: (k + 1) / xs.length }));
    }),
  );
  const spec: TopLevelSpec = {
    data: { values },
    facet: { field: "title", type: "nominal", title: null, sort: null },
    columns: 2,
    resolve: { scale: { x: "independent" } },
    spec: {
      width: 300,
      height: 200,
      mark: { type: "line", interpolate: "step-after" },
      encoding: {
        x: { field: "x", type: "quantitative", scale: { type: "log" }, title: null },
        y: { field: "share", type: "quantitative", title: "share of results", axis: { format: "%" } },
        color: { field: "group", type: "nominal", title: null, sort: null },
      },
    },
  };
  return `${await new View(parse(compile(spec).spec), { renderer: "none" }).toSVG()}\n`;
}
