// A model written as text, such as "k0*x^2 + k1*sin(x) + 3", taken apart by split and evaluated at given points.

import type { Program } from "../program.ts";

function factor(text: string, k: number[], x: number): number {
  const s = text.trim();
  if (s.startsWith("sin(")) return Math.sin(factor(s.slice(4, -1), k, x));
  if (s.startsWith("exp(-")) return Math.exp(-factor(s.slice(5, -1), k, x));
  const [base, power] = s.split("^");
  let value: number;
  if (base === "x") value = x;
  else if (base![0] === "k") value = k[Number(base!.slice(1))]!;
  else value = Number.parseFloat(base!);
  return power === undefined ? value : Math.pow(value, Number(power));
}

function valueOf(formula: string, k: number[], x: number): number {
  let sum = 0;
  for (const term of formula.split("+")) {
    let product = 1;
    for (const f of term.split("*")) product *= factor(f, k, x);
    sum += product;
  }
  return sum;
}

function curve(k: number[], formula: string, xs: number[]): number[] {
  return xs.map((x) => valueOf(formula, k, x));
}

export const program: Program = {
  f: curve,
  inputs: (n) => [
    [0.3, 1.2, -0.7],
    "k0*x^2 + k1*sin(x) + 3 + k2*k2*exp(-x) + 0.5*k0^2*x",
    Array.from({ length: n }, (_, i) => 0.1 + i / n),
  ],
  sizes: [12, 100],
  derivatives: ["jvp", "vjp"],
};
