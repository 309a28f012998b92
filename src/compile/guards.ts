// Writes the JavaScript that checks whether a call has the shape that code was made for, and reads the inputs of that code.

import { callerApart } from "./apart.ts";
import { runText } from "./run-text.ts";
import { miss, mostByName } from "./entry.ts";
import {
  captureOf,
  hasMethods,
  isClean,
  isPlainRecord,
  isRecordOf,
  sharesRecord,
  type Method,
} from "./entry-checks.ts";
import { isPrelude } from "../runtime/prelude-code.ts";
import { nativeCounterpart } from "../host/resolve.ts";
import { methodsCheck, methodsOf, type MethodsCheck } from "./methods-check.ts";
import { memoryCheck } from "./memory-check.ts";
import { withNumbers, type Opened } from "./opened.ts";
import type { Bind, Plan } from "./plan.ts";
import {
  isEndless,
  isFloats,
  isOfNumbers,
  isReference,
  typesWithin,
  type Constant,
  type Type,
  noSpan,
} from "../ir/index.ts";
import {
  isOfStandIns,
  isFloat32Array,
  isFloat64Array,
  isIntegerArray,
  isPlainArray,
  stampOf,
  beginRun,
  endRun,
  failedGuard,
  takeBack,
  type AnyFunction,
  type Stamp,
  isOfClasses,
  isPlainObject,
  shares,
} from "../runtime/index.ts";
import {
  NeedsRecord,
  NotSpecialised,
  capturedNow,
  typeAtEntry,
  typeOfMemory,
  type Assumption,
  type Shape,
  type Input,
} from "../specialise/index.ts";

/** The deepest nesting of functions, or of records, that is analysed. */
const deepest = 8;

/** The helpers that the text of entries uses. */
const names = {
  beginRun,
  endRun,
  takeBack,
  miss,
  stampOf,
  captureOf,
  failedGuard,
  hasMethods,
  isClean,
  isFloat32Array,
  isFloat64Array,
  isIntegerArray,
  isPlainArray,
  isOfClasses,
  isPlainObject,
  isRecordOf,
  shares,
  sharesRecord,
};
const codeNames = ["fast", "careful", "explain", "apart", "cell"];
const [helperNames, helpers] = [Object.keys(names), Object.values(names)];

/** Types with too many values for a version of the code for each value: such values are inputs. */
const inputTypes: Readonly<Record<string, Type>> = { number: "num", string: "str" };

/** The text that reads a value. `isBinding`: it is read once for each function that is called, since that captures it. */
interface Place {
  readonly text: string;
  readonly isBinding: boolean;
}

/** A function, and the text that reads it; null if the operator made it. */
interface GivenFunction {
  readonly f: AnyFunction;
  readonly text: string | null;
}

/** How an operator takes its arguments. */
export interface Manner {
  /** Records are inputs themselves, and not their properties. */
  readonly isWhole: boolean;
  /** Arrays among the arguments are lists of arguments, which nobody but the operator sees. */
  readonly hasLists: boolean;
}

const longestList = 16; // longer lists of arguments are inputs

const isUnusual = (key: string): boolean =>
  key === "__proto__" || key in Object.prototype || /^\d+$/.test(key) || isOfStandIns(key);

function optionOf(value: unknown): Shape {
  const isConstant = value === null || ["number", "string", "boolean", "undefined"].includes(typeof value);
  if (!isConstant) throw new NotSpecialised("what an operator captured");
  return { kind: "constant", value: value as Constant };
}

/** The checks that a call has a certain shape, as JavaScript, and the inputs of the code. */
export class Guards {
  /** What is done once for each function. */
  readonly #binding: string[] = [];
  /** What is done in each call. */
  readonly #lines: string[] = [];
  readonly inputs: Input[] = [];
  /** The text that reads each input. */
  readonly #reads: string[] = [];
  readonly #values: unknown[] = [];
  /** The text that reads each given record. */
  readonly #records: string[] = [];
  /** Functions of which only the code is fixed, by number. */
  readonly #functions: GivenFunction[] = [];
  readonly #manner: Manner;
  /** How many records enclose the one that is being analysed. */
  #nesting = 0;
  #names = 0;

  constructor(manner: Manner) {
    this.#manner = manner;
  }

