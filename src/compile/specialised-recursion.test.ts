// Functions that call themselves run specialised code, and what they give is what general code gives.

import { describe, expect, test } from "vitest";
import { explain, grad, hvp, valueAndGrad } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { codeOf } from "./plans.ts";
import { traced } from "../ir/index.ts";

type Example = readonly [f: (...args: never[]) => number, ...args: readonly unknown[]];

const tree = (x: number, depth: number): number =>
  depth === 0 ? Math.sin(x) : tree(0.9 * x, depth - 1) + 0.5 * tree(x + 0.1, depth - 1);
const chain = (x: number, n: number): number => (n === 0 ? x : Math.sin(chain(x, n - 1)) + 0.5);
const product = (x: number, n: number): number => (n === 0 ? x : product(x * 1.1, n - 1) * product(x + 0.1, n - 1));
const even = (x: number, n: number): number => (n === 0 ? x : Math.sin(odd(x, n - 1)) * x);
const odd = (x: number, n: number): number => (n === 0 ? x * x : Math.cos(even(x, n - 1)) + x);
function first(x: number, n: number): number {
  if (n <= 0) return x;
  return n % 2 === 1 ? 0.9 * first(x, n - 1) + x : Math.sin(second(x, n - 1));
}
function second(x: number, n: number): number {
  if (n <= 0) return x;
  return n % 3 === 0 ? first(x, n - 1) * 0.5 + x : 0.9 * second(x, n - 1);
}
const squares = (xs: ArrayLike<number>, k: number): number =>
  k === xs.length ? 0 : xs[k]! * xs[k]! + squares(xs, k + 1);
const horner = (xs: readonly number[], x: number, k: number): number =>
  k === xs.length ? 0 : xs[k]! + x * horner(xs, x, k + 1);
const ackermann = (x: number, m: number, n: number): number => {
  if (m === 0) return x + n;
  return n === 0 ? ackermann(x * 1.1, m - 1, 1) : ackermann(Math.sin(ackermann(x, m, n - 1)), m - 1, n - 1);
};
const thrice = (x: number, n: number): number => {
  if (n <= 0) return x;
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += thrice(x * (k + 0.5), n - 1) * x;
  return sum;
};
const giving = (x: number, n: number): number => {
  // oxlint-disable-next-line no-throw-literal, only-throw-error
  if (n < 0) throw n;
  return n === 0 ? x : giving(Math.sin(x), n - 1) + x;
};
const throwing = (x: number, n: number): number => {
  if (n < 0) throw new RangeError(`${n} is below zero`);
  return n === 0 ? x : x * throwing(Math.sin(x), n - 1);
};
const power = (k: number): ((x: number) => number) => {
  const f = (x: number): number => x ** k;
  return f;
};
const [square, cube] = [power(2), power(3)];
// The functions are asked for only at the end, and by then the calls have passed them on the other way round.
const inTurn = (x: number, n: number, f: unknown, g: unknown): number =>
  n > 0 ? inTurn(x, n - 1, g, f) * 2 : (f === square ? x : x * x) * (g === cube ? 5 : 7);

