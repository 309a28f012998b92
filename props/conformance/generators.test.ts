// Generators: what they give, what they are sent, how they end.

import { conformance } from "./conform.ts";
import { scalar } from "./program.ts";

class Series {
  readonly terms: readonly number[];
  constructor(...terms: readonly number[]) {
    this.terms = terms;
  }
  *[Symbol.iterator](): Generator<number, void> {
    for (const v of this.terms) yield v * 2;
  }
  *at(y: number): Generator<number, void> {
    let p = 1;
    for (const v of this) {
      yield v * p;
      p *= y;
    }
  }
}

function* range(n: number) {
  for (let i = 0; i < n; i++) yield i;
}

function* powers(x: number, n: number) {
  let p = 1;
  for (let i = 0; i < n; i++) {
    yield p;
    p *= x;
  }
}

const programs = [
  scalar("methods of a class", (x) => [...new Series(1, 2, x).at(x)].reduce((a, b) => a + b, 0), 1.3),
  scalar(
    "a loop that throws ends its generator",
    (x) => {
      let s = x;
      function* g(): Generator<number, void> {
        try {
          yield x;
        } finally {
          s *= x;
        }
      }
      try {
        for (const v of g()) throw new Error(String(v));
      } catch {
        s *= 2;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "for of",
    (x) => {
      let s = 0;
      for (const p of powers(x, 5)) s += p * x;
      return s;
    },
    1.3,
  ),
  scalar("spread", (x) => [...powers(x, 4)].reduce((a, b) => a + b * x, 0), 1.3),
  scalar(
    "range",
    (x) => {
      let s = 1;
      for (const i of range(4)) s = s * x + i;
      return s;
    },
    1.3,
  ),
  scalar(
    "straight",
    (x) => {
      function* g() {
        yield x;
        yield x * x;
        const y = x * 3;
        yield y;
        return y * x;
      }
      const it = g();
      let s = 0;
      for (;;) {
        const r = it.next();
        s = s * 2 + r.value!;
        if (r.done) return s;
      }
    },
    1.3,
  ),
  scalar(
    "send",
    (x) => {
      function* acc(): Generator<number, number, number> {
        let s = 0;
        while (true) {
          const v = yield s;
          if (v === undefined) return s;
          s += v * v;
        }
      }
      const it = acc();
      it.next();
      it.next(x);
      it.next(x * 2);
      return it.next(x * x).value as number;
    },
    1.3,
  ),
  scalar(
    "break calls return",
    (x) => {
      const o = { v: 0 };
      function* g() {
        try {
          for (let i = 0; ; i++) yield i * x;
        } finally {
          o.v = x * x;
        }
      }
      let s = 0;
      for (const v of g()) {
        if (v > 4) break;
        s += v;
      }
      return s + o.v;
    },
    1.3,
  ),
  scalar(
    "throw into",
    (x) => {
      function* g(): Generator<number, number, unknown> {
        let k = x;
        for (;;) {
          try {
            yield k;
          } catch (e: any) {
            k = k * e;
          }
        }
      }
      const it = g();
      it.next();
      it.throw(x * 2);
      return it.next().value as number;
    },
    1.3,
  ),
  scalar(
    "delegate",
    (x) => {
      function* a() {
        yield x;
        yield x * x;
        return x * 3;
      }
      function* b() {
        const r = yield* a();
        yield r * x;
      }
      return [...b()].reduce((s, v) => s * x + v, 0);
    },
    1.3,
  ),
  scalar(
    "delegate array",
    (x) => {
      function* b() {
        yield* [x, x * 2, x * x];
        yield x;
      }
      return [...b()].reduce((s, v) => s * x + v, 0);
    },
    1.3,
  ),
  scalar(
    "recursion tree",
    (x) => {
      interface T {
        v: number;
        l?: T;
        r?: T;
      }
      function* walk(t?: T): Generator<number> {
        if (!t) return;
        yield* walk(t.l);
        yield t.v;
        yield* walk(t.r);
      }
      const t: T = { v: x, l: { v: x * 2 }, r: { v: x * x, l: { v: 1 } } };
      let s = 0;
      for (const v of walk(t)) s = s * x + v;
      return s;
    },
    1.3,
  ),
  scalar(
    "nested loops",
    (x) => {
      function* g() {
        for (let i = 1; i < 4; i++) {
          for (let j = 0; j < i; j++) {
            if (j === 1) continue;
            yield x * i + j;
          }
          yield x;
        }
      }
      let s = 0;
      for (const v of g()) s = s * 0.5 + v * x;
      return s;
    },
    1.3,
  ),
  scalar(
    "capture var",
    (x) => {
      let t = x;
      function* g() {
        while (t < 10) {
          t = t * x + 1;
          yield t;
        }
      }
      let s = 0;
      for (const v of g()) s += v;
      return s + t;
    },
    1.3,
  ),
  scalar(
    "closures in generator",
    (x) => {
      function* g() {
        for (let i = 0; i < 3; i++) {
          const k = i * x;
          yield () => k * x;
        }
      }
      let s = 0;
      for (const f of g()) s += f();
      return s;
    },
    1.3,
  ),
  scalar(
    "destructuring",
    (x) => {
      const [a = 0, b = 0, ...c] = powers(x, 5);
      return a * b + c[1]!;
    },
    1.3,
  ),
  scalar(
    "early return",
    (x) => {
      function* g(): Generator<number, number> {
        yield x;
        if (x > 1) return x * 5;
        yield 2;
        return 0;
      }
      const it = g();
      let s = 0;
      for (let r = it.next(); ; r = it.next()) {
        if (r.done) return s + r.value;
        s += r.value;
      }
    },
    1.3,
  ),
  scalar(
    "zip",
    (x) => {
      function* zip(a: Iterable<number>, b: Iterable<number>) {
        const i = a[Symbol.iterator](),
          j = b[Symbol.iterator]();
        for (;;) {
          const p = i.next(),
            q = j.next();
          if (p.done || q.done) return;
          yield p.value * q.value;
        }
      }
      let s = 0;
      for (const v of zip(powers(x, 4), powers(x * 2, 3))) s += v;
      return s;
    },
    1.3,
  ),
  scalar(
    "take/map pipeline",
    (x) => {
      function* map(it: Iterable<number>, f: (v: number) => number) {
        for (const v of it) yield f(v);
      }
      function* take(it: Iterable<number>, n: number) {
        if (n <= 0) return;
        let k = 0;
        for (const v of it) {
          yield v;
          if (++k >= n) return;
        }
      }
      function* nat() {
        for (let i = 1; ; i++) yield i;
      }
      let s = 0;
      for (const v of take(
        map(nat(), (i) => x ** i / i),
        5,
      ))
        s += v;
      return s;
    },
    1.3,
  ),
  scalar(
    "fib",
    (x) => {
      function* fib(a: number, b: number) {
        for (;;) {
          yield a;
          [a, b] = [b, a + b * x];
        }
      }
      let k = 0,
        s = 0;
      for (const v of fib(1, x)) {
        s += v;
        if (++k === 6) break;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "args defaults",
    (x) => {
      function* g(a = x, { b = a * 2 } = {}, ...r: number[]) {
        yield a;
        yield b;
        yield* r;
      }
      return [...g(undefined, undefined, x, x * x)].reduce((s, v) => s * x + v, 0);
    },
    1.3,
  ),
  scalar(
    "expression yields",
    (x) => {
      function* g(): Generator<number, number, number> {
        return (yield x) * (yield x * 2) + x;
      }
      const it = g();
      it.next();
      it.next(x * 3);
      return it.next(x * 5).value;
    },
    1.3,
  ),
  scalar(
    "newton generator",
    (x) => {
      function* newton(y: number) {
        let z = y;
        while (true) {
          yield z;
          z = 0.5 * (z + y / z);
        }
      }
      let last = 0,
        k = 0;
      for (const z of newton(x)) {
        last = z;
        if (k++ > 6) break;
      }
      return last;
    },
    1.3,
  ),
  scalar(
    "return method",
    (x) => {
      function* g() {
        yield x;
        yield 2;
      }
      const it = g();
      it.next();
      const r = it.return((x * x) as never);
      return (r.value as unknown as number) + (it.next().done ? x : 0);
    },
    1.3,
  ),
  scalar(
    "uncaught",
    (x) => {
      function* g() {
        yield x;
        throw { v: x * x };
      }
      const it = g();
      let s = it.next().value as number;
      try {
        it.next();
      } catch (e: any) {
        s += e.v;
      }
      return s + (it.next().done ? x : 0);
    },
    1.3,
  ),
  scalar(
    "object method gen",
    (x) => {
      const o = {
        k: x,
        *vals(n: number) {
          for (let i = 0; i < n; i++) yield this.k * i;
        },
      };
      return Math.max(...o.vals(4)) + Array.from(o.vals(3), (v) => v * x).reduce((a, b) => a + b);
    },
    1.3,
  ),
  scalar(
    "map of generator",
    (x) => {
      const m = new Map(
        (function* () {
          yield ["a", x] as const;
          yield ["b", x * x] as const;
        })(),
      );
      let s = 0;
      for (const [, v] of m) s = s * 2 + v;
      return s;
    },
    1.3,
  ),
];

conformance("generators", programs);
