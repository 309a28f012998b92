// The table of primitives: arity, effect, type of the result, meaning, and how JavaScript spells it.
//
// `evaluate` is the meaning; the interpreter calls it, and generated code calls it too wherever `js` is absent.
// Operands are JavaScript values: numbers mean what JavaScript says they mean. Operands described as *cotangents* are
// numbers, tuples or tapes (values/cotangent.ts), with 0 as the zero of all of them.
//
// Effects: `pure` may be dropped, duplicated and moved; `alloc` may be dropped (identity is new each time);
// `read` depends on memory and may throw on a bad operand; `write` changes memory; `call` may do anything.

import { Box, unsetValue } from "./values/box.ts";
import { constructorFunction, environmentOf } from "./values/closure.ts";
import { inject, injectFrom, part, partsFrom, partsTo, scale, sum } from "./values/cotangent.ts";
import { overlaps } from "./values/overlap.ts";
import { iterable, lengthOf, realLengthOf } from "./values/reference.ts";
import { Context } from "./values/shadow.ts";
import type { Shadow } from "./values/shadow-kind.ts";
import { structureOf } from "./values/structure.ts";
import { tapePop, tapePush } from "./values/tape.ts";
import type { PrimName } from "./prim-names.ts";
import { isNumber, isNumeric, join, type Type } from "./types.ts";

export type Effect = "pure" | "alloc" | "read" | "write" | "call";

export interface Prim {
  /** The number of operands, or the least number of a primitive that takes any more. */
  readonly arity: number | { readonly atLeast: number };
  readonly effect: Effect;
  /** The type of the result; `none` if there is none (the text form then prints no result). */
  readonly result: Type | "none" | ((args: readonly Type[]) => Type);
  // The operands are dynamic: each primitive knows what it takes.
  readonly evaluate: (...args: never[]) => unknown;
  /** JavaScript expression (or statement, for `none`) over operand expressions, already parenthesised as needed. */
  readonly js?: (...args: readonly string[]) => string;
}

const prim = (arity: Prim["arity"], effect: Effect, result: Prim["result"], evaluate: Prim["evaluate"], js?: Prim["js"]): Prim =>
  js === undefined ? { arity, effect, result, evaluate } : { arity, effect, result, evaluate, js };

const infix = (operator: string) => (a = "", b = "") => `${a} ${operator} ${b}`;
const binary = (operator: string, result: Prim["result"], evaluate: Prim["evaluate"]): Prim =>
  prim(2, "pure", result, evaluate, infix(operator));

// JavaScript's operators on unknown operands; `any` here is what the language itself says.
type Dynamic = number & string;

/** Integers stay integers under +, − and · only while small; typed as `num` unless both sides are small constants. */
const arithmetic = (args: readonly Type[]): Type => (args.every(isNumber) ? "num" : "numeric");
const addition = (args: readonly Type[]): Type => (args.every(isNumber) ? "num" : args.every(isNumeric) ? "numeric" : "any");
const bitwise = (args: readonly Type[]): Type => (args.every(isNumber) ? "int" : "numeric");
/** The sum of cotangents: a number where both are. */
const cotangentSum = ([a = "any", b = "any"]: readonly Type[]): Type => (a === "zero" ? b : b === "zero" ? a : a === b ? a : isNumber(a) && isNumber(b) ? "num" : "any");

const math1 = (name: keyof typeof Math): Prim =>
  prim(1, "pure", "num", Math[name] as (x: number) => number, (x = "") => `Math.${String(name)}(${x})`);
const math2 = (name: keyof typeof Math): Prim =>
  prim(2, "pure", "num", Math[name] as (x: number, y: number) => number, (x = "", y = "") => `Math.${String(name)}(${x}, ${y})`);
const mathN = (name: "max" | "min" | "hypot"): Prim =>
  prim({ atLeast: 0 }, "pure", "num", Math[name], (...args) => `Math.${name}(${args.join(", ")})`);