const examples: { readonly [name: string]: Example } = {
  "a tree of calls": [tree, 0.3, 5],
  "a chain of calls": [chain, 0.3, 5],
  "products of calls": [product, 0.8, 4],
  "functions that call each other": [even, 0.8, 7],
  "several calls of those": [(x: number) => even(x, 3) + odd(x, 4) * even(x, 2), 0.8],
  "functions that call themselves and each other": [first, 0.5, 20],
  "the other one of those": [second, 0.5, 20],
  "a list": [(xs: readonly number[]) => squares(xs, 0), [1, 2, 3]],
  "a typed array": [(xs: Float64Array) => squares(xs, 0), Float64Array.of(1, 2, 3)],
  "a list and a number": [(xs: readonly number[], x: number) => horner(xs, x, 0), [1, 2, 3], 0.7],
  "calls in arguments of calls": [ackermann, 0.5, 2, 2],
  "calls in a short loop": [thrice, 0.7, 3],
  "an exception that is not thrown": [throwing, 0.7, 3],
  "an exception": [throwing, 0.7, 2.5],
  "the first of two exceptions": [(x: number) => throwing(x, 1.5) + throwing(x, 2.25), 0.7],
  "the first of two numbers that are thrown": [(x: number) => giving(x, 1.5) + giving(x, 2.25), 0.7],
  "a captured number": [
    (x: number, w: number) => {
      const go = (k: number, sum: number): number => (k === 0 ? sum : go(k - 1, sum * w + Math.sin(x * k)));
      return go(4, x);
    },
    0.3,
    0.9,
  ],
  "a flag": [
    (x: number) => {
      const go = (y: number, up: boolean, n: number): number =>
        n === 0 ? y : up ? go(y * 2, !up, n - 1) : go(Math.sin(y), !up, n - 1);
      return go(x, true, 5);
    },
    0.4,
  ],
  "a string that grows": [
    (x: number) => {
      const go = (y: number, s: string, n: number): number => (n === 0 ? y * s.length : go(y * 2, `${s}a`, n - 1));
      return go(x, "", 5);
    },
    0.4,
  ],
  "functions that are passed on": [
    (x: number) => {
      const go = (n: number, k: (v: number) => number): number =>
        n === 0 ? k(x) : go(n - 1, (v) => k(Math.sin(v) * x));
      return go(5, (v) => v);
    },
    0.4,
  ],
  "an end that depends on a number": [
    (x: number) => {
      const go = (y: number): number => (y > 10 ? y : go(y * 1.5) * 0.9);
      return go(x);
    },
    0.4,
  ],
  "calls in a long loop": [
    (x: number) => {
      let sum = 0;
      for (let i = 0; i < 20; i++) sum += chain(x * i, 3);
      return sum;
    },
    0.4,
  ],
  "memory that is written between calls": [
    (x: number) => {
      const xs = [x, x * 2];
      const a = squares(xs, 0);
      xs[0] = Math.sin(x);
      const b = squares(xs, 0);
      xs[1] = 3;
      return a * b * xs[0];
    },
    0.5,
  ],
  "memory that is written between calls in a loop": [
    (x: number) => {
      const xs = [x, x * 2, 1];
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        sum += squares(xs, 0) * x;
        xs[k] = sum;
      }
      return sum;
    },
    0.5,
  ],
  "a variable that is assigned between calls": [
    (x: number) => {
      let w = x;
      const go = (n: number): number => (n === 0 ? w : go(n - 1) * w);
      const a = go(3);
      w = x * x;
      const b = go(2);
      w = 1;
      return a + b * 2;
    },
    0.5,
  ],
  "a record that is written between calls": [
    (x: number) => {
      const record = { w: x };
      const go = (n: number): number => (n === 0 ? record.w : go(n - 1) * record.w);
      const a = go(3);
      record.w = x * x;
      const b = go(2);
      record.w = 1;
      return a + b * 2;
    },
    0.5,
  ],
  "nothing but effects": [
    (x: number) => {
      let sum = 0;
      const go = (n: number): void => {
        if (n === 0) return;
        sum += x * n * sum + x;
        go(n - 1);
      };
      go(4);
      return sum;
    },
    0.5,
  ],
};

/** By general code. */
const slope = (f: unknown): ((...args: readonly number[]) => number) => general.grad(f as never) as never;

const outcome = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return String(error);
  }
};

describe("what general code gives", () => {
  test.each(Object.entries(examples))("%s", (name, [f, ...args]) => {
    const same = (one: (of: never) => unknown, other: (of: never) => unknown, ...more: readonly unknown[]): void => {
      const given = [...args.slice(0, 1), ...more, ...args.slice(1)] as never[];
      const [mine, theirs] = [one, other].map((by) => outcome(() => (by(f as never) as typeof f)(...given)));
      expectClose(mine, theirs, 1e-12, name);
    };
    same(grad, general.grad);
    same(valueAndGrad, general.valueAndGrad);
    expect(codeOf(grad(f as never) as never, ...args)).toContain("use strict");
    const isNumber = typeof args[0] === "number";
    same(hvp, general.hvp, isNumber ? 1 : structuredClone(args[0]));
    if (!isNumber) return;
    same(
      (of) => grad(grad(of) as never),
      (of) => general.grad(general.grad(of)),
    );
    same(
      (of) => grad(grad(grad(of) as never) as never),
      (of) => general.grad(general.grad(general.grad(of))),
    );
  });
});

test.each(["a list", "a typed array", "a list and a number"])(
  "specialised code answers the second derivative of %s",
  (name) => {
    const [f, x, ...rest] = examples[name] as Example;
    expect(isAnswered(hvp(f as never), x, structuredClone(x), ...rest)).toBe(true);
  },
);

test("third derivatives through a tape keep integers integers", () => {
  const powers = (ys: readonly number[], n: number): number =>
    n <= 0 ? 1 : (ys[0] ?? 1) * powers(ys, n - 1) + ys[1]! * ys[0]! ** 2;
  const f = (x: number): number => Math.sin(powers([x, 2 * x], 2)) * x;
  const third = (by: typeof grad): unknown => by(by(by(f) as never) as never)(0.7);
  expectClose(third(grad), third(general.grad as never), 1e-12, "third derivative");
});

