// Elmore delay through a tree of wires: resistance and capacitance of each piece follow from its width; the result is
// the worst delay (smoothed) over the sinks and the area that the wires take.

import type { Program } from "../program.ts";

interface Wire {
  width: number;
  length: number;
  load?: number;
  branches?: Wire[];
}

const capacitance = ({ width, length }: Wire): number => 0.02 * width * length + 0.01 * length;

const downstream = (w: Wire): number =>
  capacitance(w) + (w.load ?? 0) + (w.branches ?? []).reduce((sum, b) => sum + downstream(b), 0);

function delays(w: Wire, before: number, out: number[]): void {
  const resistance = (0.5 * w.length) / w.width;
  const here = before + resistance * (downstream(w) - 0.5 * capacitance(w));
  if (!w.branches || w.branches.length === 0) {
    out.push(here);
    return;
  }
  for (const branch of w.branches) delays(branch, here, out);
}

const area = (w: Wire): number => w.width * w.length + (w.branches?.map(area).reduce((a, b) => a + b, 0) ?? 0);

function cost(root: Wire): number[] {
  const arrival: number[] = [];
  delays(root, 0, arrival);
  const latest = Math.max(...arrival);
  const worst = latest + 0.1 * Math.log(arrival.reduce((s, t) => s + Math.exp((t - latest) / 0.1), 0));
  return [worst, area(root)];
}

function grow(count: number, depth: number, seed: number): Wire {
  const wire: Wire = { width: 1 + 0.3 * Math.sin(seed), length: 2 + Math.cos(3 * seed) };
  if (count <= 1) return { ...wire, load: 0.1 + 0.02 * (seed % 3) };
  const parts = count > 5 && depth % 2 === 0 ? 3 : 2;
  const share = Math.floor((count - 1) / parts);
  if (share === 0) return { ...wire, load: 0.2 };
  return { ...wire, branches: Array.from({ length: parts }, (_, k) => grow(share, depth + 1, 3 * seed + k + 1)) };
}

export const program: Program = {
  f: cost,
  inputs: (n) => [grow(n, 0, 1)],
  sizes: [12, 120],
  derivatives: ["vjp", "jvp"],
};
