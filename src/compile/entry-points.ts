// Entry points: the functions that operators return (`grad(f)`). They run code that is specialised to the types of their
// arguments and to the code of the functions they were made of.
//
// Where it pays, general code runs first, for as long as specialising would take (tiering.ts). The specialiser is loaded when it
// is first needed (later.ts).

import { called, miss, mostByName, type Entry } from "./entry.ts";
import { unlessWatched } from "./entries-within.ts";
import { later } from "./later.ts";
import { comesFrom, differentiatedBy } from "./origins.ts";
import { generalBudget, waits, type GeneralBudget } from "./tiering.ts";
import type { Plan } from "./guards.ts";
import type { KnownEntry } from "./plans.ts";
import { stampFunction, stampOf, type AnyFunction, type Stamp } from "../runtime/index.ts";

/** An operator like `operator`, whose results run specialised code. */
export function specialised<F>(operator: F): F {
  const make = operator as (...args: unknown[]) => AnyFunction;
  return standingFor((...args) => entryOf(make(...args), args[0], operator as AnyFunction), operator);
}

/** The same for an operator that takes a function and numbers: equal arguments give the same entry. */
export function specialisedOnce<F>(operator: F): F {
  const make = operator as (...args: unknown[]) => AnyFunction;
  const all = new WeakMap<object, Map<string, AnyFunction>>();
  return standingFor((f, ...numbers) => {
    let known = all.get(f as object);
    if (known === undefined) all.set(f as object, (known = new Map<string, AnyFunction>()));
    const key = numbers.join();
    let entry = known.get(key);
    if (entry === undefined) known.set(key, (entry = entryOf(make(f, ...numbers), f, operator as AnyFunction)));
    return unlessWatched(entry);
  }, operator);
}

function standingFor<F>(made: (...args: unknown[]) => AnyFunction, operator: F): F {
  // The stamp is read on demand: importing the package parses nothing.
  stampFunction(made, () => stampOf(operator) as Stamp);
  return named(made, operator as AnyFunction) as F;
}

/** After this many calls that could not be specialised, an entry stops trying. */
const mostRefusals = 4;

/** An entry remembers this many shapes of calls, and tries them without determining the shape. */
const mostShapes = 8;

const noArguments: readonly unknown[] = [];

/** `comparing`: general code makes every call too (compared-call.ts); `general`: only general code runs. */
type Mode = "usual" | "comparing" | "general";

const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;

let mode: Mode = environment?.["ZEROTH_CHECK"] === "1" ? "comparing" : "usual";
/** The part of the mode that every call tests. */
let isUsual = mode === "usual";

function setMode(to: Mode): void {
  mode = to;
  isUsual = to === "usual";
}

function inMode<T>(to: Mode, run: () => T): T {
  const before = mode;
  setMode(to);
  let result: T;
  try {
    result = run();
  } catch (error) {
    setMode(before);
    throw error;
  }
  if (!(result instanceof Promise)) {
    setMode(before);
    return result;
  }
  return result.finally(() => {
    setMode(before);
  }) as T;
}

/** Runs `run`, and waits for its promise. General code also makes every specialised call; a difference is an error. */
export const comparing = <T>(run: () => T): T => inMode("comparing", run);

const byGeneralCode = <T>(run: () => T): T => inMode("general", run);

/** Milliseconds. Some hosts have nothing but the language. */
const now = (): number => (typeof performance === "undefined" ? Date.now() : performance.now());

/** A local copy: reading an export of another module costs some nanoseconds in each call. */
const missed: typeof miss = miss;

function entryOf(general: AnyFunction, given: unknown, operator: AnyFunction): AnyFunction {
  /** Null until there is an entry, so that it is not called before: engines record which function is called where. */
  let latest: Entry | null = null;
  /** One entry for each plan; the one that answered last is first. */
  let known: readonly KnownEntry[] = [];
  let refusals = 0;
  let budget: GeneralBudget | undefined;
  const prefer = (first: KnownEntry): void => {
    latest = first.run;
    known = [first, ...known.filter(({ plan }) => plan !== first.plan)].slice(0, mostShapes);
  };
  const forget = (plan: Plan | undefined): void => {
    known = known.filter((one) => one.plan !== plan);
    latest = known[0]?.run ?? null;
  };
  /** Handles a call whose shape differs from that of the call before. */
  const otherwise = (args: readonly unknown[]): unknown => {
    if (mode === "general") return general(...(args as never[]));
    if (mode === "comparing") {
      budget ??= generalBudget(differentiatedBy(given));
      return later.comparedCalls().comparedCall({ general, args, given, operator, byGeneralCode });
    }
    for (const one of known.slice(1)) {
      const result = called(one.run, args);
      if (result === miss) continue;
      prefer(one);
      return result;
    }
    if (refusals === mostRefusals) return general(...(args as never[]));
    budget ??= generalBudget(differentiatedBy(given));
    if (waits(budget, args)) {
      const start = now();
      try {
        return general(...(args as never[]));
      } finally {
        budget.left -= now() - start;
        if (--budget.calls === 0) budget.left = 0;
      }
    }
    const found = later.plans().findEntry(general, args);
    const result = found === null ? miss : called(found.run, args);
    if (result !== miss) {
      prefer(found as KnownEntry);
      refusals = 0;
      return result;
    }
    // If there is an entry, the call had its shape, but a guard failed.
    forget(found?.plan);
    refusals++;
    return general(...(args as never[]));
  };
  // Rest parameters would allocate a list in each call, and so would `arguments` if it left the function.
  const entry = function (a0: unknown, a1: unknown, a2: unknown, a3: unknown): unknown {
    /* oxlint-disable prefer-rest-params */
    const count = arguments.length;
    let args = noArguments;
    if (count > mostByName) {
      const list: unknown[] = [];
      for (let k = 0; k < count; k++) list.push(arguments[k]);
      args = list;
    }
    if (latest !== null && isUsual) {
      const result = latest(count, args, a0, a1, a2, a3);
      if (result !== missed) return result;
    }
    return otherwise(count > mostByName ? args : [a0, a1, a2, a3].slice(0, count));
  };
  stampFunction(entry, () => stampOf(general) as Stamp);
  comesFrom(entry, { general, given });
  return named(entry, general);
}

function named<F extends AnyFunction>(f: F, { name, length }: AnyFunction): F {
  Object.defineProperties(f, { name: { value: name }, length: { value: length } });
  return f;
}
