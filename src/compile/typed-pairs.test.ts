// Short arrays of unlike things that are stored and read again: specialised code knows what each element is, and the program does not
// find out how they are stored.

import { describe, expect, test } from "vitest";
import { grad, hessian, hvp, jacobian, jvp, ready, valueAndGrad } from "zeroth";
import { isAnswered } from "../test-support/is-answered.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { sameOutcomes } from "../test-support/same-gradients.ts";
import { expectTypedAnswers, givenNumbers } from "../test-support/typed-answers.ts";
import * as general from "../prelude/derivatives.ts";

type Numbers = readonly number[];
type Pair = [string, number];

const isOf = (type: new () => unknown, x: unknown): boolean => x instanceof type;

const names = ["a", "bb", "a", "ccc"];
const scaled = ([name, w]: Pair, by: number): Pair => [name, w * by];
const heavier = (a: Pair, b: Pair): Pair => (a[1] > b[1] ? a : b);
const weighted = (xs: Numbers): Pair[] => xs.map((x, k) => [names[k % 4]!, x * x]);
const total = (pairs: readonly Pair[]): number => pairs.reduce((sum, [name, w]) => sum + w * w * name.length, 0);

const typed: Readonly<Record<string, (xs: Numbers) => number>> = {
  "made by map": (xs) => total(weighted(xs)),
  "pushed under a condition": (xs) => {
    const list: Pair[] = [];
    for (const [k, x] of xs.entries()) {
      if (k % 2 === 0) list.push([names[k % 4]!, x]);
      else list.push(scaled(["odd", x], xs[0]!));
    }
    return total(list);
  },
  "of a map, sorted": (xs) => {
    const counts = new Map<string, number>();
    for (const [k, x] of xs.entries()) counts.set(names[k % 4]!, (counts.get(names[k % 4]!) ?? 0) + x * x);
    const ranked = [...counts.entries()].sort((a, b) => b[1] - a[1]);
    return ranked.reduce((sum, [name, w], k) => sum + (w * name.length) / (k + 1), 0);
  },
  "of a record, sorted and made a record again": (xs) => {
    const parts = Object.entries({ p: xs[0]! * xs[0]!, q: xs[1]! }).sort(([, a], [, b]) => a - b);
    const again = Object.fromEntries(parts.map((part) => scaled(part, xs[0]!)));
    return again["p"]! * again["q"]!;
  },
  "changed in place, through another reference": (xs) => {
    const list = weighted(xs);
    list.push(list[0]!);
    for (const pair of list) pair[1] *= xs[0]!;
    list[0]![0] = "longer";
    return total(list);
  },
  "of which the best is kept": (xs) => {
    let best: Pair | null = null;
    for (const pair of weighted(xs)) if (best === null || pair[1] > best[1]) best = pair;
    return best === null ? 0 : best[1] * best[0].length + weighted(xs).reduce(heavier)[1];
  },
  "in records, replaced": (xs) => {
    const list = xs.map((x, k): { at: Pair; x: number } => ({ at: [names[k % 4]!, x], x }));
    for (const one of list) one.at = [`${one.at[0]}x`, one.at[1] * one.x];
    return total(list.map(({ at }) => at));
  },
  "of a number and a list, in a queue": (xs) => {
    const queue: [number, number[]][] = [];
    for (const x of xs) queue.push([x * x, [x, 0.3]]);
    queue.sort((a, b) => a[0] - b[0]);
    let sum = 0;
    while (queue.length > 0) {
      const [w, [a, b]] = queue.shift()! as [number, [number, number]];
      sum += w * a * b;
    }
    return sum;
  },
  "read before any is stored": (xs) => {
    const runs: Pair[] = [];
    for (const [k, x] of xs.entries()) {
      if (runs.length > 0) runs[runs.length - 1]![1] *= xs[0]!;
      const same = runs.find(([name]) => name === names[k % 4]);
      if (same) same[1] += x;
      else runs.push([names[k % 4]!, x * x]);
    }
    return total(runs);
  },
  "in lists under names that are known when it runs": (xs) => {
    const edges: Record<string, Pair[]> = {
      a: [
        ["bb", xs[0]!],
        ["ccc", 2],
      ],
      bb: [["ccc", xs[1] ?? 0.4]],
    };
    const costs = new Map<string, number>([["a", 0]]);
    const queue = ["a"];
    while (queue.length > 0) {
      const from = queue.shift()!;
      for (const [to, w] of edges[from] ?? []) {
        const cost = costs.get(from)! + w;
        if (cost < (costs.get(to) ?? Infinity)) {
          costs.set(to, cost);
          queue.push(to);
        }
      }
    }
    return costs.get("ccc")! ** 2 + total(weighted(xs));
  },
  "made and read in an inner derivative": (xs) => {
    const slope = (x: number): number =>
      grad((y: number) => {
        const list: Pair[] = [];
        for (const name of names) list.push(scaled([name, y], x));
        return total(list) + heavier(list[0]!, list[1]!)[1];
      })(x);
    return xs.reduce((sum, x) => sum + slope(x), 0);
  },
  "taken from a stack": (xs) => {
    const stack: Pair[] = [];
    let sum = 0;
    for (const [k, x] of xs.entries()) {
      if (stack.length > 1) sum += stack.pop()![1] * x;
      stack.push([names[k % 4]!, x], ["b", x * x]);
    }
    return sum + total(stack);
  },
  "of three": (xs) => {
    const list = xs.map((x, k): [string, number, boolean] => [names[k % 4]!, x * x, k % 2 === 0]);
    return list.reduce((sum, [name, w, isEven]) => sum + (isEven ? w * w : w * name.length), 0);
  },
  "asked for their length, and whether they are arrays": (xs) => {
    const list = weighted(xs);
    return total(list) * list[0]!.length + (Array.isArray(list[0]) && typeof list[0] === "object" ? xs[0]! : 0);
  },
  "compared by identity": (xs) => {
    const list = weighted(xs);
    list.push(list[0]!);
    return total(list) + (list[0] === list[1] ? 1 : xs[0]!) + (list[0] === list.at(-1) ? xs[0]! : 1);
  },
  "spread, and destructured with the rest": (xs) => {
    const list = weighted(xs);
    const [name, ...rest] = list[0]!;
    const triple = [...list[1]!, xs[0]!] as const;
    return rest[0] * name.length + triple[1] * triple[2] + ((_: string, w: number) => w)(...list[0]!);
  },
};

