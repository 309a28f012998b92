// Tells what a call runs, for the user: which code, why, what it costs and what to change, by the lines of the program.
// The code itself, at each stage, is a text of its own.

import { dynamicIn, storedBy, storedOnLists, type Dynamic, type Stored, type StoredValue } from "./costs.ts";
import { NotSpecialised } from "../specialise/index.ts";
import { isInPrelude, noSpan, printFunc, type Type } from "../ir/index.ts";
import { stampOf, type AnyFunction, type Stamp } from "../runtime/index.ts";
import { causes } from "./causes.ts";
import { differentiatedBy, originOf } from "./origins.ts";
import { generalBudget, waits, type GeneralBudget } from "./tiering.ts";
import { entriesWithin } from "./entries-within.ts";
import { codeForCall, type CodeForCall, type Stages } from "./plans.ts";
import { Quotations } from "./quoted.ts";
import { hintFor, sentenceFor } from "./reasons.ts";
import type { Times } from "./times.ts";
import { sourcesMet } from "./workshop.ts";

/** The text for `explain` (src/index.ts). */
export function explanationOf(f: AnyFunction, args: readonly unknown[]): string {
  const differentiated = differentiatedBy(f) ?? args[0];
  // This must come first: it compiles functions that no build step has seen.
  const budget = generalBudget(differentiated);
  const within = entriesWithin(f, args);
  if (within.length > 0) return [assembles, ...within.map(([entry, given]) => explanationOf(entry, given))].join("\n");
  const code = codeForCall(f, args);
  const quoted = quotationsFor([differentiated, ...args, f], code);
  if (code instanceof NotSpecialised) return pageOfGeneral(code, budget, quoted).join("\n");
  return [
    ...tierOf(f, args, budget, code, quoted),
    section("Stored for the reverse sweep", storedLines(code.stages, quoted)),
    section("Not known before it runs", dynamicLines(code, quoted)),
    "`explain.code` with the same arguments gives the code.\n",
  ].join("\n");
}

/** The text for `explain.code`: JavaScript and intermediate representation at each stage. */
export function codeTextOf(f: AnyFunction, args: readonly unknown[]): string {
  generalBudget(differentiatedBy(f) ?? args[0]);
  const within = entriesWithin(f, args);
  if (within.length > 0) return within.map(([entry, given]) => codeTextOf(entry, given)).join("\n");
  const code = codeForCall(f, args);
  if (code instanceof NotSpecialised) {
    return `${generalRuns}: there is no code of its own for such calls. \`explain\` tells why.\n`;
  }
  const texts = (of: (stage: Stages) => string): string => code.stages.map(of).join("\n\n");
  return [
    titled(
      "What runs",
      texts(({ javaScript }) => javaScript),
    ),
    titled(
      "Specialised and optimised",
      texts(({ optimised }) => printFunc(optimised)),
    ),
    titled(
      "With tapes planned and arrays reused",
      texts(({ planned }) => printFunc(planned)),
    ),
  ].join("\n");
}

const titled = (title: string, text: string): string => `${title}:\n\n${text.trimEnd()}\n`;

function quotationsFor(values: readonly unknown[], code: CodeForCall | NotSpecialised): Quotations {
  const own = ownFunction(values, 4)?.code;
  const sources = own?.program.module.sources ?? {};
  const span = own?.program.func(own.name).span ?? noSpan;
  return new Quotations([code instanceof NotSpecialised ? sourcesMet() : code.sources, sources], span);
}

