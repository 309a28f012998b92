// Complex numbers for the complex step: analytic functions at x + ih, for an h so small that h² is negligible.
//
// The formulas keep the imaginary part to full relative accuracy however small it is: it is never found by subtraction from a
// number of size one (for the inverse functions see W. Kahan, “Branch cuts for complex elementary functions”, 1987). Piecewise
// analytic functions (abs, max, rounding) are decided by the real part. A comparison is an observation: the caller decides
// whether it is allowed.

import { prims, ZerothError, type PrimName } from "../ir/index.ts";
import { Lifted, plain, type Num } from "./lifted.ts";

export interface Observation {
  /** Called whenever the real part alone decides something. */
  readonly byRealPart: () => void;
}

/** A complex number as a pair. */
type C = readonly [re: number, im: number];

export class Complex extends Lifted {
  readonly rank = 0;
  readonly standard: number;
  readonly imaginary: number;
  readonly #observation: Observation;

  constructor(re: number, im: number, observation: Observation) {
    super();
    this.standard = re;
    this.imaginary = im;
    this.#observation = observation;
  }

  observe(): number {
    this.#observation.byRealPart();
    return this.standard;
  }

  operate(prim: PrimName, args: readonly Num[]): Num {
    const pairs = args.map((arg): C => [plain(arg) as number, arg instanceof Complex ? arg.imaginary : 0]);
    const [re, im] = evaluate(prim, pairs, () => {
      this.#observation.byRealPart();
    });
    return new Complex(re, im, this.#observation);
  }
}

const add = ([a, b]: C, [c, d]: C): C => [a + c, b + d];
const sub = ([a, b]: C, [c, d]: C): C => [a - c, b - d];
const times = (k: number, [a, b]: C): C => [k * a, k * b];
const mul = ([a, b]: C, [c, d]: C): C => [a * c - b * d, a * d + b * c];
/** Smith's division. */
function div([a, b]: C, [c, d]: C): C {
  if (d === 0) return [a / c, b / c];
  if (Math.abs(c) >= Math.abs(d)) {
    const r = d / c;
    const n = c + d * r;
    return [(a + b * r) / n, (b - a * r) / n];
  }
  const r = c / d;
  const n = c * r + d;
  return [(a * r + b) / n, (b * r - a) / n];
}
const timesI = ([a, b]: C): C => [-b, a];
const overI = ([a, b]: C): C => [b, -a];
const one: C = [1, 0];

const exp = ([a, b]: C): C => [Math.exp(a) * Math.cos(b), Math.exp(a) * Math.sin(b)];
const log = ([a, b]: C): C => [Math.log(Math.hypot(a, b)), Math.atan2(b, a)];
function sqrt([a, b]: C): C {
  const t = Math.sqrt((Math.abs(a) + Math.hypot(a, b)) / 2);
  if (t === 0) return [0, b];
  return a >= 0 ? [t, b / (2 * t)] : [Math.abs(b) / (2 * t), b < 0 ? -t : t];
}
const sin = ([a, b]: C): C => [Math.sin(a) * Math.cosh(b), Math.cos(a) * Math.sinh(b)];
const cos = ([a, b]: C): C => [Math.cos(a) * Math.cosh(b), -Math.sin(a) * Math.sinh(b)];
const sinh = ([a, b]: C): C => [Math.sinh(a) * Math.cos(b), Math.cosh(a) * Math.sin(b)];
const cosh = ([a, b]: C): C => [Math.cosh(a) * Math.cos(b), Math.sinh(a) * Math.sin(b)];
const atan = ([a, b]: C): C => [
  Math.atan2(2 * a, (1 - a) * (1 + a) - b * b) / 2,
  Math.log1p((4 * b) / (a * a + (1 - b) ** 2)) / 4,
];

/** √(1 − z) and √(1 + z). */
const roots = (z: C): readonly [C, C] => [sqrt(sub(one, z)), sqrt(add(one, z))];
const conjugate = ([a, b]: C): C => [a, -b];

function asin(z: C): C {
  const [minus, plus] = roots(z);
  return [Math.atan2(z[0], mul(minus, plus)[0]), Math.asinh(mul(conjugate(minus), plus)[1])];
}
function acos(z: C): C {
  const [minus, plus] = roots(z);
  return [2 * Math.atan2(minus[0], plus[0]), Math.asinh(mul(conjugate(plus), minus)[1])];
}
function acosh(z: C): C {
  const [minus, plus] = [sqrt(sub(z, one)), sqrt(add(z, one))];
  return [Math.asinh(mul(conjugate(minus), plus)[0]), 2 * Math.atan2(minus[1], plus[0])];
}

/** log(1 + z), where 1 + z would lose z to rounding. */
function log1p([a, b]: C): C {
  return [Math.log1p(a), Math.atan2(b, 1 + a)];
}

function cbrt(z: C): C {
  if (z[0] < 0) return times(-1, cbrt(times(-1, z)));
  const size = Math.cbrt(Math.hypot(z[0], z[1]));
  const angle = Math.atan2(z[1], z[0]) / 3;
  return [size * Math.cos(angle), size * Math.sin(angle)];
}

/** Integer exponents use products, which have no branch. */
function pow(z: C, w: C): C {
  const [n, im] = w;
  if (im !== 0 || !Number.isInteger(n) || Math.abs(n) > 1024) return exp(mul(w, log(z)));
  let result = one;
  let square = z;
  for (let k = Math.abs(n); k > 0; k = Math.floor(k / 2)) {
    if (k % 2 === 1) result = mul(result, square);
    square = mul(square, square);
  }
  return n < 0 ? div(one, result) : result;
}

/** arctan of y/x or of −x/y, whichever is small, and the quadrant of the real parts. */
function atan2(y: C, x: C): C {
  const real = Math.atan2(y[0], x[0]);
  const inner = Math.abs(x[0]) >= Math.abs(y[0]) ? atan(div(y, x)) : times(-1, atan(div(x, y)));
  return [real, inner[1]];
}

const unary: { readonly [P in PrimName]?: (z: C) => C } = {
  neg: (z) => times(-1, z),
  plus: (z) => z,
  numeric: (z) => z,
  number: (z) => z,
  copy: (z) => z,
  returned: (z) => z,
  "guard-number": (z) => z,
  exp,
  log,
  sqrt,
  sin,
  cos,
  sinh,
  cosh,
  atan,
  asin,
  acos,
  acosh,
  log1p,
  cbrt,
  tan: (z) => div(sin(z), cos(z)),
  tanh: ([a, b]) => [Math.tanh(a), Math.sin(2 * b) / (Math.cosh(2 * a) + Math.cos(2 * b))],
  asinh: (z) => overI(asin(timesI(z))),
  atanh: (z) => overI(atan(timesI(z))),
  expm1: ([a, b]) => [Math.expm1(a), Math.exp(a) * Math.sin(b)],
  log2: (z) => times(Math.LOG2E, log(z)),
  log10: (z) => times(Math.LOG10E, log(z)),
};

const binary: { readonly [P in PrimName]?: (z: C, w: C) => C } = {
  add,
  sum: add,
  sub,
  mul,
  scale: mul,
  div,
  ratio: div,
  pow,
  atan2,
};

function evaluate(prim: PrimName, args: readonly C[], byRealPart: () => void): C {
  const [z = [NaN, 0], w = [NaN, 0], p = [NaN, 0]] = args;
  const simple = unary[prim]?.(z) ?? binary[prim]?.(z, w);
  // The real part is JavaScript's own.
  const real = (prims[prim].evaluate as (...args: readonly number[]) => number)(...args.map(([re]) => re));
  if (simple !== undefined) return [real, simple[1]];
  if (prim === "hypot") return [real, sqrt(args.map((arg) => mul(arg, arg)).reduce(add, [0, 0]))[1]];
  if (prim === "carry") return [real, z[1] + p[0] * w[1]];
  byRealPart();
  switch (prim) {
    case "abs":
      return [real, z[0] < 0 ? -z[1] : z[1]];
    case "max":
    case "min":
      return args.find(([re]) => re === real) ?? [real, 0];
    case "rem":
      return [real, sub(z, times(Math.trunc(z[0] / w[0]), w))[1]];
    case "fround":
      return [real, z[1]];
    default:
      throw new ZerothError({ kind: "bug", message: `no complex ${prim}` });
  }
}
