// Functions of arrays, of arrays of arrays, and of records of them: specialised code, which takes them for what they are at
// the first call, gives what general code gives, call after call.

import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, grad, hessian, hvp, jacfwd } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import * as forward from "../src/prelude/jvp.ts";
import { arbRows, shapesSource } from "./arbitrary/rows.ts";
import { seedLaw } from "./law.ts";
import { by, compareTiers, outcome } from "./outcome.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

const shapes = await compile(shapesSource);

seedLaw("specialised code over rows gives what general code gives", { share: 0.08, turns: 32 }, async (seed) => {
  const [program] = fc.sample(arbRows, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f } = await compile(source, { imports: { zeroth, shapes } });
  const options = { argnums: [0, 1, 2] };
  const [gradient, expected] = [by(grad, f, options), by(general.grad, f, options)];
  const [along, expectedAlong] = [by(hvp, f), by(general.hvp, f)];
  for (const args of calls) {
    const [m, ...rest] = args;
    try {
      demandAlike(outcome(gradient, args), outcome(expected, args));
      if (seed % 2 === 0) demandAlike(outcome(along, [m, m, ...rest]), outcome(expectedAlong, [m, m, ...rest]));
    } catch (error) {
      demand(false, () => `${String(error)}\n${source}\n// f(...${JSON.stringify(args)})`);
    }
  }
});

/** A list of numbers in another place. */
const swapped = "export const g = (xs: number[], m: any, p: any, d: any): number => f(m, xs, p, d);\n";
const scaledList =
  "export const h = (xs: number[], m: any, p: any, d: any): number[] => { const y = f(m, xs, p, d); return xs.map((x, i) => x * y + i); };\n";

const ofRecord = "export const r = (p: any, m: any, xs: any, d: any): number => f(m, xs, p, d);\n";

seedLaw("Hessians and Jacobians have the columns that general code gives", { share: 0.04, turns: 64 }, async (seed) => {
  const [program] = fc.sample(arbRows, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { g, h, r } = await compile(`${program.source}${swapped}${scaledList}${ofRecord}`, {
    imports: { zeroth, shapes },
  });
  const options = seed % 3 === 0 ? { width: 2 } : {};
  const [matrix, product] = [by(hessian, g, options), by(general.hvp, g)];
  const [columns, along] = [by(jacfwd, h, options), forward.jvp as Callable];
  // What one operator has found for a function is not for another.
  const slopes = by(jacfwd, g, options);
  const inRecord = by(seed % 2 === 0 ? hessian : jacfwd, r, options);
  for (const [m, list, p, d] of program.calls) {
    const xs = seed % 5 === 0 ? Float64Array.from(list as number[]) : (list as number[]);
    const unit = (k: number): unknown => xs.map((_, i) => (i === k ? 1 : 0));
    const rest = [m, p, d];
    const expected = [...xs.keys()].map((k) => outcome(product, [xs, unit(k), ...rest]));
    const moved = [...xs.keys()].map((k) => {
      const pair = outcome((...args) => along(h, args, [unit(k), null, null, null]), [xs, ...rest]);
      return Array.isArray(pair) ? (pair as unknown[])[1] : pair;
    });
    try {
      if (seed % 4 < 2) outcome(slopes, [xs, ...rest]);
      demandColumns(outcome(matrix, [xs, ...rest]), expected);
      demandColumns(outcome(columns, [xs, ...rest]), moved);
      compareTiers(() => inRecord(...structuredClone([p, m, xs, d])));
    } catch (error) {
      demand(false, () => `${String(error)}\n${program.source}\n// xs: ${JSON.stringify(xs)}, ${JSON.stringify(rest)}`);
    }
  }
});

/** A matrix by rows has these columns, or what gives it throws where they cannot be had. */
function demandColumns(matrix: unknown, columns: readonly unknown[]): void {
  if (typeof matrix === "string" || columns.some((column) => typeof column === "string")) {
    demandAlike(typeof matrix, typeof columns[0]);
    return;
  }
  const rows = matrix as readonly ArrayLike<number>[];
  demandAlike(
    rows.map((row) => row.length),
    rows.map(() => columns.length),
  );
  for (const [j, column] of (columns as readonly ArrayLike<number>[]).entries()) {
    demandAlike(
      rows.map((row) => row[j]),
      Array.from(column),
    );
  }
}
