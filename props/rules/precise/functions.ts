// The first three derivatives of the primitives, from textbooks, with a hundred digits: a third table of rules.

import { angle, big, composed, divided, plus, Precise, times, type Big, type Derivatives, type Jet } from "./jet.ts";

const one = new Precise(1);
const of = (x: number): Big => new Precise(x);
const ln2 = Precise.ln(2);
const ln10 = Precise.ln(10);

/** a·xᵖ and its derivatives, for the derivatives from the first on. */
const log = (x: Big, scale: Big): Derivatives => [
  x.abs().ln().div(scale),
  one.div(x).div(scale),
  one.div(x.pow(2)).negated().div(scale),
  of(2).div(x.pow(3)).div(scale),
];

function exponential(x: Big): Derivatives {
  const e = x.exp();
  return [e, e, e, e];
}

/** For tiny x the difference of exponentials would have no digits left. */
function hyperbolic(x: Big): readonly [sinh: Big, cosh: Big] {
  if (x.abs().lt("1e-25")) return [x.plus(x.pow(3).div(6)), one.plus(x.pow(2).div(2))];
  const [up, down] = [x.exp(), x.negated().exp()];
  return [up.minus(down).div(2), up.plus(down).div(2)];
}

function hyperbolicTangent(x: Big): Derivatives {
  // Beyond, all is below any double.
  if (x.abs().gt(2000)) return [of(x.s), of(0), of(0), of(0)];
  const [s, c] = hyperbolic(x);
  const [t, p] = [s.div(c), one.div(c.pow(2))];
  return [t, p, t.times(p).times(-2), p.times(t.pow(2).times(4).minus(p.times(2)))];
}

/** The derivatives of (ax² + b)ᵖ with p = −½, after a function whose derivative that is. */
function inverseRoot(x: Big, a: number, b: number, value: Big): Derivatives {
  const n = x.pow(2).times(a).plus(b);
  const root = n.sqrt();
  const first = one.div(root);
  const second = x.times(-a).div(n.times(root));
  const third = of(-a)
    .div(n.times(root))
    .plus(
      x
        .pow(2)
        .times(3 * a * a)
        .div(n.pow(2).times(root)),
    );
  return [value, first, second, third];
}

/** The same of 1/(1 + ax²). */
function inverseSquare(x: Big, a: number, value: Big): Derivatives {
  const n = x.pow(2).times(a).plus(1);
  const second = x.times(-2 * a).div(n.pow(2));
  const third = of(-2 * a)
    .div(n.pow(2))
    .plus(
      x
        .pow(2)
        .times(8 * a * a)
        .div(n.pow(3)),
    );
  return [value, one.div(n), second, third];
}

/** The derivatives of a root |x|^(1/n) with the sign of x. */
function root(x: Big, n: 2 | 3): Derivatives {
  const r = n === 2 ? x.sqrt() : x.cbrt();
  const p = one.div(n);
  const first = r.div(x).times(p);
  const second = first.div(x).times(p.minus(1));
  return [r, first, second, second.div(x).times(p.minus(2))];
}

let angleKnown: readonly [x: number, sin: Big, cos: Big] = [NaN, of(NaN), of(NaN)];
/** The sine and the cosine, which take time. */
function circular(x: number): readonly [sin: Big, cos: Big] {
  if (angleKnown[0] !== x) angleKnown = [x, angle(x).sin(), angle(x).cos()];
  return [angleKnown[1], angleKnown[2]];
}

const nothing = of(NaN);

