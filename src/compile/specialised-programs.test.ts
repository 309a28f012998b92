// Programs of every kind under operators: specialised code gives what general code gives.

import { describe, expect, test } from "vitest";
import { customVjp, grad, hvp, jvp, stopGradient } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { leavesOf, withLeaves } from "../testing/trees.ts";
import { expectClose } from "../test-support/expect-close.ts";

type Numeric = (...args: number[]) => number;
type Operator = (f: unknown, options?: unknown) => Numeric;

let outer = 1;

const programs: Readonly<Record<string, Numeric>> = {
  "a loop that does nothing but throw": (x, y) => {
    for (let i = 0; i < 100; i++) if (x > y - 1) throw new RangeError("too large");
    return x * x * y;
  },
  "a loop over rows that does nothing but throw": (x, y) => {
    const ys = [y, 2 * y, 3];
    let s = 0;
    for (let i = 0; i < ys.length; i++) s += ys[i]! * x;
    for (let i = 0; i < ys.length; i++) if (s > 5) throw new RangeError("too large");
    return s * x;
  },
  "objects that change places": (x, y) => {
    let a = { v: x },
      b = { v: y };
    for (let i = 0; i < 5; i++) {
      const t = a;
      a = b;
      b = t;
      a.v *= 1.1;
      b.v += a.v;
    }
    return a.v + 2 * b.v;
  },
  "one of two objects": (x, y) => {
    const p = { v: x },
      q = { v: y };
    const r = x > y ? p : q;
    r.v *= 3;
    return p.v + 10 * q.v;
  },
  "another object from an iteration on": (x, y) => {
    const p = { v: x };
    let q = p;
    for (let i = 0; i < 3; i++) {
      if (i === 1) q = { v: y };
      q.v *= 2;
    }
    return p.v + 10 * q.v;
  },
  "one object at two places": (x, y) => {
    const p = { v: x };
    const xs = [p, { v: y }, p];
    for (const o of xs) o.v *= 2;
    return xs[0]!.v + xs[1]!.v * 3 + p.v;
  },
  "an array that is searched for in another one": (x, y) => {
    const pair = [1, 2];
    const all: unknown[] = [[1, 2], pair];
    all.push(all);
    return x * y * all.indexOf(pair) + (all.includes(all) ? x : y);
  },
  "an array that grows": (x, y) => {
    const xs: number[] = [];
    let i = 0;
    while (i < y) {
      xs.push(x * i);
      i++;
    }
    return xs.reduce((a, b) => a + b * b, 0);
  },
  "closures of a loop": (x, y) => {
    const fs: ((v: number) => number)[] = [];
    for (let i = 0; i < 3; i++) fs.push((v) => v * x + i);
    return fs.reduce((a, f) => f(a), y);
  },
  "a variable that a closure assigns": (x, y) => {
    let c = 0;
    const add = (v: number) => {
      c += v;
    };
    for (let i = 0; i < 4; i++) {
      add(x * i);
      add(y);
    }
    return c * c;
  },
  "methods that share a variable": (x, y) => {
    let c = x;
    const o = {
      add: (v: number) => {
        c *= v;
        return c;
      },
    };
    const k = [o.add, o.add];
    return k.map((f) => f(y)).reduce((a, b) => a + b, 0) + c;
  },
  "functions composed so often": (x) => {
    const comp = (f: (v: number) => number, g: (v: number) => number) => (v: number) => f(g(v));
    let h = (v: number) => v;
    for (let i = 0; i < 4; i++) h = comp(h, (v) => Math.sin(v) + i);
    return h(x);
  },
  "functions composed as often as a number says": (x, n) => {
    let h = (v: number) => v * v;
    for (let i = 0; i < n; i++) {
      const g = h;
      h = (v) => g(Math.sin(v)) + i;
    }
    return h(x);
  },
  switch: (x, k) => {
    let r = 0;
    for (let i = 0; i < 6; i++) {
      switch (i % 4) {
        case 0:
          r += x;
          break;
        case 1:
          r *= k;
        case 2:
          r += Math.sin(x);
          break;
        default:
          continue;
      }
      if (r > 50) break;
    }
    return r;
  },
  labels: (x, y) => {
    let s = 0;
    a: for (let i = 0; i < 5; i++) {
      for (let j = 0; j < 5; j++) {
        if (j > i) continue a;
        s += x ** i * y ** j;
        if (s > 40) break a;
      }
    }
    return s;
  },
  "recursion of a closure": (x, n) => {
    const f = (k: number): number => (k < 2 ? x * k : f(k - 1) + f(k - 2) * x);
    return f(n + 3);
  },
  "recursion of two closures": (x, y) => {
    const even = (k: number, v: number): number => (k <= 0 ? v : odd(k - 1, v * x));
    const odd = (k: number, v: number): number => (k <= 0 ? y : even(k - 1, v + y));
    return even(6, x);
  },
  "keys that are added": (x, y) => {
    const o: Record<string, number> = { a: x };
    o["b"] = y;
    if (x > 0) o["c"] = x * y;
    let s = 0;
    for (const k of Object.keys(o)) s += o[k]! * o[k]!;
    return s;
  },
  "keys that are deleted": (x, y) => {
    const o: { a?: number; b: number } = { a: x, b: y };
    if (y > 1) delete o.a;
    return (o.a ?? 7 * y) * o.b;
  },
  "rest and spread": (x, y) => {
    const pair = [x, x];
    const f = (...v: number[]) => v.reduce((a, b) => a * b, 1) + v.length;
    return f(x, y, ...pair) + f();
  },
  patterns: (x, y) => {
    const { a, ...r } = { a: x, b: y, c: x * y };
    const [p, ...q] = [a, r.b, r.c];
    return p * q[0] + q[1] * q.length;
  },
  "a variable of the module": (x) => {
    outer += 0;
    return outer * x * x;
  },
  "derivatives within": (x, y) => grad((v: number) => v * v * y)(x) * x + hvp((v: number) => v ** 3)(x, y),
  "derivatives in a loop": (x, n) => {
    let s = 0;
    for (let i = 0; i < n; i++) s += grad((v: number) => Math.sin(v * i) * x)(x);
    return s;
  },
  rules: (x, y) =>
    customVjp(
      (a: number, b: number) => a * b,
      (a, b) => [a * b, (g: number) => [g * b * 2, g * a * 3]],
    )(x, y) +
    stopGradient(x) * y,
  "a rule with a captured variable": (x, y) => {
    const c = customVjp(
      (a: number) => a * y,
      (a: number) => [a * y, (g: number) => [g * 100]],
    );
    return [x, 2 * x].map((v) => c(v)).reduce((a, b) => a + b, 0);
  },
  "forward mode within": (x, y) => {
    const [v, t] = jvp((a: number, b: number) => a * a * b, [x, y], [y, x]);
    return v * t;
  },
  "a typed array": (x, y) => {
    const t = new Float64Array(4);
    for (let i = 0; i < 4; i++) t[i] = x * i + y;
    let s = 0;
    for (const v of t) s += v * v;
    return s;
  },
  sort: (x, y) => [x, y, x * y].sort((a, b) => a - b).reduce((a, b, i) => a + b * i, 0),
  "a computed key": (x, y) => {
    const k = x > y ? "a" : "b";
    const t = { a: x * x, b: y * y * y };
    return t[k] + `${k}1`.length * x;
  },
  "one of two methods": (x, y) => {
    let r;
    if (x > 0) {
      r = { f: (v: number) => v * x };
    } else {
      r = { f: (v: number) => v + y };
    }
    return r.f(y) + r.f(x);
  },
  "loops in loops": (x, n) => {
    let s = 0;
    for (let i = 0; i < n; i++) {
      let t = x;
      for (let j = 0; j <= i; j++) {
        t = Math.sin(t) * x;
        if (t > 3) break;
      }
      s += t * t;
    }
    return s;
  },
  "a loop that ends when it has grown": (x) => {
    let r = x;
    let k = 0;
    while (r < 100 && k < 20) {
      r = r * r + 0.1;
      k++;
    }
    return r;
  },
  maxima: (x, y) => Math.max(x, y, x * y) - Math.min(x, 3) + Math.hypot(x, y, 1),
  "an argument left out": (x, y) => {
    const f = (a: number, b?: number) => (b === undefined ? a * a : a * b);
    return f(x) + f(x, y);
  },
  "arrays that change places": (x, y) => {
    let a = [x, y],
      b = [y, x];
    for (let i = 0; i < 3; i++) {
      [a, b] = [b, a];
      a[0] = a[0]! * b[1]!;
    }
    return a[0]! + b[0]! * 2;
  },
  "an object that holds itself": (x, y) => {
    const node: { v: number; next?: { v: number } } = { v: x };
    node.next = node;
    node.next.v *= y;
    return node.v;
  },
};

