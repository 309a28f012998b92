// Gini coefficient of incomes after a progressive tax; the incomes are sorted by merge sort.

import type { Program } from "../program.ts";

function merge(a: number[], b: number[]): number[] {
  const out: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i]! <= b[j]!) out.push(a[i++]!);
    else out.push(b[j++]!);
  }
  while (i < a.length) out.push(a[i++]!);
  while (j < b.length) out.push(b[j++]!);
  return out;
}

function mergeSort(xs: number[]): number[] {
  if (xs.length <= 1) return xs;
  const middle = Math.floor(xs.length / 2);
  return merge(mergeSort(xs.slice(0, middle)), mergeSort(xs.slice(middle)));
}

const BRACKETS: [from: number, rate: number][] = [
  [10, 0.1],
  [25, 0.15],
  [60, 0.2],
];

function netIncome(gross: number): number {
  let tax = 0;
  for (const [from, rate] of BRACKETS) {
    if (gross <= from) break;
    tax += rate * (gross - from);
  }
  return gross - tax;
}

function gini(incomes: number[]): number {
  const sorted = mergeSort(incomes.map(netIncome));
  const n = sorted.length;
  let weighted = 0;
  let total = 0;
  sorted.forEach((x, i) => {
    weighted += (2 * (i + 1) - n - 1) * x;
    total += x;
  });
  return weighted / (n * total);
}

export const program: Program = {
  f: gini,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 20 * Math.exp(Math.sin(7.3 * i) + 0.4 * Math.cos(3.1 * i)))],
  sizes: [12, 300],
  derivatives: ["grad", "hvp"],
};
