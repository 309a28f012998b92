// Describes a failed check: as a record for machines, and as text for people.
//
// The text says, in this order: which law fails, for which function and at which place, what was expected and which oracle says
// so, what was found instead, at which input, and how to reproduce it. It has at most 25 lines; the record also has what the text
// cuts.

/** A function, and its place in the user's text. */
export interface FunctionPlace {
  readonly name: string;
  /** `file:line:column`, if known. */
  readonly place: string | null;
  /** The line with carets under the function's start, if the text is known. */
  readonly frame: string | null;
}

/** A number that disagrees with an oracle. */
export interface Mismatch {
  /** The differentiated argument; absent for captured variables and for laws about no argument. */
  readonly argument?: { readonly index: number; readonly name: string | null };
  /** The path from the arguments to the number: `args[1].w[3]`. */
  readonly path: string;
  readonly expected: number;
  readonly got: number;
  /** |got − expected| relative to the larger of the two. */
  readonly relativeError: number;
}

/** What one oracle said about the number. */
export interface Verdict {
  readonly oracle: string;
  readonly agrees: boolean;
  readonly value: number;
  /** The distance of the oracle's value to the true one, by its own estimate. */
  readonly error: number;
}

/** The random run that failed. */
export interface RandomRun {
  readonly seed: number;
  /** Leads directly to the shrunk input. */
  readonly path: string;
  readonly runs: number;
  readonly shrinks: number;
}

/** Everything known about a failed check. */
export interface Failure {
  /** What does not hold, before "of `f`": "wrong gradient", "pullback is not linear". */
  readonly law: string;
  readonly subject: FunctionPlace;
  /** Handwritten derivatives that took part. */
  readonly rules: readonly FunctionPlace[];
  readonly mismatch?: Mismatch;
  readonly verdicts: readonly Verdict[];
  /** Further lines: what else is wrong, which oracles could not judge and why. */
  readonly notes: readonly string[];
  /** The argument list as text that can be pasted into a program. */
  readonly input: string;
  /** A line of code that fails in the same way. */
  readonly reproduce: string;
  readonly random?: RandomRun;
}

/**
 * The error of a failed check. `message` is the report; `failure` is the same for machines.
 *
 * @example
 * ```ts
 * try {
 *   checkGradients(f, [1, 2]);
 * } catch (error) {
 *   if (error instanceof CheckError) console.log(error.failure.mismatch?.path);
 * }
 * ```
 */
export class CheckError extends Error {
  override readonly name = "CheckError";
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(renderFailure(failure), options);
    this.failure = failure;
  }
}

const labelWidth = 11;
const mostLines = 25;
/** Longer inputs are cut. */
const mostInput = 600;
const mostLine = 160;

/** The report as text. */
export function renderFailure(failure: Failure): string {
  const { law, subject, rules, mismatch, verdicts, notes, input, reproduce, random } = failure;
  const lines = [title(law, subject, mismatch)];
  const add = (label: string, text: string): void => {
    text.split("\n").forEach((line, i) => lines.push(`  ${(i === 0 ? label : "").padEnd(labelWidth)}${cut(line)}`));
  };
  if (subject.place !== null) add("function", withFrame(subject));
  for (const rule of rules.slice(0, 3)) add("rule", rule.place === null ? rule.name : `${rule.name}, ${rule.place}`);
  if (mismatch !== undefined) {
    add("expected", expectedText(mismatch, verdicts));
    add("got", `${numberText(mismatch.got)}, relative error ${shortText(mismatch.relativeError)}`);
    const agreeing = verdicts.filter(({ agrees }) => agrees);
    if (agreeing.length > 0) add("", `${agreeing.map(verdictText).join("; ")} would agree with that`);
  }
  for (const note of notes.slice(0, 4)) add("note", note);
  add("input", input.length <= mostInput ? wrapped(input) : `${wrapped(input.slice(0, mostInput))} … (cut)`);
  if (random !== undefined) add("random", randomText(random));
  add("reproduce", reproduce.length <= mostInput ? reproduce : "with the seed and path, or `error.failure.reproduce`");
  return lines.slice(0, mostLines).join("\n");
}

function title(law: string, { name }: FunctionPlace, mismatch: Mismatch | undefined): string {
  const of = `${law} of \`${name}\``;
  if (mismatch === undefined) return of;
  const { argument, path } = mismatch;
  if (argument === undefined) return `${of}: ${path}`;
  const named = argument.name === null ? "" : ` (\`${argument.name}\`)`;
  return `${of}: argument ${argument.index}${named}, ${path}`;
}

const withFrame = ({ name, place, frame }: FunctionPlace): string =>
  `${name}, ${String(place)}${frame === null ? "" : `\n${frame}`}`;

function expectedText({ expected }: Mismatch, verdicts: readonly Verdict[]): string {
  const against = verdicts.filter(({ agrees }) => !agrees);
  if (against.length === 0) return numberText(expected);
  return `${numberText(expected)} by ${against.map(verdictText).join("; ")}`;
}

function verdictText({ oracle, error, value }: Verdict): string {
  return error === 0 ? oracle : `${oracle} (${numberText(value)} ± ${shortText(error)})`;
}

function randomText({ seed, path, runs, shrinks }: RandomRun): string {
  const times = shrinks === 1 ? "once" : `${shrinks} times`;
  return `failed in run ${runs}${shrinks === 0 ? "" : `, shrunk ${times}`}; seed ${seed}, path "${path}"`;
}

const numberText = (x: number): string => (Object.is(x, -0) ? "-0" : String(x));
const shortText = (x: number): string => String(Number(x.toPrecision(2)));

const cut = (line: string): string => (line.length <= mostLine ? line : `${line.slice(0, mostLine - 2)} …`);

/** Breaks the text after commas, so that lines are readable. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > 110) {
    const comma = rest.lastIndexOf(", ", 108);
    const end = comma < 40 ? 110 : comma + 1;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest].join("\n");
}
