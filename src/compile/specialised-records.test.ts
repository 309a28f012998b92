// Arrays of records, records that are a state, and data of many kinds: specialised code gives what general code gives.

import { describe, expect, test } from "vitest";
import { explain, grad, hessian, hvp, jvp, valueAndGrad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import * as forward from "../prelude/jvp.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { isSpecialised } from "../test-support/is-specialised.ts";
import { codeOf } from "./plans.ts";

type Callable = (...args: never[]) => unknown;
const by = (operator: unknown, f: Callable): Callable => (operator as (f: Callable) => Callable)(f);

/** Both answers, from the second call on: `make` gives the arguments anew for each call. */
function expectAlike(f: Callable, make: () => readonly unknown[], tier: "typed" | "either" = "either"): void {
  const [gradient, expected] = [by(grad, f), by(general.grad, f)];
  expect(tier === "either" || isSpecialised(gradient, ...make())).toBe(true);
  const answer = expected(...(make() as never[]));
  for (let k = 0; k < 3; k++) expect(gradient(...(make() as never[]))).toEqual(answer);
}

interface Body {
  x: number;
  at: { y: number };
}
const bodies = (): Body[] => [
  { x: 1, at: { y: 2 } },
  { x: 3, at: { y: -1 } },
];

describe("records in arrays", () => {
  test("that are differentiated", () => {
    expectAlike(
      (bs: Body[]) => bs.map((b) => b.x ** 2 * b.at.y).reduce((s, v) => s + v, 0),
      () => [bodies()],
      "typed",
    );
  });
  test("of which the loop keeps one", () => {
    const most = (bs: Body[]): number => {
      let best = bs[0] as Body;
      for (const b of bs) if (b.x > best.x) best = b;
      return best.x * best.at.y + (bs[0] as Body).x;
    };
    expectAlike(most, () => [bodies()], "typed");
  });
  test("that are one record twice, or shared with another argument", () => {
    const product = (bs: Body[], other: Body): number => bs.reduce((p, b) => p * b.x, other.x);
    const twice = (): readonly unknown[] => {
      const [b] = bodies() as [Body];
      return [[b, b], b];
    };
    expectAlike(product, () => [bodies(), { x: 2, at: { y: 0 } }], "typed");
    expectAlike(product, twice);
  });
  test("beside an argument with a Hessian", () => {
    const price = (m: { s: number; v: number }, cs: { kind: string; k: number }[]): number =>
      cs.reduce((sum, c) => sum + (c.kind === "call" ? m.s * c.k : m.v ** 2 * Math.log(c.k)), m.s ** 3);
    const args = [
      { s: 2, v: 3 },
      [
        { kind: "call", k: 5 },
        { kind: "put", k: 1 },
      ],
    ] as const;
    const second = hessian(price as never) as Callable;
    expect(explain(second as never, ...(args as unknown as never[]))).toContain("Specialised code runs");
    expect(second(...(args as unknown as never[]))).toEqual({ s: { s: 12, v: 0 }, v: { s: 0, v: 0 } });
  });
  test("with integers, which have no gradient", () => {
    const picked = (rs: { ids: Int32Array; w: number[] }[]): number =>
      rs.reduce((s, { ids, w }) => s + (w[ids[0] as number] as number) ** 2, 0);
    expectAlike(picked, () => [[{ ids: Int32Array.of(1), w: [2, 3] }]], "typed");
  });
  test("that refer to each other", () => {
    interface Node {
      w: number[];
      next: Node;
    }
    const cycle = (): Node[] => {
      const [a, b] = [{ w: [1, 2] } as Node, { w: [3] } as Node];
      [a.next, b.next] = [b, a];
      return [a, b];
    };
    const sum = (z: number, ns: Node[]): number =>
      ns.reduce((s, n) => s + n.w.map((c) => c * z * (n.next.w[0] as number)).reduce((p, q) => p + q, 0), 0);
    expectAlike(sum, () => [3, cycle()]);
  });
});

test("a record of an argument is the first state of a loop", () => {
  interface State {
    a: number;
    b: number;
  }
  const run = (p: { k: number; start: State }, n: number): number => {
    let s = p.start;
    for (let i = 0; i < n; i++) s = { a: s.a + p.k * s.b, b: s.b - 0.1 * s.a };
    return s.a * p.start.b;
  };
  for (const n of [0, 1, 5]) expectAlike(run, () => [{ k: 0.3, start: { a: 1, b: 2 } }, n], "typed");
});

describe("a record that may be one of the argument's, and is written or compared", () => {
  interface Given {
    k: number;
    start: { v: number };
  }
  const given = (): Given => ({ k: 2, start: { v: 3 } });
  test("written after a branch", () => {
    const chosen = (p: Given, c: number): number => {
      let s = { v: p.k };
      if (c > 0) s = p.start;
      s.v = s.v * 3;
      return s.v * p.start.v;
    };
    for (const c of [1, -1]) expectAlike(chosen, () => [given(), c]);
  });
  test("and compared", () => {
    const counted = (p: Given, n: number): number => {
      let [s, t] = [p.start, 0];
      for (let i = 0; i < n; i++) {
        t += s === p.start ? s.v : 10 * s.v;
        s = { v: s.v * p.k };
      }
      return t;
    };
    for (const n of [1, 3]) expectAlike(counted, () => [given(), n]);
  });
  test("written in a loop", () => {
    const repeated = (p: Given, n: number): number => {
      let s = { v: p.k };
      for (let i = 0; i < n; i++) {
        s.v = s.v * 2;
        s = p.start;
      }
      return s.v * p.start.v + p.k;
    };
    for (const n of [0, 1, 3]) expectAlike(repeated, () => [given(), n]);
  });
});

describe("data", () => {
  const scaled = (z: number, rs: { w: number[] }[]): number =>
    rs.reduce((s, r) => s + (r.w.map((c) => c * z)[0] as number), 0);
  test("with a method of its own", () => {
    const make = (): readonly unknown[] => {
      const own = Object.assign([1, 2], { map: () => [55] });
      return [2, [{ w: own }, { w: [2, 3] }]];
    };
    expectAlike(scaled, () => [2, [{ w: [1, 2] }, { w: [2, 3] }]], "typed");
    expectAlike(scaled, make);
  });
  test("that hides what is differentiated", () => {
    const hidden = (z: number[]): object => Object.defineProperty({ q: 2 }, "o", { value: z, writable: true });
    const product = (z: number[], hs: { o: number[]; q: number }[]): number =>
      hs.reduce((s, { o, q }) => s + (o[0] as number) * (z[0] as number) * q, 0);
    expectAlike(product, () => {
      const z = [2, 1];
      return [z, [hidden(z)]];
    });
  });
  test("whose accessor computes with what is differentiated", () => {
    const sum = (z: number[], hs: { reading: number }[]): number =>
      hs.reduce((s, { reading }) => s + reading * (z[0] as number), 0);
    const gradient = by(grad, sum);
    for (let k = 0; k < 3; k++) gradient(...([[2], [{ reading: 1 }]] as never[]));
    const z = [2];
    // No text tells that an accessor has this name.
    const name = ["reading"].join("");
    const computing = {
      get [name]() {
        return z[0];
      },
    };
    expect(() => gradient(...([z, [computing]] as never[]))).toThrow(/the accessor "reading"/);
  });
});

test("an inner derivative over memory that is made on the way", () => {
  const energy = (w: number[], k: number): number => w.reduce((s, x, i) => s + k * (x - i) ** 2, 0);
  const trained = (rate: number, start: number[]): number => {
    let w = start;
    for (let t = 0; t < 3; t++) {
      const [, g] = valueAndGrad((v: number[]) => energy(v, 0.5))(w);
      w = w.map((x, i) => x - rate * (g[i] as number));
    }
    return energy(w, 1);
  };
  expectAlike(trained, () => [0.2, [1, 3]], "typed");
});

test("an inner derivative over memory that may be what its function captures", () => {
  const scaled = (start: number[], c: number): number => {
    const [v, u] = [start.map((x) => x), start.map((x) => 2 * x)];
    const w = c > 0 ? u : v;
    const [, g] = valueAndGrad((q: number[]) => q.reduce((s, x, i) => s + x * x * (u[i] as number), 0))(w);
    return g.reduce((s, x) => s + x * x, 0);
  };
  for (const c of [-1, 1]) expectAlike(scaled, () => [[1, 3], c], c < 0 ? "typed" : "either");
});

test("a factor that is no number is converted to one", () => {
  const gradient = grad((x: number, factors: unknown[]) => x * (factors[0] as number));
  expect(codeOf(gradient as never, 3, [true])).toContain("Number(");
  expect([[true], ["2"], [null], [4]].map((factors) => gradient(3, factors))).toEqual([1, 2, 0, 4]);
});

describe("tangents of records in arrays", () => {
  const most = (bs: Body[]): number => bs.reduce((s, b) => s + b.x ** 3 * b.at.y ** 2, 0);
  test("in the second derivative", () => {
    const [own, expected] = [by(hvp, most), by(general.hvp, most)];
    const given = (): never[] => [bodies(), bodies().toReversed()] as never[];
    expect(isAnswered(own, ...given())).toBe(true);
    for (let k = 0; k < 3; k++) expect(own(...given())).toEqual(expected(...given()));
  });
  test("a state that a loop replaces or leaves, while its first value is needed by the caller", () => {
    interface State {
      readonly a: number;
      readonly v: { readonly x: number };
    }
    const moved = (xs: readonly number[], s: State): number => {
      let n = 0;
      for (const x of xs) n += x;
      let t = s;
      for (const x of xs) if (t.v.x < 2) t = { a: t.a, v: { x: t.v.x * x } };
      return t.v.x * n;
    };
    const f = (xs: readonly number[], s: State): unknown => [moved(xs, s), s];
    const args = [[2, 3], { a: 1, v: { x: 0.5 } }];
    for (let k = 0; k < 3; k++) {
      const along = (operator: unknown): unknown => (operator as Callable)(...([f, args, args] as never[]));
      expect(along(jvp)).toEqual(along(forward.jvp));
    }
  });
  test("a property that the value does not have is refused by name, one that is left out does not move", () => {
    const along = (direction: unknown): unknown =>
      (jvp as unknown as Callable)(...([most, [bodies()], [direction]] as never[]));
    const full = bodies();
    const y = along(full);
    expect(isAnswered(jvp, most, [bodies()], [full])).toBe(true);
    expect(along(full)).toEqual(y);
    expect(along([{ x: 1, at: { y: 2 } }, { at: { y: -1 } }])).toEqual(
      along([
        { x: 1, at: { y: 2 } },
        { x: 0, at: { y: -1 } },
      ]),
    );
    expect(() => along([{ x: 1, at: { y: 2 }, z: 3 }, bodies()[1]])).toThrow("z");
  });
});
