// An entry point: decides which code runs a call of a function that an operator returned.

import { called, miss, mostByName, type Entry } from "./entry.ts";
import { mostShapes, newFamily, withFirst, type Family } from "./families.ts";
import { KnownEntries } from "./known-entries.ts";
import { labelled, noLabel, type Label } from "./labels.ts";
import { later } from "./later.ts";
import { partsIn, valueIn, type Opened } from "./opened.ts";
import { placedAtFunction } from "./placed-errors.ts";
import { comesFrom, differentiatedBy, Origin, type CallKind } from "./origins.ts";
import type { Plan } from "./plan.ts";
import type { Found } from "./plans.ts";
import { counted, generalBudget, portionOf, waits, type GeneralBudget } from "./tiering.ts";
import { isChecked, noSpan, type Span } from "../ir/index.ts";
import { currentMode, isUsual } from "../host/code-modes.ts";
import { stampFunction, stampOf, takeFailure, type AnyFunction, type Stamp } from "../runtime/index.ts";

/** After this many calls that could not be specialised, an entry stops trying. */
const mostRefusals = 4;
/** After this many, all entries for functions of one code do. */
const mostInFamily = 16;

const noArguments: readonly unknown[] = [];

/** A local copy: reading an export of another module costs some nanoseconds in each call. */
const missed: typeof miss = miss;

/** What an entry knows: a function that is made again and again gets one of these and the entry, and little else. */
export class EntryPoint extends Origin {
  readonly #operator: AnyFunction;
  /** Finds what the entry shares: only when it is called, since that compiles the function. */
  readonly #familyOf: (point: EntryPoint) => Family;
  #family: Family | null = null;
  /** Null until there is an entry, so that it is not called before: engines record which function is called where. */
  latest: Entry | null = null;
  /** The one that answered last is first. */
  #known: KnownEntries | null = null;
  #refusals = 0;
  #gaveUpAt: Span | null = null;

  constructor(
    make: () => AnyFunction,
    given: unknown,
    kind: CallKind,
    operator: AnyFunction,
    familyOf: (point: EntryPoint) => Family,
    opened: Opened | null = null,
  ) {
    super(make, given, kind, opened);
    this.#operator = operator;
    this.#familyOf = familyOf;
  }

  override prepare(args: readonly unknown[]): boolean {
    const family = this.#shared();
    const found = later.plans().findEntry(this, args);
    if (found === null) return false;
    family.found = withFirst(found, family.found);
    this.#budget(family, args).left = 0;
    return true;
  }

  override gaveUpAt(): Span | null {
    return this.#known === null ? this.#gaveUpAt : null;
  }

