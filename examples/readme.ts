import { grad, hvp } from "zeroth";

const ts = [0, 1, 2];
const ys = [1.1, 1.9, 4.2];
const model = (p: { a: number; b: number }) => (t: number) => p.a * Math.exp(p.b * t);
const loss = (p: { a: number; b: number }) =>
  ts.map((t, i) => (model(p)(t) - ys[i]!) ** 2).reduce((sum, square) => sum + square, 0);

console.log(grad(loss)({ a: 1, b: 0.5 })); // { a: -9.08, b: -16.94 }
console.log(hvp(loss)({ a: 1, b: 0.5 }, { a: 1, b: 0 })); // { a: 22.21, b: 18.05 }, the Hessian's column for a
