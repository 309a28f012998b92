// Maps and sets in specialised code: those that the code makes, and those of modules; and what regular expressions find.

import { describe, expect, test } from "vitest";
import { explain, grad, hessian, jvp, ready } from "zeroth";
import { isAnswered } from "../test-support/is-answered.ts";
import { sameGradients, sameOutcomes } from "../test-support/same-gradients.ts";

type Numbers = readonly number[];

const prices = new Map([
  ["a", 0.5],
  ["b", -2],
]);
const rows = new Map([["a", [1, 2, 3]]]);
const stops = new Set(["the"]);
const operators = new Map<string, (a: number, b: number) => number>([
  ["+", (a, b) => a + b],
  ["*", (a, b) => a * b],
  ["max", Math.max],
]);
const vowels = /[aeiou]/;
const everyA = /a/g;
const seen = new Map<string, number>();

class Recent {
  private readonly items = new Map<string, number>();
  get(key: string, make: () => number): number {
    const known = this.items.get(key);
    if (known !== undefined) {
      this.items.delete(key);
      this.items.set(key, known);
      return known;
    }
    if (this.items.size >= 2) this.items.delete(this.items.keys().next().value!);
    const made = make();
    this.items.set(key, made);
    return made;
  }
}

class Scope {
  private readonly names = new Map<string, number>();
  private readonly parent: Scope | null;
  constructor(parent: Scope | null) {
    this.parent = parent;
  }
  of(name: string): Map<string, number> {
    if (this.names.has(name)) return this.names;
    if (this.parent === null) throw new ReferenceError(name);
    return this.parent.of(name);
  }
  declare(name: string, x: number): this {
    this.names.set(name, x);
    return this;
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T, k: number) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  items.forEach((item, k) => {
    const group = groups.get(keyOf(item, k));
    if (group) group.push(item);
    else groups.set(keyOf(item, k), [item]);
  });
  return groups;
}

const xs = [1.5, 0.5, 2, 3];