  /** Handles a call whose shape differs from that of the call before. */
  otherwise(args: readonly unknown[]): unknown {
    const mode = currentMode();
    if (mode === "general") return this.#byGeneral(args);
    const family = this.#shared();
    if (mode === "comparing") {
      this.#budget(family, args);
      return later.comparedCalls().comparedCall({ origin: this, args, operator: this.#operator, boundTo });
    }
    for (let one = this.#known; one !== null; one = one.next) {
      if (one.run === this.latest) continue;
      const result = called(one.run, args);
      if (result === miss) continue;
      this.#prefer(one.plan, one.run);
      return result;
    }
    for (const found of family.found) {
      if (KnownEntries.has(this.#known, found.plan)) continue;
      const result = this.#calledAnew(found, family, args);
      if (result !== miss) return result;
    }
    if (this.#refusals === mostRefusals || family.refusals === mostInFamily) return this.#byGeneral(args);
    const budget = this.#budget(family, args);
    // Tests use specialised code at once.
    const portion = isChecked ? Infinity : portionOf(budget, args);
    const found = waits(budget, args) ? "later" : later.plans().findSoon(this, args, portion);
    if (found === "later") return counted(budget, () => this.#byGeneral(args));
    const isNew = found !== null && family.found.every(({ plan }) => plan !== found.plan);
    const result = isNew ? this.#calledAnew(found, family, args) : miss;
    if (result !== miss) return result;
    // If there is an entry, the call had its shape, but a guard failed.
    this.#forget(found?.plan);
    const failure = takeFailure();
    this.#gaveUpAt = found === null ? null : failure === null ? noSpan : found.plan.failedAt(failure);
    this.#refusals++;
    family.refusals++;
    return this.#byGeneral(args);
  }

  #byGeneral(args: readonly unknown[]): unknown {
    const { general } = this;
    return general(...(args as never[]));
  }

  #shared(): Family {
    return (this.#family ??= this.#familyOf(this));
  }

  #budget(family: Family, args: readonly unknown[]): GeneralBudget {
    return (family.budget ??= generalBudget(differentiatedBy(this.given ?? args[0])));
  }

  #prefer(plan: Plan, run: Entry): void {
    this.latest = run;
    this.#known = KnownEntries.withFirst(plan, run, this.#known);
  }

  #forget(plan: Plan | undefined): void {
    this.#known = KnownEntries.without(this.#known, plan, mostShapes);
    this.latest = this.#known?.run ?? null;
  }

  /** The result of a call by an entry that is new here; a miss if it has not the shape of the call. */
  #calledAnew(found: Found, family: Family, args: readonly unknown[]): unknown {
    const run = boundTo(this.given, found);
    const result = run === null ? miss : called(run, args);
    if (result === miss || run === null) return miss;
    this.#prefer(found.plan, run);
    if (family.found[0] !== found) family.found = withFirst(found, family.found);
    family.refusals = 0;
    this.#refusals = 0;
    this.#gaveUpAt = null;
    return result;
  }
}

export function entryOf(point: EntryPoint, label: Label): AnyFunction {
  // Rest parameters would allocate a list in each call, and so would `arguments` if it left the function.
  // An argument has no name, and a default value leaves it without a length, as the results of most operators are.
  // oxlint-disable-next-line typescript/no-useless-default-assignment
  const entry = labelled(function (a0: unknown = undefined, a1?: unknown, a2?: unknown, a3?: unknown): unknown {
    /* oxlint-disable prefer-rest-params */
    const count = arguments.length;
    let args = noArguments;
    if (count > mostByName) {
      const list: unknown[] = [];
      for (let k = 0; k < count; k++) list.push(arguments[k]);
      args = list;
    }
    const { latest } = point;
    try {
      if (latest !== null && isUsual) {
        const result = latest(count, args, a0, a1, a2, a3);
        if (result !== missed) return result;
      }
      return point.otherwise(count > mostByName ? args : [a0, a1, a2, a3].slice(0, count));
    } catch (error) {
      throw placedAtFunction(error, differentiatedBy(point.given ?? a0));
    }
  }, label);
  stampFunction(entry, () => stampOf(point.general) as Stamp);
  comesFrom(entry, point);
  return entry;
}

/** The entry for a function that an operator was given; null if the code is not for it. */
function boundTo(given: unknown, { bind, plan: { opened } }: Found): Entry | null {
  const run = bind(given);
  if (run === null || opened === null) return run;
  return (count, args, a0, a1, a2, a3) => {
    const result = run(count, args, a0, a1, a2, a3);
    if (result === missed) return result;
    const parts = partsIn(opened, result);
    return [valueIn(opened, parts), functionOf(opened, parts)];
  };
}

function functionOf(opened: Opened, parts: readonly unknown[]): AnyFunction {
  const make = (): AnyFunction => opened.make(...(parts as never[])) as AnyFunction;
  return entryOf(new EntryPoint(make, parts, "plain", opened.make, familyOfOpened, opened), noLabel);
}

/** What functions share that were returned in parts. */
const familiesOfOpened = new WeakMap<Opened, Family>();

function familyOfOpened(point: EntryPoint): Family {
  const opened = point.opened as Opened;
  let family = familiesOfOpened.get(opened);
  if (family === undefined) familiesOfOpened.set(opened, (family = newFamily()));
  return family;
}
