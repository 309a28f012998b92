/** Measures one derivative of one program: its first call, what compiling took, and how long it takes warm. */

import { measure } from "../measure.ts";
import type { Program } from "../programs/program.ts";
import { asked, tangentOf, type Asked } from "./derivatives.ts";
import { numbersIn, withNumbers } from "./numbers.ts";
import type { Measured, Question, Result } from "./result.ts";
import { slopeOf } from "./slopes.ts";

const rounds = 5;
const seconds = 0.02;
/** What calls compile is done once nothing has been compiled for this many milliseconds, or at the latest after the second time. */
const quiet = 200;
const latest = 6000;

/** Milliseconds of CPU that this process has taken. */
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export async function measureDerivative(question: Question, program: Program): Promise<Result> {
  const { derivative, n } = question;
  try {
    const one = asked(program, derivative);
    const before = cpu();
    const result = one.call(program.inputs(n));
    const first = cpu() - before;
    const message = wrong(program, n, one, result);
    if (message !== null) return { ...question, kind: "wrong", message };
    const { longest, compiling } = warmUp(program, n, one, first);
    // What calls have not compiled yet: they compile a portion each, so slow ones take many calls.
    const left = cpu();
    await one.ready(program.inputs(n));
    const rest = cpu() - left;
    const args = callable(program, n);
    for (const start = performance.now(); performance.now() - start < quiet;) one.call(args());
    // Compiling may have replaced what runs.
    const late = wrong(program, n, one, one.call(program.inputs(n)));
    if (late !== null) return { ...question, kind: "wrong", message: `once warm: ${late}` };
    const { primal, warm } = times(program, n, one);
    return {
      ...question,
      kind: "measured",
      measured: { primal, warm, first, compiling: compiling + rest, longest, ...tierOf(program, n, one) },
    };
  } catch (error) {
    return {
      ...question,
      kind: "failed",
      message: String(error instanceof Error ? error.message : error).slice(0, 400),
    };
  }
}

/** How the derivative differs from what differences say; null if it does not. */
function wrong(program: Program, n: number, one: Asked, result: unknown): string | null {
  const args = program.inputs(n);
  const got = one.slope(args, result);
  const direction = numbersIn(tangentOf(args[0]));
  const shifted = (t: number): number => {
    const [x, ...rest] = program.inputs(n);
    return one.differentiated([withNumbers(x, (value, k) => value + t * (direction[k] as number)), ...rest]);
  };
  const { value, error } = slopeOf(shifted);
  const size = Math.max(Math.abs(value), 1e-6 * Math.abs(shifted(0)));
  const isRight = Math.abs(got - value) <= 1e-5 * size + 10 * error;
  return isRight ? null : `${got}, by differences ${value} ± ${error}`;
}

/** Calls the derivative until nothing compiles any more. */
function warmUp(program: Program, n: number, one: Asked, first: number): { longest: number; compiling: number } {
  const args = callable(program, n);
  const start = cpu();
  const began = performance.now();
  let longest = first;
  let calls = 1;
  /** The fastest call, and when a call last took much longer than that. */
  let fastest = Infinity;
  let disturbed = began;
  for (let now = began; calls < 20 || now - disturbed < Math.max(quiet, (now - began) / 3); calls++) {
    if (now - began > latest) break;
    const given = args();
    const before = performance.now();
    one.call(given);
    now = performance.now();
    const time = now - before;
    if (time > 4 * fastest + 2 || time < fastest / 1.5) disturbed = now;
    fastest = Math.min(fastest, time);
    longest = Math.max(longest, time);
  }
  const compiling = Math.max(0, first + cpu() - start - calls * fastest);
  return { longest, compiling };
}

/** Makes arguments for a call: the same each time, unless the function writes to them. */
function callable(program: Program, n: number): () => readonly unknown[] {
  const args = program.inputs(n);
  const before = JSON.stringify(args);
  (program.f as (...args: readonly unknown[]) => unknown)(...args);
  const isWritten = JSON.stringify(args) !== before;
  return isWritten ? () => program.inputs(n) : () => args;
}

function times(program: Program, n: number, one: Asked): { primal: number; warm: number } {
  const args = callable(program, n);
  const f = program.f as (...args: readonly unknown[]) => unknown;
  const [primal, warm, making] = measure([() => f(...args()), () => one.call(args()), args], rounds, seconds) as [
    number,
    number,
    number,
  ];
  // Arguments that are always the same take no time.
  return making < 20 ? { primal, warm } : { primal: primal - making, warm: warm - making };
}

function tierOf(program: Program, n: number, one: Asked): Pick<Measured, "tier" | "reasons"> {
  const text = one.explained(program.inputs(n));
  const why = /^Why: (.*)$/m.exec(text)?.[1];
  if (why !== undefined) return { tier: "general", reasons: [why] };
  const [, dynamic = ""] = /^Not known before it runs:\s*\n((?: {2}.*\n)*)/m.exec(text) ?? [];
  // Below each line of the program are the sentences about it, each with what to write instead.
  const reasons = [...dynamic.matchAll(/^ {4}(.*?)(?: Instead: .*)?$/gm)].map(([, sentence = ""]) => sentence);
  return { tier: "typed", reasons: [...new Set(reasons)] };
}
