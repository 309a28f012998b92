/**
 * The workloads: each with its gradient by hand, which is what the derivative is checked against.
 */

export interface Workload {
  readonly name: string;
  readonly f: (x: never) => number;
  readonly point: unknown;
  readonly byHand: (x: never) => unknown;
}

const sequence = Array.from({ length: 1000 }, (_, i) => Math.sin(i));

const power = (x: number): number => {
  let r = 1;
  let n = 1000;
  while (n > 0) {
    n--;
    r *= x;
  }
  return r;
};

const powerByHand = (x: number): number => {
  let r = 1;
  let dr = 0;
  for (let n = 1000; n > 0; n--) {
    dr = dr * x + r;
    r *= x;
  }
  return dr;
};

const squares = (k: number) => (xs: number[]) => xs.map((x) => k * x * x).reduce((sum, term) => sum + term, 0);

const logSumExp = (xs: number[]): number => {
  let max = -Infinity;
  for (const x of xs) if (x > max) max = x;
  let sum = 0;
  for (const x of xs) sum += Math.exp(x - max);
  return max + Math.log(sum);
};

const softmax = (xs: number[]): number[] => {
  const total = logSumExp(xs);
  return xs.map((x) => Math.exp(x - total));
};

export const workloads: readonly Workload[] = [
  {
    name: "sin(cos(x))",
    f: (x: number) => Math.sin(Math.cos(x)),
    point: 0.7,
    byHand: (x: number) => -Math.cos(Math.cos(x)) * Math.sin(x),
  },
  { name: "x¹⁰⁰⁰ by while", f: power, point: 1.001, byHand: powerByHand },
  { name: "map and reduce, 1000", f: squares(3), point: sequence, byHand: (xs: number[]) => xs.map((x) => 6 * x) },
  { name: "log-sum-exp, 1000", f: logSumExp, point: sequence, byHand: softmax },
];
