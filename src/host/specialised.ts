// Entry points: functions that operators give (`grad(f)`), run by code that is specialised to the types of their arguments
// and to the code of the functions they were made of.
//
// Specialised code is found by the form of the call: the codes of the functions and the types of the numbers. Values that
// functions captured are inputs, so a fresh closure of known code compiles nothing. A call that cannot be specialised
// runs as it did before.

import { engine } from "./enter.ts";
import { builtIns } from "./built-ins.ts";
import { nativeCounterpart } from "./resolve.ts";
import { emitFunction, explainError } from "../codegen/index.ts";
import {
  ZerothError,
  noSpan,
  stampFunction,
  stampOf,
  type AnyFunction,
  type Code,
  type Constant,
  type Func,
  type FuncName,
  type Module,
  type Type,
} from "../ir/index.ts";
import {
  NotSpecialised,
  Specialiser,
  plainProducts,
  planTapes,
  textOf,
  capturedNow,
  holds,
  type Assumption,
  type Form,
  type Input,
  type Specialised,
} from "../opt/index.ts";
import { createProgram, optimising } from "../pipeline.ts";

const isPrelude = ({ program, name }: Code): boolean => program.func(name).span.file.startsWith("zeroth/");

const program = createProgram({ functions: {}, sources: {} });
const specialiser = new Specialiser(
  program,
  {
    ...builtIns,
    counterpart: nativeCounterpart,
    isPrelude,
  },
  optimising,
);

/** Compiled code for a form of calls. */
interface Plan {
  readonly fast: AnyFunction;
  /** What runs again where the number that `fast` gives is NaN or a zero of unknown sign; null if it need not. */
  readonly careful: AnyFunction | null;
  readonly hosts: readonly object[];
  readonly assumed: readonly Assumption[];
  /** The function that runs first. */
  readonly name: FuncName;
}

const mostPlans = 1000;
/** By the text of the form; where there is none, why. */
const plans = new Map<string, Plan | NotSpecialised>();
/** Makers of entries, by their text. */
const makers = new Map<string, (...args: unknown[]) => Entry>();

/** `operator` whose results run specialised code. */
export function specialised<F>(operator: F): F {
  const make = operator as (...args: unknown[]) => AnyFunction;
  const made = (...args: unknown[]): AnyFunction => entryOf(make(...args));
  const stamp = stampOf(operator);
  if (stamp !== undefined) stampFunction(made, stamp);
  return named(made, operator as AnyFunction) as F;
}

type Entry = (args: readonly unknown[]) => unknown;

/** What an entry gives if the call is not of the form that it was made for. */
const miss: unique symbol = Symbol("zeroth.miss");

/** After so many calls that could not be specialised, an entry does not try again. */
const mostRefusals = 4;

function entryOf(general: AnyFunction): AnyFunction {
  let latest: Entry | null = null;
  let refusals = 0;
  const entry = (...args: unknown[]): unknown => {
    if (latest !== null) {
      const result = latest(args);
      if (result !== miss) return result;
    }
    if (refusals === mostRefusals || args.some(isMemory)) return general(...(args as never[]));
    const found = findEntry(general, args);
    if (found === null) {
      refusals++;
      return general(...(args as never[]));
    }
    refusals = 0;
    latest = found;
    return found(args);
  };
  const stamp = stampOf(general);
  if (stamp === undefined) return general;
  stampFunction(entry, stamp);
  generals.set(entry, general);
  return named(entry, general);
}

/** Calls with memory are not specialised. */
const isMemory = (x: unknown): boolean => typeof x === "object" && x !== null;

/** The function that an entry stands for. */
const generals = new WeakMap<AnyFunction, AnyFunction>();

function named<F extends AnyFunction>(f: F, { name, length }: AnyFunction): F {
  Object.defineProperties(f, { name: { value: name }, length: { value: length } });
  return f;
}

/** The JavaScript that a call runs; why it runs general code, if it does. */
export function codeOf(entry: AnyFunction, ...args: readonly unknown[]): string {
  const found = planOf(generals.get(entry) ?? entry, args);
  return found instanceof NotSpecialised
    ? `not specialised: ${found.message}`
    : emitFunction(program, found[0].name).text;
}

function findEntry(general: AnyFunction, args: readonly unknown[]): Entry | null {
  const found = planOf(general, args);
  return found instanceof NotSpecialised ? null : found[1].entry(found[0], args.length);
}

function planOf(general: AnyFunction, args: readonly unknown[]): readonly [Plan, Guards] | NotSpecialised {
  const guards = new Guards();
  let forms: readonly Form[];
  try {
    const self = guards.captured(general, 0);
    forms = [self, { kind: "constant", value: undefined }, ...args.map((arg, k) => guards.argument(arg, `args[${k}]`))];
  } catch (error) {
    if (error instanceof NotSpecialised) return error;
    throw error;
  }
  const types = guards.inputs.map(({ type }) => type);
  const key = forms.map((form) => textOf(form, types)).join(" ");
  let plan = plans.get(key);
  if (plan === undefined || !(plan instanceof NotSpecialised || plan.assumed.every(holds))) {
    if (plans.size >= mostPlans) plans.clear();
    plan = makePlan(forms, guards.inputs);
    plans.set(key, plan);
  }
  return plan instanceof NotSpecialised ? plan : [plan, guards];
}

function makePlan(forms: readonly Form[], inputs: readonly Input[]): Plan | NotSpecialised {
  try {
    const flat = specialiser.specialise(forms, inputs, noSpan);
    if (flat.result.kind !== "input") return new NotSpecialised("a result that is a function, or known before");
    return linkedPlan(flat);
  } catch (error) {
    if (error instanceof NotSpecialised) return error;
    // What cannot be differentiated is an error where the general code meets it, if it does.
    if (error instanceof ZerothError && error.kind !== "bug") return new NotSpecialised(error.message);
    throw error;
  }
}

