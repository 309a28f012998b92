// Maps, sets, and iteration by the protocol of the language.

import { describe, expect, test } from "vitest";
import { checkpoint, compile, grad, hvp, jvp } from "zeroth";
import * as zeroth from "zeroth";
import { checkGradients } from "zeroth/testing";

/** Each function takes x; its value, slope and second derivative at 2. */
type Case = readonly [text: string, value: number, slope: number, bend: number];

const maps: Readonly<Record<string, Case>> = {
  get: ["const m = new Map(); m.set('a', x * x); return m.get('a') * x", 8, 12, 12],
  "entries given": ["const m = new Map([['a', x * x], ['b', x]]); return m.get('a') * m.get('b') + m.size", 10, 12, 12],
  "no entry": ["const m = new Map([['a', x]]); return (m.get('b') ?? x * x) * m.get('a')", 8, 12, 12],
  "set twice": [
    "const m = new Map([['a', x]]); const y = m.get('a'); m.set('a', y * y); return m.get('a') * y",
    8,
    12,
    12,
  ],
  "set to the same": ["const m = new Map([['a', 2]]); m.set('a', x); return m.get('a') ** 2 + m.get('a')", 6, 5, 2],
  "deleted and set": [
    "const m = new Map([['a', x]]); m.delete('a'); m.set('a', x * x); return m.get('a') * x",
    8,
    12,
    12,
  ],
  cleared: [
    "const m = new Map([['a', x]]); m.clear(); m.set('b', x); return m.has('a') ? 0 : m.get('b') ** 2",
    4,
    4,
    2,
  ],
  accumulated: [
    "const m = new Map(); for (const k of ['a', 'b', 'a']) m.set(k, (m.get(k) ?? 0) + x); return m.get('a') * m.get('b')",
    8,
    8,
    4,
  ],
  "for-of": ["let s = 0; for (const [k, v] of new Map([[1, x], [2, x * x]])) s += k * v; return s * x", 20, 28, 26],
  "for-of values": [
    "let s = 0; for (const v of new Map([[1, x], [2, x * x]]).values()) s += v * v; return s",
    20,
    36,
    50,
  ],
  "for-of keys": [
    "const m = new Map([[1, x], [2, x * x]]); let s = 0; for (const k of m.keys()) s += k * m.get(k); return s",
    10,
    9,
    4,
  ],
  "for-of entries": [
    "let s = 0; for (const [k, v] of new Map([[1, x], [2, x * x]]).entries()) s += k * v; return s",
    10,
    9,
    4,
  ],
  forEach: [
    "let s = 0; new Map([[1, x], [2, x * x]]).forEach((v, k, m) => { s += k * v * m.size }); return s",
    20,
    18,
    8,
  ],
  "added while it is walked": [
    "const m = new Map([[1, x]]); let s = 0; for (const [k, v] of m) { if (k < 4) m.set(k + 1, v * x); s += v } return s",
    2 + 4 + 8 + 16,
    1 + 4 + 12 + 32,
    2 + 12 + 48,
  ],
  "deleted while it is walked": [
    "const m = new Map([[1, x], [2, x * x], [3, x]]); let s = 0; for (const [k, v] of m) { m.delete(2); s += k * v } return s",
    8,
    4,
    0,
  ],
  "spread of values": ["return [...new Map([[1, x], [2, x * x]]).values()].reduce((s, v) => s + v * v, 0)", 20, 36, 50],
  "spread of a map": ["return [...new Map([[1, x], [2, x * x]])].reduce((s, [k, v]) => s + k * v, 0)", 10, 9, 4],
  "Array.from": ["return Array.from(new Map([[1, x], [2, x * x]]), ([k, v]) => k * v)[1]", 8, 8, 4],
  "a copy": ["const m = new Map([[1, x]]); const n = new Map(m); m.set(1, 5); return n.get(1) ** 2", 4, 4, 2],
  fromEntries: ["const o = Object.fromEntries(new Map([['a', x], ['b', x * x]])); return o.a * o.b", 8, 12, 12],
  "records as values": ["const m = new Map([['p', { v: x }]]); m.get('p').v *= x; return m.get('p').v * x", 8, 12, 12],
  "records as keys": ["const p = { v: x }; const m = new Map([[p, x * x]]); return m.get(p) * p.v", 8, 12, 12],
  "keys that are numbers": ["const m = new Map([[0, x], [NaN, x * x]]); return m.get(-0) * m.get(NaN)", 8, 12, 12],
  "left early": [
    "let s = 0; for (const [k, v] of new Map([[1, x], [2, x * x], [3, x]])) { s += v; if (k === 2) break } return s",
    6,
    5,
    2,
  ],
  "returned from": ["for (const [k, v] of new Map([[1, x], [2, x * x]])) if (k === 2) return v; return 0", 4, 4, 2],
  destructured: ["const [[k, v], second] = new Map([[1, x], [2, x * x], [3, 0]]); return v * second[1] * k", 8, 12, 12],
  chained: ["return new Map().set('a', x).set('b', x * x).get('b') * x", 8, 12, 12],
  memoized: [
    "const memo = new Map(); const f = (n) => { if (n < 2) return x; const known = memo.get(n); if (known !== undefined) return known; const y = f(n - 1) + f(n - 2) * x; memo.set(n, y); return y }; return f(3)",
    2 + 4 + 4,
    1 + 4 + 4,
    4,
  ],
  "functions as keys": [
    "const m = new Map(); m.set((a) => a * x, 2); m.set((a) => a + x * x, 3); let s = 0; for (const [f, w] of m) s += w * f(x); return s",
    8 + 3 * (2 + 4),
    8 + 3 * 5,
    4 + 6,
  ],
  WeakSet: ["const w = new WeakSet(); const k = {}; w.add(k); return w.has(k) && !w.has({}) ? x * x : 0", 4, 4, 2],
  WeakMap: ["const w = new WeakMap(); const k = {}; w.set(k, x * x); return w.get(k) * (w.has({}) ? 0 : x)", 8, 12, 12],
};

