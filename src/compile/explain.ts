// Describes the code that a call runs: what its loops store, what stayed dynamic and why, the code at each stage.

import { dynamicIn, storedBy, storedOnLists, type Stored, type StoredValue } from "../opt/index.ts";
import { NotSpecialised } from "../specialise/index.ts";
import { printFunc, type Span } from "../ir/index.ts";
import { type AnyFunction } from "../runtime/index.ts";
import { differentiatedBy, originOf } from "./origins.ts";
import { generalBudget, waits } from "./tiering.ts";
import { entriesWithin } from "./entries-within.ts";
import { stagesOf, type Stages } from "./plans.ts";

const placeOf = ({ file, line, column }: Span): string => `${file}:${line}:${column}`;

/** The text for `explain` (src/index.ts). */
export function explanationOf(f: AnyFunction, args: readonly unknown[]): string {
  // This must come first: it compiles functions that no build step has seen.
  const budget = generalBudget(differentiatedBy(f) ?? args[0]);
  const stages = stagesOf(f, args);
  if (stages instanceof NotSpecialised) {
    const at = stages.span.line === 0 ? "" : ` (${placeOf(stages.span)})`;
    const within = entriesWithin(f, args);
    return [
      `General code runs, which finds out about types, calls and cotangents as it goes.\nWhy: ${stages.message}${at}\n`,
      ...within.map(([entry, given]) => `In it, what differentiates the function:\n\n${explanationOf(entry, given)}`),
    ].join("\n");
  }
  const gaveUp = originOf(f).gaveUp(args);
  const dynamic = stages.flatMap(({ planned }) =>
    dynamicIn(planned).map(({ cause, what, span }) => `${cause}: ${what} (${placeOf(span)})`),
  );
  const stored = stages.flatMap(({ unplanned, isForwardSweep }) => [
    ...storedBy(unplanned).map(storedText),
    ...(isForwardSweep ? storedOnLists(unplanned) : []).map(({ span, types }) => {
      const by = span.line === 0 ? `each call of ${unplanned.sourceName}` : `the loop at ${placeOf(span)}`;
      return `${8 * types.length} bytes by ${by}: ${types.join(", ")}`;
    }),
  ]);
  const texts = (of: (stage: Stages) => string): string => stages.map(of).join("\n\n");
  const { left, calls } = budget;
  const wait = waits(budget, args) ? Math.ceil(left) : 0;
  const most = calls === Infinity ? "" : `, or for ${calls} calls`;
  return [
    ...(wait > 0
      ? [`General code runs until it has taken ${wait} ms, about what specialising takes${most}. Then:`]
      : []),
    ...(gaveUp
      ? [
          "General code made the last call.\nWhy: a check of the specialised code failed: something was absent, or of another type than expected\n",
        ]
      : []),
    section("Stored for the way back", stored),
    section("Not known before it runs", [...new Set(dynamic)]),
    code(
      "What runs",
      texts(({ javaScript }) => javaScript),
    ),
    code(
      "Specialised and optimised",
      texts(({ optimised }) => printFunc(optimised)),
    ),
    code(
      "With tapes planned and arrays reused",
      texts(({ planned }) => printFunc(planned)),
    ),
  ].join("\n");
}

const section = (title: string, lines: readonly string[]): string =>
  `${title}: ${lines.length === 0 ? "nothing.\n" : `\n${lines.map((line) => `  ${line}\n`).join("")}`}`;

const code = (title: string, text: string): string => `${title}:\n\n${text.trimEnd()}\n`;

function storedText({ span, how, values }: Stored): string {
  const size = how === "numbers" ? `${8 * values.length} bytes` : "a record";
  return `${size} by the loop at ${placeOf(span)}: ${values.map(valueText).join(", ")}`;
}

/** Why a value is stored: constants, counters and what the reverse sweep can recompute from what it has are not stored. */
const valueText = ({ name, type, computed }: StoredValue): string =>
  `%${name}: ${type}, ${computed === null ? "which each iteration changes" : `computed at ${placeOf(computed)}`}`;
