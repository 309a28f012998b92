// Results for people and for machines.

import type { Result, Settings } from "./run-checks.ts";

const headings = ["function", "inputs", "runs", "oracles", "order", "worst error", "verdict"] as const;

/** One line for each function. */
export function table(results: readonly Result[]): string {
  const rows = [headings, ...results.map(rowOf)];
  const widths = headings.map((_, k) => Math.max(...rows.map((row) => (row[k] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, k) => cell.padEnd(widths[k] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const mostInputs = 40;

function rowOf(result: Result): readonly string[] {
  const { file, name, inputs, runs, planned, order, verdict, worst } = result;
  const title = name === "" ? file : `${file} ${name}`;
  if (verdict === "problem") return [title, "", "", "", "", "", verdict];
  const cut = inputs.length <= mostInputs ? inputs : `${inputs.slice(0, mostInputs - 1)}…`;
  const oracles = oraclesText(result);
  const judged = verdict === "right" || verdict === "partial";
  const error = judged ? (worst === 0 ? "0" : Number(worst.toPrecision(2)).toExponential()) : "";
  return [
    title,
    cut,
    runs === planned ? String(runs) : `${runs} of ${planned}`,
    oracles,
    String(order),
    error,
    verdict,
  ];
}

/** The oracles that judged, by short names. */
function oraclesText({ judged, failure }: Result): string {
  const names = failure === null ? Object.keys(judged) : failure.verdicts.map(({ oracle }) => oracle);
  return names.map((name) => short[name] ?? name).join("+") || "–";
}

const short: { readonly [oracle: string]: string | undefined } = {
  "dual numbers": "duals",
  "dual numbers (rules as given)": "duals*",
  "complex step": "complex",
  "finite differences": "differences",
};

/** The table, the failures with their reasons, and a last line. */
export function report(results: readonly Result[], settings: Settings, interrupted: boolean): string {
  const failures = results.filter(({ verdict }) => verdict === "wrong" || verdict === "problem");
  const parts = failures.map(
    (result) => `${result.file}${result.name === "" ? "" : ` ${result.name}`}\n${indented(result.message ?? "")}`,
  );
  return [...parts, table(results), lastLine(results, settings, interrupted)].join("\n\n");
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, "  ");

function lastLine(results: readonly Result[], { seed }: Settings, interrupted: boolean): string {
  const count = (verdict: Result["verdict"]): number => results.filter((result) => result.verdict === verdict).length;
  const short = results.filter(({ verdict, runs, planned }) => verdict === "right" && runs < planned).length;
  const parts = [
    interrupted ? "interrupted" : "",
    `${count("right")} right`,
    count("wrong") === 0 ? "" : `${count("wrong")} wrong`,
    count("problem") === 0 ? "" : `${count("problem")} could not be checked`,
    count("partial") === 0 ? "" : `${count("partial")} in part`,
    count("left out") === 0 ? "" : `${count("left out")} left out: no time`,
    short === 0 ? "" : `${short} with fewer runs than planned: no time`,
  ];
  return `${parts.filter((part) => part !== "").join(", ")} (seed ${seed})`;
}

/** 0: all right, as far as there was time; 1: something failed. */
export function exitCode(results: readonly Result[]): 0 | 1 {
  return results.some(({ verdict }) => verdict === "wrong" || verdict === "problem") ? 1 : 0;
}

/** The same as one document. Numbers that JSON cannot express become strings. */
export function jsonReport(results: readonly Result[], { seed }: Settings, interrupted: boolean): string {
  const document = { ok: !interrupted && exitCode(results) === 0, interrupted, seed, checks: results };
  const replace = (_: string, value: unknown): unknown =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  return JSON.stringify(document, replace, 2);
}
