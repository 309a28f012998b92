// Writes the JavaScript that checks whether a call has the shape that code was made for, and reads the inputs of that code.

import { callerApart } from "./apart.ts";
import { miss, mostByName, type Entry } from "./entry.ts";
import { hasMethods, isClean, isPlainRecord, isRecordOf, sharesRecord, type Method } from "./entry-checks.ts";
import { isPrelude } from "../host/prelude-code.ts";
import { nativeCounterpart } from "../host/resolve.ts";
import type { Key } from "./workshop.ts";
import {
  elementOf,
  holdsArrays,
  isArray,
  isOfNumbers,
  isRecord,
  isReference,
  type Constant,
  type FuncName,
  type Type,
} from "../ir/index.ts";
import {
  isFloat64Array,
  isIntegerArray,
  isPlainArray,
  stampOf,
  failedGuard,
  type AnyFunction,
  isPlainObject,
  shares,
} from "../runtime/index.ts";
import {
  NeedsRecord,
  NotSpecialised,
  capturedNow,
  typeOfMemory,
  type Assumption,
  type Shape,
  type Input,
  type Specialised,
} from "../specialise/index.ts";

/** Compiled code for one shape of calls. */
export interface Plan {
  readonly fast: AnyFunction;
  /** Whether the entry calls `fast` directly: code with loops is called through apart.ts. */
  readonly isShort: boolean;
  /** The code that runs again if `fast` returns NaN or a zero of unknown sign; null if none is needed. */
  readonly careful: AnyFunction | null;
  readonly hosts: Specialised["hosts"];
  /** The types that were assumed of `hosts`. */
  readonly hostTypes: readonly Type[];
  readonly assumed: readonly Assumption[];
  readonly distinct: readonly number[];
  /** Checks, as JavaScript, whether the result of `fast` may be returned (result-checks.ts). */
  readonly checks: readonly string[];
  /** Makers of entries, by their text. */
  readonly makers: Map<string, EntryMaker>;
  /** Turns what `fast` threw into what is thrown to the user. */
  readonly explain: (error: unknown) => unknown;
  /** The function that was specialised. */
  readonly specialised: FuncName;
  /** The function that runs first. */
  readonly name: FuncName;
  /** The workshop that made it, and the shape it was made for. */
  readonly key: Key;
  readonly call: CallShape;
}

type EntryMaker = (...args: unknown[]) => Entry;

/** The shape of a call: of the callee, the receiver and the arguments. */
export interface CallShape {
  readonly shapes: readonly Shape[];
  readonly inputs: readonly Input[];
}

/** How the text of an entry reads argument `k` of `count`. */
export const argumentText = (k: number, count: number): string => (count > mostByName ? `args[${k}]` : `a${k}`);

/** The deepest nesting of functions, or of records, that is analysed. */
const deepest = 8;

/** The helpers that the text of entries uses. */
const names = {
  miss,
  failedGuard,
  hasMethods,
  isClean,
  isFloat64Array,
  isIntegerArray,
  isPlainArray,
  isPlainObject,
  isRecordOf,
  shares,
  sharesRecord,
};
const codeNames = ["fast", "careful", "explain", "apart", "cell"];
const [helperNames, helpers] = [Object.keys(names), Object.values(names)];

const typedPrototype = Object.getPrototypeOf(Float64Array.prototype) as object;

const methodsOf = (assumed: readonly Assumption[], owner: object): readonly Method[] =>
  assumed.flatMap(({ env, slot, value, isOfGiven }) => (isOfGiven && env === owner ? [[slot, value] as const] : []));

/** Types with too many values for a version of the code for each value: such values are inputs. */
const inputTypes: Readonly<Record<string, Type>> = { number: "num", string: "str" };

/** The checks that a call has a certain shape, as JavaScript, and the inputs of the code. */
export class Guards {
  readonly #lines: string[] = [];
  readonly inputs: Input[] = [];
  /** The text that reads each input. */
  readonly #reads: string[] = [];
  readonly #values: unknown[] = [];
  /** The text that reads each given record. */
  readonly #records: string[] = [];
  /** Functions of which only the code is fixed, by number. */
  readonly #functions: AnyFunction[] = [];
  readonly #isWhole: boolean;
  /** How many records enclose the one that is being analysed. */
  #nesting = 0;
  #names = 0;

  /** `isWhole`: records are inputs themselves, and not their properties. */
  constructor(isWhole: boolean) {
    this.#isWhole = isWhole;
  }

