// A program: closed functions. It adds derivatives when they are first asked for. The differentiator is a parameter, so that
// code that runs programs does not depend on it.

import { ZerothError } from "./diagnostics.ts";
import type { Func, FuncName, Module, Word } from "./model.ts";
import { inWhole, type Steps } from "./steps.ts";
import { lettersOf } from "./words.ts";
import type { Factory } from "../runtime/factory.ts";

/** Makes the functions that the derivative of `name` by one letter of a word needs; the first is the derivative itself. */
export type Differentiate = (module: Module, name: FuncName, letter: string) => Steps<readonly Func[]>;

/** A function of a program. There is one object per function; engines keep on it what they compile. */
export interface Code {
  readonly program: Program;
  readonly name: FuncName;
  /** The generated JavaScript, once linked. */
  factory: Factory | null;
  /** The code of its derivatives, by word, as far as they have been needed. */
  readonly derivatives: { [word: string]: Code };
}

export class Program {
  /** Grows: functions and sources are added to it, none is ever replaced. */
  readonly module: Module;
  readonly #functions: Record<FuncName, Func>;
  readonly #sources: Record<string, string>;
  readonly #differentiate: Differentiate;
  readonly #codes = new Map<FuncName, Code>();
  readonly #derived = new Map<string, FuncName>();
  readonly #final = new Set<FuncName>();

  constructor({ functions, sources }: Module, differentiate: Differentiate) {
    // Some functions may be getters, which have not been read yet: copy the descriptors.
    this.#functions = Object.defineProperties({}, Object.getOwnPropertyDescriptors(functions));
    this.#sources = { ...sources };
    this.module = { functions: this.#functions, sources: this.#sources };
    this.#differentiate = differentiate;
  }

  func(name: FuncName): Func {
    const func = this.#functions[name];
    if (func === undefined) throw new ZerothError({ kind: "bug", message: `no function @${name} in the program` });
    return func;
  }

  /** Adds a function. */
  add(func: Func): void {
    this.#functions[func.name] = func;
  }

  /** Adds a function that must not be differentiated: final passes have been run on it. */
  addFinal(func: Func): void {
    this.#final.add(func.name);
    this.add(func);
  }

  /** Adds source texts, by file name, for code frames. */
  addSources(sources: Module["sources"]): void {
    Object.assign(this.#sources, sources);
  }

  code(name: FuncName): Code {
    let code = this.#codes.get(name);
    if (code === undefined) {
      code = { program: this, name, factory: null, derivatives: {} };
      this.#codes.set(name, code);
    }
    return code;
  }

  /** The code of a derivative of a function of this program. */
  derivative(code: Code, word: Word): Code {
    return (code.derivatives[word] ??= this.code(this.derived(code.name, word)));
  }

  /** The name of the derivative of `name` by a word; differentiates where that has not been done. */
  derived(name: FuncName, word: Word): FuncName {
    return inWhole(this.deriving(name, word));
  }

  /** The same in steps. */
  *deriving(name: FuncName, word: Word): Steps<FuncName> {
    let current = name;
    for (const letter of lettersOf(word)) {
      const key = `${letter} ${current}`;
      let next = this.#derived.get(key);
      if (next === undefined) {
        if (this.#final.has(current))
          throw new ZerothError({ kind: "bug", message: `a derivative of the final @${current}` });
        const given = this.func(current).rules[letter.charAt(0)];
        if (given === undefined) {
          const functions = yield* this.#differentiate(this.module, current, letter);
          // Another may have asked for it meanwhile.
          if (!this.#derived.has(key)) for (const func of functions) this.add(func);
          next = (functions[0] as Func).name;
        } else {
          next = given;
        }
        this.#derived.set(key, next);
      }
      current = next;
    }
    return current;
  }
}