export const prims: Readonly<Record<PrimName, Prim>> = {
  // Numbers, comparison, logic: JavaScript's operators.
  add: binary("+", addition, (a: Dynamic, b: Dynamic) => a + b),
  sub: binary("-", arithmetic, (a: Dynamic, b: Dynamic) => a - b),
  mul: binary("*", arithmetic, (a: Dynamic, b: Dynamic) => a * b),
  div: binary("/", arithmetic, (a: Dynamic, b: Dynamic) => a / b),
  rem: binary("%", arithmetic, (a: Dynamic, b: Dynamic) => a % b),
  pow: binary("**", arithmetic, (a: Dynamic, b: Dynamic) => a ** b),
  neg: prim(1, "pure", arithmetic, (a: number) => -a, (a = "") => `-${a}`),
  /** Unary plus. */
  plus: prim(1, "pure", "num", (a: unknown) => +(a as number), (a = "") => `+${a}`),
  /** ToNumeric, as `++` does: a bigint stays one. */
  numeric: prim(1, "pure", ([a = "any"]) => (isNumeric(a) ? a : "numeric"), (a: unknown) => (typeof a === "bigint" ? a : +(a as number))),
  /** `Number(x)`: like `plus`, but takes bigints. */
  number: prim(1, "pure", "num", (a: unknown) => Number(a), (a = "") => `Number(${a})`),
  bitand: binary("&", bitwise, (a: number, b: number) => a & b),
  bitor: binary("|", bitwise, (a: number, b: number) => a | b),
  bitxor: binary("^", bitwise, (a: number, b: number) => a ^ b),
  shl: binary("<<", bitwise, (a: number, b: number) => a << b),
  shr: binary(">>", bitwise, (a: number, b: number) => a >> b),
  ushr: binary(">>>", bitwise, (a: number, b: number) => a >>> b),
  bitnot: prim(1, "pure", bitwise, (a: number) => ~a, (a = "") => `~${a}`),
  lt: binary("<", "bool", (a: number, b: number) => a < b),
  le: binary("<=", "bool", (a: number, b: number) => a <= b),
  gt: binary(">", "bool", (a: number, b: number) => a > b),
  ge: binary(">=", "bool", (a: number, b: number) => a >= b),
  eq: binary("===", "bool", (a: unknown, b: unknown) => a === b),
  ne: binary("!==", "bool", (a: unknown, b: unknown) => a !== b),
  // oxlint-disable-next-line eqeqeq
  "loose-eq": binary("==", "bool", (a: unknown, b: unknown) => a == b),
  // oxlint-disable-next-line eqeqeq
  "loose-ne": binary("!=", "bool", (a: unknown, b: unknown) => a != b),
  not: prim(1, "pure", "bool", (a: unknown) => !a, (a = "") => `!${a}`),
  typeof: prim(1, "pure", "str", (a: unknown) => typeof a, (a = "") => `typeof ${a}`),
  instanceof: binary("instanceof", "bool", (a: unknown, b: unknown) => a instanceof (b as new () => unknown)),
  /** ToString, as template literals do. */
  // oxlint-disable-next-line typescript/no-unnecessary-template-expression
  "to-string": prim(1, "pure", "str", (a: unknown) => `${a as string}`, (a = "") => `\`\${${a}}\``),
  "is-nullish": prim(1, "pure", "bool", (a: unknown) => a === null || a === undefined, (a = "") => `${a} == null`),
  "is-unset": prim(1, "pure", "bool", (a: unknown) => a === unsetValue),
  "is-number": prim(1, "pure", "bool", (a: unknown) => typeof a === "number", (a = "") => `typeof ${a} === "number"`),

  // Math.
  abs: math1("abs"), acos: math1("acos"), acosh: math1("acosh"), asin: math1("asin"), asinh: math1("asinh"),
  atan: math1("atan"), atanh: math1("atanh"), atan2: math2("atan2"), cbrt: math1("cbrt"), ceil: math1("ceil"),
  clz32: math1("clz32"), cos: math1("cos"), cosh: math1("cosh"), exp: math1("exp"), expm1: math1("expm1"),
  floor: math1("floor"), fround: math1("fround"), hypot: mathN("hypot"), imul: math2("imul"), log: math1("log"),
  log10: math1("log10"), log1p: math1("log1p"), log2: math1("log2"), max: mathN("max"), min: mathN("min"),
  random: prim(0, "call", "num", Math.random, () => "Math.random()"),
  round: math1("round"), sign: math1("sign"), sin: math1("sin"), sinh: math1("sinh"), sqrt: math1("sqrt"),
  tan: math1("tan"), tanh: math1("tanh"), trunc: math1("trunc"),

  /** The same value, under a name of its own. */
  copy: prim(1, "pure", ([a = "any"]) => a, (a: unknown) => a, (a = "") => a),
  /** The same value, without a derivative. */
  stop: prim(1, "pure", ([a = "any"]) => a, (a: unknown) => a, (a = "") => a),
  /** `carry r, x, p`: the value `r`, whose derivative is that of `r` plus `p` times that of `x`. */
  carry: prim(3, "pure", ([r = "any"]) => r, (r: unknown, _x: unknown, _p: unknown) => r),

  // Names from outside.
  global: prim(1, "read", "any", (name: string) => readGlobal(name)),
  /** A constructor as an ordinary function: calling it constructs. */
  construct: prim(1, "pure", "func", (f: unknown) => constructorFunction(f)),

  // Tuples: immutable, internal.
  tuple: prim({ atLeast: 0 }, "pure", "tuple", (...parts: unknown[]) => parts, (...parts) => `[${parts.join(", ")}]`),
  "tuple-get": prim(2, "pure", "any", (t: readonly unknown[], k: number) => t[k], (t = "", k = "") => `${t}[${k}]`),
  "tuple-length": prim(1, "pure", "int", (t: unknown) => (Array.isArray(t) ? t.length : 0)),
  "tuple-concat": prim(2, "pure", "tuple", (a: unknown, b: unknown) => [...parts(a), ...parts(b)]),

  // Arrays, typed arrays, records: mutable, with identity.
  array: prim({ atLeast: 0 }, "alloc", "array", (...items: unknown[]) => items, (...items) => `[${items.join(", ")}]`),
  /** A new array with the components of a tuple. */
  "array-from": prim(1, "alloc", "array", (t: readonly unknown[]) => [...t], (t = "") => `[...${t}]`),
  /** `new Array(n)`: n holes. */
  "array-new": prim(1, "alloc", "array", (n: number) => new Array<unknown>(n), (n = "") => `new Array(${n})`),
  /** `typed-new F, n`: a typed array of class `F` with n zeros. */
  "typed-new": prim(2, "alloc", "typed", (F: new (n: number) => unknown, n: number) => new F(n), (F = "", n = "") => `new ${F}(${n})`),
  /** `object k1, v1, k2, v2, …`: a record with these properties, in this order. */
  object: prim({ atLeast: 0 }, "alloc", "object", (...entries: unknown[]) => makeObject(entries), (...entries) => {
    const properties: string[] = [];
    for (let i = 0; i < entries.length; i += 2) properties.push(`[${entries[i]}]: ${entries[i + 1]}`);
    return `{ ${properties.join(", ")} }`;
  }),
  get: prim(2, "read", "any", (o: Record<PropertyKey, unknown>, k: PropertyKey) => o[k], (o = "", k = "") => `${o}[${k}]`),
  set: prim(3, "write", "none", (o: Record<PropertyKey, unknown>, k: PropertyKey, v: unknown) => { o[k] = v; }, (o = "", k = "", v = "") => `${o}[${k}] = ${v}`),
  delete: prim(2, "write", "bool", (o: Record<PropertyKey, unknown>, k: PropertyKey) => Reflect.deleteProperty(o, k) || refuseDelete(k), (o = "", k = "") => `delete ${o}[${k}]`),
  /** `k in o`. */
  has: prim(2, "read", "bool", (o: object, k: PropertyKey) => k in o, (o = "", k = "") => `${k} in ${o}`),
  /** The own enumerable string keys of an object, as an array. */
  keys: prim(1, "read", "array", (o: object) => Object.keys(o), (o = "") => `Object.keys(${o})`),
  /** `.length` of anything. */
  length: prim(1, "read", "any", (o: unknown) => lengthOf(o), (o = "") => `${o}.length`),
  /** The length of an array; refused of a record, whose `length` may carry a derivative. */
  "array-length": prim(1, "read", "int", (o: unknown) => realLengthOf(o)),
  "set-length": prim(2, "write", "none", (o: { length: unknown }, n: unknown) => { o.length = n; }, (o = "", n = "") => `${o}.length = ${n}`),
  push: prim(2, "write", "none", (a: unknown[], v: unknown) => { a.push(v); }, (a = "", v = "") => `${a}.push(${v})`),
  pop: prim(1, "write", "any", (a: unknown[]) => a.pop(), (a = "") => `${a}.pop()`),
  /** What `for-of`, spread and array patterns walk by index: arrays themselves, a string's code points. */
  iterable: prim(1, "read", "any", (x: unknown) => iterable(x)),
  /** The first n elements of an array, or slots of a shadow, as a tuple. */
  gather: prim(2, "read", "tuple", (a: readonly unknown[] | Shadow, n: number) => gather(a, n)),

  // Boxes of captured variables that are assigned; `cell`s are variables before that is decided.
  cell: prim(1, "alloc", "box", (v: unknown) => new Box(v)),
  "cell-get": prim(1, "read", "any", (b: Box) => b.v),
  "cell-set": prim(2, "write", "none", (b: Box, v: unknown) => { b.v = v; }),
  "box-new": prim(1, "alloc", "box", (v: unknown) => new Box(v)),
  "box-get": prim(1, "read", "any", (b: Box) => b.v, (b = "") => `${b}.v`),
  "box-set": prim(2, "write", "none", (b: Box, v: unknown) => { b.v = v; }, (b = "", v = "") => `${b}.v = ${v}`),

  /** `capture self, k`: reads the environment. */
  capture: prim(2, "read", "any", (self: unknown, k: number) => environmentOf(self)[k]),

  // Tapes; the empty one is the constant `zero`.
  "tape-push": prim(2, "pure", "tape", tapePush),
  /** The tuple (rest, record). */
  "tape-pop": prim(1, "pure", "tuple", tapePop),

  // Cotangents.
  sum: prim(2, "pure", cotangentSum, sum),
  scale: prim(2, "pure", "num", scale),
  /** `gate g, c`: g if the condition holds, else zero. */
  gate: prim(2, "pure", ([g = "any"]) => g, (g: unknown, c: unknown) => (c === true ? g : 0), (g = "", c = "") => `${c} ? ${g} : 0`),
  /** `select c, a, b`: a if the condition holds, else b; both are evaluated. */
  select: prim(3, "pure", ([, a = "any", b = "any"]) => join(a, b), (c: unknown, a: unknown, b: unknown) => (c === true ? a : b), (c = "", a = "", b = "") => `${c} ? ${a} : ${b}`),
  part: prim(2, "pure", "any", part),
  /** The first k components. */
  "parts-to": prim(2, "pure", "any", partsTo),
  "parts-from": prim(2, "pure", "any", partsFrom),
  /** `inject k, g`: the tuple with g as component k and zeros elsewhere. */
  inject: prim(2, "pure", "any", inject),
  "inject-from": prim(2, "pure", "any", injectFrom),

  // Contexts and shadows.
  "new-context": prim(0, "alloc", "context", () => new Context()),
  shadow: prim(2, "read", "shadow", (context: Context, primal: unknown) => context.shadow(primal), (c = "", p = "") => `${c}.shadow(${p})`),
  "shadow-get": prim(2, "read", "any", (s: Shadow, k: unknown) => s.get(k), (s = "", k = "") => `${s}.get(${k})`),
  accum: prim(3, "write", "none", (s: Shadow, k: unknown, g: unknown) => { s.accum(k, g); }, (s = "", k = "", g = "") => `${s}.accum(${k}, ${g})`),
  take: prim(2, "write", "any", (s: Shadow, k: unknown) => s.take(k), (s = "", k = "") => `${s}.take(${k})`),
  put: prim(3, "write", "none", (s: Shadow, k: unknown, g: unknown) => { s.put(k, g); }, (s = "", k = "", g = "") => `${s}.put(${k}, ${g})`),
  /** `clear s, from, to`: sets the slots to zero. */
  clear: prim(3, "write", "none", (s: Shadow, from: number, to: number) => { for (let i = from; i < to; i++) s.put(i, 0); }),
  /** Whether a reference has received a cotangent other than zero in its own slots. No derivative. */
  "is-touched": prim(2, "read", "bool", (context: Context, primal: unknown) => context.isTouched(primal)),
  /** Accumulates the components of a tuple cotangent in the slots from 0 on. */
  "accum-all": prim(2, "write", "none", (s: Shadow, t: unknown) => { accumAll(s, t); }),

  // What the prelude needs of the border.
  /** The shape of a value as it is now: what a gradient mirrors. No derivative. */
  structure: prim(1, "read", "object", (x: unknown) => structureOf(x)),
  /** Which of the arguments named by an array of indices share memory with anything else the call can reach. */
  overlaps: prim(3, "read", "array", (f: unknown, args: readonly unknown[], argnums: readonly number[]) => overlaps(f, args, argnums)),
  /** Calls a function as JavaScript does, with the receiver and a tuple of arguments. No derivative. */
  "foreign-call": prim(3, "call", "any", (f: (...args: unknown[]) => unknown, receiver: unknown, args: readonly unknown[]) => f.apply(receiver, [...args])),
};

