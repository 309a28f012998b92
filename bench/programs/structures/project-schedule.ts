// A project plan: tasks in topological order (Kahn's algorithm), each starting at a smooth maximum of the finishing
// times it depends on; the cost is the penalty for being late plus what it costs to work fast.

import type { Program } from "../program.ts";

interface Task {
  days: number;
  dailyCost: number;
}

type Dependencies = readonly (readonly number[])[];

function order(deps: Dependencies): number[] {
  const missing = deps.map((d) => d.length);
  const dependents: number[][] = deps.map(() => []);
  deps.forEach((list, task) => list.forEach((d) => dependents[d]!.push(task)));
  const ready = [...missing.keys()].filter((t) => missing[t] === 0);
  const sorted: number[] = [];
  while (ready.length > 0) {
    const task = ready.shift()!;
    sorted.push(task);
    for (const d of dependents[task]!) {
      missing[d]!--;
      if (missing[d] === 0) ready.push(d);
    }
  }
  return sorted;
}

function logSumExp(xs: number[], sharpness: number): number {
  const top = xs.reduce((a, b) => Math.max(a, b));
  return top + Math.log(xs.map((x) => Math.exp(sharpness * (x - top))).reduce((a, b) => a + b)) / sharpness;
}

function cost(tasks: Task[], deps: Dependencies, deadline: number): number {
  const finish: number[] = [];
  let wages = 0;
  for (const t of order(deps)) {
    const { days, dailyCost } = tasks[t]!;
    const before = deps[t]!;
    const start =
      before.length === 0
        ? 0
        : logSumExp(
            before.map((d) => finish[d]!),
            2,
          );
    finish[t] = start + days;
    wages += days * dailyCost + 3 / days;
  }
  const end = logSumExp(finish, 2);
  const late = end > deadline ? (end - deadline) ** 2 : 0;
  return wages + 2 * late;
}

export const program: Program = {
  f: cost,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({ days: 3 + 2 * Math.sin(i * i), dailyCost: 1 + 0.4 * Math.cos(i) })),
    Array.from({ length: n }, (_, i) => {
      const before: number[] = [];
      if (i >= 2) before.push((i * 7) % (i - 1));
      if (i > 4 && i % 2 === 0) before.push(i - 3);
      return before.filter((d, k) => before.indexOf(d) === k);
    }),
    8,
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