const answered: readonly (readonly [string, (p: Numbers) => number])[] = [
  [
    "sums by key, read in the order in which the keys came",
    (p) => {
      const sums = new Map<string, number>();
      p.forEach((x, k) => sums.set(k % 2 === 0 ? "even" : "odd", (sums.get(k % 2 === 0 ? "even" : "odd") ?? 1) * x));
      let total = sums.size;
      for (const [key, sum] of sums) total = 0.5 * total + key.length * sum ** 2;
      return total;
    },
  ],
  [
    "entries that are deleted and that come while a loop walks",
    (p) => {
      const m = new Map<number, number>(p.map((x, k): [number, number] => [k, x]));
      let total = 0;
      for (const [k, x] of m) {
        total += x ** 2 * (k + 1);
        if (k === 0) m.delete(1);
        else if (m.size < 6) m.set(k + 4, 0.5 * x);
      }
      m.clear();
      m.set(9, p[0]!);
      m.forEach((x, k) => (total += x * k));
      return total;
    },
  ],
  [
    "groups of numbers, from a function",
    (p) => {
      let total = 0;
      for (const [key, group] of groupBy(p, (_, k) => (k % 3 === 0 ? "a" : "bb"))) {
        const mean = group.reduce((s, x) => s + x, 0) / group.length;
        for (const x of group) total += (x - mean) ** 2 * key.length;
      }
      return total;
    },
  ],
  [
    "groups, where errors are caught",
    (p) => {
      const groups = new Map<string, number[]>();
      try {
        for (const x of p) {
          const group = groups.get(x > 1 ? "a" : "b");
          if (group) group.push(x);
          else groups.set(x > 1 ? "a" : "b", [x]);
        }
      } catch {
        return 0;
      }
      return [...groups.values()].reduce((sum, group) => sum * 0.5 + group[0]! ** 2 * group.length, 0);
    },
  ],
  [
    "maps of maps",
    (p) => {
      const table = new Map<string, Map<string, number>>();
      p.forEach((x, k) => {
        const key = k % 2 === 0 ? "a" : "b";
        let row = table.get(key);
        if (!row) {
          row = new Map();
          table.set(key, row);
        }
        row.set(String(k), x * x);
        row.set("last", x);
      });
      let total = 0;
      for (const row of table.values()) for (const [key, x] of row) total = 0.7 * total + x * key.length;
      return total * (table.get("a")?.get("last") ?? 1);
    },
  ],
  [
    "a memory of results, in recursion",
    (p) => {
      const known = new Map<number, number>();
      const f = (n: number): number => {
        if (n < 2) return p[n]!;
        const before = known.get(n);
        if (before !== undefined) return before;
        const result = f(n - 1) * 0.5 + Math.sin(f(n - 2));
        known.set(n, result);
        return result;
      };
      return f(12) + known.size;
    },
  ],
  [
    "sets of numbers that are differentiated",
    (p) => {
      const set = new Set<number>();
      for (const x of p) set.add(x * x).add(-x);
      set.delete(-p[1]!);
      return [...set].reduce((total, x) => 0.5 * total + x, 0);
    },
  ],
  [
    "sets of records, and sets in records",
    (p) => {
      const open = new Set<{ at: number; near: Set<number> }>();
      p.forEach((x, k) => open.add({ at: x, near: new Set([k, k + 1]) }));
      let total = 0;
      while (open.size > 0) {
        let least: { at: number; near: Set<number> } | null = null;
        for (const one of open) if (least === null || one.at < least.at) least = one;
        open.delete(least!);
        total = total * 0.5 + least!.at ** 2 * (least!.near.has(2) ? 3 : least!.near.size);
      }
      return total;
    },
  ],
  [
    "buffers that take turns",
    (p) => {
      let now = new Map<number, number>([[0, p[0]!]]);
      for (const x of p) {
        const next = new Map<number, number>();
        for (const [k, v] of now) {
          next.set(k + 1, (next.get(k + 1) ?? 0) + v * x);
          next.set(k, (next.get(k) ?? 0) + Math.sin(v));
        }
        now = next;
      }
      let total = 0;
      for (const [k, v] of now) total += v / (k + 1);
      return total;
    },
  ],
  [
    "one of two maps, which is the same or not",
    (p) => {
      const [a, b] = [new Map([["x", p[0]!]]), new Map([["x", p[1]!]])];
      const one = p[2]! > 1 ? a : b;
      one.set("x", p[2]! * one.get("x")!);
      return a.get("x")! * 2 + b.get("x")! + (one === a ? p[3]! : 0) + (one instanceof Map ? 1 : 2);
    },
  ],
  [
    "maps that are compared, in recursion",
    (p) => {
      const weigh = (a: Map<number, number>, b: Map<number, number>, n: number): number => {
        a.set(n, (a.get(n) ?? 1) * p[n]!);
        if (n === 0) return (a === b ? 3 : 1) * a.get(0)! + b.size;
        return weigh(b, a, n - 1) * a.get(n)!;
      };
      const [one, other] = [new Map<number, number>(), new Map<number, number>()];
      return weigh(one, one, 2) + weigh(one, other, 3);
    },
  ],
  [
    "the items that were used last, in a private field",
    (p) => {
      const recent = new Recent();
      let total = 0;
      for (let k = 0; k < 9; k++) total += recent.get(`k${(k * k) % 5}`, () => p[k % p.length]! ** 2) * (k + 1);
      return total;
    },
  ],
  [
    "a key that is NaN, and a key that is -0",
    (p) => {
      const m = new Map<number, number>([[-0, p[0]!]]);
      m.set(NaN, p[1]!);
      let total = m.get(0)! * 2 + m.get(NaN)!;
      for (const k of m.keys()) total += 1 / k < 0 ? p[2]! : p[3]!;
      return total;
    },
  ],
  [
    "iterators by hand, and an early end",
    (p) => {
      const m = new Map([
        ["a", p[0]!],
        ["b", p[1]!],
        ["c", p[2]!],
      ]);
      const entries = m.entries();
      let total = entries.next().value![1] * 2;
      for (const x of m.values()) {
        if (x > p[0]!) break;
        total += x;
      }
      const rest = entries.next();
      return rest.done === true ? 0 : total * rest.value[1];
    },
  ],
  [
    "an error on the way, after which the map has what was set",
    (p) => {
      const m = new Map<string, number>();
      try {
        for (const x of p) {
          m.set("last", x * x);
          if (x > 1.9) throw new Error("too much");
        }
      } catch {
        m.set("failed", m.get("last")! + 1);
      }
      return (m.get("failed") ?? 0) * m.size;
    },
  ],
];