test("calls whose results are not needed go back at once", () => {
  expect(explain(grad(tree), 0.3, 5)).toContain("Stored for the reverse sweep: nothing.");
  const text = explain.code(grad(tree), 0.3, 5);
  expect(text).toMatch(/function tree_gradient\(/);
  expect(text).not.toContain("function tree_forward(");
});

test("what else calls need is on a tape of numbers", () => {
  const text = explain(grad(chain), 0.3, 5);
  expect(text).toMatch(
    /Stored for the reverse sweep: *\n {2}\S+ .*\n {4}16 bytes in each call: a number, which way a condition went/,
  );
  expect(text).toContain("Not known before it runs: nothing.");
});

test("no call is made again in each call around it", () => {
  for (const f of [first, second]) {
    const text = explain.code(grad(f), 0.5, 10);
    expect(text).toMatch(/function \w+_forward\(/);
    expect(text).not.toMatch(/function (?:first|second)\(/);
  }
});

test("what was written before is not written again for each recursive function", () => {
  const fork = (x: number, n: number): number => (n === 0 ? x : fork(x / 2, n - 1) - fork(x / 3, n - 1));
  const line = (x: number, n: number): number => (n === 0 ? x : Math.cos(line(x, n - 1)));
  const written: string[] = [];
  const trace: Parameters<typeof traced>[0] = ({ pass, after }) => {
    if (pass === "specialise") written.push(...Object.keys(after.functions).map((name) => name.split(":")[0]!));
  };
  traced(trace, () =>
    explain(
      grad((x: number, n: number) => fork(x, n) * line(fork(x, n), n)),
      0.3,
      5,
    ),
  );
  expect(written.toSorted()).toMatchInlineSnapshot(`
    [
      "fork",
      "fork",
      "fork_fn",
      "fork_fn_grad",
      "fork_gradient",
      "fork_gradient",
      "line",
      "line",
      "line_forward",
      "line_forward",
      "line_gradient",
      "line_gradient",
      "line_gradient",
      "line_reverse",
      "line_reverse",
    ]
  `);
});

test("recursion as deep as by general code", () => {
  expect(grad(chain)(0.3, 4000)).toBeCloseTo(slope(chain)(0.3, 4000), 12);
});

test("what is not specialised gives what general code gives", () => {
  const pair = (xs: readonly number[], n: number): readonly number[] =>
    n === 0 ? xs : pair([xs[0]! * 2, xs[0]!], n - 1);
  const first = (x: number): number => pair([x], 5)[0]!;
  const sum = (x: number, n: number, m: number): number => {
    let s = x;
    if (n === 0) return s;
    for (let k = 0; k < m; k++) s += sum(x * (k + 0.5), n - 1, m) * x;
    return s;
  };
  expect(grad(first)(2)).toBe(slope(first)(2));
  expect(grad(sum)(0.7, 3, 2)).toBe(slope(sum)(0.7, 3, 2));
});

test("functions that change places in each call stay themselves", () => {
  const gradient = grad((x: number, n: number, f: unknown, g: unknown) => inTurn(x, n, f, g));
  expect(isAnswered(gradient, 3, 2, square, cube)).toBe(true);
  expect([0, 1, 2, 3].map((n) => gradient(3, n, square, cube))).toEqual([5, 84, 20, 336]);
});

interface Sheet {
  typed: number[];
  cells: Record<string, { row?: number; text: string }>;
  known: Record<string, number>;
}
function term(sheet: Sheet, text: string): number {
  if (text.startsWith("SUM(")) {
    const [from, to] = text.slice(4, text.length - 1).split(":") as [string, string];
    let sum = 0;
    for (let row = Number(from.slice(1)); row <= Number(to.slice(1)); row++) sum += cell(sheet, `${from[0]!}${row}`);
    return sum;
  }
  const first = text.charCodeAt(0);
  return first >= 65 && first <= 90 ? cell(sheet, text) : Number(text);
}
function quotient(sheet: Sheet, text: string): number {
  const slash = text.indexOf("/");
  if (slash >= 0) return quotient(sheet, text.slice(0, slash)) / term(sheet, text.slice(slash + 1));
  return text.split("*").reduce((value, part) => value * term(sheet, part), 1);
}
function cell(sheet: Sheet, name: string): number {
  const known = sheet.known[name];
  if (known !== undefined) return known;
  const found = sheet.cells[name];
  if (!found) return 0;
  let value = 0;
  if (found.text === "") value = sheet.typed[found.row ?? 0]!;
  else for (const part of found.text.split("+")) value += quotient(sheet, part);
  sheet.known[name] = value;
  return value;
}

test("functions that call each other, of which one is found to need more while others are finished", () => {
  const cells = {
    A0: { row: 0, text: "" },
    A1: { row: 1, text: "" },
    B0: { text: "A0*0.5" },
    B1: { text: "A1*0.5+B0/A0" },
    D0: { text: "SUM(B0:B1)" },
    D1: { text: "D0/2+SUM(A0:A1)*0.01" },
  };
  const f = (typed: number[]): number => cell({ typed, cells, known: {} }, "D1");
  const x = [2, 3];
  expect(isAnswered(grad(f), x)).toBe(true);
  for (let k = 0; k < 3; k++) expect(grad(f)(x)).toEqual(general.grad(f as never)(x));
});
