// Finds what a call with a derivative word runs, for every kind of function value.
//
// The first of these that exists: code attached by plugin, loader or compiled code, unless it is refused and there is a rule; the
// prelude's counterpart of a native function; a rule given by `defineRule`; a wrapper for natives that carry no derivative; the
// function's own source text, if it is closed. Otherwise an error names the function, the place of the call and the remedies.

import {
  isValueWord,
  lineOf,
  ZerothError,
  type Diagnostic,
  type ErrorKind,
  type Span,
  type Word,
} from "../ir/index.ts";
import {
  assignsFields,
  classBehind,
  initialiserOf,
  ownNative,
  parentBehind,
  stampOf,
  type AnyFunction,
  type Resolve,
  type Target,
} from "../runtime/index.ts";
import { isNativeText, sourceText, stampFromSource, type SourceRefusal } from "./from-source.ts";
import { constructionOf } from "./constructions.ts";
import { foreignPlace, includeRemedy } from "./foreign-package.ts";
import { isInactive, isInactiveClass, isRequire, refusingCallbacks } from "./inactive.ts";

type Callable = (...args: never[]) => unknown;

const natives = new Map<unknown, AnyFunction>();
const rules = new WeakMap<Callable, AnyFunction>();
const wrappers = new WeakMap<Callable, AnyFunction>();
const forgetting: (() => void)[] = [];
let wrapInactive: ((f: Callable) => AnyFunction) | null = null;
let makeThrower: ((error: unknown) => AnyFunction) | null = null;

/** Makes calls of a native function run a compiled one instead. */
export function registerNative(native: Callable, replacement: AnyFunction): void {
  natives.set(native, replacement);
}

/** Gives a foreign function a compiled stand-in that has its derivatives; a newer one replaces an older one. */
export function registerRule(foreign: Callable, replacement: AnyFunction): void {
  rules.set(foreign, replacement);
  // An earlier refusal may have been linked.
  const stamp = stampOf(foreign);
  if (stamp !== undefined) stamp.instances = null;
  for (const forget of forgetting) forget();
}

/** Calls `forget` each time that a function gets a rule. */
export function whenRulesChange(forget: () => void): void {
  forgetting.push(forget);
}

/** Refuses a function that has another derivative already, whatever its rule. */
export function requireForeign(f: Callable): void {
  const code = stampOf(f)?.code;
  const isCompiled = code !== undefined && code.program.func(code.name).refusal === null;
  if (!isCompiled && nativeCounterpart(f) === undefined) return;
  const name = f.name === "" ? "the function" : `\`${f.name}\``;
  throw new ZerothError({
    kind: "invalid",
    message: `defineRule is for functions that zeroth cannot differentiate, and ${name} ${isCompiled ? "is compiled by it" : "has a derivative in it"}: the rule would have no effect`,
    remedy: "make a function with the derivative that you give, customVjp(f, rule), and call that one",
  });
}

/** Sets the function of the prelude that wraps an inactive native as a compiled function. */
export function setInactiveWrapper(wrap: (f: Callable) => AnyFunction): void {
  wrapInactive = wrap;
}

/** Sets the function of the prelude that makes a compiled function which throws an error. */
export function setThrower(make: (error: unknown) => AnyFunction): void {
  makeThrower = make;
}

/** The compiled function that replaces a native function, or the construction of a native class. */
export function nativeCounterpart(callee: unknown): AnyFunction | undefined {
  if (typeof callee !== "function") return undefined;
  const type = classBehind(callee);
  // `new Number(x)` is not what `Number(x)` is.
  const constructed = type === Number ? undefined : natives.get(type);
  const own = natives.get(callee) ?? constructed ?? constructionOf(callee);
  if (own !== undefined) return own;
  const native = ownNative(type ?? callee);
  return native === undefined || (type !== undefined && native === Number) ? undefined : natives.get(native);
}

export const resolve: Resolve = (callee, word, span, source) => {
  if (isValueWord(word) && isRefused(callee)) return null;
  const direct =
    compiled(ruleOfRefused(callee, word), word) ?? compiled(callee, word) ?? compiled(nativeCounterpart(callee), word);
  if (direct !== null || word === "") return direct;
  if (typeof callee !== "function") {
    const error = new TypeError(`${calleeText(span, source) ?? show(callee)} is not a function`);
    // A `try` statement may be there for it.
    const thrower = word.includes("E") ? makeThrower?.(error) : undefined;
    const target = compiled(thrower, word);
    if (target === null) throw error;
    return target;
  }
  if (isValueWord(word)) return null;
  const f = callee as Callable;
  const replacement = compiled(rules.get(f), word) ?? compiled(inactiveWrapper(f), word);
  if (replacement !== null) return replacement;
  const refusal = classBehind(f) === undefined ? stampFromSource(f) : null;
  const read = compiled(f, word);
  if (read !== null) return read;
  const place = span.line === 0 ? {} : source === undefined ? { span } : { span, source };
  throw foreign(f, refusal, calleeText(span, source), place);
};