describe("specialised code answers", () => {
  test.each(answered)("%s", async (_, f) => {
    sameGradients(f, [xs], [[2.5, 0.25, 0.75, 1]], [[0.5, 3, 1, 2]]);
    await ready(grad(f), xs);
    expect(isAnswered(grad(f), xs)).toBe(true);
    sameGradients(f, [xs], [[2.5, 0.25, 0.75, 1]], [[0.5, 3, 1, 2]]);
  });

  test.each<readonly [string, (p: Numbers, text: string) => number]>([
    ["numbers of a map of the module", (p, text) => (prices.get(text) ?? p[1]!) * p[0]! * (prices.has(text) ? 3 : 1)],
    ["arrays of a map of the module", (p, text) => (rows.get(text) ?? [5]).reduce((s, x, k) => s + x * p[k]!, 0)],
    ["a set of the module", (p, text) => (stops.has(text) ? p[0]! : p[1]! ** 2)],
    [
      "functions of a map of the module",
      (p, text) => {
        const stack: number[] = [];
        for (const token of `0 1 ${text === "a" ? "+" : "*"} 2 max`.split(" ")) {
          const f = operators.get(token);
          if (f === undefined) stack.push(p[Number(token)]!);
          else stack.push(f(stack.pop()!, stack.pop()!));
        }
        return stack[0]!;
      },
    ],
    [
      "what regular expressions find",
      (p, text) => {
        let total = 0;
        for (const word of `${text} of  the one`.split(/\s+/)) if (!vowels.test(word)) total += p[0]! ** 2;
        const found = `${text}bab`.match(/[ab]/g) ?? [];
        return total + found.length * p[1]! + text.replace(/a+/, "xyz").length * p[2]! + (/^c/.exec(text)?.length ?? 7);
      },
    ],
    [
      "texts of numbers and of texts, joined",
      (p, text) => [3, 1].join().length * p[0]! + [text, "q"].join("--").length,
    ],
  ])("%s", async (_, f) => {
    for (const text of ["a", "the", "c"]) {
      await ready(grad(f), xs, text);
      expect(isAnswered(grad(f), xs, text)).toBe(true);
    }
    sameGradients(f, [xs, "a"], [xs, "the"], [xs, "c"], [xs, ""]);
  });
});

test("what a map of the module holds may change between calls", async () => {
  const f = (p: Numbers): number => p[0]! * (prices.get("new") ?? 1);
  const g = grad(f);
  await ready(g, xs);
  expect(g(xs)[0]).toBe(1);
  prices.set("new", 4);
  expect(g(xs)[0]).toBe(4);
  prices.delete("new");
  expect(g(xs)[0]).toBe(1);
});

describe("code that writes to what a map of the module holds", () => {
  const lists = new Map([["a", [1, 2]]]);
  const list = [1, 2];
  const alike = new Map([["a", list]]);
  const states = new Map([["a", { w: 1 }]]);
  test.each<readonly [string, (x: number) => number]>([
    ["an array", (x) => ((lists.get("a")![0] = x), lists.get("a")![0]! * x)],
    ["an array that the module has, too", (x) => ((alike.get("a")![0] = x), list[0]! * x)],
    ["a record", (x) => ((states.get("a")!.w = x), states.get("a")!.w * x)],
  ])("%s", async (_, f) => {
    await ready(grad(f), 0.7);
    for (const x of [0.7, -0.3, 2]) {
      expect(grad(f)(x)).toBe(2 * x);
      expect(jvp(f, [x], [1])[1]).toBe(2 * x);
    }
  });

  test("and back", async () => {
    const f = (x: number): number => {
      const state = states.get("a")!;
      state.w = 2;
      state.w += x;
      const result = x * state.w;
      state.w = 1;
      return result;
    };
    await ready(grad(f), 3);
    for (let k = 0; k < 3; k++) expect([grad(f)(3), states.get("a")!.w]).toEqual([8, 1]);
  });
});

