/** A process that says how long the first derivatives of functions of many sizes take, and checks them. */

import { derivative, grad } from "zeroth";
import { median } from "./measure.ts";

/** Milliseconds for the first derivative of a function of so many lines. */
export interface CompileResult {
  readonly lines: number;
  /** What is asked for. */
  readonly what: "gradient" | "third derivative";
  readonly time: number;
}

type Scalar = (x: number) => number;

const perPart = 20;

/** A loop, a branch and arithmetic, in a function of its own. */
const part = (k: number): string => `
  const f${k} = (x, y) => {
    let a = x * ${1 + (k % 7) / 10};
    let b = Math.sin(y) + a;
    for (let i = 0; i < 3; i++) {
      a = a + b * 0.1;
      b = b * Math.cos(a);
    }
    if (a > b) {
      a = a - b;
    } else {
      b = b - a * 0.5;
    }
    const c = a * b + x;
    const d = c / (1 + b * b);
    const e = Math.exp(-d * d);
    const g = e + a * 0.25;
    const h = g * e - c;
    return h + d;
  };
  s = s * 0.5 + f${k}(s * 0.1, x) * 0.1;`;

/** A function of about so many lines; others for other numbers. */
function functionOf(lines: number, number: number): Scalar {
  const body =
    lines < perPart
      ? Array.from({ length: lines - 3 }, (_, k) => `  s = Math.sin(s) * x + ${k};`)
      : Array.from({ length: lines / perPart }, (_, k) => part(k));
  // oxlint-disable-next-line no-eval
  return (0, eval)(`(x) => {\n  let s = x + ${number};\n${body.join("\n")}\n  return s;\n}`) as Scalar;
}

function timed(lines: number, times: number, of: (f: Scalar) => Scalar, differences: (f: Scalar) => number): number {
  const all = Array.from({ length: times }, (_, number) => {
    const f = functionOf(lines, number);
    const start = performance.now();
    const got = of(f)(0.3);
    const time = performance.now() - start;
    const wanted = differences(f);
    if (!(Math.abs(got - wanted) <= 1e-4 * Math.max(1, Math.abs(wanted))))
      throw new Error(`${lines} lines: ${got}, by differences ${wanted}`);
    return time;
  });
  return median(all);
}

const slope = (f: Scalar, x = 0.3, h = 1e-5): number => (f(x + h) - f(x - h)) / (2 * h);
const third = (f: Scalar, x = 0.3, h = 2e-3): number =>
  (f(x + 2 * h) - 2 * f(x + h) + 2 * f(x - h) - f(x - 2 * h)) / (2 * h ** 3);

const gradient = (lines: number, times: number): number => timed(lines, times, (f) => grad(f), slope);
const thirdDerivative = (f: Scalar): Scalar => derivative(f, 3);

// The first functions find the compiler itself not compiled.
gradient(100, 3);
const results: readonly CompileResult[] = [
  ...[10, 100, 1000, 5000].map((lines): CompileResult => ({
    lines,
    what: "gradient",
    time: gradient(lines, lines > 500 ? 3 : 7),
  })),
  { lines: 20, what: "third derivative", time: timed(20, 5, thirdDerivative, third) },
];
process.send?.(results);
