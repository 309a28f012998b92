// Number and the functions of Math as values: what `xs.map(Math.sqrt)` and `Math.max(...xs)` call.
//
// A call that names the function and each argument, such as `Math.sqrt(x)`, is a primitive; these functions serve all other
// calls. If several arguments of `max` or `min` tie, the derivative is shared equally among them. The derivative of `hypot`
// at the origin is zero.

import { carry, foreignCall, gather, number, stop, tuple } from "../host/intrinsics.ts";
import type { Replacement } from "./replacements.ts";

type Numbers = readonly unknown[];

const nativeHypot: unknown = Math.hypot;
// oxlint-disable-next-line typescript/unbound-method -- called with a receiver
const nativeValueOf: unknown = Number.prototype.valueOf;
const nativeParseFloat: unknown = parseFloat;

export function numberOf(...args: Numbers): number {
  return args.length === 0 ? 0 : number(args[0]);
}

/** `x.valueOf()` of a number. An object that holds a number was made outside of differentiated code. */
export function numberValueOf(this: unknown): unknown {
  return typeof this === "number" ? this : foreignCall(nativeValueOf, this, tuple());
}

/** A number gives itself, except that -0 gives 0: its text is "0". Numbers read from text carry no derivative. */
export function parseFloatOf(x: unknown): number {
  if (typeof x === "number") return x === 0 ? x + 0 : x;
  return foreignCall(nativeParseFloat, undefined, tuple(x)) as number;
}

export function max(...xs: Numbers): number {
  let top = -Infinity;
  for (let i = 0; i < xs.length; i++) top = Math.max(top, stop(xs[i] as number));
  return shareTies(top, xs);
}

export function min(...xs: Numbers): number {
  let bottom = Infinity;
  for (let i = 0; i < xs.length; i++) bottom = Math.min(bottom, stop(xs[i] as number));
  return shareTies(bottom, xs);
}

/** `value`, with the mean of the derivatives of the arguments equal to it. If it is NaN, so is its derivative. */
function shareTies(value: number, xs: Numbers): number {
  let ties = 0;
  for (let i = 0; i < xs.length; i++) ties += +(+(xs[i] as number) === value);
  const share = 1 / ties;
  let result = stop(value);
  for (let i = 0; i < xs.length; i++) {
    const x = +(xs[i] as number);
    result = carry(result, x, +(x === value) * share);
  }
  return result;
}

/**
 * The value is that of JavaScript. The derivatives, of all orders, are those of length · √(Σ (xᵢ / length)²) with a constant
 * length: that sum of squares does not overflow.
 */
export function hypot(...xs: Numbers): number {
  const length = foreignCall(nativeHypot, undefined, gather(xs, xs.length)) as number;
  if (length === 0) return 0;
  let squares = 0;
  for (let i = 0; i < xs.length; i++) {
    const x = (xs[i] as number) / length;
    squares += x * x;
  }
  return carry(length, length * Math.sqrt(squares), 1);
}

const abs = (x: number): number => Math.abs(x);
const acos = (x: number): number => Math.acos(x);
const acosh = (x: number): number => Math.acosh(x);
const asin = (x: number): number => Math.asin(x);
const asinh = (x: number): number => Math.asinh(x);
const atan = (x: number): number => Math.atan(x);
const atan2 = (y: number, x: number): number => Math.atan2(y, x);
const atanh = (x: number): number => Math.atanh(x);
const cbrt = (x: number): number => Math.cbrt(x);
const ceil = (x: number): number => Math.ceil(x);
const clz32 = (x: number): number => Math.clz32(x);
const cos = (x: number): number => Math.cos(x);
const cosh = (x: number): number => Math.cosh(x);
const exp = (x: number): number => Math.exp(x);
const expm1 = (x: number): number => Math.expm1(x);
const floor = (x: number): number => Math.floor(x);
const fround = (x: number): number => Math.fround(x);
const imul = (x: number, y: number): number => Math.imul(x, y);
const log = (x: number): number => Math.log(x);
const log10 = (x: number): number => Math.log10(x);
const log1p = (x: number): number => Math.log1p(x);
const log2 = (x: number): number => Math.log2(x);
const pow = (x: number, y: number): number => Math.pow(x, y);
const round = (x: number): number => Math.round(x);
const sign = (x: number): number => Math.sign(x);
const sin = (x: number): number => Math.sin(x);
const sinh = (x: number): number => Math.sinh(x);
const sqrt = (x: number): number => Math.sqrt(x);
const tan = (x: number): number => Math.tan(x);
const tanh = (x: number): number => Math.tanh(x);
const trunc = (x: number): number => Math.trunc(x);

export const numberReplacements: readonly Replacement[] = [
  [Number, numberOf],
  // oxlint-disable-next-line typescript/unbound-method -- a key
  [Number.prototype.valueOf, numberValueOf],
  [parseFloat, parseFloatOf],
  [Math.abs, abs],
  [Math.acos, acos],
  [Math.acosh, acosh],
  [Math.asin, asin],
  [Math.asinh, asinh],
  [Math.atan, atan],
  [Math.atan2, atan2],
  [Math.atanh, atanh],
  [Math.cbrt, cbrt],
  [Math.ceil, ceil],
  [Math.clz32, clz32],
  [Math.cos, cos],
  [Math.cosh, cosh],
  [Math.exp, exp],
  [Math.expm1, expm1],
  [Math.floor, floor],
  [Math.fround, fround],
  [Math.hypot, hypot],
  [Math.imul, imul],
  [Math.log, log],
  [Math.log10, log10],
  [Math.log1p, log1p],
  [Math.log2, log2],
  [Math.max, max],
  [Math.min, min],
  [Math.pow, pow],
  [Math.round, round],
  [Math.sign, sign],
  [Math.sin, sin],
  [Math.sinh, sinh],
  [Math.sqrt, sqrt],
  [Math.tan, tan],
  [Math.tanh, tanh],
  [Math.trunc, trunc],
];
