// Pullbacks are linear, give the same when called again, and are adjoint to derivatives along directions.

import { deepStrictEqual } from "node:assert/strict";
import { J } from "../src/prelude/derivatives.ts";
import { isClose, leavesOf, withLeaves } from "../src/testing/trees.ts";
import type { Program } from "./arbitrary/index.ts";
import { law } from "./law.ts";
import { pushforwards } from "./pushforwards.ts";
import { demand, type Callable } from "./subject.ts";

const options = { size: 70 };

/** A function of the same arguments with three results: the value, a function of it, and what is left in memory. */
function withThreeResults({ params }: Program): string {
  const names = params.map(({ binding }) => binding.name);
  const left = params.map(({ binding: { name, type } }) => {
    if (type === "num") return name;
    return type === "rec" ? `${name}.a * ${name}.b` : `${name}[0] * ${name}[1]`;
  });
  return `export const three = (${names.join(", ")}) => { const y = f(${names.join(", ")}); return [y, Math.sin(y), ${left.join(" + ")}]; };\n`;
}

type Pullback = (cotangent: readonly number[]) => readonly unknown[];

const pullbackOf = (f: unknown, args: readonly unknown[]): Pullback =>
  ((J as unknown as Callable)(f, ...args) as [unknown, Pullback])[1];

law("pullbacks are linear and may be called again", { options, share: 0.3, extra: withThreeResults }, (subject) => {
  const pullback = pullbackOf(subject.exports["three"], subject.args());
  const [alpha, beta] = [1.5, -0.75];
  const u = [1, 0.5, -2];
  const v = [-0.25, 3, 1];
  const first = pullback(u);
  const [fromU, fromV] = [leavesOf(first), leavesOf(pullback(v))];
  const both = leavesOf(pullback(u.map((x, i) => alpha * x + beta * (v[i] as number))));
  const size = Math.max(1, ...fromU.map(Math.abs), ...fromV.map(Math.abs));
  both.forEach((x, i) => {
    const expected = alpha * (fromU[i] as number) + beta * (fromV[i] as number);
    demand(isClose(x / size, expected / size, 1e-9), () => `component ${i} is ${x}, not ${expected}`);
  });
  deepStrictEqual(pullback(u), first, "called again");
  const ofZero = leavesOf(pullback([0, 0, 0]));
  demand(
    ofZero.every((x) => x === 0),
    () => `the pullback of zero is ${String(ofZero)}`,
  );
});

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((s, x, i) => s + x * (b[i] as number), 0);

law("⟨J·v, w⟩ = ⟨v, Jᵀ·w⟩", { options, share: 0.25, turns: 2, extra: withThreeResults }, ({ exports, args }) => {
  const count = leavesOf(args()).length;
  const v = Array.from({ length: count }, (_, i) => 1 - 0.75 * (i % 3));
  const w = [0.5, -2, 0.75];
  const three = exports["three"] as Callable;
  const [, ...gradients] = pullbackOf(three, args())(w);
  const back = dot(v, leavesOf(gradients));
  for (const { name, along } of pushforwards) {
    const tangent = leavesOf(along(three, args(), withLeaves(args(), v)));
    const forth = dot(tangent, w);
    const size = Math.max(1, ...tangent.map(Math.abs), ...leavesOf(gradients).map(Math.abs));
    demand(isClose(forth / size, back / size, 1e-9), () => `⟨J·v, w⟩ is ${forth} by ${name}, ⟨v, Jᵀ·w⟩ is ${back}`);
  }
});