/** The first function of the program among values, or in what operators have captured. */
function ownFunction(values: readonly unknown[], depth: number): Stamp | undefined {
  for (const value of values) {
    const stamp = typeof value === "function" ? stampOf(value) : undefined;
    if (stamp === undefined) continue;
    const { program, name } = stamp.code;
    const { span, captures } = program.func(name);
    if (!isInPrelude(span)) return stamp;
    const captured = captures.flatMap(({ from }, k) => (from === "module" ? [] : [stamp.env[k]]));
    const found = depth === 0 ? undefined : ownFunction(captured, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const generalRuns = "General code runs, which finds out about types, calls and derivatives as it goes";

function pageOfGeneral(why: NotSpecialised, { latest }: GeneralBudget, quoted: Quotations): readonly string[] {
  const { says, write } = sentenceFor(why.reason, quoted.text(why.span));
  return [
    `${generalRuns}${latest > 0 ? `; ${took(latest)} for the last call` : ""}. Specialised code would be faster.`,
    `Why: ${says(why.detail)}`,
    ...(quoted.placeOf(why.span).line === 0 ? [] : [`  ${quoted.line(why.span)}`]),
    ...(write === null ? [] : [`Instead: ${write}`]),
    "",
  ];
}

/** Of `hessian`, `jacfwd` and `jacobian`. */
const assembles = "General code puts the result together, which costs little. What differentiates the function:\n";

const rounded = (milliseconds: number): string =>
  milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));

const took = (milliseconds: number): string => `it took ${rounded(milliseconds)} ms`;

/** Which code runs now, what is pending, and what making code took. */
function tierOf(
  f: AnyFunction,
  args: readonly unknown[],
  budget: GeneralBudget,
  { times }: CodeForCall,
  quoted: Quotations,
): readonly string[] {
  const wait = waits(budget, args) ? Math.ceil(budget.left) : 0;
  const most = budget.calls === Infinity ? "" : `, or for ${budget.calls} calls`;
  const failedAt = originOf(f).gaveUpAt(args);
  if (failedAt !== null) {
    return [
      "General code made the last call.",
      "Why: a check of the specialised code failed: something was absent, or of another type than expected.",
      ...(quoted.placeOf(failedAt).line === 0 ? [] : [`  ${quoted.line(failedAt)}`]),
      `Instead: pass arguments of the same types in each call: numbers where there were numbers, and no holes in arrays.\n`,
    ];
  }
  if (wait === 0) return [`Specialised code runs, made for calls like this one. ${madeIn(times)}\n`];
  return [
    `General code runs until it has taken ${wait} ms, about what specialising takes${most}. Then:`,
    `Specialised code runs, made for calls like this one. ${madeIn(times)}`,
    `\`await ready(f, ...args)\`, with the same arguments, lets it run at once.\n`,
  ];
}

const madeIn = ({ specialising, optimising, emitting }: Times): string =>
  `Making it took ${rounded(specialising + optimising + emitting)} ms: ` +
  `specialising ${rounded(specialising)}, optimising ${rounded(optimising)}, writing JavaScript ${rounded(emitting)}.`;

const section = (title: string, lines: readonly string[]): string =>
  `${title}: ${lines.length === 0 ? "nothing.\n" : `\n${lines.map((line) => `  ${line}\n`).join("")}`}`;

/** Each line of the program once, with what is said of it. */
function byLine(found: readonly (readonly [line: string, says: readonly string[]])[]): readonly string[] {
  const lines = new Map<string, Set<string>>();
  for (const [line, says] of found) {
    const own = lines.get(line) ?? new Set<string>();
    for (const one of says) own.add(one);
    lines.set(line, own);
  }
  return [...lines].flatMap(([line, says]) => [line, ...[...says].map((one) => `  ${one}`)]);
}

function storedLines(stages: readonly Stages[], quoted: Quotations): readonly string[] {
  const byLoops = stages.flatMap(({ unplanned }) =>
    storedBy(unplanned).map((stored): readonly [string, readonly string[]] => [
      quoted.line(stored.span),
      storedText(stored, quoted),
    ]),
  );
  const onLists = stages.flatMap(({ unplanned, isForwardSweep }) =>
    (isForwardSweep ? storedOnLists(unplanned) : []).map(({ span, types }): readonly [string, readonly string[]] => {
      const isByCall = span.line === 0;
      const when = isByCall ? "in each call" : "in each iteration";
      return [quoted.line(isByCall ? unplanned.span : span), [`${8 * types.length} bytes ${when}: ${kindsOf(types)}`]];
    }),
  );
  return byLine([...byLoops, ...onLists]);
}

function storedText({ how, values }: Stored, quoted: Quotations): readonly string[] {
  const size = how === "numbers" ? `${8 * values.length} bytes` : "a record";
  return [
    `${size} in each iteration: ${kindsOf(values.map(({ type }) => type))}`,
    ...values.map((value) => `  ${valueText(value, quoted)}`),
  ];
}

/** Constants, counters, and what the reverse sweep can compute again from what it has, are not stored. */
function valueText({ name, computed }: StoredValue, quoted: Quotations): string {
  const isNamed = name !== null && /^[\p{L}$_]/u.test(name);
  if (computed === null) return `${isNamed ? `\`${name}\`` : "a variable"}, which each iteration changes`;
  const { line } = quoted.placeOf(computed);
  const text = quoted.text(computed);
  const isQuotable = text !== "" && text.length < 60 && !/[`{;]/.test(text);
  return `${isQuotable ? `\`${text}\`` : "what is computed"} in line ${line}`;
}

function kindsOf(types: readonly Type[]): string {
  const numbers = types.filter((type) => type === "num" || type === "int" || type === "numeric").length;
  const answers = types.filter((type) => type === "bool").length;
  const others = types.length - numbers - answers;
  const some = (count: number, one: string, many: string): readonly string[] =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  return [
    ...some(numbers, "a number", "numbers"),
    ...some(answers, "which way a condition went", "ways that conditions went"),
    ...some(others, "another value", "other values"),
  ].join(", ");
}

/** For each line the most important cause, with what to write instead; the others often follow from it. */
function dynamicLines({ stages, refusalAt }: CodeForCall, quoted: Quotations): readonly string[] {
  const found = stages
    .flatMap(({ planned }) => dynamicIn(planned))
    .map((one) => ({ line: quoted.line(one.span), ...sentenceOf(one, refusalAt(one.span), quoted) }));
  const lines = new Set(found.map(({ line }) => line));
  return [...lines].flatMap((line) => {
    const own = found.filter((one) => one.line === line).toSorted((a, b) => a.rank - b.rank);
    const [first] = own;
    const others = new Set(own.map(({ says }) => says).filter((says) => says !== first?.says));
    return [
      line,
      `  ${first?.says ?? ""}${first?.write == null ? "" : ` Instead: ${first.write}`}`,
      ...(first?.rank === -1 ? [] : [...others].map((says) => `  ${says}`)),
    ];
  });
}

interface CauseFound {
  /** The place in the order of causes; -1 if the text of the program tells all. */
  readonly rank: number;
  readonly says: string;
  readonly write: string | null;
}

function sentenceOf(
  { cause, names, span }: Dynamic,
  refusal: NotSpecialised | undefined,
  quoted: Quotations,
): CauseFound {
  const hint = hintFor(quoted.text(span));
  if (hint !== null) return { rank: -1, says: hint.says(""), write: hint.write };
  const rank = Object.keys(causes).indexOf(cause);
  if (cause === "unknown callee" && refusal !== undefined) {
    const { says, write } = sentenceFor(refusal.reason, "");
    return { rank, says: says(refusal.detail), write };
  }
  const { says, write } = causes[cause];
  return { rank, says: says(quoted.named(names, span)), write };
}