const others: Readonly<Record<string, (xs: Numbers) => number>> = {
  "destructured where errors are caught": (xs) => {
    let sum = 0;
    for (const pair of weighted(xs)) {
      try {
        const [name, w] = pair;
        if (w > 3) throw new RangeError(name);
        sum += w * w * name.length;
      } catch {
        sum += 5 * pair[1];
      }
    }
    return sum;
  },
  sought: (xs) => {
    const list = weighted(xs);
    return total(list) + list.indexOf(list.at(-1)!) * xs[0]! + (list.includes(list[0]!) ? xs[0]! : 0);
  },
  "asked for their class": (xs) => total(weighted(xs)) + (isOf(Array, weighted(xs)[0]) ? xs[0]! : 0),
  "copied by JavaScript": (xs) => {
    const copy = structuredClone(weighted(xs));
    copy[0]![1] = 2;
    return total(copy) + JSON.stringify(copy[0]).length;
  },
  "thrown and caught": (xs) => {
    try {
      for (const pair of weighted(xs)) if (pair[0] === "bb") throw pair as unknown as Error;
      return xs[0]!;
    } catch (error) {
      return (error as Pair)[1] * (error as Pair).length;
    }
  },
  "that get longer": (xs) => {
    const list = weighted(xs) as [string, number, number?][];
    list[0]![2] = xs[0]! * 3;
    return list.reduce((sum, pair) => sum + pair[1] * (pair[2] ?? 0.5) * pair.length, 0);
  },
  "read at places that are not known": (xs) => {
    const list = weighted(xs);
    let sum = 0;
    for (const pair of list) for (let k = 0; k < pair.length; k++) sum += Number(pair[xs.length > 2 ? k : 1]) || 0.3;
    return sum;
  },
  "walked by name": (xs) => {
    let sum = 0;
    for (const pair of weighted(xs)) for (const k in pair as object) sum += k.length * pair[1];
    return sum;
  },
  "of two lengths, asked for it": (xs) => {
    const list: [string, number, number?][] = [];
    for (const [k, x] of xs.entries()) {
      if (k % 2 === 0) list.push(["v", x * x]);
      else list.push(["w", x, 2 * x]);
    }
    return list.reduce((sum, pair) => sum + pair[1] * pair.length + (pair[2] ?? 0.3), 0);
  },
  "of several lengths": (xs) => {
    const list: (["neg"] | ["add", number] | ["many", number[]])[] = [];
    for (const x of xs) list.push(["add", x * x], ["neg"], ["many", [x, 0.2]]);
    let sum = 0.1;
    for (const op of list) {
      if (op[0] === "add") sum += op[1];
      else if (op[0] === "neg") sum = -sum * op.length;
      else sum *= op[1].reduce((a, b) => a + b, 0);
    }
    return sum;
  },
  "beside records, asked which they are": (xs) => {
    const list: (Pair | { readonly w: number })[] = [];
    for (const [k, x] of xs.entries()) list.push(k % 2 === 0 ? ["v", x * x] : { w: x });
    return list.reduce((sum, one) => sum + (Array.isArray(one) ? one[1] * one.length : one.w), 0);
  },
  "beside lists": (xs) => {
    const list: (Pair | number[])[] = [];
    for (const [k, x] of xs.entries()) list.push(k % 2 === 0 ? ["v", x * x] : [x, 2 * x]);
    return list.reduce((sum, [a, b]) => sum + (typeof a === "string" ? 2 * (b ?? 0) : (a ?? 0) * (b ?? 0)), 0);
  },
  "in a tree that is walked, and made flat": (xs) => {
    type Tree = string | number | readonly Tree[];
    const sum = (tree: Tree): number =>
      Array.isArray(tree)
        ? (tree as readonly Tree[]).reduce<number>((s, part) => s + sum(part), 0)
        : Number(tree) || 0.2;
    const list = weighted(xs);
    return sum(list) + list.flat().length * xs[0]! + list.flatMap((pair) => pair as unknown[]).length;
  },
  "in a list in an instance": (xs) => {
    class Log {
      readonly entries: Pair[] = [];
      add(name: string, w: number): void {
        if (this.entries.length > 0) this.entries[0]![1] *= w;
        this.entries.push([name, w]);
      }
    }
    const log = new Log();
    for (const [k, x] of xs.entries()) log.add(names[k % 4]!, x);
    return total(log.entries);
  },
  "with properties of their own": (xs) => {
    const list = weighted(xs) as (Pair & { note?: number })[];
    list[0]!.note = xs[0]!;
    return total(list) + (list[0]!.note ?? 0) + (list[1]?.note ?? 0.4);
  },
};

