// The object `$` of generated code: every primitive by its name in camel case, and the functions that make closures and find
// derivatives.

import type { Code, Span, Word } from "../ir/index.ts";
import type { AnyFunction, Environment, Resolve, Target } from "../runtime/index.ts";
import { isValueWord, prims, ZerothError } from "../ir/index.ts";
import {
  Stamp,
  Box,
  Thrown,
  attempting,
  constructorOf,
  environmentOf,
  failGuard,
  keptCaptures,
  prototypeOfClass,
  readCapture,
  readSettled,
  stampNew,
  stampOf,
  unsetValue,
} from "../runtime/index.ts";
import { helperName } from "./spelling.ts";

/** The place of a derivative call. */
export interface Site {
  readonly span: Span;
  readonly source: string | undefined;
  /** The function that was last called here, and its derivative: a native one, or one that lives as long as its module. */
  callee: unknown;
  derivative: AnyFunction | null;
  /** How often answers had been forgotten before that call. */
  age: number;
  /** The code of the closure that was last called here, and its derivative's code. */
  code: Code | null;
  derived: Code | null;
  codeAge: number;
}

/** No call has this callee. */
const unasked: unique symbol = Symbol("unasked") as never;

export function siteAt(span: Span, source: string | undefined): Site {
  return { span, source, callee: unasked, derivative: null, age: 0, code: null, derived: null, codeAge: 0 };
}

export interface Runtime {
  readonly [primitive: string]: unknown;
  readonly closure: (code: Code, env: Environment) => AnyFunction;
  /** A function without captures. */
  readonly linked: (code: Code) => AnyFunction;
  readonly derivative: (callee: unknown, word: Word, site: Site) => AnyFunction;
  readonly instance: (target: Target, word: Word) => AnyFunction;
  /** Makes all calls of natives be resolved anew. */
  readonly forget: () => void;
}

export function createRuntime(resolve: Resolve, factoryOf: (code: Code) => NonNullable<Code["factory"]>): Runtime {
  let age = 0;

  const closure = (code: Code, env: Environment): AnyFunction => {
    const made = (code.factory ?? factoryOf(code))(null, env);
    stampNew(made, new Stamp(code, env));
    return made;
  };

  const linked = (code: Code): AnyFunction => closure(code, []);

  /** The generated function of a target; one per closure and word if the target is that closure's own derivative. */
  const instance = (target: Target, word: Word): AnyFunction => {
    const { code, self } = target;
    const stamp = stampOf(self);
    const own =
      stamp !== undefined && stamp.code.program === code.program && word !== "" && isDerived(stamp.code, word, code);
    const known = own ? stamp.instances?.[word] : undefined;
    if (known !== undefined) return known;
    const made = (code.factory ?? factoryOf(code))(self, environmentOf(self));
    if (own) (stamp.instances ??= {})[word] = made;
    return made;
  };

  const find = (callee: unknown, word: Word, site: Site): AnyFunction => {
    const stamp = stampOf(callee);
    const known = stamp?.instances?.[word];
    if (known !== undefined) {
      if (stamp?.isOnce === true) keep(site, callee, known);
      return known;
    }
    if (stamp !== undefined && stamp.code === site.code && site.codeAge === age) {
      const derived = site.derived as Code;
      const made = (derived.factory ?? factoryOf(derived))(callee as AnyFunction, stamp.env);
      (stamp.instances ??= {})[word] = made;
      return made;
    }
    const { span, source } = site;
    const target = resolve(callee, word, span, source);
    if (target === null && isValueWord(word)) return attempting(callee);
    if (target === null)
      throw new ZerothError({ kind: "bug", message: `a call with the word ${word} was resolved to nothing`, span });
    const made = instance(target, word);
    // Natives live as long as the program; keeping other functions here would leak them.
    if (stamp === undefined && stampOf(callee) === undefined) keep(site, callee, made);
    if (stamp !== undefined && target.self === callee && isOfCode(stamp.code, word, target.code)) {
      site.code = stamp.code;
      site.derived = target.code;
      site.codeAge = age;
    }
    return made;
  };

  const keep = (site: Site, callee: unknown, found: AnyFunction): void => {
    site.callee = callee;
    site.derivative = found;
    site.age = age;
  };

  const derivative = (callee: unknown, word: Word, site: Site): AnyFunction =>
    site.callee === callee && site.age === age ? (site.derivative as AnyFunction) : find(callee, word, site);

  const primitives = Object.fromEntries(
    Object.entries(prims).map(([name, { evaluate }]) => [helperName(name), evaluate]),
  );
  const forget = (): void => {
    age++;
  };
  return {
    ...primitives,
    Box,
    Thrown,
    constructorOf,
    prototypeOfClass,
    failGuard,
    unset: unsetValue,
    keptCaptures,
    readCapture,
    readSettled,
    closure,
    linked,
    derivative,
    instance,
    forget,
  };
}

/** Whether calls of all closures of a code run this derivative of it. What runs for a refused one may be its own rule. */
function isOfCode(base: Code, word: Word, code: Code): boolean {
  return word !== "" && base.program.func(base.name).refusal === null && isDerived(base, word, code);
}

function isDerived(base: Code, word: Word, code: Code): boolean {
  return base.program.derivative(base, word) === code;
}
