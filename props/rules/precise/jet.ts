// Truncated power series over numbers of a hundred digits: what the rules are held against over the whole range of doubles.
//
// A jet is c₀ + c₁h + c₂h² + c₃h³. Numbers have exponents of up to nine quadrillion, so nothing over- or underflows here.

import { Decimal } from "decimal.js";

/** Numbers with enough digits for any cancellation that the formulas of this folder have. */
export const Precise: typeof Decimal = Decimal.clone({ precision: 110, maxE: 9e15, minE: -9e15 });
/** With the digits of the largest double before the point: for large angles. */
const Angle: typeof Decimal = Decimal.clone({ precision: 440, maxE: 9e15, minE: -9e15 });

export type Big = Decimal;
/** Coefficients of orders 0 to 3. */
export type Jet = readonly [Big, Big, Big, Big];
/** A value and its first three derivatives. */
export type Derivatives = Jet;

/** All binary digits of a double; the constructor would take the shortest decimal text for it. */
function exactly(x: number, Kind: typeof Decimal): Big {
  if (x === 0 || !Number.isFinite(x)) return new Kind(x);
  let exponent = Math.floor(Math.log2(Math.abs(x)));
  exponent = Math.max(exponent, -1074);
  // In two steps, as 2⁻¹⁰⁷⁴ has no reciprocal among the doubles.
  const half = Math.trunc(-exponent / 2);
  const mantissa = x * 2 ** half * 2 ** (-exponent - half);
  return new Kind(BigInt(mantissa * 2 ** 60).toString()).times(new Kind(2).pow(exponent - 60));
}

export const big = (x: number): Big => exactly(x, Precise);
export const angle = (x: number): Big => exactly(x, Math.abs(x) < 1e15 ? Precise : Angle);

const zero = new Precise(0);

/** x + ẋ·h */
export const line = (x: number, moved: number): Jet => [big(x), big(moved), zero, zero];

export const plus = (a: Jet, b: Jet): Jet => a.map((x, k) => x.plus(b[k] as Big)) as unknown as Jet;
export const times = (a: Jet, b: Jet): Jet =>
  a.map((_, k) => a.slice(0, k + 1).reduce((sum, x, j) => sum.plus(x.times(b[k - j] as Big)), zero)) as unknown as Jet;

/** f(a) by f's derivatives at a₀ (Faà di Bruno). */
export function composed([d0, d1, d2, d3]: Derivatives, [, a1, a2, a3]: Jet): Jet {
  return [
    d0,
    d1.times(a1),
    d1.times(a2).plus(d2.times(a1.pow(2)).div(2)),
    d1
      .times(a3)
      .plus(d2.times(a1).times(a2))
      .plus(d3.times(a1.pow(3)).div(6)),
  ];
}

export function divided(a: Jet, b: Jet): Jet {
  const q: Big[] = [];
  a.forEach((x, k) => {
    const known = q.reduce((sum, y, j) => sum.plus(y.times(b[k - j] as Big)), zero);
    q.push(x.minus(known).div(b[0]));
  });
  return q as unknown as Jet;
}
