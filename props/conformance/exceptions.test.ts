// `try`, `catch`, `finally` and `throw`: derivatives are those of the path that was taken.

import { checkpoint, customVjp, grad } from "zeroth";
import { conformance } from "./conform.ts";
import { polynomial, refused, scalar, vector } from "./program.ts";

const thrower = (x: number): number => {
  if (x > 1) throw { value: x * x };
  return x;
};

const deep3 = (x: number): number => {
  if (x > 1) throw new Error("v");
  return x;
};

const deep2 = (x: number): number => deep3(x * 2) + 1;

const deep1 = (x: number): number => deep2(x) * x;

const loopThrow = (x: number): number => {
  let s = x;
  for (let i = 0; i < 10; i++) {
    for (let j = 0; j < 3; j++) {
      s = s * x;
      if (s > 5) throw s * i;
    }
  }
  return s;
};

class MyErr extends Error {
  v: number;
  constructor(v: number) {
    super("m");
    this.v = v;
  }
}

class Acct {
  bal: number;
  constructor(b: number) {
    this.bal = b;
  }
  get available9(): number {
    if (this.bal > 1) throw { over: this.bal * this.bal };
    return this.bal * 3;
  }
  set level9(v: number) {
    if (v > 5) throw { big: v * 2 };
    this.bal = v;
  }
}

/** What `run` throws, as a factor. */
const factorOf = (run: () => unknown, x: number): number => {
  try {
    run();
    return x;
  } catch (error) {
    return error instanceof TypeError ? x * x : 7;
  }
};

const fixed = Object.defineProperty([1, 2, 3], 2, { configurable: false });