/** A flat function with plain products, and as it is. */
function linkedPlan(flat: Specialised): Plan {
  const { hosts, assumed } = flat;
  const exact: Module = { functions: { [flat.name]: program.func(flat.name) }, sources: {} };
  const plain = plainProducts.run(exact);
  const name = finished(plain, flat.name, "plain");
  const fast = linked(name);
  if (plain === exact) return { fast, careful: null, hosts, assumed, name };
  let exactly: AnyFunction | null = null;
  const careful: AnyFunction = (...args) => (exactly ??= linked(finished(exact, flat.name, "careful")))(...args);
  return { fast, careful, hosts, assumed, name };
}

const linked = (name: FuncName): AnyFunction => engine.factoryOf(program.code(name))(null, []);

/** Adds a function that is not differentiated any more; its name. */
function finished(module: Module, from: FuncName, suffix: string): FuncName {
  const name = `${from}/${suffix}`;
  const func = optimising.run(planTapes.run(module)).functions[from] as Func;
  program.add({ ...func, name, base: name });
  return name;
}

/** Functions are looked into so deep. */
const deepest = 8;

/** What there are too many of to have code for each. */
const inputTypes: Readonly<Record<string, Type>> = { number: "num", string: "str" };

/** The checks that a call is of a form, as JavaScript, and its inputs. */
class Guards {
  readonly #lines: string[] = [];
  readonly inputs: Input[] = [];
  /** How each input is read. */
  readonly #reads: string[] = [];
  readonly #values: unknown[] = [];

  #value(x: unknown): string {
    let k = this.#values.findIndex((value) => Object.is(value, x));
    if (k < 0) k = this.#values.push(x) - 1;
    return `v${k}`;
  }

  #check(condition: string): void {
    this.#lines.push(`if (!(${condition})) return miss;`);
  }

  #assume({ env, slot, value }: Assumption): void {
    this.#check(`${this.#value(env)}[${slot}] === ${this.#value(value)}`);
  }

  /** The form of an argument, which `at` reads. */
  argument(x: unknown, at: string): Form {
    const input = inputTypes[typeof x];
    if (input !== undefined) {
      this.#check(`typeof ${at} === "${typeof x}"`);
      return this.#input(at, input);
    }
    this.#check(`${at} === ${this.#value(x)}`);
    return this.captured(x, 0);
  }

  #input(text: string, type: Type): Form {
    this.#reads.push(text);
    this.inputs.push({ type, hint: "x" });
    return { kind: "input", index: this.inputs.length - 1 };
  }

  /** The form of the callee, or of what a closure captured: it is the same in each call. */
  captured(x: unknown, depth: number): Form {
    switch (typeof x) {
      case "number":
      case "string":
        return this.#input(this.#value(x), inputTypes[typeof x] as Type);
      case "boolean":
      case "undefined":
        return { kind: "constant", value: x as Constant };
      case "function":
        return this.#function(x as AnyFunction, depth);
      default:
        if (x !== null) throw new NotSpecialised("an argument that is no number");
        return { kind: "constant", value: null };
    }
  }

  #function(f: AnyFunction, depth: number): Form {
    const stamp = stampOf(f);
    if (stamp === undefined) {
      if (nativeCounterpart(f) === undefined) throw new NotSpecialised("a function that is not compiled");
      return { kind: "host", value: f };
    }
    const { code, env } = stamp;
    const { captures } = code.program.func(code.name);
    if (captures.every(({ from, boxed }) => from === "module" && !boxed)) return { kind: "host", value: f };
    if (depth > deepest) throw new NotSpecialised("functions that capture functions, too deep");
    const inner = captures.map(({ from, boxed }, k): Form => {
      const captured = capturedNow(env, k);
      if (boxed) {
        if (from !== "module") throw new NotSpecialised("a captured variable that is assigned");
        return { kind: "host", value: captured as object };
      }
      if (from === "module" && typeof captured === "object" && captured !== null) {
        return { kind: "host", value: captured };
      }
      // Options of operators, such as which argument, say what code there is to be.
      const isOption = Number.isInteger(captured) || typeof captured === "string";
      if (isPrelude(code) && isOption) return { kind: "constant", value: captured as Constant };
      const isImport = from === "module" && typeof captured === "function" && !isPrelude(code);
      if (isImport) this.#assume({ env, slot: k, value: captured });
      return this.captured(captured, depth + 1);
    });
    return { kind: "closure", code, env: inner };
  }

  entry({ fast, careful, hosts, assumed }: Plan, count: number): Entry {
    for (const assumption of assumed) this.#assume(assumption);
    const inputs = [...this.#reads, ...hosts.map((host) => this.#value(host))].join(", ");
    const run =
      careful === null
        ? [`return fast(${inputs});`]
        : [`const r = fast(${inputs});`, `return r === r && r !== 0 ? r : careful(${inputs});`];
    const text = [
      `"use strict";`,
      `return (function (args) {`,
      `if (args.length !== ${count}) return miss;`,
      ...this.#lines,
      `try {`,
      ...run,
      `} catch (error) { throw explain(error); }`,
      `});`,
    ].join("\n");
    let make = makers.get(text);
    if (make === undefined) {
      if (makers.size >= mostPlans) makers.clear();
      const names = this.#values.map((_, k) => `v${k}`);
      // oxlint-disable-next-line no-new-func, no-implied-eval
      make = new Function("fast", "careful", "miss", "explain", ...names, text) as (...args: unknown[]) => Entry;
      makers.set(text, make);
    }
    return make(fast, careful, miss, explainError, ...this.#values);
  }
}
