// Loops of all kinds, functions and closures, short circuits, assignments, destructuring, exceptions that leave the function.

import { conformance } from "./conform.ts";
import { linear, polynomial, product, scalar, slopes, squares, thrown, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

const loops = [
  scalar(
    "for",
    (x) => {
      let y = 1;
      for (let i = 0; i < 3; i++) y *= x;
      return y;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "for without a head",
    (x) => {
      let y = x;
      for (;;) {
        y *= x;
        if (y > 6) return y;
      }
    },
    1.5,
    polynomial(0, 0, 0, 0, 0, 1),
  ),
  scalar(
    "for with two counters",
    (x) => {
      let y = 0;
      for (let i = 0, j = 5; i < j; i++, j--) y += i * j * x * x;
      return y;
    },
    1.5,
    polynomial(0, 0, 10),
  ),
  scalar(
    "while",
    (x) => {
      let y = x;
      while (y < 20) y *= 2 * x;
      return y;
    },
    1.5,
    polynomial(0, 0, 0, 0, 8),
  ),
  scalar(
    "do while",
    (x) => {
      let y = x;
      do y *= x;
      while (y < 1);
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "continue",
    (x) => {
      let y = 0;
      for (let i = 0; i < 6; i++) {
        if (i % 2 === 0) continue;
        y += i * x * x;
      }
      return y;
    },
    1.5,
    polynomial(0, 0, 9),
  ),
  scalar(
    "break of an outer loop",
    (x) => {
      let y = 0;
      outer: for (let i = 0; i < 5; i++) {
        for (let j = 0; j < 5; j++) {
          if (i * j > 3) break outer;
          y += x * j;
        }
        y *= x;
      }
      return y;
    },
    1.5,
    polynomial(0, 6, 10),
  ),
  scalar(
    "continue of an outer loop",
    (x) => {
      let y = 0;
      rows: for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          if (j > i) continue rows;
          y += x ** (i + j);
        }
      }
      return y;
    },
    1.5,
    polynomial(1, 1, 2, 1, 1),
  ),
  vector(
    "for-of",
    (x) => {
      let y = 0;
      for (const v of x) y = y / 2 + v;
      return y * y;
    },
    x3,
    product([0.25, 0.5, 1], [0.25, 0.5, 1]),
  ),
  vector(
    "for-of over an array that grows",
    (x) => {
      let y = 0;
      for (const v of x) {
        if (x.length < 5) x.push(v * 2);
        y += v * v;
      }
      return y;
    },
    x3,
    squares([5, 5, 1]),
  ),
  vector(
    "for-of that assigns elements elsewhere",
    (x) => {
      const state = { last: 0, total: 0 };
      for (state.last of x) state.total += state.last * state.last;
      return state.total + state.last;
    },
    x3,
    slopes(
      (v, i) => 2 * v + (i === 2 ? 1 : 0),
      () => 2,
    ),
  ),
  vector(
    "for-in over an array",
    (x) => {
      let y = 0;
      for (const k in x) y += Number(k) * x[k]! ** 2;
      return y;
    },
    x3,
    squares([0, 1, 2]),
  ),
  scalar(
    "Newton's method",
    (x) => {
      let y = 1;
      for (let i = 0; i < 50 && Math.abs(y * y - x) > 1e-15; i++) y = (y + x / y) / 2;
      return y;
    },
    2.5,
    slopes(
      (v) => 0.5 / Math.sqrt(v),
      (v) => -0.25 * v ** -1.5,
    ),
  ),
  scalar(
    "a loop that does not run",
    (x) => {
      let y = x * x;
      while (y > 100) y /= x;
      for (let i = 0; i < 0; i++) y += x;
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a loop whose bound is computed",
    (x) => {
      let y = 0;
      for (let i = 0; i < Math.floor(2 * x); i++) y += x ** i;
      return y;
    },
    1.6,
    polynomial(1, 1, 1),
  ),
  scalar(
    "the value of a variable after its loop",
    (x) => {
      let i = 0;
      let before = 0;
      for (; i * x < 5; i++) before = i * x * x;
      return before * i;
    },
    1.5,
    polynomial(0, 0, 12),
  ),
];

const functions = [
  scalar(
    "recursion",
    (x) => {
      const power = (n: number): number => (n === 0 ? 1 : x * power(n - 1));
      return power(4);
    },
    1.5,
    polynomial(0, 0, 0, 0, 1),
  ),
  scalar(
    "mutual recursion",
    (x) => {
      const even = (n: number): number => (n === 0 ? 1 : x * odd(n - 1));
      const odd = (n: number): number => (n === 0 ? 0 : 2 * even(n - 1));
      return even(4);
    },
    1.5,
    polynomial(0, 0, 4),
  ),
  scalar(
    "two calls of itself",
    (x) => {
      const fib = (n: number): number => (n < 2 ? x : fib(n - 1) + x * fib(n - 2));
      return fib(3);
    },
    1.5,
    polynomial(0, 1, 2),
  ),
  scalar(
    "a function declaration used before it stands",
    (x) => {
      return twice(x) * x;
      function twice(v: number): number {
        return 2 * v;
      }
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "a function expression that names itself",
    (x) => {
      const f = function self(n: number): number {
        return n <= 0 ? x : self(n - 1) * x;
      };
      return f(2);
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar("a function that is called at once", (x) => ((y) => y * x)(x + 1), 1.5, polynomial(0, 1, 1)),
  scalar(
    "a counter in a closure",
    (x) => {
      const counter = (): (() => number) => {
        let n = 0;
        return () => (n += x * x);
      };
      const next = counter();
      next();
      return next() + counter()();
    },
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar(
    "closures of each turn of a loop",
    (x) => {
      const fs: (() => number)[] = [];
      for (let i = 1; i <= 3; i++) fs.push(() => i * x ** i);
      return fs.reduce((s, f) => s + f(), 0);
    },
    1.5,
    polynomial(0, 1, 2, 3),
  ),
  scalar(
    "closures that share a variable",
    (x) => {
      let state = x;
      const square = (): void => {
        state *= state;
      };
      const read = (): number => state;
      square();
      state += x;
      return read();
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "composition",
    (x) => {
      const compose =
        (...fs: ((v: number) => number)[]) =>
        (v: number) =>
          fs.reduceRight((y, f) => f(y), v);
      return compose(
        (v) => v * v,
        (v) => v + 1,
        (v) => 3 * v,
      )(x);
    },
    1.5,
    polynomial(1, 6, 9),
  ),
  scalar(
    "currying",
    (x) => {
      const add = (a: number) => (b: number) => (c: number) => a * b + c;
      return add(x)(x)(x);
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "memory of results",
    (x) => {
      const known: number[] = [];
      const f = (n: number): number => (known[n] ??= n < 2 ? x : f(n - 1) + f(n - 2) * x);
      return f(3) + known.length;
    },
    1.5,
    polynomial(4, 1, 2),
  ),
  scalar(
    "default parameters",
    (x) => {
      const f = (a: number, b = a * 2, c = a + b): number => a * b * c;
      return f(x) + f(x, 1) + f(x, undefined, 1);
    },
    1.5,
    polynomial(0, 1, 3, 6),
  ),
  scalar(
    "a default that is a call",
    (x) => {
      let calls = 0;
      const make = (): number => {
        calls++;
        return x * x;
      };
      const f = (a = make()): number => a;
      return f() + f(3) + calls;
    },
    1.5,
    polynomial(4, 0, 1),
  ),
  vector(
    "rest parameters",
    (x) => {
      const f = (first: number, ...rest: number[]): number => first * rest.length + rest.reduce((s, v) => s + v * v, 0);
      return f(...(x as [number, number, number]));
    },
    x3,
    slopes(
      (v, i) => (i === 0 ? 2 : 2 * v),
      (_, i) => (i === 0 ? 0 : 2),
    ),
  ),
  scalar(
    "too few arguments",
    (x) => {
      const f = (a: number, b?: number): number => (b === undefined ? a * a : a * b);
      return f(x) + f(x, 2);
    },
    1.5,
    polynomial(0, 2, 1),
  ),
  scalar(
    "functions in a table",
    (x) => {
      const table: Record<string, (v: number) => number> = { sin: Math.sin, square: (v) => v * v };
      return Object.keys(table).reduce((y, name) => table[name]!(y), x);
    },
    0.5,
    slopes(
      (v) => 2 * Math.sin(v) * Math.cos(v),
      (v) => 2 * Math.cos(2 * v),
    ),
  ),
  scalar(
    "a parameter that is assigned",
    (x) => {
      const f = (v: number): number => {
        v *= v;
        v += x;
        return v;
      };
      return f(x) * x;
    },
    1.5,
    polynomial(0, 0, 1, 1),
  ),
  scalar(
    "Church numerals",
    (x) => {
      type N = (f: (v: number) => number) => (v: number) => number;
      const succ =
        (n: N): N =>
        (f) =>
        (v) =>
          f(n(f)(v));
      const zero: N = () => (v) => v;
      return succ(succ(succ(zero)))((v) => v * x)(x);
    },
    1.5,
    polynomial(0, 0, 0, 0, 1),
  ),
  scalar(
    "hoisted var",
    (x) => {
      if (x > 0) {
        // oxlint-disable-next-line no-var
        var y = x * x;
      }
      return y! + x;
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "a name in an inner block",
    (x) => {
      const y = x * x;
      {
        const y = 3 * x;
        if (y > 100) return y;
      }
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
];

const styles = [
  scalar(
    "a module in a closure",
    (x) => {
      total.reset();
      total.add(x);
      return total.add(x * x);
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "the fixed-point combinator",
    (x) => {
      type Step = (n: number) => number;
      type Self = (self: Self) => Step;
      const fix = (f: (step: Step) => Step): Step => ((g: Self) => g(g))((g) => f((n) => g(g)(n)));
      return fix((self) => (n) => (n === 0 ? 1 : x * self(n - 1)))(3);
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "a trampoline",
    (x) => {
      type Bounce = number | (() => Bounce);
      const run = (bounce: Bounce): number => {
        let result = bounce;
        while (typeof result === "function") result = result();
        return result;
      };
      const power = (n: number, acc: number): Bounce => (n === 0 ? acc : () => power(n - 1, acc * x));
      return run(power(4, 1));
    },
    1.5,
    polynomial(0, 0, 0, 0, 1),
  ),
  scalar(
    "a machine of states",
    (x) => {
      let [state, y] = ["start", x];
      machine: while (true) {
        switch (state) {
          case "start":
            state = "multiply";
            break;
          case "multiply":
            y *= x;
            state = y > 3 ? "end" : "multiply";
            break;
          case "end":
            break machine;
        }
      }
      return y;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "a loop variable that its body assigns",
    (x) => {
      const fs: (() => number)[] = [];
      for (let i = 0; i < 6; i++) {
        fs.push(() => i * x);
        i++;
      }
      return fs.reduce((s, f) => s + f(), 0);
    },
    1.5,
    polynomial(0, 9),
  ),
  vector(
    "permutations",
    (x) => {
      const permutations = (xs: readonly number[]): (readonly number[])[] =>
        xs.length < 2 ? [xs] : xs.flatMap((v, i) => permutations(xs.toSpliced(i, 1)).map((p) => [v, ...p]));
      return permutations(x).reduce((s, [a = 0, b = 0]) => s + a * b, 0);
    },
    x3,
    ([a = 0, b = 0, c = 0]) => ({
      gradient: [2 * (b + c), 2 * (a + c), 2 * (a + b)],
      hessian: [
        [0, 2, 2],
        [2, 0, 2],
        [2, 2, 0],
      ],
    }),
  ),
];

const total = (() => {
  let sum = 0;
  return {
    add: (v: number): number => (sum += v),
    reset: (): void => {
      sum = 0;
    },
  };
})();

const operators = [
  scalar("&& and ||", (x) => (x > 1 && x * x) || 7, 1.5, polynomial(0, 0, 1)),
  scalar("|| of zero", (x) => (0 || x) * (x || 5), 1.5, polynomial(0, 0, 1)),
  scalar(
    "??",
    (x) => {
      const o: { a?: number } = {};
      return (o.a ?? x) * (x ?? 2);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "&&=, ||= and ??=",
    (x) => {
      const o: { a: number; b: number; c?: number } = { a: 2, b: 0 };
      o.a &&= x;
      o.b ||= x * x;
      o.c ??= x ** 3;
      o.c ??= 100;
      return o.a + o.b + o.c;
    },
    1.5,
    polynomial(0, 1, 1, 1),
  ),
  scalar("?: in a chain", (x) => (x < 0 ? -x : x < 1 ? x : x < 2 ? x * x : x ** 3), 1.5, polynomial(0, 0, 1)),
  scalar(
    "optional chaining",
    (x) => {
      const o: { a?: { b: number; f?: (v: number) => number }; c?: { b: number } } = { a: { b: x } };
      return (o.a?.b ?? 1) * x + (o.c?.b ?? 3) + (o.a?.f?.(x) ?? x);
    },
    1.5,
    polynomial(3, 1, 1),
  ),
  scalar(
    "optional chaining that does not evaluate the rest",
    (x) => {
      let calls = 0;
      const none = null as { m: (v: number) => number } | null;
      const y = none?.m(calls++) ?? x * x;
      return y + calls;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "comma",
    (x) => {
      let y = x;
      return ((y *= x), (y += 1), y * 2);
    },
    1.5,
    polynomial(2, 0, 2),
  ),
  scalar(
    "compound assignments",
    (x) => {
      let y = x;
      y += 1;
      y *= x;
      y -= 2;
      y **= 2;
      y /= 4;
      return y;
    },
    1.5,
    polynomial(1, -1, -0.75, 0.5, 0.25),
  ),
  scalar(
    "assignment is a value",
    (x) => {
      let a = 0;
      let b = 0;
      const c = (a = b = x * x);
      return a + b * 2 + c * 3;
    },
    1.5,
    polynomial(0, 0, 6),
  ),
  scalar(
    "++ before and after",
    (x) => {
      let y = x;
      const a = y++ * y;
      const b = --y * y--;
      return a + b + y;
    },
    1.5,
    polynomial(-1, 2, 2),
  ),
  scalar("the remainder", (x) => (x * x) % 2, 1.7, polynomial(-2, 0, 1)),
  scalar("whole numbers by bits", (x) => (7 >> 1) * x + (5 & 6) * x * x + (1 << 3) + (x | 0), 1.5, polynomial(9, 3, 4)),
  scalar(
    "the order of evaluation",
    (x) => {
      let y = x;
      const f = (k: number): number => (y = y * k);
      return y + f(2) * y + f(3);
    },
    1.5,
    polynomial(0, 7, 4),
  ),
  scalar(
    "typeof and void",
    (x) => (typeof x === "number" ? x * x : 0) + (void x === undefined ? x : 9),
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar("comparisons carry nothing", (x) => Number(x > 1) * x + (x === 1.5 ? 2 : 3) * x, 1.5, polynomial(0, 3)),
  scalar("NaN in a test", (x) => (Number.isNaN(Math.sqrt(-x)) ? x * x : x), 1.5, polynomial(0, 0, 1)),
  scalar(
    "an early return",
    (x) => {
      if (x > 10) return 0;
      if (x > 1) return x * x;
      return x;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "exponents",
    (x) => x ** (2 ** 1) + 2 ** x,
    1.5,
    slopes(
      (v) => 2 * v + Math.LN2 * 2 ** v,
      (v) => 2 + Math.LN2 ** 2 * 2 ** v,
    ),
  ),
];

const patterns = [
  vector(
    "array patterns",
    (x) => {
      const [a, , c = 9, d = a! * 2] = x;
      return a! * c + d;
    },
    x3,
    (x) => ({
      gradient: [x[2]! + 2, 0, x[0]!],
      hessian: [
        [0, 0, 1],
        [0, 0, 0],
        [1, 0, 0],
      ],
    }),
  ),
  vector(
    "swap",
    (x) => {
      let [a, b] = x as [number, number];
      [a, b] = [b, a];
      return a * 2 + b * b;
    },
    x3,
    slopes(
      (v, i) => [2 * v, 2, 0][i]!,
      (_, i) => [2, 0, 0][i]!,
    ),
  ),
  scalar(
    "record patterns",
    (x) => {
      const {
        a,
        b: renamed,
        c = x * x,
        ...rest
      } = { a: x, b: 2 * x, d: 3, e: x } as { a: number; b: number; c?: number; d: number; e: number };
      return a * renamed + c + rest.d * rest.e;
    },
    1.5,
    polynomial(0, 3, 3),
  ),
  scalar(
    "nested patterns",
    (x) => {
      const {
        p: {
          q: [first, { r }],
        },
      } = { p: { q: [x, { r: x * x }] as const } };
      return first * r;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "patterns with computed keys",
    (x) => {
      const key = "ab".slice(0, 1);
      const { [key]: value = 0 } = { a: x * x } as Record<string, number>;
      return value * x;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "patterns of parameters",
    (x) => {
      const f = ({ a, b = 2 }: { a: number; b?: number }, [c, d] = [a, b]): number => a * b + c * d;
      return f({ a: x }) + f({ a: x, b: x }, [1, x]);
    },
    1.5,
    polynomial(0, 5, 1),
  ),
  scalar(
    "patterns that assign properties",
    (x) => {
      const o = { a: 0, b: [0, 0] };
      ({
        p: o.a,
        q: [o.b[1], o.b[0]],
      } = { p: x, q: [x * x, 3] as [number, number] });
      return o.a * o.b[1]! + o.b[0]!;
    },
    1.5,
    polynomial(3, 0, 0, 1),
  ),
  vector(
    "patterns in the head of a loop",
    (x) => {
      let y = 0;
      for (const [a, { b }] of x.map((v, i) => [i, { b: v }] as const)) y += a * b * b;
      return y;
    },
    x3,
    squares([0, 1, 2]),
  ),
  vector(
    "a default that is not needed is not evaluated",
    (x) => {
      let calls = 0;
      const [a = calls++, b = calls++] = x;
      return a * b + calls;
    },
    x3,
    (x) => ({ ...product([1, 0, 0], [0, 1, 0])(x) }),
  ),
];

const exceptions = [
  scalar(
    "a check that does not throw",
    (x) => {
      if (x < 0) throw new RangeError("negative");
      return Math.sqrt(x);
    },
    1.5,
    slopes(
      (v) => 0.5 / Math.sqrt(v),
      (v) => -0.25 * v ** -1.5,
    ),
  ),
  scalar(
    "an assertion in a function that is called",
    (x) => {
      const positive = (v: number): number => {
        if (!(v > 0)) throw new Error(`${v} is not positive`);
        return v;
      };
      return positive(x) * positive(x * x);
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  vector(
    "an unreachable end of a switch",
    (x) => {
      const pick = (kind: "a" | "b"): number => {
        switch (kind) {
          case "a":
            return x[0]!;
          case "b":
            return x[1]! * 2;
          default:
            throw new Error("neither");
        }
      };
      return pick("a") + pick("b");
    },
    x3,
    linear([1, 2, 0]),
  ),
];

class TooSmall extends RangeError {
  readonly least: number;
  constructor(least: number) {
    super(`below ${least}`);
    this.name = "TooSmall";
    this.least = least;
  }
}

const throwing = [
  thrown(
    "an error",
    (x) => {
      if (x > 1) throw new Error(`${x} is too much`);
      return x * x;
    },
    1.5,
    Error,
    "1.5 is too much",
  ),
  thrown(
    "an error of the language",
    (x) => {
      const o = null as { a: number } | null;
      return o!.a * x;
    },
    1.5,
    TypeError,
    /null/,
  ),
  thrown(
    "an error of the program's own class",
    (x) => {
      if (x < 10) throw new TooSmall(10);
      return x;
    },
    1.5,
    RangeError,
    "below 10",
  ),
  thrown(
    "an error out of a loop and a call",
    (x) => {
      const check = (v: number, i: number): number => {
        if (v > 5) throw new RangeError(`at ${i}`);
        return v;
      };
      let y = x;
      for (let i = 0; i < 10; i++) y = check(y * x, i);
      return y;
    },
    1.5,
    RangeError,
    "at 2",
  ),
  thrown(
    "an error out of a callback",
    (x) =>
      [1, 2, 3].map((k) => {
        if (k * x > 4) throw new Error(`no ${k}`);
        return k * x;
      })[0]!,
    1.5,
    Error,
    "no 3",
  ),
  thrown(
    "a call of what is no function",
    (x) => (({ a: x }) as unknown as { a: (v: number) => number }).a(x),
    1.5,
    TypeError,
    /is not a function/,
  ),
  thrown(
    "an assignment to a constant of frozen memory",
    (x) => {
      const o = Object.freeze({ a: x }) as { a: number };
      o.a = 2;
      return o.a;
    },
    1.5,
    TypeError,
    /read only/,
  ),
  thrown(
    "a use before the declaration",
    (x) => {
      const f = (): number => late;
      const y = f();
      const late = x;
      return y * late;
    },
    1.5,
    ReferenceError,
    /late|initiali/,
  ),
];

conformance("control flow", [...loops, ...functions, ...styles, ...operators, ...patterns, ...exceptions], {
  throwing,
});