const sets: Readonly<Record<string, Case>> = {
  "for-of": ["let s = 0; for (const v of new Set([x, x * x])) s += v * v; return s", 20, 36, 50],
  add: [
    "const q = new Set(); q.add(x).add(x).add(x * x); let s = 0; q.forEach((v) => { s += v * v }); return s * q.size",
    40,
    72,
    100,
  ],
  spread: ["return [...new Set([x, 3, x])].reduce((s, v) => s * v, 1)", 6, 3, 0],
  "of records": ["const p = { v: x }; const q = new Set([p]); for (const r of q) r.v *= x; return p.v", 4, 4, 2],
  entries: ["let s = 0; for (const [a, b] of new Set([x, x * x]).entries()) s += a * b; return s", 20, 36, 50],
  zeros: ["const q = new Set([x - x, -0 * x]); let s = x * x; for (const v of q) s += v; return s * q.size", 4, 4, 2],
  deleted: ["const q = new Set([1, 2]); q.delete(1); return q.has(1) ? 0 : x * x * q.size", 4, 4, 2],
};

const iterables: Readonly<Record<string, Case>> = {
  "an iterator of its own": [
    "const it = { [Symbol.iterator]() { let i = 0; return { next: () => i++ < 3 ? { done: false, value: x * i } : { done: true } } } }; let s = 0; for (const v of it) s += v * v; return s",
    4 + 16 + 36,
    4 * (1 + 4 + 9),
    2 * (1 + 4 + 9),
  ],
  "one that has no end": [
    "let closed = 0; const it = { [Symbol.iterator]() { let y = x; return { next() { y *= x; return { done: false, value: y } }, return() { closed++; return {} } } } }; let s = 0; for (const v of it) { s += v; if (v > 7) break } return s * closed",
    12,
    4 + 12,
    2 + 12,
  ],
  "a class": [
    "const it = new Range(x, 3); return [...it].reduce((s, v) => s + v * v, 0) + Math.max(...it)",
    4 + 16 + 36 + 6,
    4 * 14 + 3,
    28,
  ],
  destructured: ["const [a, b] = new Range(x, 100); return a * b", 8, 8, 4],
  rest: ["const [a, ...r] = new Range(x, 3); return a * r.length * r[1]", 24, 24, 12],
  "Array.from": ["return Array.from(new Range(x, 3), (v) => v * v)[2]", 36, 36, 18],
  "an outer loop continued": [
    "let s = 0; outer: for (const a of new Range(x, 3)) { for (const b of new Range(x, 3)) { if (b > a) continue outer; s += a * b } } return s",
    4 * (1 + 2 * 3 + 3 * 6),
    4 * 25,
    2 * 25,
  ],
  "entries of an array": ["let s = 0; for (const [i, v] of [x, x * x].entries()) s += (i + 1) * v; return s", 10, 9, 4],
  "keys of an array": [
    "const a = [x, x * x]; let s = 0; for (const i of a.keys()) s += (i + 1) * a[i]; return s",
    10,
    9,
    4,
  ],
  "a method of its own called entries": [
    "const o = { entries: () => new Range(x, 2) }; let s = 0; for (const v of o.entries()) s += v * v; return s",
    20,
    20,
    10,
  ],
  "that reads what the pattern assigns": [
    "let a = x, b = 0, c = 0; const it = { [Symbol.iterator]: () => ({ next: () => ({ value: a * x, done: false }) }) }; [a, b, c] = it; return a * b * c",
    4 * 8 * 8,
    8 * 4 * 4 * 8,
    8 * 7 * 64,
  ],
  "that reads what the mapper of Array.from assigns": [
    "let y = x, n = 0; const it = { [Symbol.iterator]: () => ({ next: () => ({ value: y, done: n++ > 1 }) }) }; return Array.from(it, (v) => (y = v * x))[1]",
    8,
    12,
    12,
  ],
  "arrays and texts among them": [
    "let s = 0; for (const c of '12') for (const v of [x, x * x]) s += v * Number(c); return s",
    18,
    15,
    6,
  ],
};

