// Bonds from price to yield by Newton's method: the summed yields, modified durations and convexities of a ladder of
// bonds, as a function of the quoted prices and coupons.

import type { Program } from "../program.ts";

interface Bond {
  price: number;
  coupon: number; // a year, per 100
}

interface Terms {
  periodsPerYear: number;
  periods: number;
}

interface Measures {
  yield: number;
  duration: number;
  convexity: number;
}

function presentValue(bond: Bond, terms: Terms, y: number): { pv: number; slope: number; curve: number } {
  const { periodsPerYear: m, periods } = terms;
  const v = 1 / (1 + y / m);
  let pv = 0;
  let slope = 0;
  let curve = 0;
  let discount = 1;
  for (let k = 1; k <= periods; k++) {
    discount *= v;
    const cash = bond.coupon / m + (k === periods ? 100 : 0);
    pv += cash * discount;
    slope -= (k / m) * cash * discount * v;
    curve += ((k * (k + 1)) / (m * m)) * cash * discount * v * v;
  }
  return { pv, slope, curve };
}

function measure(bond: Bond, terms: Terms): Measures {
  let y = bond.coupon / 100;
  let last = presentValue(bond, terms, y);
  for (let i = 0; i < 50 && Math.abs(last.pv - bond.price) > 1e-10; i++) {
    y -= (last.pv - bond.price) / last.slope;
    last = presentValue(bond, terms, y);
  }
  return { yield: y, duration: -last.slope / bond.price, convexity: last.curve / bond.price };
}

function ladder(bonds: Bond[], terms: Terms[]): Measures {
  const sum: Measures = { yield: 0, duration: 0, convexity: 0 };
  bonds.forEach((bond, i) => {
    const m = measure(bond, terms[i]!);
    sum.yield += m.yield / bonds.length;
    sum.duration += m.duration / bonds.length;
    sum.convexity += m.convexity / bonds.length;
  });
  return sum;
}

export const program: Program = {
  f: ladder,
  inputs: (n) => [
    Array.from({ length: n / 2 }, (_, i) => ({ price: 100 + 8 * Math.sin(i + 1), coupon: 3 + 1.5 * Math.cos(i) })),
    Array.from({ length: n / 2 }, (_, i) => ({ periodsPerYear: i % 3 === 0 ? 1 : 2, periods: 4 + ((i * 5) % 24) })),
  ],
  sizes: [12, 200],
  derivatives: ["vjp", "jvp"],
};