  #value(x: unknown): string {
    let k = this.#values.findIndex((value) => Object.is(value, x));
    if (k < 0) k = this.#values.push(x) - 1;
    return `v${k}`;
  }

  #check(condition: string, isBinding = false): void {
    if (isBinding) this.#binding.push(`if (!(${condition})) return null;`);
    else this.#lines.push(`if (!(${condition})) return miss;`);
  }

  /** Gives a name to what a text computes. */
  #let(text: string, isBinding: boolean): string {
    const name = `p${this.#names++}`;
    (isBinding ? this.#binding : this.#lines).push(`const ${name} = ${text};`);
    return name;
  }

  #assume({ env, slot, value }: Assumption): void {
    this.#check(`${this.#value(env)}${this.#member(slot)} === ${this.#value(value)}`);
  }

  #member(key: PropertyKey): string {
    return `[${typeof key === "symbol" ? this.#value(key) : JSON.stringify(key)}]`;
  }

  /** Given arrays must have the methods that all arrays have, not methods of their own. */
  #checkMethods(assumed: readonly Assumption[], inputs: readonly string[], types: readonly Type[]): void {
    const methods = methodsOf(assumed);
    if (methods.array.length + methods.typed.length === 0) return;
    const all = (of: readonly Method[], at: string): string | null =>
      of.map(([name, method]) => `${at}${this.#member(name)} === ${this.#value(method)}`).join(" && ") || null;
    const check: MethodsCheck = {
      ofArray: (at) => all(methods.array, at),
      ofTyped: (at) => all(methods.typed, at),
      ofUnknown: (at) => `hasMethods(${at}, ${this.#value(methods)})`,
    };
    inputs.forEach((at, k) => {
      const type = types[k] ?? "any";
      if (type === "any" || type === "object") this.#check(check.ofUnknown(at));
      else this.#lines.push(...(isReference(type) ? methodsCheck(type, at, check) : []));
    });
  }

  /**
   * The shape of the function that is called, which an operator made of a given one. Whatever else it captures is the same for
   * all functions that the operator makes with the same options.
   */
  callee(f: AnyFunction, given: unknown): Shape {
    if (f === given) return this.#function(f, { text: "given", isBinding: true }, 0);
    const { code, env } = stampOf(f) as Stamp;
    const { captures } = code.program.func(code.name);
    const own = (captured: unknown): Shape => {
      if (captured === given) return this.#any(captured, { text: "given", isBinding: true }, 0);
      if (typeof captured === "function") return this.callee(captured as AnyFunction, given);
      return Array.isArray(captured) ? { kind: "array", items: captured.map(optionOf) } : optionOf(captured);
    };
    const items = captures.map(({ from }, k) => {
      const captured = capturedNow(env, k);
      return from === "module" ? this.#ofModule(captured, null) : own(captured);
    });
    return { kind: "closure", code, items, which: this.#functions.push({ f, text: null }) - 1 };
  }

  /** The shape of a function that was returned in parts, which are the given list. This must be the first shape that is asked for. */
  opened({ shape, inputs }: Opened, given: readonly unknown[]): Shape {
    const texts = inputs.map((_, k) => this.#let(`given[${k}]`, true));
    for (const [k, { type }] of inputs.entries()) this.#input(texts[k] as string, type);
    const number = (k: number): number =>
      this.#functions.push({ f: given[k] as AnyFunction, text: texts[k] as string }) - 1;
    return withNumbers(shape, number);
  }

  /** The shape of argument `k` of `count`. */
  argument(x: unknown, k: number, count: number): Shape {
    const text = count > mostByName ? `args[${k}]` : `a${k}`;
    const isList = this.#manner.hasLists && isPlainArray(x) && x.length <= longestList;
    if (!isList) return this.#given(x, text);
    this.#check(`isPlainArray(${text}) && ${text}.length === ${x.length}`);
    const items = Array.from(x, (item, j) => this.#given(item, this.#let(`${text}[${j}]`, false)));
    return { kind: "array", items };
  }

  /** The shape of a value that a call passes, directly or in a record. */
  #given(x: unknown, text: string): Shape {
    return this.#any(x, { text, isBinding: false }, 0);
  }

  #any(x: unknown, place: Place, depth: number): Shape {
    const { text, isBinding } = place;
    const input = inputTypes[typeof x];
    if (input !== undefined) {
      this.#check(`typeof ${text} === "${typeof x}"`, isBinding);
      return this.#input(text, input);
    }
    if (typeof x === "function") return this.#function(x as AnyFunction, place, depth);
    if (typeof x === "object" && x !== null) return this.#memory(x, text);
    if (typeof x === "symbol" || typeof x === "bigint")
      throw new NotSpecialised("a symbol or a bigint", noSpan, typeof x);
    this.#check(`${text} === ${String(x)}`, isBinding);
    return { kind: "constant", value: x as Constant };
  }

  /** The shape of an array or a record. The elements of an array are checked where they are read. */
  #memory(x: object, at: string): Shape {
    const type = typeOfMemory(x);
    // Lists and trees have no end of properties.
    const isWhole = this.#manner.isWhole || [...typesWithin(type)].some(isEndless);
    if (isPlainRecord(x) && !isWhole) return this.#record(x, at);
    this.#check(memoryCheck(type, at));
    return this.#input(at, type);
  }

  /** The shape of a record, by its properties. */
  #record(x: Record<string, unknown>, at: string): Shape {
    const keys = Object.keys(x);
    if (keys.some(isUnusual)) throw new NotSpecialised("a record with unusual names", noSpan, keys.find(isUnusual));
    // A record may contain itself.
    if (this.#nesting >= deepest) throw new NeedsRecord("records in records, too deep");
    this.#check(`isRecordOf(${at}, ${JSON.stringify(keys)})`);
    const index = this.#records.push(at) - 1;
    this.#nesting++;
    const items = keys.map((key) => this.#given(x[key], this.#let(`${at}[${JSON.stringify(key)}]`, false)));
    this.#nesting--;
    return { kind: "record", index, keys, items };
  }

  #input(text: string, type: Type): Shape {
    this.#reads.push(text);
    this.inputs.push({ type, hint: "x", outer: true });
    return { kind: "input", index: this.inputs.length - 1 };
  }

  #function(f: AnyFunction, { text, isBinding }: Place, depth: number): Shape {
    const host = (): Shape => {
      this.#check(`${text} === ${this.#value(f)}`, isBinding);
      return { kind: "host", value: f };
    };
    const stamp = stampOf(f);
    if (stamp === undefined) {
      if (nativeCounterpart(f) === undefined)
        throw new NotSpecialised("a function that is not compiled", noSpan, f.name);
      return host();
    }
    const { code, env, isOnce } = stamp;
    const { captures } = code.program.func(code.name);
    // Other functions may exist in any number, with the same code: code specialised to one of them serves all.
    if (isOnce && captures.every(({ from, boxed }) => from === "module" && !boxed)) return host();
    if (depth > deepest) throw new NotSpecialised("functions that capture functions, too deep");
    const own = this.#let(`stampOf(${text})`, isBinding);
    this.#check(`${own} !== undefined && ${own}.code === ${this.#value(code)}`, isBinding);
    let which = this.#functions.findIndex((other) => other.f === f);
    this.#functions.forEach((other, k) => {
      // Code that compares functions relies on which of them are the same.
      if (stampOf(other.f)?.code === code)
        this.#check(`${text} ${k === which ? "===" : "!=="} ${other.text}`, isBinding);
    });
    if (which < 0) which = this.#functions.push({ f, text }) - 1;
    const from = captures.length === 0 ? "" : this.#let(`${own}.env`, isBinding);
    const items = captures.map((capture, k): Shape => {
      const captured = capturedNow(env, k);
      if (capture.from === "module") return this.#ofModule(captured, isPrelude(code) ? null : `${from}[${k}]`);
      if (capture.boxed) throw new NotSpecialised("a captured variable that is assigned", noSpan, capture.name);
      const place = { text: this.#let(`captureOf(${from}, ${k})`, isBinding), isBinding };
      // Options of operators, such as which argument, determine the code.
      if (isPrelude(code) && (Number.isInteger(captured) || typeof captured === "string")) {
        this.#check(`${place.text} === ${JSON.stringify(captured)}`, isBinding);
        return { kind: "constant", value: captured as Constant };
      }
      return isPrelude(code) && Array.isArray(captured)
        ? this.#options(captured, place)
        : this.#any(captured, place, depth + 1);
    });
    return { kind: "closure", code, items, which };
  }

  /**
   * The shape of a module's variable: the capturing code has only one such value, so it may be specialised to it. `text` reads it,
   * where it may change.
   */
  #ofModule(captured: unknown, text: string | null): Shape {
    if (typeof captured === "function") {
      if (text !== null) this.#check(`${text} === ${this.#value(captured)}`);
      return { kind: "host", value: captured };
    }
    if (typeof captured === "object" && captured !== null) return { kind: "host", value: captured };
    if (typeof captured === "symbol") throw new NotSpecialised("a symbol or a bigint", noSpan, "symbol");
    return { kind: "constant", value: captured as Constant };
  }

  /** The shape of a list of options of an operator, such as which arguments. */
  #options(list: readonly unknown[], { text, isBinding }: Place): Shape {
    this.#check(`isPlainArray(${text}) && ${text}.length === ${list.length}`, isBinding);
    const items = list.map((item, k): Shape => {
      if (!Number.isInteger(item)) throw new NotSpecialised("an option that is no whole number");
      this.#check(`${text}[${k}] === ${String(item)}`, isBinding);
      return { kind: "constant", value: item as number };
    });
    return { kind: "array", items };
  }

  /** Checks that differentiated memory is not shared: general code makes copies of it. */
  #checkShared(distinct: readonly number[], inputs: readonly string[], types: readonly Type[]): void {
    const memory = inputs.flatMap((text, k) =>
      isReference(types[k] ?? "any") || types[k] === "any" ? [{ text, k }] : [],
    );
    // The slots of a record are values of their own.
    const elsewhere = memory.filter(({ k }) => !isOfNumbers(types[k] ?? "any"));
    if (this.#records.length > 1 || (this.#records.length > 0 && elsewhere.length > 0))
      this.#check(`!sharesRecord([${this.#records.join(", ")}], [${elsewhere.map(({ text }) => text).join(", ")}])`);
    const own = memory.filter(({ k }) => distinct.includes(k));
    const others = memory.filter(({ k }) => !distinct.includes(k));
    if (own.length === 0) return;
    if (memory.length === 1 && own.every(({ k }) => types[k] === "numbers" || isFloats(types[k] ?? "any"))) return;
    const list = (of: typeof memory): string => `[${of.map(({ text }) => text).join(", ")}]`;
    this.#check(`!shares(${list(own)}, ${list(others)})`);
  }

  /** What makes entries that run a plan. */
  bind(plan: Plan, count: number): Bind {
    const { fast, isShort, isLogged, careful, explain, checks, hosts, assumed, distinct, binders, name } = plan;
    for (const assumption of assumed) this.#assume(assumption);
    const further = hosts.map((host) => {
      if (host.kind === "host") return { value: host.value, text: this.#value(host.value) };
      const { f, text } = this.#functions[host.which] as GivenFunction;
      if (text === null) throw new NotSpecialised("a function of an operator, as a whole");
      return { value: f, text };
    });
    const list = [...this.#reads, ...further.map(({ text }) => text)];
    const types = [...this.inputs.map(({ type }) => type), ...further.map(({ value }) => typeAtEntry(value))];
    this.#checkMethods(assumed, list, types);
    this.#checkShared(distinct, list, types);
    const inputs = list.join(", ");
    const call = isShort ? `fast(${inputs})` : `apart(${["cell", ...list].join(", ")})`;
    const text = [
      `"use strict";`,
      `return (function (given) {`,
      ...this.#binding,
      `return (function (count, args, a0, a1, a2, a3) {`,
      `if (count !== ${count}) return miss;`,
      ...this.#lines,
      ...runText({ call, again: careful === null ? null : `careful(${inputs})`, checks, isLogged }),
      `});`,
      `});`,
      // Engines optimise functions with the same text together.
      `// ${encodeURI(name)}`,
    ].join("\n");
    let bind = binders.get(text);
    if (bind === undefined) {
      const valueNames = this.#values.map((_, k) => `v${k}`);
      // oxlint-disable-next-line no-new-func, no-implied-eval
      const make = new Function(...helperNames, ...codeNames, ...valueNames, text) as (...args: unknown[]) => Bind;
      bind = make(...helpers, fast, careful, explain, callerApart(list.length), [fast], ...this.#values);
      binders.set(text, bind);
    }
    return bind;
  }
}
