// Arrays of records that a function makes, and dictionaries: specialised code runs, and gives what general code gives.

import { describe, expect, test } from "vitest";
import { explain, grad, hvp, ready } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";

interface P {
  x: number;
  k: number;
}

type Operator = (f: F) => (...args: readonly unknown[]) => unknown;
type F = (xs: readonly number[], names: readonly string[]) => number;

const sum = (ps: readonly P[]): number => ps.reduce((s, p, i) => s + (i + 1) * p.x * p.k, 0);

/** No derivative with respect to a record is looked up. */
const peeled: readonly F[] = [
  function madeAnew(xs) {
    let ps = xs.map((x, i): P => ({ x, k: i }));
    for (let t = 0; t < 3; t++) ps = ps.map(({ x, k }) => ({ x: Math.sin(x + k), k: k * x }));
    return sum(ps);
  },
  function rows(xs) {
    const all: P[][] = Array.from({ length: 2 }, () => []);
    xs.forEach((x, i) => {
      all[i % 2]!.push({ x: x * x, k: i });
    });
    return sum(all[0]!) - 0.5 * sum(all[1]!);
  },
  function exchanged(xs) {
    const ps: P[] = [];
    for (const x of xs) {
      ps.push({ x: x * x, k: x });
      const n = ps.length - 1;
      if (n > 0 && ps[0]!.x > ps[n]!.x) [ps[0], ps[n]] = [ps[n]!, ps[0]!];
    }
    const last = ps.pop()!;
    return sum(ps) + last.x * last.k;
  },
  function written(xs) {
    const ps = xs.map((x): P => ({ x, k: 1 }));
    for (let t = 0; t < 3; t++)
      for (const p of ps) for (const q of ps) if (p !== q) p.k += Math.tanh(q.x - p.x) * (q.k > p.k ? 0.2 : 0.1);
    return sum(ps);
  },
  function apart(xs) {
    const [ps, qs] = [xs, xs.map(Math.cos)].map((list) => list.map((x): P => ({ x, k: 1 }))) as [P[], P[]];
    for (const p of ps) for (const q of qs) p.k += p === q ? 100 : 0.1 * q.x;
    return sum(ps) + sum(qs);
  },
];

/** Records that may be in two places, or leave theirs. */
const kept: readonly F[] = [
  function inTwoPlaces(xs) {
    const ps = xs.map((x): P => ({ x, k: 1 }));
    const qs = ps.filter((p) => p.x > 0);
    for (const q of qs) q.k *= q.x;
    return sum(ps) + sum(qs);
  },
  function sorted(xs) {
    const make = (at: number[]): { at: number[]; k: number } => ({ at, k: at[0]! * at[1]! });
    const ps = [make([xs[0]!, 1])];
    for (let i = 0; i < 3; i++) ps.push(make([xs[1]!, i]));
    for (let t = 0; t < xs.length; t++) {
      ps.sort((p, q) => p.k - q.k);
      if (ps[0]!.k < ps[1]!.k) {
        ps[3] = make(ps[0]!.at.map((x, j) => 0.5 * (x + ps[1]!.at[j]!)));
        continue;
      }
      for (let i = 1; i < 4; i++) ps[i] = make(ps[i]!.at.map((x) => x * x));
    }
    return ps.reduce((s, p) => s + p.k * p.at[1]!, 0);
  },
  function again(xs) {
    const [p, ps]: [P, P[]] = [{ x: xs[0]!, k: xs[1]! }, []];
    for (let i = 0; i < xs.length; i++) ps.push(p);
    for (const q of ps) q.k *= q.x;
    return sum(ps);
  },
  function outOfPlace(xs) {
    const ps = xs.map((x): P => ({ x, k: 2 }));
    const first = ps[0]!;
    ps[0] = { x: xs[1]!, k: 3 };
    first.k *= first.x;
    return sum(ps) + first.k;
  },
  function optional(xs) {
    const ps = xs.map((x): Partial<P> => (x > 0 ? { x } : { x, k: x * x }));
    return ps.reduce((s, { x = 1, k = 0.5 }) => s + x * k, 0);
  },
  function inherited(xs) {
    const ps = xs.map((x): P => ({ x, k: 1 }));
    return sum(ps) * ps.filter((p) => "toString" in p).length;
  },
];

