/** `xs.map(closure).reduce(closure)` over 1,000 numbers: the gradient of the data and of what the closures captured. */

import { grad } from "zeroth";
import { inputs, numbers, pick, zerosLike, type Arrays, type Numbers, type Row } from "../row.ts";
import type { Line } from "../row-data.ts";

const squares = (a: number, b: number, xs: Numbers): number =>
  (xs as number[]).map((x) => a * x + b).reduce((sum, y) => sum + y * y, 0);

const byHand = (a: number, b: number, xs: Numbers): [number, number, Numbers] => {
  let da = 0;
  let db = 0;
  const dxs = zerosLike(xs);
  for (let i = 0; i < xs.length; i++) {
    const g = 2 * (a * xs[i]! + b);
    da += g * xs[i]!;
    db += g;
    dxs[i] = g * a;
  }
  return [da, db, dxs];
};

const gradient = grad(squares, { argnums: [0, 1, 2] });

const row = (arrays: Arrays): Row => {
  const points = inputs((k) => numbers(arrays, 1000, (i) => Math.sin(i + k)));
  return {
    name: "xs.map(closure).reduce(closure), 1,000 numbers",
    derivative: "gradient of data and captures",
    arrays,
    data: { a: 1.5, b: 0.25, points } satisfies Line,
    primal: (call) => squares(1.5, 0.25, pick(points, call)),
    zeroth: (call) => gradient(1.5, 0.25, pick(points, call)),
    byHand: (call) => byHand(1.5, 0.25, pick(points, call)),
    byHandOverPrimal: 1,
    most: 1.25,
  };
};

export const rows: readonly Row[] = [row("number[]"), row("Float64Array")];