/** Functions of one operand: derivatives at a double, null outside of the domain. */
export const unary: Readonly<Record<string, (x: number) => Derivatives | null>> = {
  acos: (x) =>
    Math.abs(x) < 1 ? (inverseRoot(big(x), -1, 1, nothing).map((d) => d.negated()) as unknown as Derivatives) : null,
  acosh: (x) => (x > 1 ? inverseRoot(big(x), 1, -1, nothing) : null),
  asin: (x) => (Math.abs(x) < 1 ? inverseRoot(big(x), -1, 1, nothing) : null),
  asinh: (x) => inverseRoot(big(x), 1, 1, nothing),
  atan: (x) => inverseSquare(big(x), 1, nothing),
  atanh: (x) => (Math.abs(x) < 1 ? inverseSquare(big(x), -1, nothing) : null),
  cbrt: (x) => (x === 0 ? null : root(big(x), 3)),
  cos: (x) => {
    const [s, c] = circular(x);
    return [c, s.negated(), c.negated(), s];
  },
  cosh: (x) => {
    const [s, c] = hyperbolic(big(x));
    return [c, s, c, s];
  },
  exp: (x) => exponential(big(x)),
  expm1: (x) => exponential(big(x)),
  log: (x) => (x > 0 ? log(big(x), one) : null),
  log10: (x) => (x > 0 ? log(big(x), ln10) : null),
  log1p: (x) => (x > -1 ? log(big(x).plus(1), one) : null),
  log2: (x) => (x > 0 ? log(big(x), ln2) : null),
  sin: (x) => {
    const [s, c] = circular(x);
    return [s, c, s.negated(), c.negated()];
  },
  sinh: (x) => {
    const [s, c] = hyperbolic(big(x));
    return [s, c, s, c];
  },
  sqrt: (x) => (x > 0 ? root(big(x), 2) : null),
  tan: (x) => {
    const [s, c] = circular(x);
    const t = s.div(c);
    const p = t.pow(2).plus(1);
    return [t, p, t.times(p).times(2), p.times(2).times(t.pow(2).times(3).plus(1))];
  },
  tanh: (x) => hyperbolicTangent(big(x)),
};

const squares = (operands: readonly Jet[]): Jet => operands.map((x) => times(x, x)).reduce(plus);

/** Functions of several operands along a line: jets, null outside of the domain. */
export const several: Readonly<Record<string, (...operands: readonly Jet[]) => Jet | null>> = {
  mul: (x, y) => times(x, y),
  div: (x, y) => (y[0].isZero() ? null : divided(x, y)),
  atan2: (y, x) => {
    const [a, b] = [y, x];
    const n = squares([a, b]);
    if (n[0].isZero()) return null;
    // Along a line b·a′ − a·b′ does not change: θ′ = (b·a′ − a·b′) / (a² + b²).
    const turn = b[0].times(a[1]).minus(a[0].times(b[1]));
    const [t0, t1, t2] = divided([turn, of(0), of(0), of(0)], n);
    return [nothing, t0, t1.div(2), t2.div(3)];
  },
  hypot: (...operands) => {
    const [n0, n1] = squares(operands);
    if (n0.isZero()) return null;
    const r = n0.sqrt();
    const slope = n1.div(2).div(r);
    // r″ = Σ (xᵢ·xₖ′ − xₖ·xᵢ′)² / r³ over the pairs; the sum does not change along a line.
    let turns = of(0);
    operands.forEach((x, i) => {
      for (const y of operands.slice(i + 1)) turns = turns.plus(x[0].times(y[1]).minus(y[0].times(x[1])).pow(2));
    });
    return [r, slope, turns.div(r.pow(3)).div(2), turns.times(slope).div(r.pow(4)).times(-3).div(6)];
  },
  pow: (x, y) => {
    const [a, b] = [x, y];
    const n = b[0];
    if (b[1].isZero()) {
      if (a[0].isZero() || (a[0].isNegative() && !n.isInteger())) return null;
      // n(n − 1)…·xⁿ⁻ᵏ, which no digit of a logarithm gets into.
      const falling = [one, n, n.times(n.minus(1)), n.times(n.minus(1)).times(n.minus(2))];
      const derivatives = falling.map((f, k) => (f.isZero() ? f : f.times(a[0].pow(n.minus(k)))));
      return composed(derivatives as unknown as Derivatives, a);
    }
    // The derivatives of the logarithm take away digits, and give them back only where the base stays.
    if (a[0].lte(0) || (!a[1].isZero() && Math.abs(a[0].e) > 30)) return null;
    const exponent = times(b, composed(log(a[0], one), a));
    return composed(exponential(exponent[0]), exponent);
  },
};
