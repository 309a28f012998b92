// Functions that call themselves on memory that they made give what general code gives, whichever call it is.

import { expect, test } from "vitest";
import { grad, hvp, valueAndGrad } from "../index.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { codeOf } from "./plans.ts";
import { vjp } from "../test-support/general-vjp.ts";

type Numbers = readonly number[];
type Example = (v: Numbers) => number;

const halves = (v: Numbers): number => {
  if (v.length < 2) return (v[0] ?? 0) ** 2;
  return halves(v.slice(0, v.length >> 1)) + halves(v.slice(v.length >> 1));
};
const tail = (v: Numbers): number => (v.length === 0 ? 0 : v[0]! ** 2 + tail(v.slice(1)));
const init = (v: Numbers): number => (v.length === 0 ? 1 : v.at(-1)! * init(v.slice(0, -1)) + v[0]!);
const greatest = (v: Numbers): number => (v.length === 0 ? 0 : Math.max(v[0]! ** 2, greatest(v.slice(1))));
const mapped = (v: Numbers, n: number): number =>
  n === 0
    ? v.reduce((sum, x) => sum + x * x, 0)
    : mapped(
        v.map((x) => x * x * 0.5 + x),
        n - 1,
      );
const filtered = (v: Numbers): number =>
  v.length === 0 ? 0 : v[0]! ** 2 * 0.5 + filtered(v.filter((x) => x > v[0]!)) * v[0]!;
const rest = (v: Numbers): number => {
  const [first, ...others] = v;
  return first === undefined ? 0 : first ** 2 + 2 * rest(others);
};
const literal = (v: Numbers, n: number): number =>
  n === 0 ? v[0]! * v[1]! : literal([v[1]! * 1.5, v[0]! + v[1]!], n - 1) + literal([v[0]! * 0.5, v[1]!], n - 1);
const reversed = (v: Numbers, n: number): number => {
  if (n === 0) return v.reduce((sum, x, i) => sum + x * x * i, 0);
  const copy = v.slice();
  copy.reverse();
  return reversed(copy, n - 1) + (copy[0] ?? 0) * 0.5;
};
const written = (v: Numbers, n: number): number => {
  if (n === 0 || v.length === 0) return v.reduce((sum, x, i) => sum + x * x * i, 0);
  const copy = v.slice();
  copy[0] = copy[0]! * copy.at(-1)!;
  return written(copy, n - 1) + copy[0] * 0.5;
};
const beside = (v: Numbers, w: Numbers): number => (v.length === 0 ? 0 : v[0]! * w[0]! + beside(v.slice(1), w));
const swapped = (v: Numbers, w: Numbers, n: number): number =>
  n === 0
    ? v.reduce((sum, x, i) => sum + x * w[i]!, 0)
    : swapped(
        w,
        v.map((x) => x * 2),
        n - 1,
      );
const twice = (v: Numbers): number => {
  if (v.length === 0) return 0;
  const of = twice(v.slice(1));
  return v[0]! * of + of * of * 0.1 + v[0]!;
};
const inLoop = (v: Numbers): number => {
  if (v.length === 0) return 0;
  let sum = 0;
  for (let i = 1; i < 3; i++) sum += twice(v.slice(1)) + inLoop(v.slice(1)) * i;
  return sum * 0.3 + v[0]! ** 2;
};
const even = (v: Numbers): number => (v.length === 0 ? 1 : v[0]! * odd(v.slice(1)));
const odd = (v: Numbers): number => (v.length === 0 ? 0 : v[0]! + even(v.map((x) => x * 0.9).slice(1)));
const subsets = (v: Numbers): number => (v.length === 0 ? 1 : subsets(v.slice(1)) + v[0]! * subsets(v.slice(1)));
const flags = (v: Numbers): number => {
  let isAny: boolean;
  if (v.length) isAny = true;
  else isAny = false;
  return isAny ? v[0]! ** 2 + flags(v.slice(1)) : 0;
};
const givenBack = (v: Numbers): Numbers => (v.length === 0 ? [] : [v[0]! ** 2, ...givenBack(v.slice(1))]);
const both = (v: Numbers): { readonly sum: number; readonly product: number } => {
  if (v.length === 0) return { sum: 0, product: 1 };
  const { sum, product } = both(v.slice(1));
  return { sum: v[0]! + sum, product: v[0]! * product };
};

/** Those that specialised code runs. */
const specialised: { readonly [name: string]: Example } = {
  "what a pattern leaves": rest,
  "functions that call each other": even,
  halves,
  "all but the first": tail,
  "all but the last": init,
  "the greatest": greatest,
  "an array that is mapped": (v) => mapped(v, 3),
  "an array that is filtered": filtered,
  literals: (v) => literal([v[0] ?? 1, v[1] ?? 2], 3),
  "a copy that is reversed": (v) => reversed(v, 3),
  "a copy that is written to": (v) => written(v, 3),
  "an array beside one that stays": (v) =>
    beside(
      v,
      v.map((x) => x * x),
    ),
  "two arrays that change places": (v) =>
    swapped(
      v,
      v.map((x) => x + 1),
      3,
    ),
  "a result that is used twice": twice,
  "two calls on the same": subsets,
  "a flag that is set by a number": flags,
  "a function of the function": (v) => {
    const go = (w: Numbers): number => (w.length === 0 ? 0 : w[0]! ** 2 + go(w.slice(1)) * v.length);
    return go(v) * go(v.map((x) => x * 2));
  },
  "a captured array that is summed up": (v) => {
    const squares = [v[0] ?? 1, v[1] ?? 2];
    const go = (n: number): number => (n <= 0 ? 1 : squares.reduce((sum, x) => sum + x * x, 0) * go(n - 1));
    return go(2);
  },
  "a captured array that is mapped": (v) => {
    const squares = v.map((x) => x * x);
    const go = (n: number): number =>
      n <= 0 ? 1 : squares.map((x) => x * 0.3 * n).reduce((sum, x) => sum + x, 0) * go(n - 1) + 1;
    return go(3);
  },
  "a captured array that is visited": (v) => {
    const doubled = v.map((x) => x * 2);
    const go = (n: number): number => {
      if (n <= 0) return 1;
      let sum = 0;
      doubled.forEach((x) => {
        sum += x * x * 0.1;
      });
      return sum * go(n - 1);
    };
    return go(2);
  },
  "a captured array as an argument": (v) => {
    const go = (w: Numbers, n: number): number => (n <= 0 ? 1 : w.reduce((sum, x) => sum + x * x, 0) * go(w, n - 1));
    return go([v[0] ?? 1, v[1] ?? 2], 2);
  },
};