const xs = givenNumbers;

describe("pairs that are read again,", () => {
  test.each(Object.entries(typed))("%s", (_, f) => expectTypedAnswers(f));
});

describe("pairs that are looked at,", () => {
  test.each(Object.entries(others))("%s", async (_, f) => {
    await ready(grad(f), xs);
    sameOutcomes(f, [xs], [[0.4, 1.3]], [[1.1, 0.2, 0.1, 0.6]]);
  });
});

test("results are arrays", async () => {
  const f = (x: number): [string, number][] => [1, 2].map((k) => ["v", x ** (k + 1)]);
  const sum = (x: number): number => f(x).reduce((all, [, v]) => all + v, 0);
  const whole = valueAndGrad(typed["made by map"]!);
  await ready(whole, xs);
  expect(isAnswered(whole, xs)).toBe(true);
  expect(whole(xs)).toEqual([typed["made by map"]!(xs), grad(typed["made by map"]!)(xs)]);
  await ready(valueAndGrad(sum), 2);
  expect(valueAndGrad(sum)(2)).toEqual([12, 16]);
  const rowsOf = jacobian(f as never) as (x: number) => unknown;
  await ready(rowsOf, 2);
  expect(rowsOf(2)).toEqual([
    [null, 4],
    [null, 12],
  ]);
  expect(hessian((ys: Numbers) => sum(ys[0]!))([2])).toEqual([[14]]);
});

type Row = [number[], number];
const table: readonly Pair[] = [
  ["add", 0.4],
  ["mul", 1.3],
  ["add", -0.2],
];
const rows: Row[] = [
  [[1, 0.5], 0.3],
  [[0.2, -0.4], 1.1],
  [[0.7, 0.1], -0.6],
];

