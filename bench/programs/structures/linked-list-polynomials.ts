// Sparse polynomials as linked lists of terms, ordered by exponent: multiplied, added, integrated, and the definite
// integral of (p q + p)^2 over [0, 1] taken.

import type { Program } from "../program.ts";

interface Term {
  coefficient: number;
  exponent: number;
  next?: Term | undefined;
}

type Poly = Term | undefined;

function fromPairs(pairs: (readonly [number, number])[]): Poly {
  let head: Poly;
  for (let i = pairs.length - 1; i >= 0; i--) {
    const [coefficient, exponent] = pairs[i]!;
    head = { coefficient, exponent, next: head };
  }
  return head;
}

function add(p: Poly, q: Poly): Poly {
  if (!p) return q;
  if (!q) return p;
  if (p.exponent < q.exponent) return { coefficient: p.coefficient, exponent: p.exponent, next: add(p.next, q) };
  if (q.exponent < p.exponent) return { coefficient: q.coefficient, exponent: q.exponent, next: add(p, q.next) };
  return { coefficient: p.coefficient + q.coefficient, exponent: p.exponent, next: add(p.next, q.next) };
}

function shiftScale(p: Poly, t: Term): Poly {
  return (
    p && {
      coefficient: p.coefficient * t.coefficient,
      exponent: p.exponent + t.exponent,
      next: shiftScale(p.next, t),
    }
  );
}

function multiply(p: Poly, q: Poly): Poly {
  let product: Poly = undefined;
  for (let t = q; t; t = t.next) product = add(product, shiftScale(p, t));
  return product;
}

function integral(p: Poly): number {
  let sum = 0;
  let term = p;
  while (term) {
    sum += term.coefficient / (term.exponent + 1);
    term = term.next;
  }
  return sum;
}

function energy(coefficients: number[], exponents: number[]): number {
  const p = fromPairs(coefficients.map((c, i) => [c, exponents[i]!] as const));
  const q = fromPairs([
    [0.5, 0],
    [-1, 2],
    [0.25, 5],
  ]);
  const r = add(multiply(p, q), p);
  return integral(multiply(r, r));
}

export const program: Program = {
  f: energy,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => Math.sin(i + 1) / (1 + i / 4)),
    Array.from({ length: n }, (_, i) => i + (i >> 2)),
  ],
  sizes: [12, 30],
  derivatives: ["grad", "hvp"],
};
