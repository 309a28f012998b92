// Calls in the checked mode. Specialised code runs, its writes to memory are undone, general code runs from the same state, and
// both outcomes must agree. The caller gets the result of general code, and sees its effects. A run that is given up must have left
// memory as it was.
//
// Effects that others see happen once: the console is silent during the second run. Where the runs differ, general code runs
// again: a function that does not agree with itself (`Math.random`, the time) proves nothing about specialised code.

import { called, miss, type Entry } from "./entry.ts";
import { Reach, type Image } from "./memory-image.ts";
import { firstDifference, type Outcome } from "./compared-outcomes.ts";
import { SpecialisedDifference, differenceOf } from "./difference-report.ts";
import { originOf, type Origin } from "./origins.ts";
import { findEntry, type Found } from "./plans.ts";
import { byGeneralCode } from "../host/code-modes.ts";
import { isStackFull } from "../ir/index.ts";
import { type AnyFunction } from "../runtime/index.ts";

/** A call of a function that an operator returned. */
export interface ComparedCall {
  readonly origin: Origin;
  readonly args: readonly unknown[];
  readonly operator: AnyFunction;
  readonly boundTo: (given: unknown, found: Found) => Entry | null;
}

/** General code must agree with itself this often. */
const repeats = 3;

export function comparedCall(call: ComparedCall): unknown {
  const { origin, args, boundTo } = call;
  const { general } = origin;
  const found = findEntry(origin, args);
  const entry = found === null ? null : boundTo(origin.given, found);
  if (entry === null) return general(...(args as never[]));
  const reach = new Reach([["", general], ...args.map((arg, k) => [`args[${k}]`, arg] as const)]);
  const run = (f: () => unknown): readonly [Outcome, Image] => [outcomeOf(f), reach.now()];
  const again = (): readonly [Outcome, Image] => {
    reach.restore();
    return silently(() => byGeneralCode(() => run(() => general(...(args as never[])))));
  };
  const start = run(() => miss);
  const own = run(() => called(entry, args));
  if (own[0].value === miss) {
    const left = firstDifference(reach, own, start);
    if (left !== null) throw differenceOf(call, left);
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
  // Where the runs differed, so may what the functions in their results give.
  const isOpened = difference === null && found?.plan.opened != null;
  return isOpened ? withBoth(value, own[0].value) : value;
}

/** A value with a function, where calls of the function are compared, too. */
function withBoth(general: unknown, own: unknown): unknown {
  const [value, of] = general as readonly [unknown, AnyFunction];
  const [, entry] = own as readonly [unknown, AnyFunction];
  originOf(entry).standFor(of);
  return [value, entry];
}

/** If general code does not agree with itself, its last outcome; else null. */
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

/** An overflow of the stack proves nothing: how deep a call may go depends on its caller. */
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