/** The rule of a function that the plugin or the loader has seen but could not compile. */
function ruleOfRefused(callee: unknown, word: Word): AnyFunction | undefined {
  return word !== "" && isRefused(callee) ? rules.get(callee as Callable) : undefined;
}

function isRefused(callee: unknown): boolean {
  const code = stampOf(callee)?.code;
  return code !== undefined && code.program.func(code.name).refusal !== null;
}

function compiled(f: unknown, word: Word): Target | null {
  const stamp = stampOf(f);
  if (stamp === undefined) return null;
  const { code } = stamp;
  return { code: word === "" ? code : code.program.derivative(code, word), self: f as AnyFunction };
}

function inactiveWrapper(f: Callable): AnyFunction | undefined {
  let wrapper = wrappers.get(f);
  if (wrapper === undefined && wrapInactive !== null && isInactiveNative(f)) {
    wrapper = wrapInactive(refusingCallbacks(f));
    wrappers.set(f, wrapper);
  }
  return wrapper;
}

function isInactiveNative(f: Callable): boolean {
  const type = classBehind(f);
  return isInactive(ownNative(f) ?? f) || isInactiveClass(ownNative(type) ?? type) || isRequire(f);
}

/** Natives that return iterators of arrays: compiled code walks the array in place instead, and iterators are not values. */
const arrayIterators = new Set<unknown>(
  [Array.prototype, Object.getPrototypeOf(Float64Array.prototype) as object].flatMap((prototype) =>
    ["entries", "keys", "values"].map((name): unknown => Reflect.get(prototype, name)),
  ),
);

/** The methods of iterators and generators that are the language's own. */
const generatorPrototype: unknown = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})()));
const iteratorPrototype: unknown = Object.getPrototypeOf(generatorPrototype);
const ofIterators = new Set<unknown>([
  ...["next", "return", "throw"].map((name): unknown => Reflect.get(generatorPrototype as object, name)),
  ...[[], new Map(), new Set(), "", "".matchAll(/a/g)].map((x): unknown => Reflect.get(x[Symbol.iterator](), "next")),
  Reflect.get(iteratorPrototype as object, Symbol.iterator),
]);

/** The remedy for a function whose code may be compiled. */
function includeOrRule(f: Callable): string {
  const place = foreignPlace(f);
  return place === null ? compileOrRule : `${includeRemedy(place)}; or give it a rule with defineRule(f, { vjp })`;
}

const compileOrRule =
  "have its module compiled (node --import zeroth/register, or the plugin of zeroth/vite), or give it a rule with defineRule(f, { vjp })";

type Place = Pick<Diagnostic, "span" | "source">;

/** The error for a function that has no derivative here. */
function foreign(
  f: Callable,
  refusal: SourceRefusal | null,
  expression: string | undefined,
  place: Place,
): ZerothError {
  const refuse = (kind: ErrorKind, message: string, remedy: string): ZerothError =>
    new ZerothError({ kind, message, remedy, ...place });
  const name = nameOf(f, expression);
  const constructor = classBehind(f) ?? parentBehind(f);
  if (constructor !== undefined) {
    const className = (constructor as Callable).name || "an anonymous class";
    if (assignsFields(constructor)) {
      return refuse(
        "unsupported",
        `the construction of ${className}, whose fields are assigned and not defined`,
        "set useDefineForClassFields to true in tsconfig.json, or target to ES2022 or later",
      );
    }
    if (constructor === Number) {
      const message = "the construction of Number, an object that holds a number";
      return refuse("unsupported", message, "use the number itself, or Number(x) without new");
    }
    if (parentBehind(f) !== undefined) {
      const message = `a class that extends ${className}, in differentiated code`;
      return refuse("unsupported", message, "keep what it extends in a field");
    }
    const isClass = /^class\b/.test(sourceText(constructor as Callable));
    const isForeign = isClass && initialiserOf(constructor as Callable) === undefined;
    const home = isForeign ? foreignPlace(constructor as Callable) : null;
    const outside = "construct it outside of the differentiated function, or use a plain object";
    const remedy = home === null ? outside : `${includeRemedy(home)}; or ${outside}`;
    return refuse("unsupported", `the construction of ${className}, in differentiated code`, remedy);
  }
  if (isNativeText(sourceText(f))) return native(f, name, refuse);
  if (refusal?.unsupported !== undefined) {
    const { reason, unsupported } = refusal;
    // The unsupported construct may be the function itself: a class has no place in its text.
    const where =
      unsupported.place === ""
        ? `: ${name}`
        : `, in the function ${name} whose file is not known: ${unsupported.place}`;
    return refuse("unsupported", `${reason}${where}`, unsupported.remedy);
  }
  const freeNames = refusal?.freeNames ?? [];
  if (freeNames.length > 0) {
    const inserted = freeNames.filter((free) => /^\$z(?:\d+_)?(?:[dot]|b\w*)?$/.test(free));
    if (inserted.length > 0 || isMethodText(sourceText(f))) {
      const { message, remedy } = method(f, name, new Set(inserted), freeNames);
      return refuse("invalid", message, remedy);
    }
    const names = freeNames.map((free) => `\`${free}\``).join(", ");
    const message = `the function ${name} is not compiled by zeroth, and it uses ${names} from outside of itself`;
    return refuse("invalid", message, includeOrRule(f));
  }
  const why = refusal === null ? "" : `: ${refusal.reason}`;
  return refuse("invalid", `the function ${name} is not compiled by zeroth${why}`, includeOrRule(f));
}