const range = `class Range {
  constructor(x, n) { this.x = x; this.n = n }
  [Symbol.iterator]() { let i = 0; const { x, n } = this; return { next: () => (i++ < n ? { done: false, value: x * i } : { done: true, value: undefined }) } }
}
`;

describe.each(Object.entries({ maps, sets, iterables }))("the derivative through %s:", (_, cases) => {
  test.each(Object.entries(cases))("%s", async (_, [text, value, slope, bend]) => {
    const source = `// Map, Set, iterator\n${range}export function f(x: any): any { ${text} }`;
    const { f } = (await compile(source, { imports: { zeroth } })) as { f: (x: number) => number };
    expect(f(2)).toBe(value);
    expect(grad(f)(2)).toBeCloseTo(slope, 12);
    expect(jvp(f, [2], [1])).toEqual([value, slope]);
    expect(grad(grad(f))(2)).toBeCloseTo(bend, 12);
    expect(hvp(f)(2, 1)).toBeCloseTo(bend, 12);
    for (let k = 0; k < 5; k++) expect(grad(f)(2)).toBeCloseTo(slope, 12);
    checkGradients(f, [2]);
  });
});

describe("a map from outside", () => {
  test("is read, and written", () => {
    const table = new Map([["a", 3]]);
    const f = (x: number): number => {
      const y = table.get("a")! * x;
      table.set("b", y);
      return table.get("b")! * x;
    };
    expect(grad(f)(2)).toBe(12);
    expect(table.get("b")).toBe(6);
    table.set("b", 1);
    expect(grad((x: number) => table.get("b")! * x)(2)).toBe(1);
  });

  test("is no argument of gradients, unless nothing depends on it", () => {
    const read = (m: Map<string, number>): number => m.get("a")! ** 2;
    expect(() => grad(read)(new Map([["a", 2]]))).toThrow(/with respect to an instance of Map/);
    const within = (o: { m: Map<string, number>; x: number }): number => o.m.get("a")! * o.x;
    expect(() => grad(within)({ m: new Map([["a", 2]]), x: 3 })).toThrow(/with respect to an instance of Map/);
    const overwritten = (m: Map<string, number>): number => {
      const y = m.get("a")!;
      m.set("a", 0);
      return y * y;
    };
    expect(() => grad(overwritten)(new Map([["a", 2]]))).toThrow(/with respect to an instance of Map/);
    const sizes = (o: { m: Map<string, number>; x: number }): number => o.m.size * o.x;
    expect(grad(sizes)({ m: new Map([["a", 2]]), x: 3 })).toEqual({ m: null, x: 1 });
  });

  test("may be of a class that extends Map, with methods of its own", () => {
    class Plus extends Map<string, number> {
      override get(key: string): number {
        return (super.get(key) ?? 0) + 1;
      }
      override has(): boolean {
        return false;
      }
    }
    const m = new Plus([["a", 2]]);
    const f = (x: number): number => {
      m.set("b", x * x);
      return m.get("b") * x;
    };
    expect(f(2)).toBe(10);
    expect(grad(f)(2)).toBe(13);
    expect(grad(checkpoint((x: number) => m.get("a") * x * x))(2)).toBe(12);
  });

  test("that is written again after a checkpoint has read it is not the same", () => {
    const again = (rewrite: (m: Map<string, number>, x: number) => void) => (x: number) => {
      const m = new Map([["c", x]]);
      const f = checkpoint((a: number) => m.get("c")! * a);
      const y = f(x);
      rewrite(m, x);
      return y;
    };
    expect(grad(again(() => undefined))(2)).toBe(4);
    for (const rewrite of [
      (m: Map<string, number>) => m.set("c", m.get("c")!),
      (m: Map<string, number>, x: number) => m.delete("c") && m.set("c", x),
    ])
      expect(() => grad(again(rewrite))(2)).toThrow(/was written to after the call/);
  });

  test("carries derivatives of outer functions into inner ones", () => {
    const f = (x: number): number => {
      const m = new Map([["a", x * x]]);
      return grad((y: number) => {
        m.set("b", m.get("a")! * y);
        return m.get("b")! * y;
      })(x);
    };
    expect(grad(f)(2)).toBe(24);
  });

  test("that is a cache of a number gives a constant the next time", () => {
    const cache = new Map<number, number>();
    const f = (x: number): number => {
      let y = cache.get(1);
      if (y === undefined) cache.set(1, (y = x * x));
      return y * x;
    };
    expect(grad(f)(2)).toBe(12);
    expect(grad(f)(2)).toBe(4);
  });
});
