// Entry points: the functions that operators return (`grad(f)`). They run code that is specialised to the types of their
// arguments and to the code of the functions they were made of.
//
// Where it pays, general code runs first, for as long as specialising would take (tiering.ts). The specialiser is loaded when it
// is first needed (later.ts).

import { called, miss, mostByName, type Entry } from "./entry.ts";
import { unlessWatched } from "./entries-within.ts";
import { keptEntry } from "./kept-entries.ts";
import { later } from "./later.ts";
import { comesFrom, differentiatedBy, Origin, originOf } from "./origins.ts";
import { counted, generalBudget, portionOf, waits, type GeneralBudget } from "./tiering.ts";
import type { Plan } from "./plan.ts";
import type { Found } from "./plans.ts";
import { stampFunction, stampOf, type AnyFunction, type Stamp } from "../runtime/index.ts";

/** An operator like `operator`, whose results run specialised code. Equal arguments give the same result, unless they are options. */
export function specialised<F>(operator: F): F {
  const make = operator as (...args: unknown[]) => AnyFunction;
  const families: Families = new WeakMap();
  const familyOfPlain = ({ given }: EntryPoint): Family => familyOf(families, given, "");
  const familyOfOptions = ({ given, general }: EntryPoint): Family =>
    familyOf(families, given, capturedOptions(general));
  let label: Label | null = null;
  const made = (f: unknown, ...options: unknown[]): AnyFunction => {
    const family = options.length === 0 ? familyOfPlain : familyOfOptions;
    const point = new EntryPoint(() => make(f, ...options), f, false, operator as AnyFunction, family);
    // The operator refuses at once what it does not take; a function alone it takes.
    const isTaken = typeof f === "function" && options.length === 0;
    if (label === null || !isTaken) label = labelOf(point.general);
    return entryOf(point, label);
  };
  return standingFor(
    (f, ...options) =>
      typeof f === "function" && options.every((option) => typeof option === "number")
        ? keptEntry(f as AnyFunction, operator, options, () => made(f, ...options))
        : made(f, ...options),
    operator,
  );
}

/** The same for an operator of general code: what its results call is seen where a call is explained. */
export function specialisedWithin<F>(operator: F): F {
  const make = specialised(operator) as (...args: unknown[]) => AnyFunction;
  return standingFor((...args) => unlessWatched(make(...args)), operator);
}

/** An operator like `operator`, which calls the function that it is given. Lists among its arguments are lists of arguments. */
export function specialisedCall<F>(operator: F): F {
  const general = operator as AnyFunction;
  const families: Families = new WeakMap();
  const entries = new WeakMap<Family, AnyFunction>();
  const entryFor = (f: unknown): AnyFunction => {
    const family = familyOf(families, f, "");
    let entry = entries.get(family);
    if (entry === undefined) {
      entry = entryOf(
        new EntryPoint(
          () => general,
          null,
          true,
          general,
          () => family,
        ),
        labelOf(general),
      );
      entries.set(family, entry);
    }
    return entry;
  };
  const made = standingFor((...args) => entryFor(args[0])(...(args as never[])) as AnyFunction, operator);
  comesFrom(made as AnyFunction, new OriginByFunction(general, entryFor));
  return made;
}

/** The origin of an operator that calls the function that it is given: each function has its own entry. */
class OriginByFunction extends Origin {
  readonly #entryFor: (f: unknown) => AnyFunction;

  constructor(general: AnyFunction, entryFor: (f: unknown) => AnyFunction) {
    super(() => general, null, true);
    this.#entryFor = entryFor;
  }