function native(
  f: Callable,
  name: string,
  refuse: (kind: ErrorKind, message: string, remedy: string) => ZerothError,
): ZerothError {
  if (f.name.startsWith("bound ")) {
    const remedy = "write an arrow function that makes the call, instead of using bind";
    return refuse("unsupported", `the function ${name} is bound: its code cannot be seen`, remedy);
  }
  if (ofIterators.has(f)) {
    return refuse(
      "unsupported",
      "an iterator that plain code or the language made, such as a generator from outside",
      "make it in the differentiated function, pass the function that makes it, or pass Array.from(iterator)",
    );
  }
  const remedy = arrayIterators.has(ownNative(f) ?? f)
    ? "call it in the head of a for-of loop, in a spread or as the first argument of Array.from, or use map or Object.keys"
    : "give it a rule with defineRule(f, { vjp }), or write it in TypeScript";
  return refuse("unsupported", `the native function ${name} has no derivative`, remedy);
}

const isMethodText = (text: string): boolean =>
  /^(?:[\p{ID_Start}$_#][\p{ID_Continue}$]*|\[[^\]]*\])\s*\(/u.test(text) && !/^(?:function|class|async)\b/.test(text);

/** The error for a method compiled from its own text; `inserted` are names that the plugin inserted for functions inside it. */
function method(
  f: Callable,
  name: string,
  inserted: ReadonlySet<string>,
  freeNames: readonly string[],
): { readonly message: string; readonly remedy: string } {
  const names = freeNames
    .filter((free) => !inserted.has(free))
    .map((free) => (free === "super" ? "`super` or private members" : `\`${free}\``));
  const place = foreignPlace(f);
  const used = [...(inserted.size > 0 ? ["functions of its own"] : []), ...names].join(", ");
  return {
    message: `the method ${name} uses more than its parameters, \`this\` and globals: ${used}`,
    remedy:
      place !== null
        ? includeRemedy(place)
        : "of a class, write it as a function that takes the object as an argument; of a plain object, have its module compiled (node --import zeroth/register, or the plugin of zeroth/vite)",
  };
}

function nameOf(f: Callable, expression: string | undefined): string {
  if (f.name !== "") return `\`${f.name}\``;
  return expression === undefined ? "(anonymous)" : `\`${expression}\``;
}

function show(value: unknown): string {
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** The objects and properties that lead to the property that a text ends before: `o.a.`, `xs[`. */
const leading = /(?:[\p{ID_Continue}$\]]+(?:\??\.|\[))+$/u;

/** The callee as written in the source: the text of the call up to its arguments, with what leads to a method. */
function calleeText(span: Span, source: string | undefined): string | undefined {
  const line = source === undefined ? undefined : lineOf(source, span.line);
  if (line === undefined) return undefined;
  const text = line.slice(span.column - 1, span.column - 1 + span.length);
  const end = text.indexOf("(", 1);
  const own = (end < 0 ? text : text.slice(0, end)).trim().replace(/\?\.$/, "");
  const callee = own === "" ? "" : `${leading.exec(line.slice(0, span.column - 1))?.[0] ?? ""}${own}`;
  return callee === "" || callee.length > 60 ? undefined : callee;
}
