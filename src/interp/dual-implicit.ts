// Implicit functions by lifted numbers: the plain search, then Newton steps with the Jacobian of plain numbers. At the solution
// that Jacobian is right, so each further step makes one more order of the derivative right.

import { calculate, plain, standardOf, type Num } from "./lifted.ts";
import { pass } from "./dual-pass.ts";
import type { Meaning, Oracle } from "./oracle.ts";
import { copyTree, leavesOf, visitTree } from "./structures.ts";

type Residual = (x: unknown) => readonly Num[];

/** The highest order of nested derivatives that is right. */
const mostOrders = 6;

export interface ImplicitMeanings {
  readonly fixedPoint: Meaning;
  readonly root: Meaning;
  readonly implicit: Meaning;
}

export function implicitMeanings(oracle: Oracle): ImplicitMeanings {
  const { memory, own, invoke } = oracle;
  const numbersOf = (x: unknown): readonly Num[] => {
    const numbers: Num[] = [];
    visitTree<null>(x, undefined, {
      memory,
      number: (value) => {
        numbers.push(value);
        return { leaf: null, value };
      },
    });
    return numbers;
  };
  const copy = (x: unknown): unknown => copyTree(memory, x, (n) => n);
  const plainCopy = (x: unknown): unknown => copyTree(memory, x, plain);

  const jacobianAt = (residual: Residual, x: unknown, f: unknown): readonly (readonly number[])[] => {
    const equations = own((at) => memory.hold([...residual(at)]), [f]);
    const { result } = pass(oracle, equations, [plainCopy(x)], [0]);
    const columns = [...numbersOf(x).keys()];
    return leavesOf(result).map((tangents) => columns.map((k) => standardOf(tangents.get(k) ?? 0)));
  };

  /** The solution near a plain start, with its derivatives. */
  const solved = (residual: Residual, start: unknown, f: unknown): unknown => {
    let x = start;
    for (let settled = 0, k = 0; settled < mostOrders && k < 100; k++) {
      const value = residual(copy(x));
      const inverse = invert(jacobianAt(residual, x, f));
      const before = numbersOf(x);
      const step = inverse.map((row) =>
        row.reduce<Num>((sum, a, j) => calculate("add", sum, calculate("mul", a, value[j] as Num)), 0),
      );
      const moved = (part: number): unknown => {
        let i = 0;
        return copyTree(memory, x, () => calculate("sub", before[i] as Num, calculate("mul", part, step[i++] as Num)));
      };
      const size = Math.max(1, ...before.map((v) => Math.abs(standardOf(v))));
      if (step.every((v) => Math.abs(standardOf(v)) <= 1e-12 * size)) settled++;
      let part = 1;
      let next = moved(part);
      const isNearer = (): boolean => settled > 0 || length(residual(copy(next))) < length(value);
      for (; part > 1e-9 && !isNearer(); part /= 2) next = moved(part / 2);
      x = next;
    }
    return x;
  };

  const fixedPoint: Meaning = (f) =>
    own(
      (x0, ...params) => {
        const after = (x: unknown): unknown => invoke(f, undefined, [copy(x), ...params]);
        let x = plainCopy(x0);
        for (let k = 0; k < 10_000; k++) {
          const next = plainCopy(after(x));
          const before = numbersOf(x);
          const isSettled = numbersOf(next).every(
            (v, i) => Math.abs(standardOf(v) - standardOf(before[i] as Num)) <= 1e-12 * (1 + Math.abs(standardOf(v))),
          );
          x = next;
          if (isSettled) break;
        }
        const residual: Residual = (at) => {
          const before = numbersOf(copy(at));
          return numbersOf(after(at)).map((v, i) => calculate("sub", v, before[i] as Num));
        };
        return solved(residual, x, f);
      },
      [f],
    );

  const root: Meaning = (f) =>
    own((x0, ...params) => solved((x) => numbersOf(invoke(f, undefined, [x, ...params])), plainCopy(x0), f), [f]);

  const implicit: Meaning = (solve, condition) =>
    own(
      (...params) => {
        const start = plainCopy(invoke(solve, undefined, params.map(plainCopy)));
        return solved((x) => numbersOf(invoke(condition, undefined, [x, ...params])), start, condition);
      },
      [solve, condition],
    );

  return { fixedPoint, root, implicit };
}

const length = (v: readonly Num[]): number => Math.hypot(...v.map(standardOf));

/** The inverse of a matrix, given by rows: reduces the matrix beside the identity. */
function invert(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k; i < n; i++) {
      if (Math.abs(rows[i]?.[k] ?? 0) > Math.abs(rows[best]?.[k] ?? 0)) best = i;
    }
    [rows[k], rows[best]] = [rows[best] as number[], rows[k] as number[]];
    const pivotal = (rows[k] as number[]).map((a, _, row) => a / (row[k] as number));
    rows[k] = pivotal;
    rows.forEach((row, i) => {
      if (i !== k) rows[i] = row.map((a, j) => a - (row[k] as number) * (pivotal[j] as number));
    });
  }
  return rows.map((row) => row.slice(n));
}
