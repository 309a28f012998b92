// Functions of numbers, arrays, rows and records run specialised code under operators: what is lost there is time, and nobody
// would see it in a result.

import { compile, derivative, explain, grad, hvp, valueAndGrad } from "zeroth";
import { seedLaw } from "./law.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";
import { isAnswered } from "../src/test-support/is-answered.ts";
import * as general from "../src/prelude/derivatives.ts";

const source = `
export const power = (x: number, n: number): number => { let r = 1; while (n > 0) { r *= x; n--; } return r; };
export const norm = (xs: number[]): number => xs.map((x) => x * x).reduce((a, b) => a + b, 0);
export const dot = (xs: number[], ys: number[]): number => { let s = 0; for (let i = 0; i < xs.length; i++) s += xs[i]! * ys[i]!; return s; };
export const rows = (m: number[][], x: number[]): number =>
  m.reduce((s, row) => s + Math.tanh(row.reduce((t, w, j) => t + w * x[j]!, 0)), 0);
export const record = (p: { w: number[]; b: number }, x: number[]): number => {
  const { w, b } = p;
  return w.reduce((s, v, i) => s + v * x[i]!, b) * p.b;
};
export const closures = (x: number): number => { const scale = (k: number) => (y: number) => k * y; return scale(x)(x) + scale(2)(x * x); };
export const filled = (xs: number[]): number => {
  const ys = new Float64Array(xs.length);
  for (let i = 0; i < ys.length; i++) ys[i] = xs[i]! * 2;
  for (let t = 0; t < 2; t++) for (let i = 1; i < ys.length; i++) ys[i]! += ys[i - 1]! * ys[i]!;
  return ys[ys.length - 1]!;
};
export const branches = (x: number, way: string): number => {
  if (way === "sine") return Math.sin(x);
  const [a, ...more] = [x, 2 * x, 3];
  const o = { a, more };
  for (let i = 0; i < 3; i++) o.a = o.a * 0.5 + o.more.length;
  return o.a * o.a;
};
export const kept = (x: number, n: number): number => {
  let best: number[] = [x];
  for (let i = 0; i < n; i++) { if (x * i > 1) best = [x * i, i]; else best = [x]; }
  return best.reduce((s, v) => s + v * v, 0);
};
export const composed = (x: number, n: number): number => {
  let f = (y: number): number => y;
  for (let i = 0; i < n; i++) { const g = f; f = (y) => g(y) * x; }
  return f(x);
};
export const grown = (x: number, n: number): number => {
  let p: number[] = [];
  for (let i = 0; i < n; i++) p = [...p, x * i];
  return p.reduce((s, v) => s + v * v, 0);
};
export const neighbours = (xs: number[]): number => xs.reduce((s, v, i) => s + v * v * (xs[i - 1] ?? 0.5) * (xs[i + 1] ?? v), 0);
export const pushed = (xs: number[]): number => {
  const stack: number[] = [];
  for (const v of xs) stack.push(v * v);
  return stack.reduceRight((s, v) => 0.5 * s + v, 0);
};
export const bodies = (ps: { at: { x: number }; m: number }[]): number => ps.reduce((s, p) => s + p.m * p.at.x ** 2, 0);
export const recursive = (xs: number[]): number => { const sum = (k: number): number => (k === xs.length ? 0 : xs[k]! ** 3 + sum(k + 1)); return sum(0); };
export const first = (x: number): number => { let g = { dx: x, k: 0 }; for (let i = 0; i < 100; i++) g = { dx: g.dx * 0.9 * x + x, k: g.k + 1 }; return g.dx + g.k; };
`;

/** Arguments. */
const calls: Readonly<Record<string, readonly unknown[]>> = {
  power: [1.5, 4],
  norm: [[1, 2, 3]],
  dot: [
    [1, 2, 3],
    [4, 5, 6],
  ],
  rows: [
    [
      [0.1, 0.2],
      [0.3, 0.4],
    ],
    [1, 2],
  ],
  record: [{ w: [1, 2], b: 3 }, [4, 5]],
  closures: [3],
  filled: [[0.1, 0.2, 0.3]],
  branches: [0.5, "cosine"],
  kept: [1.1, 70],
  composed: [1.1, 70],
  grown: [1.1, 70],
  neighbours: [[1, 2, 3]],
  pushed: [[1, 2, 3]],
  bodies: [
    [
      { at: { x: 2 }, m: 3 },
      { at: { x: 4 }, m: 5 },
    ],
  ],
  recursive: [[1, 2, 3]],
  first: [0.3],
};
/** Tangents of what a loop makes anew are made by general code. */
const byGradient = ["kept", "composed", "grown"];
const inner = ["power", "closures", "branches", "first"];

seedLaw("what can be specialised is", { share: 0.01, turns: 500 }, async () => {
  const functions = await compile(source);
  const ask = (operator: unknown, other: unknown, name: string, ...args: readonly unknown[]): void => {
    const [own, expected] = [operator, other].map((each) => (each as (f: unknown) => Callable)(functions[name]));
    const said = explain(own as never, ...args);
    demand(!said.startsWith("General code"), () => `${name}: ${said}`);
    demand(isAnswered(own, ...structuredClone(args)), () => `${name}: a guard fails in each call`);
    demandAlike(own?.(...structuredClone(args)), expected?.(...structuredClone(args)));
  };
  for (const [name, args] of Object.entries(calls)) {
    ask(grad, general.grad, name, ...args);
    ask(valueAndGrad, general.valueAndGrad, name, ...args);
    const [x, ...rest] = args;
    if (!byGradient.includes(name)) ask(hvp, general.hvp, name, x, structuredClone(x), ...rest);
  }
  for (const name of inner) {
    const f = functions[name] as Callable;
    const twice = derivative(derivative(f as never) as never) as unknown as Callable;
    const args = calls[name] as readonly unknown[];
    demand(!explain(twice as never, ...args).startsWith("General code"), () => `${name}, twice`);
  }
});