test.each<readonly [string, (x: number) => number]>([
  ["is read", (x) => ((re) => x ** 2 * (re.lastIndex + 1 + "banana".match(re)!.length))(/a/g)],
  [
    "is written",
    (x) => {
      const re = /a/g;
      re.lastIndex = 3;
      const found = "banana".match(re)!.length;
      return x ** 2 * (found + 1 + re.lastIndex);
    },
  ],
  [
    "of the module is written",
    (x) => {
      everyA.lastIndex = 3;
      const found = "banana".match(everyA)!.length;
      return x ** 2 * (found + 1 + everyA.lastIndex);
    },
  ],
  ["is asked for", (x) => ("lastIndex" in /a/ ? 4 * x ** 2 : x)],
])("the place of a regular expression %s", async (_, f) => {
  await ready(grad(f), 0.5);
  expect(grad(f)(0.5)).toBe(4);
});

test("keys of which nothing is known", async () => {
  const f = (p: Numbers): number => {
    const m = new Map(p.map((x, k) => [`k${k}`, x]));
    let total = 0;
    for (const [key, x] of m) if (key === "k1") total += x ** 2;
    return total;
  };
  await ready(grad(f), xs);
  expect(isAnswered(grad(f), xs)).toBe(true);
  expect(grad(f)(xs)).toEqual([0, 1, 0, 0]);
});

test("maps and sets of the module are iterated over", async () => {
  const f = (x: number): number => {
    let total = 0;
    for (const [key, price] of prices) total += price * x * key.length;
    stops.forEach((word) => (total += word.length * x ** 2));
    const [first] = prices;
    total += first![1] * x + [...stops].join("").length;
    return total + [...new Map(prices).set("c", x).values()].reduce((s, v) => s + v * x, 0);
  };
  await ready(grad(f), 2);
  expect(isAnswered(grad(f), 2)).toBe(true);
  sameGradients(f, [2], [-1]);
});

test("entries of a map of the module, as pairs", async () => {
  const f = (x: number): number => {
    let total = 0;
    const pairs = [...prices];
    for (const [key, price] of pairs) total += price * key.length * x;
    const second = (...entries: (readonly [string, number])[]): number => entries[0]![1] + entries.length;
    const sum = Array.from(prices, ([, price]) => price * x).reduce((s, y) => s + y, 0);
    return total * sum * second(...prices) + Object.fromEntries(prices)["a"]! * x;
  };
  await ready(grad(f), 2);
  sameGradients(f, [2], [-1]);
});

test("scopes of names, each with the one around it, or null", async () => {
  const f = (p: Numbers): number => {
    let scope = new Scope(null).declare("a", p[0]!).declare("b", p[1]!);
    for (const x of p) {
      scope = new Scope(scope).declare("c", x);
      scope.of("a").set("a", scope.of("a").get("a")! * scope.of("c").get("c")!);
    }
    return scope.of("a").get("a")! + scope.of("b").get("b")!;
  };
  await ready(grad(f), xs);
  sameGradients(f, [xs], [[2.5, 0.25, 0.75, 1]]);
});

test("Hessians and tangents through maps", async () => {
  const f = ([x, y]: Numbers): number => {
    const m = new Map([["x", x! * y!]]);
    m.set("x", m.get("x")! ** 2);
    return m.get("x")!;
  };
  const matrix = [
    [18, 24],
    [24, 8],
  ];
  await ready(hessian(f), [2, 3]);
  expect(hessian(f)([2, 3])).toEqual(matrix);
  expect(jvp(f, [[2, 3]], [[1, 0]])[1]).toBe(36);
});

