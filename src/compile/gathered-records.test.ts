// Arrays of records that are given: where loops read them again and again, specialised code checks each of them once, and gives
// what general code gives.

import { describe, expect, test } from "vitest";
import { explain, grad, hvp, ready, valueAndGrad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";

interface Ball {
  readonly at: { readonly x: number; readonly y: number };
  readonly size: readonly [number, number];
  readonly m: number;
  readonly kind: string;
  readonly extra?: number;
}

type F = (balls: readonly Ball[], n: number) => number;
type Operator = (f: F) => (...args: readonly unknown[]) => unknown;

const ball = (x: number, more: object = {}): Ball => ({
  at: { x, y: x * x },
  size: [0.5 * x, 2],
  m: 1 + x,
  kind: x > 0.5 ? "up" : "down",
  ...more,
});
const balls = (count: number): readonly Ball[] => Array.from({ length: count }, (_, k) => ball(0.2 + 0.3 * k));

const gathered: readonly F[] = [
  function twice(list, n) {
    let s = n;
    for (const b of list) s += b.m * b.m;
    for (const b of list) s *= 1 + 0.1 * Math.sin(b.m);
    return s;
  },
  function inner(list, n) {
    let s = 0;
    for (let k = 0; k < n; k++)
      for (const { at, size } of list) s += Math.sin(s + at.x * k) * at.y * size[1] - size[0] ** 2;
    return s;
  },
  function pairs(list) {
    let s = 0;
    for (const p of list)
      for (const q of list) s += p.m / (1 + (p.at.x - q.at.x) ** 2) + (p.kind === q.kind ? 1 : 0.5) * q.at.y;
    return s;
  },
  function triangle(list) {
    let s = 0;
    for (let i = 0; i < list.length; i++) {
      for (let j = i + 1; j < list.length; j++) s += list[i]!.m * list[j]!.m * (list[i]!.at.x - list[j]!.at.x) ** 2;
    }
    return s;
  },
  function byIndex(list, n) {
    let s = 0;
    for (let k = 0; k < n; k++) for (const b of list) s += b.size[k % 2]! * b.m * (b.kind === "up" ? 1 : 2);
    return s;
  },
  function first(list, n) {
    let s = 0;
    for (let k = 0; k < n; k++) for (const b of list) s += b.m * list[0]!.m;
    return s;
  },
];

/** Not all records are surely read, or something else is done with them. */
const looked: readonly F[] = [
  function sometimes(list, n) {
    if (n < 0) return n;
    let s = 0;
    for (let k = 0; k < n; k++) for (const b of list) if (b.kind === "up") s += b.m;
    return s;
  },
  function onOneWay(list, n) {
    let s = n;
    if (n > 2) for (let k = 0; k < n; k++) for (const b of list) s += b.m * b.m;
    return s;
  },
  function optional(list, n) {
    let s = 0;
    for (let k = 0; k < n; k++) for (const b of list) s += b.m * (b.extra ?? 0.5);
    return s;
  },
  function upTo(list, n) {
    let s = 0;
    for (let k = 0; k < n; k++) {
      for (const b of list) {
        s += b.m;
        if (b.m > k) break;
      }
    }
    return s;
  },
  function present(list, n) {
    let s = 0;
    for (let k = 0; k < n; k++) {
      for (let i = 0; i < list.length; i++) s += (list[i + 1] === undefined ? 0.5 : 1) * list[i]!.m;
    }
    return s;
  },
  function once(list) {
    let s = 0;
    for (const b of list) s += b.m * b.at.x;
    return s;
  },
  function searched(list, n) {
    let s = 0;
    for (let k = 0; k < n; k++) for (let i = 0; i < list.length - 1; i++) s += list[i]!.m * (k + 1);
    return s;
  },
];

describe.each([
  ["gathered", gathered],
  ["looked at where they are", looked],
] as const)("records that are %s", (how, functions) => {
  test.each(functions.map((f) => [f.name, f] as const))("%s", async (_, f) => {
    const given = [balls(3), balls(0), balls(1), balls(5), [...balls(2), ball(0.9, { extra: 0.3 })]];
    const gradient = grad(f as never) as (...args: readonly unknown[]) => unknown;
    expect(await ready(gradient, given[4], 3)).toBe("specialised");
    for (const list of given) {
      for (const n of [3, 0, 1]) {
        for (const [operator, expected] of [
          [valueAndGrad, general.valueAndGrad],
          [hvp, general.hvp],
        ] as unknown as readonly [Operator, Operator][]) {
          const args = operator === (hvp as unknown) ? [list, list, n] : [list, n];
          const [own, other] = [operator, expected].map((one) => one(f)(...args));
          expectClose(own, other, 1e-12, `${f.name} of ${list.length} balls, ${n}`);
        }
      }
    }
    // Checked in one loop: of the arguments, and where they are gathered.
    const code = explain.code(gradient, given[4], 3);
    const [javaScript = ""] = code.split("Specialised and optimised:");
    expect(/array-new|arrayZeros|new Array/.test(javaScript) && javaScript.split("guardData(").length < 12).toBe(
      how === "gathered",
    );
  });
});

test("records that are not what they were are left to general code", () => {
  const [, inner] = gathered;
  const gradient = grad(inner as never) as unknown as (...args: readonly unknown[]) => readonly Ball[];
  const expected = general.grad(inner as never) as unknown as typeof gradient;
  for (let k = 0; k < 12; k++) gradient(balls(3), 2);
  const strange = (more: object): readonly unknown[] => [...balls(2), { ...balls(1)[0], ...more }];
  const accessor = (): readonly unknown[] => [
    ...balls(2),
    Object.defineProperty({ ...balls(1)[0] }, ["a", "t"].join(""), {
      get: () => ({ x: 0.3, y: 0.4 }),
      enumerable: true,
    }),
  ];
  for (const make of [
    () => strange({ size: ["1", 2] }),
    () => strange({ size: [1] }),
    accessor,
    () => [...balls(2), null],
    () => [...balls(1), undefined, ...balls(1)],
  ]) {
    const outcome = (one: typeof gradient): unknown => {
      try {
        return one(make(), 2);
      } catch (error) {
        return String(error);
      }
    };
    expect(outcome(gradient)).toEqual(outcome(expected));
  }
  // The same record twice: each place has a gradient of its own.
  const same = balls(1)[0];
  expect(gradient([same, same], 2)).toEqual(expected([same, same], 2));
});
