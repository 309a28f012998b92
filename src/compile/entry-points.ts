// Entry points: the functions that operators return (`grad(f)`). They run code that is specialised to the types of their
// arguments and to the code of the functions they were made of.
//
// Where it pays, general code runs first, for as long as specialising would take (tiering.ts). The specialiser is loaded when it
// is first needed (later.ts).

import { setCounterpart } from "./counterparts.ts";
import { unlessWatched } from "./entries-within.ts";
import { EntryPoint, entryOf } from "./entry-point.ts";
import { familyOf, type Families, type Family } from "./families.ts";
import { keptEntry } from "./kept-entries.ts";
import { labelOf, named, type Label } from "./labels.ts";
import { comesFrom, Origin, originOf, type CallKind } from "./origins.ts";
import type { Span } from "../ir/index.ts";
import { stampFunction, stampOf, type AnyFunction, type Stamp } from "../runtime/index.ts";

/** An operator like `operator`, whose results run specialised code. Equal arguments give the same result, unless they are options. */
export function specialised<F>(operator: F): F {
  const make = operator as (...args: unknown[]) => AnyFunction;
  const families: Families = new WeakMap();
  const familyOfPlain = ({ given }: EntryPoint): Family => familyOf(families, given, "");
  const familyOfOptions = ({ given, general }: EntryPoint): Family =>
    familyOf(families, given, capturedOptions(general, given));
  let label: Label | null = null;
  const made = (f: unknown, ...options: unknown[]): AnyFunction => {
    const family = options.length === 0 ? familyOfPlain : familyOfOptions;
    const point = new EntryPoint(() => make(f, ...options), f, "plain", operator as AnyFunction, family);
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

/** An operator like `operator`, which calls the function that it is given; `counterpart` is one that runs it again (again.ts). */
export function specialisedCall<F>(operator: F, kind: CallKind, counterpart?: F): F {
  const general = operator as AnyFunction;
  if (counterpart !== undefined) setCounterpart(general, counterpart as AnyFunction);
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
          kind,
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
  comesFrom(made as AnyFunction, new OriginByFunction(general, kind, entryFor));
  return made;
}

/** The origin of an operator that calls the function that it is given: each function has its own entry. */
class OriginByFunction extends Origin {
  readonly #entryFor: (f: unknown) => AnyFunction;

  constructor(general: AnyFunction, kind: CallKind, entryFor: (f: unknown) => AnyFunction) {
    super(() => general, null, kind);
    this.#entryFor = entryFor;
  }

  override prepare(args: readonly unknown[]): boolean {
    return originOf(this.#entryFor(args[0])).prepare(args) === true;
  }

  override gaveUpAt(args: readonly unknown[]): Span | null {
    return originOf(this.#entryFor(args[0])).gaveUpAt(args);
  }
}

/** What the result of an operator captured beside the function that it was given: options as accepted, functions by their code. */
function capturedOptions(general: AnyFunction, given: unknown): string {
  const { code, env } = stampOf(general) as Stamp;
  const captured = code.program.func(code.name).captures.map((_, k) => env[k]);
  const options = captured.filter((option) => option !== given);
  return JSON.stringify(options.map((option) => (typeof option === "function" ? numberOf(option) : option)));
}

const numbers = new WeakMap<object, string>();
let count = 0;

/** A text for the code of a function: the same for functions of one code. */
function numberOf(f: object): string {
  const code = stampOf(f)?.code ?? f;
  let number = numbers.get(code);
  if (number === undefined) numbers.set(code, (number = `function ${++count}`));
  return number;
}

function standingFor<F>(made: (...args: unknown[]) => AnyFunction, operator: F): F {
  // The stamp is read on demand: importing the package parses nothing.
  stampFunction(made, () => stampOf(operator) as Stamp);
  return named(made, labelOf(operator as AnyFunction)) as F;
}