  #value(x: unknown): string {
    let k = this.#values.findIndex((value) => Object.is(value, x));
    if (k < 0) k = this.#values.push(x) - 1;
    return `v${k}`;
  }

  #check(condition: string): void {
    this.#lines.push(`if (!(${condition})) return miss;`);
  }

  #assume({ env, slot, value }: Assumption): void {
    this.#check(`${this.#value(env)}${this.#member(slot)} === ${this.#value(value)}`);
  }

  #member(key: PropertyKey): string {
    return `[${typeof key === "symbol" ? this.#value(key) : JSON.stringify(key)}]`;
  }

  /** Given arrays must have the methods that all arrays have, not methods of their own. */
  #checkMethods(assumed: readonly Assumption[], inputs: readonly string[], types: readonly Type[]): void {
    const methods = { array: methodsOf(assumed, Array.prototype), typed: methodsOf(assumed, typedPrototype) };
    if (methods.array.length + methods.typed.length === 0) return;
    inputs.forEach((at, k) => {
      const type = types[k] ?? "any";
      if (isRecord(type) && !holdsArrays(type)) return;
      if (isReference(type) && elementOf(type) !== undefined && !holdsArrays(type)) {
        for (const [name, method] of isArray(type) ? methods.array : methods.typed)
          this.#check(`${at}${this.#member(name)} === ${this.#value(method)}`);
      } else if (isReference(type) || type === "any") {
        this.#check(`hasMethods(${at}, ${this.#value(methods)})`);
      }
    });
  }

  /** The shape of an argument; `at` is the text that reads it. */
  argument(x: unknown, at: string): Shape {
    const input = inputTypes[typeof x];
    if (input !== undefined) {
      this.#check(`typeof ${at} === "${typeof x}"`);
      return this.#input(at, input);
    }
    if (typeof x === "object" && x !== null) return this.#memory(x, at);
    this.#check(`${at} === ${this.#value(x)}`);
    return this.captured(x, 0);
  }

  /** The shape of an array or a record. The elements of an array are checked where they are read. */
  #memory(x: object, at: string): Shape {
    if (isPlainRecord(x) && !this.#isWhole) return this.#record(x, at);
    const type = typeOfMemory(x);
    if (type === "float64") this.#check(`isFloat64Array(${at})`);
    else if (type === "integers") this.#check(`isIntegerArray(${at})`);
    else if (isArray(type)) this.#check(`isPlainArray(${at})`);
    else if (isRecord(type)) this.#check(`isPlainObject(${at})`);
    else this.#check(`typeof ${at} === "object" && ${at} !== null`);
    return this.#input(at, type);
  }

  /** The shape of a record, by its properties. */
  #record(x: Record<string, unknown>, at: string): Shape {
    const keys = Object.keys(x);
    if (keys.some((key) => key === "__proto__" || key in Object.prototype || /^\d+$/.test(key)))
      throw new NotSpecialised("a record with unusual names");
    // A record may contain itself.
    if (this.#nesting >= deepest) throw new NeedsRecord("records in records, too deep");
    this.#check(`isRecordOf(${at}, ${JSON.stringify(keys)})`);
    const index = this.#records.push(at) - 1;
    this.#nesting++;
    const items = keys.map((key) => {
      const name = `p${this.#names++}`;
      this.#lines.push(`const ${name} = ${at}[${JSON.stringify(key)}];`);
      return this.property(x[key], name);
    });
    this.#nesting--;
    return { kind: "record", index, keys, items };
  }

  /** The shape of a property of a record. */
  property(x: unknown, at: string): Shape {
    if (typeof x === "boolean" || x === undefined || x === null) {
      this.#check(`${at} === ${String(x)}`);
      return { kind: "constant", value: x };
    }
    return this.argument(x, at);
  }

  #input(text: string, type: Type): Shape {
    this.#reads.push(text);
    this.inputs.push({ type, hint: "x", outer: true });
    return { kind: "input", index: this.inputs.length - 1 };
  }

  /** The shape of the callee or of a captured value, which is the same in each call. */
  captured(x: unknown, depth: number): Shape {
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
        return x === null ? { kind: "constant", value: null } : this.#memory(x as object, this.#value(x));
    }
  }

  #function(f: AnyFunction, depth: number): Shape {
    const stamp = stampOf(f);
    if (stamp === undefined) {
      if (nativeCounterpart(f) === undefined) throw new NotSpecialised("a function that is not compiled");
      return { kind: "host", value: f };
    }
    const { code, env, isOnce } = stamp;
    const { captures } = code.program.func(code.name);
    // Other functions may exist in any number, with the same code: code specialised to one of them serves all.
    if (isOnce === true && captures.every(({ from, boxed }) => from === "module" && !boxed))
      return { kind: "host", value: f };
    if (depth > deepest) throw new NotSpecialised("functions that capture functions, too deep");
    let which = this.#functions.indexOf(f);
    if (which < 0) which = this.#functions.push(f) - 1;
    const inner = captures.map(({ from, boxed }, k): Shape => {
      const captured = capturedNow(env, k);
      if (from === "module")
        return this.#ofModule(captured, { env, slot: k, value: captured, isOfGiven: false }, isPrelude(code));
      if (boxed) throw new NotSpecialised("a captured variable that is assigned");
      // Options of operators, such as which argument, determine the code.
      const isOption = Number.isInteger(captured) || typeof captured === "string";
      if (isPrelude(code) && isOption) return { kind: "constant", value: captured as Constant };
      if (isPrelude(code) && Array.isArray(captured)) return this.#options(captured);
      return this.captured(captured, depth + 1);
    });
    return { kind: "closure", code, items: inner, which };
  }

  /** The shape of a module's variable: the capturing code has only one such value, so it may be specialised to it. */
  #ofModule(captured: unknown, assumption: Assumption, isPrelude: boolean): Shape {
    if (typeof captured === "function") {
      if (!isPrelude) this.#assume(assumption);
      return { kind: "host", value: captured };
    }
    if (typeof captured === "object" && captured !== null) return { kind: "host", value: captured };
    if (typeof captured === "symbol") throw new NotSpecialised("a symbol");
    return { kind: "constant", value: captured as Constant };
  }

  /** The shape of a list of options of an operator, such as which arguments. */
  #options(list: readonly unknown[]): Shape {
    const at = this.#value(list);
    this.#check(`${at}.length === ${list.length}`);
    const items = list.map((item, k): Shape => {
      if (!Number.isInteger(item)) throw new NotSpecialised("an option that is no whole number");
      this.#check(`${at}[${k}] === ${String(item)}`);
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
    const isNested = own.some(({ k }) => types[k] !== "numbers" && types[k] !== "float64");
    if (memory.length === 1 && !isNested) return;
    const list = (of: typeof memory): string => `[${of.map(({ text }) => text).join(", ")}]`;
    this.#check(`!shares(${list(own)}, ${list(others)})`);
  }

  entry(plan: Plan, count: number): Entry {
    const { fast, isShort, careful, explain, checks, hosts, assumed, distinct, makers, name } = plan;
    for (const assumption of assumed) this.#assume(assumption);
    const further = hosts.map((host) => (host.kind === "host" ? host.value : (this.#functions[host.which] as object)));
    const list = [...this.#reads, ...further.map((value) => this.#value(value))];
    const types = [...this.inputs.map(({ type }) => type), ...further.map(typeOfMemory)];
    this.#checkMethods(assumed, list, types);
    this.#checkShared(distinct, list, types);
    const inputs = list.join(", ");
    const call = isShort ? `fast(${inputs})` : `apart(${["cell", ...list].join(", ")})`;
    const run =
      careful === null
        ? [`return ${call};`]
        : [`const result = ${call};`, `unclean: {`, ...checks, `return result;`, `}`, `return careful(${inputs});`];
    const text = [
      `"use strict";`,
      `return (function (count, args, a0, a1, a2, a3) {`,
      `if (count !== ${count}) return miss;`,
      ...this.#lines,
      `try {`,
      ...run,
      `} catch (error) {`,
      `if (error === failedGuard) return miss;`,
      `throw explain(error);`,
      `}`,
      `});`,
      // Engines optimise functions with the same text together.
      `// ${encodeURI(name)}`,
    ].join("\n");
    let make = makers.get(text);
    if (make === undefined) {
      const valueNames = this.#values.map((_, k) => `v${k}`);
      // oxlint-disable-next-line no-new-func, no-implied-eval
      make = new Function(...helperNames, ...codeNames, ...valueNames, text) as EntryMaker;
      makers.set(text, make);
    }
    return make(...helpers, fast, careful, explain, callerApart(list.length), [fast], ...this.#values);
  }
}
