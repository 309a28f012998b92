// Functions: recursion, closures, parameters, and styles of programming with them.

import { conformance } from "./conform.ts";
import { polynomial, scalar, slopes, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

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

conformance("functions", [...functions, ...styles]);