const sorted = (v: Numbers): number[] => {
  if (v.length < 2) return [...v];
  const [low, high] = [sorted(v.slice(0, v.length >> 1)), sorted(v.slice(v.length >> 1))];
  const merged: number[] = [];
  let [i, j] = [0, 0];
  while (i < low.length && j < high.length) merged.push(low[i]! < high[j]! ? low[i++]! : high[j++]!);
  while (i < low.length) merged.push(low[i++]!);
  while (j < high.length) merged.push(high[j++]!);
  return merged;
};

/** Their results are memory, they write to memory that they are given, or they are called in loops: their calls have sweeps. */
const swept: { readonly [name: string]: Example } = {
  "calls in a loop": inLoop,
  "calls of numbers in a loop": (v) => {
    const go = (x: number, k: number): number => (k === 0 ? x : go(Math.sin(x) * x, k - 1));
    let sum = 0;
    for (const x of v) sum += go(x, 3) * sum + x;
    return sum;
  },
  "arrays that are given back": (v) => givenBack(v).reduce((sum, x, i) => sum + x * i, 0),
  "records that are given back": (v) => {
    const { sum, product } = both(v);
    return sum * product;
  },
  "a sort by merging": (v) => sorted(v).reduce((sum, x, i) => sum + x * x * i, 0),
  "writes to what all calls share": (v) => {
    const kept: number[] = [];
    const keep = (from: number, to: number): number => {
      if (to <= from) return 0;
      const middle = (from + to) >> 1;
      kept.push(v[middle]! * (kept.at(-1) ?? 1));
      return keep(from, middle) * 0.5 + keep(middle + 1, to) + kept.at(-1)!;
    };
    return keep(0, v.length) + kept.reduce((sum, x) => sum + Math.sin(x), 0);
  },
  "writes to an argument, in a loop": (v) => {
    const w = [...v, 1];
    const halve = (at: number): void => {
      if (at >= w.length) return;
      w[at] = w[at]! * w[at >> 1]! * 0.5;
      halve(2 * at + 1);
    };
    for (let k = 0; k < 3; k++) halve(k);
    return w.reduce((sum, x) => sum + x * x, 0);
  },
  "lists that are made on the way": (v) => {
    type List = { readonly head: number; readonly tail: List } | null;
    const from = (k: number): List => (k === v.length ? null : { head: v[k]! * (k + 1), tail: from(k + 1) });
    const sum = (list: List): number => (list === null ? 0 : list.head ** 2 + 0.5 * sum(list.tail));
    return sum(from(0));
  },
};

const lengths = [4, 4, 3, 5, 0, 1, 2, 6];

/** Different values in each call. */
const given = (call: number): Numbers =>
  Array.from({ length: lengths[call % lengths.length]! }, (_, i) => 0.4 + ((call * 7 + i * 5) % 11) / 6);

/** Calls the gradient again and again, and compares it with what general code gives. */
function expectRight(f: Example): (v: Numbers) => unknown {
  const slope = grad(f);
  for (let k = 0; k < 40; k++) {
    const v = given(k);
    const [value, back] = vjp(f, v);
    const [expected] = back(1);
    expectClose(slope(v), expected, 1e-12, `call ${k + 1}`);
    if (k === 0) expectClose(valueAndGrad(f)(v), [value, expected], 1e-12, "with the value");
  }
  return slope;
}

test.each([...Object.entries(specialised), ...Object.entries(swept)])("%s", (_, f) => {
  expect(codeOf(expectRight(f), [1, 2, 3])).toContain("use strict");
  expect(isAnswered(grad(f), [1, 2, 3])).toBe(true);
});

test.each([
  ["halves", halves],
  ["a copy that is written to", (v: Numbers) => written(v, 3)],
  ["two calls on the same", subsets],
  ...Object.entries(swept),
])("%s, of second order", (_, f) => {
  const second = hvp(f);
  for (const k of [0, 4, 19, 39]) {
    const v = given(k);
    const u = v.map((_x, i) => 0.5 - 0.3 * i);
    const at = (h: number): Numbers => v.map((x, i) => x + h * u[i]!);
    const [[up], [down]] = [vjp(f, at(1e-5))[1](1), vjp(f, at(-1e-5))[1](1)];
    expectClose(
      second(v, u),
      up.map((x, i) => (x - down[i]!) / 2e-5),
      1e-4,
      `call ${k + 1}`,
    );
  }
});