  override prepare(args: readonly unknown[]): boolean {
    return originOf(this.#entryFor(args[0])).prepare(args) === true;
  }

  override gaveUp(args: readonly unknown[]): boolean {
    return originOf(this.#entryFor(args[0])).gaveUp(args);
  }
}

/** The options that an operator has accepted, as its result captured them. */
function capturedOptions(general: AnyFunction): string {
  const { code, env } = stampOf(general) as Stamp;
  const options = code.program.func(code.name).captures.map((_, k) => env[k]);
  return JSON.stringify(options.filter((option) => typeof option !== "function"));
}

function standingFor<F>(made: (...args: unknown[]) => AnyFunction, operator: F): F {
  // The stamp is read on demand: importing the package parses nothing.
  stampFunction(made, () => stampOf(operator) as Stamp);
  return named(made, labelOf(operator as AnyFunction)) as F;
}

/** After this many calls that could not be specialised, an entry stops trying. */
const mostRefusals = 4;
/** After this many, all entries for functions of one code do. */
const mostInFamily = 16;

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

/** A local copy: reading an export of another module costs some nanoseconds in each call. */
const missed: typeof miss = miss;

/** A list of entries, one for each plan. It is short, and most have one item: an array would take longer to make. */
class KnownEntries {
  readonly plan: Plan;
  readonly run: Entry;
  readonly next: KnownEntries | null;

  constructor(plan: Plan, run: Entry, next: KnownEntries | null) {
    this.plan = plan;
    this.run = run;
    this.next = next;
  }

  /** The items but for that of a plan, and at most so many. */
  static without(list: KnownEntries | null, plan: Plan | undefined, most: number): KnownEntries | null {
    if (list === null || most === 0) return null;
    if (list.plan === plan) return this.without(list.next, plan, most);
    return new KnownEntries(list.plan, list.run, this.without(list.next, plan, most - 1));
  }

  static has(list: KnownEntries | null, plan: Plan): boolean {
    return list !== null && (list.plan === plan || this.has(list.next, plan));
  }
}

/** Puts one item first, which may be among the others. */
const withFirst = (first: Found, list: readonly Found[]): readonly Found[] =>
  [first, ...list.filter(({ plan }) => plan !== first.plan)].slice(0, mostShapes);

/** What the entries of one operator share, for functions of one code and the same options. */
interface Family {
  /** Null until one of them is called. */
  budget: GeneralBudget | null;
  /** One for each shape of a call. The one that answered last is first. */
  found: readonly Found[];
  refusals: number;
}

/** By the code of a function, or by the function itself if it is not compiled yet; then by the options of the operator. */
type Families = WeakMap<object, Map<string, Family>>;

function familyOf(families: Families, given: unknown, options: string): Family {
  const f = differentiatedBy(given);
  // Anything else is no function: the operator refuses it.
  const key = typeof f === "function" ? (stampOf(f)?.code ?? f) : families;
  let alike = families.get(key);
  if (alike === undefined) families.set(key, (alike = new Map<string, Family>()));
  let family = alike.get(options);
  if (family === undefined) alike.set(options, (family = { budget: null, found: [], refusals: 0 }));
  return family;
}

/** What an entry knows: a function that is made again and again gets one of these and the entry, and little else. */
class EntryPoint extends Origin {
  readonly #operator: AnyFunction;
  /** Finds what the entry shares: only when it is called, since that compiles the function. */
  readonly #familyOf: (point: EntryPoint) => Family;
  #family: Family | null = null;
  /** Null until there is an entry, so that it is not called before: engines record which function is called where. */
  latest: Entry | null = null;
  /** The one that answered last is first. */
  #known: KnownEntries | null = null;
  #refusals = 0;
  #hasGivenUp = false;

  constructor(
    make: () => AnyFunction,
    given: unknown,
    hasLists: boolean,
    operator: AnyFunction,
    familyOf: (point: EntryPoint) => Family,
  ) {
    super(make, given, hasLists);
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

  override gaveUp(): boolean {
    return this.#hasGivenUp && this.#known === null;
  }

  /** Handles a call whose shape differs from that of the call before. */
  otherwise(args: readonly unknown[]): unknown {
    if (mode === "general") return this.#byGeneral(args);
    const family = this.#shared();
    if (mode === "comparing") {
      this.#budget(family, args);
      return later.comparedCalls().comparedCall({ origin: this, args, operator: this.#operator, byGeneralCode });
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
    const found = waits(budget, args) ? "later" : later.plans().findSoon(this, args, portionOf(budget, args));
    if (found === "later") return counted(budget, () => this.#byGeneral(args));
    const isNew = found !== null && family.found.every(({ plan }) => plan !== found.plan);
    const result = isNew ? this.#calledAnew(found, family, args) : miss;
    if (result !== miss) return result;
    // If there is an entry, the call had its shape, but a guard failed.
    this.#forget(found?.plan);
    this.#hasGivenUp = found !== null;
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
    this.#known = new KnownEntries(plan, run, KnownEntries.without(this.#known, plan, mostShapes - 1));
  }

  #forget(plan: Plan | undefined): void {
    this.#known = KnownEntries.without(this.#known, plan, mostShapes);
    this.latest = this.#known?.run ?? null;
  }

  /** The result of a call by an entry that is new here; a miss if it has not the shape of the call. */
  #calledAnew(found: Found, family: Family, args: readonly unknown[]): unknown {
    const run = found.bind(this.given);
    const result = run === null ? miss : called(run, args);
    if (result === miss || run === null) return miss;
    this.#prefer(found.plan, run);
    if (family.found[0] !== found) family.found = withFirst(found, family.found);
    family.refusals = 0;
    this.#refusals = 0;
    this.#hasGivenUp = false;
    return result;
  }
}

function entryOf(point: EntryPoint, label: Label): AnyFunction {
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
    if (latest !== null && isUsual) {
      const result = latest(count, args, a0, a1, a2, a3);
      if (result !== missed) return result;
    }
    return point.otherwise(count > mostByName ? args : [a0, a1, a2, a3].slice(0, count));
  }, label);
  stampFunction(entry, () => stampOf(point.general) as Stamp);
  comesFrom(entry, point);
  return entry;
}

/** What a function shows of itself. */
interface Label {
  readonly name: string;
  readonly length: number;
}

/** Reading these takes engines longer than a property. */
const labelOf = ({ name, length }: AnyFunction): Label => ({ name, length });

/** Gives a new function without a name and a length those of a label. */
function labelled<F extends AnyFunction>(f: F, label: Label): F {
  return label.name === "" && label.length === 0 ? f : named(f, label);
}

function named<F extends AnyFunction>(f: F, { name, length }: Label): F {
  if (f.name !== name) Object.defineProperty(f, "name", { value: name });
  if (f.length !== length) Object.defineProperty(f, "length", { value: length });
  return f;
}