/** What a call gives, or the error that it throws. */
function outcome(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return String(error);
  }
}

const points = [
  [1.3, 2],
  [0.4, 3],
  [-0.7, 1],
  [2, 2],
];

describe("specialised code gives what general code gives", () => {
  test.each(Object.entries(programs))("%s", (name, f) => {
    for (const point of points) {
      const args = point.slice(0, f.length);
      const [x = 0, ...rest] = args;
      const argnums = args.map((_, k) => k);
      // Sums are made in another order where derivatives nest, and what functions that call themselves capture is an argument.
      const near = (one: () => unknown, other: () => unknown): void => {
        expectClose(outcome(one), outcome(other), 1e-12, `${name} at ${String(args)}`);
      };
      const same = (call: (by: Operator) => unknown): void => {
        const [mine, theirs] = [grad, general.grad].map((by) => outcome(() => call(by as never)));
        const isNear = name.startsWith("recursion") || name === "derivatives within";
        const expected = isNear ? withLeaves(theirs, leavesOf(mine)) : theirs;
        expect(mine, `${name} at ${String(args)}`).toStrictEqual(expected);
        expectClose(mine, theirs, 1e-12, `${name} at ${String(args)}`);
      };
      same((by) => by(f, { argnums })(...args));
      same((by) => by(f)(...args));
      const twice =
        (by: unknown): (() => unknown) =>
        () =>
          (by as Operator)((by as Operator)(f))(...args);
      const product =
        (by: unknown): (() => unknown) =>
        () =>
          (by as Operator)(f)(x, 1, ...rest);
      near(twice(grad), twice(general.grad));
      near(product(hvp), product(general.hvp));
    }
  });
});
