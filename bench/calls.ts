/**
 * What a call of an operator costs beyond the derivative itself: functions that are made anew, pullbacks, records, gradients
 * inside of loops. Each is measured in a process of its own, which checks its result first.
 */

import { grad, hvp, J, jvp, linearize, ready, vjp } from "zeroth";
import { measure } from "./measure.ts";

export interface Call {
  readonly title: string;
  readonly unit: "ns" | "times" | "MB";
  readonly most: number | null;
  readonly measured: () => number | Promise<number>;
}

const rounds = 25;
const seconds = 0.02;

const nanoseconds = (run: () => unknown): number => measure([run], rounds, seconds)[0] as number;

/** Calls for so many milliseconds first: engines optimise what is called often. */
const warmUp = 500;

function ratio(run: () => unknown, to: () => unknown): number {
  for (const start = performance.now(); performance.now() - start < warmUp;) [run, to].forEach((f) => f());
  const [time, other] = measure([run, to], rounds, seconds) as [number, number];
  return time / other;
}

function checked<T>(run: () => T, expected: T): () => T {
  const [got, wanted] = [JSON.stringify(run()), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${got} instead of ${wanted}`);
  return run;
}

const wave = (x: number): number => Math.sin(x * x) * 2;
const waveSlope = (x: number): number => 2 * Math.cos(x * x) * x * 2;

let made = 0;

/** The gradient of a function that is made in each call, and captures a number. */
const fresh = (): number => {
  const k = 1 + (made++ % 4);
  return grad((x: number) => k * x * x)(1.5) - 3 * k;
};

const few = { a: 1, b: 2 };
const sumOfFew = ({ a, b }: typeof few): number => a * a + b * b;

/** So many properties more. */
const more = 6;
const many = { ...few, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 };
const sumOfMany = ({ a, b, c, d, e, f, g, h }: typeof many): number =>
  a * a + b * b + c * c + d * d + e * e + f * f + g * g + h * h;

const start: readonly number[] = [0.1, 0.2, 0.3];
const steps = 400;

/** Descent by gradients of a function that each step makes. */
function descent(rate: number): number[] {
  let w = [...start];
  for (let k = 0; k < steps; k++) {
    const slope = grad((u: number[]) => {
      let s = 0;
      for (let i = 0; i < u.length; i++) s += (u[i]! - i) * (u[i]! - i);
      return s;
    })(w);
    w = w.map((x, i) => x - rate * slope[i]!);
  }
  return w;
}

function descentByHand(rate: number): number[] {
  let w = [...start];
  for (let k = 0; k < steps; k++) {
    const slope = w.map((x, i) => 2 * (x - i));
    w = w.map((x, i) => x - rate * slope[i]!);
  }
  return w;
}

interface Pair {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** The size of the arrays in a record. */
const size = 100;
const pair = (shift: number): Pair => ({
  a: Array.from({ length: size }, (_, i) => i / size + shift),
  b: Array.from({ length: size }, (_, i) => 1 - i / size - shift),
});

function energy({ a, b }: Pair): number {
  let s = 0;
  for (let i = 0; i < a.length; i++) s += Math.sin(a[i]! * b[i]!) * Math.exp(-a[i]!);
  return s;
}

/** Compares a product of the Hessian with a difference of gradients. */
function checkProduct({ a, b }: Pair): void {
  const h = 1e-6;
  const moved = (t: number): Pair => ({
    a: pointOfPair.a.map((x, i) => x + t * direction.a[i]!),
    b: pointOfPair.b.map((x, i) => x + t * direction.b[i]!),
  });
  const [up, down] = [grad(energy)(moved(h)), grad(energy)(moved(-h))];
  const differences = [...up.a, ...up.b].map((x, i) => (x - [...down.a, ...down.b][i]!) / (2 * h));
  for (const [i, x] of [...a, ...b].entries())
    if (!(Math.abs(x - differences[i]!) <= 1e-6)) throw new Error(`${x}, by differences ${differences[i]}`);
}

const closures = 100_000;

/** Bytes that are kept of so many functions that are gone. */
function kept(): number {
  const collect = (globalThis as { readonly gc?: () => void }).gc;
  if (collect === undefined) throw new Error("run with --expose-gc");
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  for (let k = 0; k < 1000; k++) fresh();
  const before = used();
  for (let k = 0; k < closures; k++) fresh();
  return Math.max(0, used() - before);
}

/** Uses other operators first: engines remember how long what they made has lived. */
function afterUse(): number {
  const { a } = pair(0);
  const sum = (xs: readonly number[]): number => xs.reduce((s, x) => s + Math.sin(x) * x, 0);
  for (let k = 0; k < 5000; k++) linearize(sum, a)[1](a);
  return nanoseconds(checked(fresh, 0));
}

const [pointOfPair, direction] = [pair(0), pair(0.5)];

export const calls: readonly Call[] = [
  {
    title: "a gradient of a number, beyond the derivative by hand",
    unit: "ns",
    most: null,
    measured: () => {
      const slope = grad(wave);
      const [time, byHand] = measure(
        [checked(() => slope(0.5), waveSlope(0.5)), () => waveSlope(0.5)],
        rounds,
        seconds,
      );
      return (time as number) - (byHand as number);
    },
  },
  {
    title: "grad(f) in each call, f the same",
    unit: "ns",
    most: 2000,
    measured: () => nanoseconds(checked(() => grad(wave)(0.5), waveSlope(0.5))),
  },
  {
    title: "grad(f) in each call, f made in the call",
    unit: "ns",
    most: 2000,
    measured: () => nanoseconds(checked(fresh, 0)),
  },
  { title: "the same after other operators", unit: "ns", most: 2000, measured: afterUse },
  {
    title: "vjp and its pullback",
    unit: "ns",
    most: 1000,
    measured: () => nanoseconds(checked(() => vjp(wave, 0.5)[1](1), [waveSlope(0.5)])),
  },
  {
    title: "J and its pullback",
    unit: "ns",
    most: 1000,
    measured: () => nanoseconds(checked(() => J(wave, 0.5)[1](1)[1], waveSlope(0.5))),
  },
  {
    title: "jvp",
    unit: "ns",
    most: 1000,
    measured: () => nanoseconds(checked(() => jvp(wave, [0.5], [1])[1], waveSlope(0.5))),
  },
  {
    title: "one more property of a record",
    unit: "ns",
    most: 10,
    measured: async () => {
      const [slopeOfFew, slopeOfMany] = [grad(sumOfFew), grad(sumOfMany)];
      await Promise.all([ready(slopeOfFew, few), ready(slopeOfMany, many)]);
      checked(() => slopeOfMany(many), { a: 2, b: 4, c: 6, d: 8, e: 10, f: 12, g: 14, h: 16 });
      const runs = [() => slopeOfFew(few), () => slopeOfMany(many), () => sumOfFew(few), () => sumOfMany(many)];
      const [a, b, c, d] = measure(runs, rounds, seconds) as [number, number, number, number];
      return (b - a - (d - c)) / more;
    },
  },
  {
    title: `${steps} steps of descent with a gradient in each, against the gradient by hand`,
    unit: "times",
    most: 2,
    measured: () =>
      ratio(
        checked(() => descent(0.01), descentByHand(0.01)),
        () => descentByHand(0.01),
      ),
  },
  {
    title: "hvp of a record of arrays, against the function",
    unit: "times",
    most: 8,
    measured: async () => {
      const product = hvp(energy);
      await ready(product, pointOfPair, direction);
      checkProduct(product(pointOfPair, direction));
      return ratio(
        () => product(pointOfPair, direction),
        () => energy(pointOfPair),
      );
    },
  },
  {
    title: `memory kept of ${closures.toLocaleString("en")} functions that are gone`,
    unit: "MB",
    most: 10,
    measured: () => kept() / 2 ** 20,
  },
];