const dictionaries: readonly F[] = [
  function sums(xs, names) {
    const by: Record<string, number> = {};
    names.forEach((name, i) => {
      by[name] = (by[name] ?? 0.5) + xs[i % xs.length]! ** 2;
    });
    return Object.keys(by).reduce((s, name, i) => s + (i + 1) * by[name]! ** 2, 0);
  },
  function lists(xs, names) {
    const by: Record<string, number[]> = {};
    names.forEach((name, i) => (by[name] ??= []).push(xs[i % xs.length]!));
    let s = 0;
    for (const list of Object.values(by)) s += list.reduce((t, x) => t + x * x, 0) / list.length;
    return s;
  },
  function grown(xs, names) {
    let by: Record<string, number> = { a: xs[0]!, b: xs[1]! };
    for (const name of names) {
      if (xs[0]! > 0.2) by[name] = (by[name] ?? 0) + xs[0]!;
      else by = { a: xs[1]!, b: 1 };
    }
    return Object.keys(by).reduce((s, name, i) => s + (i + 1) * by[name]! ** 2, 0);
  },
  function memo(xs, names) {
    const known: Record<string, number> = {};
    const once = (name: string, x: number): number => (known[name] ??= Math.sin(x));
    return names.reduce((s, name, i) => s + once(name, xs[i % xs.length]!) * (i + 1), 0);
  },
  function leaving(xs, names) {
    let by: Record<string, number> = { a: xs[0]!, long: xs[1]! };
    for (const name of names) {
      if (name in by) delete by[name];
      else by = { ...by, [name]: xs[0]! * xs[1]! };
    }
    return Object.entries(by).reduce((s, [name, x]) => s + name.length * x * x, 0);
  },
];

const points: readonly (readonly [number[], string[]])[] = [
  [
    [0.3, -0.8, 1.1],
    ["b", "a", "b", "c"],
  ],
  [[1.2, 0.4], ["a"]],
  [
    [0.9, 0.7, 0.2, -0.5],
    ["c", "c", "z", "a", "y"],
  ],
];

describe.each([
  ["records that are variables", peeled, false],
  ["records that stay", kept, true],
  ["dictionaries", dictionaries, false],
])("%s", (_, functions, makesRecords) => {
  test.each(functions.map((f) => [f.name, f] as const))("%s", async (_name, f) => {
    const [gradient, along] = [grad(f), hvp(f)];
    const [expected, expectedAlong] = [general.grad, general.hvp].map((operator) =>
      (operator as unknown as Operator)(f),
    ) as [ReturnType<Operator>, ReturnType<Operator>];
    await ready(gradient, ...(points[0] as [number[], string[]]));
    for (const [xs, names] of [...points, ...points]) {
      expectClose(gradient(xs, names), expected(xs, names), 1e-12, "grad");
      const v = xs.map((x, i) => x + i);
      expectClose(along(xs, v, names), expectedAlong(xs, v, names), 1e-12, "hvp");
    }
    const page = explain(gradient, ...(points[0] as [number[], string[]]));
    expect(page).toContain("Specialised code runs");
    const code = explain.code(gradient, ...(points[0] as [number[], string[]]));
    expect(/ = object "(?:x|k|at)"/.test(code)).toBe(makesRecords);
  });
});

test("a key of every object is none that a dictionary has got", () => {
  const f = (x: number, names: readonly string[]): number => {
    const by: Record<string, number> = {};
    for (const name of names)
      if (typeof by[name] === "number") by[name] *= x;
      else by[name] = x;
    return Object.values(by).reduce((s, y) => s + y * y, 0);
  };
  const gradient = grad(f);
  for (let k = 0; k < 20; k++) expect(gradient(3, ["a", "toString", "a"])).toBeCloseTo(4 * 27 + 2 * 3, 9);
});

test("a write to a record that is not there fails", () => {
  const f = (xs: readonly number[], at: number): number => {
    const ps = xs.map((x): P => ({ x, k: 1 }));
    ps[at]!.k = xs[0]!;
    return sum(ps);
  };
  const gradient = grad(f);
  for (let k = 0; k < 20; k++) expect(gradient([2, 3], k % 2)).toEqual(k % 2 === 0 ? [4, 2] : [7, 4]);
  expect(() => gradient([2, 3], 2)).toThrow(TypeError);
});