const given: Readonly<Record<string, (xs: Numbers, rows: Row[]) => number>> = {
  "in a loop": (xs, rows) => {
    let sum = 0;
    for (const [features, label] of rows) sum += (features.reduce((z, v, i) => z + v * xs[i]!, 0) - label) ** 2;
    return sum;
  },
  "in a part of a list, in another order": (xs, rows) => {
    let sum = 0;
    for (const row of rows.slice(1).reverse()) sum = sum * xs[0]! + row[0][1]! * row[1];
    return sum;
  },
  "of a table of the module": (xs) => {
    let sum = xs[1]!;
    for (const [op, v] of table) {
      if (op === "add") sum += v * xs[0]!;
      else sum *= v + xs[0]!;
    }
    return sum + new Map(table).get("mul")! * xs[0]! + table.find(([op]) => op === "mul")![1] * xs[1]!;
  },
  "asked what they are": (xs, rows) => {
    const row = rows[0]!;
    const isArray = Array.isArray(row) && isOf(Array, row) && typeof row === "object";
    return (isArray ? xs[0]! : 2) * row.length * Object.keys(row).length + [...row].length * xs[1]!;
  },
  "in lists made here, and in records": (xs, rows) => {
    const kept = rows.map((row, k) => ({ row, k }));
    const all = [...rows, ...rows];
    return (
      all.reduce((sum, [[a]]) => sum + a! * xs[0]!, 0) + kept.reduce((sum, { row, k }) => sum + row[1] * k * xs[1]!, 0)
    );
  },
};

describe("pairs that exist already,", () => {
  test.each(Object.entries(given))("%s", async (_, f) => {
    const own = [1.2, 0.7];
    await ready(grad(f), own, rows);
    expect(isAnswered(grad(f), own, rows)).toBe(true);
    sameOutcomes(
      f,
      [own, rows],
      [[0.4, 1.3], rows.slice(0, 2)],
      [own, [...rows, rows[0]]],
      [own, [[[0.3, 0.2], 0.1, "more"]]],
      [own, [[[0.3, 0.2], "text"]]],
      [own, [[0.5, 0.1]]],
      [own, [[[0.1, 0.2]], ...rows]],
      [own, [rows[0], undefined]],
      [own, []],
    );
    const along = [1, 0.5];
    const moved = (h: number): Numbers =>
      grad(f)(
        own.map((x, k) => x + h * along[k]!),
        rows,
      );
    const [ahead, behind] = [moved(1e-5), moved(-1e-5)];
    hvp(f)(own, along, rows).forEach((x, k) => {
      expect(x / 100).toBeCloseTo((ahead[k]! - behind[k]!) / 2e-3, 5);
    });
  });

  test("may differ in their lengths", async () => {
    const f = (x: number, all: [string, number, number?][]): number =>
      all.reduce((sum, pair) => sum + x * pair[1] * pair.length + (pair[2] ?? 0.5) * x * x, 0);
    const mixed: [string, number, number?][] = [
      ["a", 0.5],
      ["b", 0.2, 3],
      ["c", 1],
    ];
    await ready(grad(f), 2, mixed);
    sameOutcomes(f, [2, mixed], [2, mixed.slice(0, 1)], [3, mixed.slice(1, 2)], [3, [["a"]]]);
  });

  test("have derivatives of their own", async () => {
    const f = given["in a loop"]!;
    const byRows = (own: Row[]): number => f([1.2, 0.7], [...own, own[0]!]) + f([0.4, 0.2], own);
    await ready(grad(byRows), rows);
    const gradient = grad(byRows)(rows) as unknown as Row[];
    expectClose(gradient, (general.grad as unknown as typeof grad)(byRows)(rows), 1e-12, "gradient");
    const at = (h: number): number =>
      byRows(rows.map(([features, label], k) => [features, k === 0 ? label + h : label]));
    expect(gradient[0]![1]).toBeCloseTo((at(1e-5) - at(-1e-5)) / 2e-5, 7);
    expect(jvp(byRows, [rows], [rows])[1]).toBeCloseTo(
      (byRows(rows.map(([u, v]) => [u.map((x) => x * 1.00001), v * 1.00001])) -
        byRows(rows.map(([u, v]) => [u.map((x) => x * 0.99999), v * 0.99999]))) /
        2e-5,
      6,
    );
  });

  test("may be written", async () => {
    const f = (xs: Numbers, own: Row[]): number => {
      own[0]![1] *= xs[0]!;
      own[0]![0].push(xs[1]!);
      own[1] = own[0]!;
      return own.reduce((sum, [features, label]) => sum + features.reduce((a, b) => a + b, 0) * label, 0);
    };
    await ready(grad(f), [1.2, 0.7], structuredClone(rows));
    sameOutcomes(f, [[1.2, 0.7], rows], [[0.4, 1.3], rows.slice(0, 2)]);
    const changed = structuredClone(rows);
    grad(f)([2, 3], changed);
    expect(changed.slice(0, 2)).toEqual([
      [[1, 0.5, 3], 0.6],
      [[1, 0.5, 3], 0.6],
    ]);
  });
});