export type { PrimName } from "./prim-names.ts";

export function isPrimName(name: string): name is PrimName {
  return Object.hasOwn(prims, name);
}

/** The components of a tuple; the zero tuple cotangent has none. */
function parts(tuple: unknown): readonly unknown[] {
  return Array.isArray(tuple) ? tuple : [];
}

function readGlobal(name: string): unknown {
  if (name in globalThis) return (globalThis as Record<string, unknown>)[name];
  throw new ReferenceError(`${name} is not defined`);
}

function makeObject(entries: readonly unknown[]): object {
  const object: Record<PropertyKey, unknown> = {};
  for (let i = 0; i < entries.length; i += 2) object[entries[i] as PropertyKey] = entries[i + 1];
  return object;
}

function refuseDelete(key: PropertyKey): never {
  throw new TypeError(`Cannot delete property '${String(key)}'`);
}

function gather(a: readonly unknown[] | Shadow, n: number): readonly unknown[] {
  if ("accum" in a) return Array.from({ length: n }, (_, i) => a.get(i));
  return Array.from({ length: n }, (_, i) => a[i]);
}

function accumAll(shadow: Shadow, tuple: unknown): void {
  if (!Array.isArray(tuple)) return;
  tuple.forEach((g, i) => {
    shadow.accum(i, g);
  });
}