// A function that names what it is, and that what it is returned as is itself.
test.each<readonly [string, (p: Numbers) => unknown]>([
  ["a map in a record that is returned", (p) => ({ value: p[0]! ** 2, by: new Map([["a", p[0]!]]) })],
  ["the names of a map's own properties", (p) => p[0]! * (1 + Object.keys(new Map([["a", 1]])).length)],
  ["a map as a text", (p) => p[0]! * String(new Map()).length],
  ["a map as JSON", (p) => p[0]! * JSON.stringify(new Map([["a", p[1]!]])).length],
  // oxlint-disable-next-line typescript/no-misused-spread -- it is copied as any object is
  ["a map whose properties are copied", (p) => p[0]! * Object.keys({ ...new Map([["a", 1]]), b: 1 }).length],
  ["a map that a map of the module keeps", (p) => Number(seen.set("it", p[0]!).size)],
  [
    "a map as a key",
    (p) => {
      const one = new Map([["a", p[0]!]]);
      return new Map([[one, p[1]!]]).get(one)! * 2;
    },
  ],
  [
    "a map that is thrown",
    (p) => {
      try {
        // oxlint-disable-next-line typescript/only-throw-error -- what is thrown is what is tested
        throw new Map([["a", p[0]!]]);
      } catch (e) {
        return (e as Map<string, number>).get("a")! ** 2;
      }
    },
  ],
  ["the class of a map", (p) => p[0]! * (new Map().constructor === Map ? 2 : 3)],
  ["a property that a map has not", (p) => p[0]! * ("<keys>" in new Map() ? 2 : 3)],
  [
    "a property that a map has not, read",
    (p) => (Reflect.get(new Map([["a", p[0]!]]), "<keys>") === undefined ? p[0]! ** 2 : 3),
  ],
  [
    "the same by name",
    (p) => ((new Map() as unknown as Record<string, unknown>)["<keys>"] === undefined ? p[0]! ** 2 : 3),
  ],
])("%s is what it is in general code", async (_, f) => {
  const number = (p: Numbers): number => {
    const result = f(p);
    return typeof result === "number" ? result : (result as { value: number }).value;
  };
  await ready(grad(number), xs);
  sameOutcomes(number, [xs], [xs]);
  expect(grad(number)(xs)).toHaveLength(4);
});

test("an entry does not return a map as a record", async () => {
  const f = (p: Numbers): readonly [number, Map<string, number>] => {
    const m = new Map([["a", p[0]! ** 2]]);
    return [m.get("a")!, m];
  };
  const g = grad(f as never, { hasAux: true } as never) as unknown as (p: Numbers) => readonly [number[], unknown];
  await ready(g as never, xs as never);
  for (let k = 0; k < 3; k++) expect(JSON.stringify(g(xs))).toContain("{}");
  expect(String(explain(g as never, xs as never))).toContain("a Map or a Set is returned");
});

test("maps in a list that are read before any is stored there", async () => {
  const f = (xs: Numbers): number => {
    const list: Map<string, number>[] = [];
    let sum = 0;
    for (const x of xs) {
      if (list.length > 0) sum += list[0]!.size * x + (list.at(-1)?.get("a") ?? 0);
      list.push(new Map([["a", x * x]]));
    }
    return sum;
  };
  await ready(grad(f), [1, 2, 3]);
  expect(grad(f)([1, 2, 3])).toEqual([2, 5, 1]);
});

test("a search in a block whose errors are caught", async () => {
  const f = (x: number, text: string): number => {
    let sum = 0;
    for (const word of text.split(" ")) {
      try {
        if (word === "!") throw new RangeError("no word");
        sum += /^\d/.test(word) ? Number(word) * x : x * x;
      } catch {
        sum += 5 * x;
      }
    }
    return sum;
  };
  await ready(grad(f), 1.5, "x 2 y");
  expect(isAnswered(grad(f), 1.5, "x 2 y")).toBe(true);
  expect([grad(f)(1.5, "x 2 y"), grad(f)(1.5, "! 4 z 3 !")]).toEqual([8, 20]);
});
