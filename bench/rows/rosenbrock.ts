/** Rosenbrock's function in 100 dimensions: the Hessian times a vector. */

import { hvp } from "zeroth";
import { inputs, numbers, pick, zerosLike, type Arrays, type Numbers, type Row } from "../row.ts";
import type { Directions } from "../row-data.ts";

const rosenbrock = (x: Numbers): number => {
  let total = 0;
  for (let i = 0; i + 1 < x.length; i++) {
    const a = 1 - x[i]!;
    const b = x[i + 1]! - x[i]! * x[i]!;
    total += a * a + 100 * b * b;
  }
  return total;
};

/** The Hessian is tridiagonal. */
const byHand = (x: Numbers, v: Numbers): Numbers => {
  const product = zerosLike(x);
  for (let i = 0; i + 1 < x.length; i++) {
    const corner = -400 * x[i]!;
    product[i]! += (1200 * x[i]! * x[i]! - 400 * x[i + 1]! + 2) * v[i]! + corner * v[i + 1]!;
    product[i + 1]! += corner * v[i]! + 200 * v[i + 1]!;
  }
  return product;
};

const product = hvp(rosenbrock);

const row = (arrays: Arrays): Row => {
  const points = inputs((k) => numbers(arrays, 100, (i) => Math.sin(i + k)));
  const directions = inputs((k) => numbers(arrays, 100, (i) => Math.cos(2 * i + k)));
  return {
    name: "Rosenbrock, 100 dimensions",
    derivative: "Hessian times vector",
    arrays,
    data: { points, directions } satisfies Directions,
    primal: (call) => rosenbrock(pick(points, call)),
    zeroth: (call) => product(pick(points, call), pick(directions, call)),
    byHand: (call) => byHand(pick(points, call), pick(directions, call)),
    byHandOverPrimal: 1.7,
    most: 1.5,
  };
};

export const rows: readonly Row[] = [row("number[]"), row("Float64Array")];
