// Calls in the checked mode: specialised code runs, then what it did to memory is undone, general code runs as if nothing had
// been, and both must have come to the same. General code's is what the caller gets, and sees.
//
// What others see is not done twice: the console is silent for the second run. Where the runs differ, general code is asked
// again: a function that does not agree with itself (`Math.random`, the time) says nothing of specialised code.

import { called, miss } from "./entry.ts";
import { Reach, type Image } from "./memory-image.ts";
import { firstDifference, type Outcome } from "./compared-outcomes.ts";
import { SpecialisedDifference, differenceOf } from "./difference-report.ts";
import { findEntry } from "./plans.ts";
import { isStackFull } from "../ir/index.ts";
import { type AnyFunction } from "../runtime/index.ts";

/** A call of what an operator gave for a function. */
export interface ComparedCall {
  readonly general: AnyFunction;
  readonly args: readonly unknown[];
  readonly operator: AnyFunction;
  /** What the operator was given. */
  readonly given: unknown;
  /** Runs with all entries running general code. */
  readonly byGeneralCode: <T>(run: () => T) => T;
}

/** So often general code must agree with itself. */
const repeats = 3;

export function comparedCall(call: ComparedCall): unknown {
  const { general, args, byGeneralCode } = call;
  const found = findEntry(general, args);
  if (found === null) return general(...(args as never[]));
  const reach = new Reach([["", general], ...args.map((arg, k) => [`args[${k}]`, arg] as const)]);
  const run = (f: () => unknown): readonly [Outcome, Image] => [outcomeOf(f), reach.now()];
  const again = (): readonly [Outcome, Image] => {
    reach.restore();
    return silently(() => byGeneralCode(() => run(() => general(...(args as never[])))));
  };
  const own = run(() => called(found.run, args));
  if (own[0].value === miss) {
    reach.restore();
    return general(...(args as never[]));
  }
  let expected = again();
  const difference = firstDifference(reach, own, expected);
  if (difference !== null && isJudged(own[0], expected[0])) {
    const settled = agreed(reach, expected, again);
    if (settled === null) throw differenceOf(call, difference);
    expected = settled;
  }
  const [{ kind, value }] = expected;
  if (kind === "throws") throw value;
  return value;
}

/** The last outcome of general code, where it does not agree with itself; else null. */
function agreed(
  reach: Reach,
  first: readonly [Outcome, Image],
  again: () => readonly [Outcome, Image],
): readonly [Outcome, Image] | null {
  for (let k = 0; k < repeats; k++) {
    const other = again();
    if (firstDifference(reach, first, other) !== null) return other;
  }
  return null;
}

function outcomeOf(run: () => unknown): Outcome {
  try {
    return { kind: "returns", value: run() };
  } catch (error) {
    if (error instanceof SpecialisedDifference) throw error;
    return { kind: "throws", value: error };
  }
}

/** How deep a call may go depends on who makes it. */
const isJudged = (...outcomes: readonly Outcome[]): boolean =>
  !outcomes.some(({ kind, value }) => kind === "throws" && isStackFull(value));

const silent = (): void => undefined;

function silently<T>(run: () => T): T {
  const methods = Object.entries(console).filter(([, method]) => typeof method === "function");
  for (const [name] of methods) Reflect.set(console, name, silent);
  try {
    return run();
  } finally {
    for (const [name, method] of methods) Reflect.set(console, name, method);
  }
}