const programs = [
  scalar(
    "what is no constructor, no class, or may not be deleted, made shorter or popped",
    (x) => {
      const sine: any = Math.sin;
      const constants: any = Math;
      let product = factorOf(() => new sine(), x) * factorOf(() => new MyErr(x), x);
      product *= factorOf(() => constants instanceof sine, x + 1);
      product += factorOf(() => delete constants.PI, x) + factorOf(() => delete constants.nothing, x + 2);
      product *= factorOf(() => delete (new Float64Array([x]) as any)[0], x);
      return product + factorOf(() => (fixed.length = 1), 2 * x) * factorOf(() => fixed.pop(), x);
    },
    1.3,
  ),
  scalar(
    "an array whose length may not be written",
    (x) => {
      const closed: any = Object.defineProperty([x, 2], "length", { writable: false });
      const names = [Symbol("tag"), "", "01", 0];
      let product = names.reduce((y: number, name: any) => y * factorOf(() => (closed[name] = x), x + 1), 1);
      product *=
        factorOf(() => closed.push(3), x) * factorOf(() => (closed[2] = x), x) * factorOf(() => (closed["3"] = x), x);
      return product + factorOf(() => closed.pop(), 2 * x) * factorOf(() => (closed.length = 1), x) * closed[0];
    },
    1.3,
  ),
  scalar(
    "entries that are no objects",
    (x) => factorOf(() => Object.fromEntries([3 as any]), x) * factorOf(() => Object.fromEntries([["a", x]]).a, x),
    1.3,
  ),
  scalar(
    "catch value",
    (x) => {
      try {
        return thrower(x) * 2;
      } catch (e: any) {
        return e.value * 3;
      }
    },
    1.3,
  ),
  scalar(
    "no throw",
    (x) => {
      try {
        return thrower(x / 2) * 2;
      } catch (e: any) {
        return e.value * 3;
      }
    },
    1.3,
  ),
  scalar(
    "finally",
    (x) => {
      let s = 0;
      try {
        s = thrower(x);
      } catch (e: any) {
        s += e.value;
      } finally {
        s = s * x;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "direct throw",
    (x) => {
      try {
        throw x * x * x;
      } catch (e: any) {
        return e * 2;
      }
    },
    1.3,
  ),
  scalar(
    "deep",
    (x) => {
      let a = x;
      try {
        a = a * a;
        a = deep1(a);
      } catch {
        a = a * 5;
      }
      return a;
    },
    1.3,
  ),
  scalar(
    "in loop",
    (x) => {
      let s = 0;
      for (let i = 0; i < 5; i++) {
        try {
          if (i === 3) throw x * i;
          s += x * x;
        } catch (e: any) {
          s += e * e;
          continue;
        } finally {
          s += 1;
        }
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "loop inside",
    (x) => {
      let s = x;
      try {
        for (let i = 0; i < 10; i++) {
          s = s * x;
          if (s > 5) throw s;
        }
      } catch (e: any) {
        s = e * e;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "loop in callee",
    (x) => {
      try {
        return loopThrow(x);
      } catch (e: any) {
        return e * x;
      }
    },
    1.3,
  ),
  scalar(
    "break through finally",
    (x) => {
      let s = 0;
      for (let i = 0; i < 5; i++) {
        try {
          if (i === 2) break;
          s += x;
        } finally {
          s *= x;
        }
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "return through finally",
    (x) => {
      const o = { v: 0 };
      const g = () => {
        try {
          return x * x;
        } finally {
          o.v = x * 3;
        }
      };
      return g() + o.v;
    },
    1.3,
  ),
  scalar(
    "finally overrides",
    (x) => {
      const g = () => {
        try {
          return x * x;
        } finally {
          return x * 7;
        }
      };
      return g();
    },
    1.3,
  ),
  scalar(
    "rethrow",
    (x) => {
      try {
        try {
          throw x * 2;
        } catch (e: any) {
          throw e * x;
        } finally {
          x = x * 2;
        }
      } catch (e: any) {
        return e + x;
      }
    },
    1.3,
  ),
  scalar(
    "callback",
    (x) => {
      try {
        [1, 2, 3].forEach((v) => {
          if (v === 2) throw { r: x * v };
        });
        return 0;
      } catch (e: any) {
        return e.r * x;
      }
    },
    1.3,
  ),
  scalar(
    "nullish",
    (x) => {
      const o: any = undefined;
      try {
        return o.foo * x;
      } catch (e) {
        return x * x * (e instanceof TypeError ? 2 : 3);
      }
    },
    1.3,
  ),
  scalar(
    "not a function",
    (x) => {
      const o: any = {};
      try {
        return o.foo(x);
      } catch (e) {
        return x * x * (e instanceof TypeError ? 2 : 3);
      }
    },
    1.3,
  ),
  scalar(
    "json",
    (x) => {
      try {
        JSON.parse("{");
        return x;
      } catch (e) {
        return x * x * (e instanceof SyntaxError ? 2 : 3);
      }
    },
    1.3,
  ),
  scalar(
    "mutation kept",
    (x) => {
      const a = [x, x];
      const f = () => {
        a[0] = a[0]! * x;
        a[1] = a[0]! + 1;
        if (x > 0) throw new RangeError("r");
      };
      try {
        f();
      } catch (e) {
        return a[0]! * a[1]!;
      }
      return 0;
    },
    1.3,
  ),
  scalar(
    "nested grad in try",
    (x) => {
      try {
        return grad((y: number) => {
          if (y > 100) throw 1;
          return y * y * x;
        })(x);
      } catch {
        return 0;
      }
    },
    1.3,
  ),
  scalar(
    "grad that throws",
    (x) => {
      try {
        return grad((y: number) => {
          if (y > 1) throw { q: y };
          return y * y * x;
        })(x);
      } catch (e: any) {
        return x * 3;
      }
    },
    1.3,
  ),
  scalar(
    "recursion",
    (x) => {
      const r = (n: number, a: number): number => {
        if (n === 0) throw { a };
        return r(n - 1, a * x) + 1;
      };
      try {
        return r(4, x);
      } catch (e: any) {
        return e.a;
      }
    },
    1.3,
  ),
  scalar(
    "class error",
    (x) => {
      try {
        if (x > 1) throw new MyErr(x * x);
        return 1;
      } catch (e) {
        if (e instanceof MyErr) return e.v * x;
        throw e;
      }
    },
    1.3,
  ),
  scalar(
    "retry",
    (x) => {
      let n = 0;
      for (;;) {
        try {
          n++;
          if (n < 3) throw x * n;
          return x * n;
        } catch (e: any) {
          x = x + e * 0.1;
        }
      }
    },
    1.3,
  ),
  scalar(
    "while retry with helper",
    (x) => {
      const attempt = (k: number) => {
        if (k < 2) throw new Error("no");
        return x * k;
      };
      let k = 0;
      while (true) {
        try {
          return attempt(k) * x;
        } catch {
          k++;
        }
      }
    },
    1.3,
  ),
  scalar(
    "switch",
    (x) => {
      try {
        switch (Math.floor(x)) {
          case 1:
            throw x * 4;
          default:
            return x;
        }
      } catch (e: any) {
        return e * x;
      }
    },
    1.3,
  ),
  scalar(
    "labelled",
    (x) => {
      let s = 0;
      outer: for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          try {
            if (j === 1) continue outer;
            if (i === 2) break outer;
            s += x * x;
          } finally {
            s += x;
          }
        }
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "captured var",
    (x) => {
      let s = x;
      const add = (v: number) => {
        s += v;
        if (s > 3) throw s;
      };
      try {
        for (let i = 0; i < 10; i++) add(x);
      } catch (e: any) {
        return e * s;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "getter throws",
    (x) => {
      const a = new Acct(x);
      try {
        return a.available9 * x;
      } catch (e: any) {
        return e.over * x;
      }
    },
    1.3,
  ),
  scalar(
    "getter ok",
    (x) => {
      const a = new Acct(x / 2);
      try {
        return a.available9 * x;
      } catch (e: any) {
        return e.over * x;
      }
    },
    1.3,
  ),
  scalar(
    "setter throws",
    (x) => {
      const a = new Acct(x);
      try {
        a.level9 = x * 10;
        return a.bal;
      } catch (e: any) {
        return e.big * x;
      }
    },
    1.3,
  ),
  scalar(
    "setter ok",
    (x) => {
      const a = new Acct(x);
      try {
        a.level9 = x * 2;
        return a.bal * x;
      } catch (e: any) {
        return e.big * x;
      }
    },
    1.3,
  ),
  scalar(
    "set on frozen",
    (x) => {
      const o = Object.freeze({ a: 1 }) as { a: number };
      let s = x;
      try {
        o.a = x * 3;
        s = s + o.a;
      } catch (e) {
        s = s * s;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "set on undefined",
    (x) => {
      const o = undefined as any;
      let s = x;
      try {
        o.a = x * 3;
        s = 1;
      } catch (e) {
        s = s * s;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "destructure null",
    (x) => {
      const o = null as any;
      let s = x;
      try {
        const { a } = o;
        s = a;
      } catch (e) {
        s = s * s * s;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "spread non iterable",
    (x) => {
      const o = 5 as any;
      let s = x;
      try {
        const a = [...o];
        s = a.length;
      } catch (e) {
        s = s * s * s;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "for of non iterable",
    (x) => {
      const o = {} as any;
      let s = x;
      try {
        for (const a of o) s += a;
      } catch (e) {
        s = s * s * s;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "new on non constructor",
    (x) => {
      const o = {} as any;
      let s = x;
      try {
        new o();
        s = 0;
      } catch (e) {
        s = s * s * s;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "global missing",
    (x) => {
      let s = x;
      try {
        (globalThis as any).qq.r;
        s = 0;
      } catch (e) {
        s = s * s * s;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "const assign",
    (x) => {
      let s = x;
      const c = 1;
      try {
        (c as any) = 2;
        s = 0;
      } catch (e) {
        s = s * s * s * (e instanceof TypeError ? 1 : 2);
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "tdz",
    (x) => {
      let s = x;
      try {
        const g = () => y;
        s = g();
        const y = 5;
      } catch (e) {
        s = s * s * s * (e instanceof ReferenceError ? 1 : 2);
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "array length",
    (x) => {
      let s = x;
      try {
        const a = new Array(-1);
        s = a.length;
      } catch (e) {
        s = s * s * (e instanceof RangeError ? 1 : 2);
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "reduce empty",
    (x) => {
      let s = x;
      try {
        s = ([] as number[]).reduce((a, b) => a + b);
      } catch (e) {
        s = s * s * (e instanceof TypeError ? 1 : 2);
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "map callback",
    (x) => {
      let s = 0;
      try {
        const ys = [1, 2, 3].map((v) => {
          if (v === 3) throw [x * v, v];
          return v * x;
        });
        s = ys[0]!;
      } catch (e) {
        const [a, b] = e as [number, number];
        s = (a as number) * (b as number) * x;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "catch pattern default",
    (x) => {
      try {
        throw { a: x };
      } catch ({ a, b = x * 2 }: any) {
        return a * b;
      }
    },
    1.3,
  ),
  scalar(
    "finally in callee",
    (x) => {
      const log: number[] = [];
      const g = (y: number) => {
        try {
          if (y > 1) throw y;
          return y;
        } finally {
          log.push(y * x);
        }
      };
      let s = 0;
      try {
        s = g(x);
      } catch (e: any) {
        s = e * log[0]!;
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "nested functions",
    (x) => {
      const mk = () => (y: number) => {
        try {
          throw y * x;
        } catch (e: any) {
          return (z: number) => e * z;
        }
      };
      return mk()(x)(x);
    },
    1.3,
  ),
  scalar(
    "return in catch in loop",
    (x) => {
      for (let i = 0; i < 4; i++) {
        try {
          if (i === 2) throw x * i;
        } catch (e: any) {
          return e * x;
        }
      }
      return 0;
    },
    1.3,
  ),
  scalar(
    "continue in finally",
    (x) => {
      let s = 0;
      for (let i = 0; i < 4; i++) {
        try {
          s += x;
          if (i > 1) throw x;
        } finally {
          s *= x;
          continue;
        }
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "generic method call",
    (x) => {
      const o = {
        f(y: number) {
          if (y > 1) throw { o: this, y };
          return y;
        },
        k: x * 2,
      };
      try {
        return o.f(x);
      } catch (e: any) {
        return e.o.k * e.y;
      }
    },
    1.3,
  ),
  scalar(
    "toFixed range",
    (x) => {
      try {
        return x * Number((2).toFixed(200));
      } catch (e) {
        return x * x * (e instanceof RangeError ? 1 : 2);
      }
    },
    1.3,
  ),
  scalar(
    "async-like cb",
    (x) => {
      const cb = (err: unknown, v: number) => {
        if (err) throw err;
        return v;
      };
      try {
        return cb(null, x * x) + cb({ v: x }, 1);
      } catch (e: any) {
        return e.v * x * x;
      }
    },
    1.3,
  ),
  scalar(
    "while true break",
    (x) => {
      let n = 0,
        s = x;
      while (true) {
        n++;
        try {
          if (n === 5) break;
          if (n % 2) continue;
          s *= x;
        } finally {
          s += 0.1 * x;
        }
      }
      return s;
    },
    1.3,
  ),
  scalar(
    "do while",
    (x) => {
      let n = 0,
        s = x;
      do {
        n++;
        try {
          if (n === 2) throw s;
          s = s * x;
        } catch (e: any) {
          s = e * e;
        }
      } while (n < 4);
      return s;
    },
    1.3,
  ),
  scalar(
    "stack of handlers",
    (x) => {
      const f = (n: number): number => {
        try {
          if (n === 0) throw { d: x };
          return f(n - 1);
        } catch (e: any) {
          e.d = e.d * x;
          throw e;
        }
      };
      try {
        return f(3);
      } catch (e: any) {
        return e.d;
      }
    },
    1.3,
  ),
  scalar(
    "aggregate",
    (x) => {
      try {
        throw new AggregateError([x * 2, x * 3], "m");
      } catch (e: any) {
        return e.errors[0] * e.errors[1];
      }
    },
    1.3,
  ),
  scalar(
    "cause",
    (x) => {
      try {
        throw new Error("m", { cause: x * x });
      } catch (e: any) {
        return e.cause * x;
      }
    },
    1.3,
  ),
  scalar(
    "promise-free",
    (x) => {
      const r = (() => {
        try {
          return { ok: true, v: x * x } as const;
        } catch {
          return { ok: false, v: 0 } as const;
        }
      })();
      return r.ok ? r.v * x : 0;
    },
    1.3,
  ),
];

const cube = customVjp(
  (x: number) => {
    if (x > 5) throw { value: x };
    if (x > 4) throw new RangeError("too large");
    return x ** 3;
  },
  (x: number) => {
    if (x > 5) throw { value: x };
    if (x > 4) throw new RangeError("too large");
    return [x ** 3, (d: number) => [d * 3 * x * x]];
  },
);

const failing = {
  asked: 0,
  get never(): number {
    throw new RangeError("never");
  },
  get soon(): number {
    if (++this.asked % 4 > 1) throw { value: 3 };
    return 2;
  },
};

const missing: any = undefined;

const others = [
  scalar(
    "a getter of a constant of the module that throws",
    (x) => {
      try {
        return failing.never * x;
      } catch (error) {
        return (error as RangeError).message.length * x * x;
      }
    },
    1.3,
    polynomial(0, 0, 5),
  ),
  scalar(
    "a getter that throws later",
    (x) => {
      failing.asked = 0;
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        try {
          sum += failing.soon * x;
        } catch (error) {
          sum += (error as { value: number }).value * x * x;
        }
      }
      return sum;
    },
    1.3,
    polynomial(0, 2, 6),
  ),
  scalar(
    "a derivative of what calls no function",
    (x) => {
      try {
        return grad((y: number) => missing(y) * y)(x);
      } catch (error) {
        return (error as TypeError).message === "missing is not a function" ? x * x : x;
      }
    },
    1.3,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a derivative of what calls a method that is missing",
    (x) => {
      const given: any = { inner: [{}] };
      try {
        return grad((y: number) => given.inner[0].scaled(y) * y)(x);
      } catch (error) {
        return (error as TypeError).message === "given.inner[0].scaled is not a function" ? x * x : x;
      }
    },
    1.3,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a return that a return within finally does not replace",
    (x) => {
      const f = (y: number): number => {
        try {
          return y * y;
        } finally {
          inner: {
            try {
              return 2;
            } finally {
              break inner;
            }
          }
        }
      };
      return f(x) * x;
    },
    1.3,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "an error that another within finally does not replace",
    (x) => {
      try {
        try {
          throw x * x;
        } finally {
          try {
            throw 7;
          } catch {
            x *= 1;
          }
        }
      } catch (e: any) {
        return e * x;
      }
    },
    1.3,
    polynomial(0, 0, 0, 1),
  ),
  vector(
    "a comparison that throws what it compares",
    (xs) => {
      try {
        return xs.slice().sort((a, b) => {
          if (a > 3 || b > 3) throw Math.max(a, b);
          return a - b;
        })[0]!;
      } catch (e: any) {
        return e ** 3;
      }
    },
    [1, 5],
  ),
];

const byHand = [
  scalar(
    "a derivative by hand that throws a message",
    (x) => {
      try {
        return cube(x * 3.5);
      } catch {
        return x * x;
      }
    },
    1.3,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a length that is none",
    (x) => {
      const a = [x];
      try {
        a.length = -1;
        return 0;
      } catch (e) {
        return x * x * (e instanceof RangeError ? 1 : 2);
      }
    },
    1.3,
    polynomial(0, 0, 1),
  ),
];

const refusals = [
  refused(
    "a derivative by hand that throws a number",
    (x) => {
      try {
        return cube(x * 10);
      } catch (e: any) {
        return e.value * x;
      }
    },
    1.3,
    /an error that holds numbers/,
  ),
  refused(
    "a checkpoint that throws a number",
    (x) => {
      const f = checkpoint((y: number): number => {
        if (y > 1) throw { value: y * y };
        return y;
      });
      try {
        return f(x);
      } catch (e: any) {
        return e.value * x;
      }
    },
    1.3,
    /an error that holds numbers/,
  ),
];

conformance("exceptions", [...programs, ...others, ...byHand], { refusals });
