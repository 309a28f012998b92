// A search that asks: a golden-section coroutine yields the points at which it wants the value, and is told it by next(value). The
// result is the best temperature of a reactor and its yield.

import type { Program } from "../program.ts";

interface Best {
  x: number;
  value: number;
}

function* goldenSection(low: number, high: number, rounds: number): Generator<number, Best, number> {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let a = low;
  let b = high;
  let c = b - ratio * (b - a);
  let d = a + ratio * (b - a);
  let fc = yield c;
  let fd = yield d;
  for (let k = 0; k < rounds; k++) {
    if (fc < fd) {
      [b, d, fd] = [d, c, fc];
      c = b - ratio * (b - a);
      fc = yield c;
    } else {
      [a, c, fc] = [c, d, fd];
      d = a + ratio * (b - a);
      fd = yield d;
    }
  }
  // the vertex of a parabola through three points
  const x = (a + b) / 2;
  const h = (b - a) / 2;
  const [fa, fx, fb] = [yield a, yield x, yield b];
  const vertex = x - (h * (fb - fa)) / (2 * (fb - 2 * fx + fa));
  return { x: vertex, value: yield vertex };
}

function minimise(search: Generator<number, Best, number>, f: (x: number) => number): Best & { calls: number } {
  let calls = 0;
  let result = search.next();
  while (!result.done) {
    calls++;
    result = search.next(f(result.value));
  }
  return { ...result.value, calls };
}

interface Kinetics {
  activation: number[];
  rate: number[];
  time: number;
}

/** A -> B -> C: how much B is left, with its sign changed. */
function product({ activation, rate, time }: Kinetics, temperature: number, slices: number): number {
  const [k1, k2] = activation.map((e, i) => rate[i]! * Math.exp(e * (1 - 1 / temperature))) as [number, number];
  let a = 1;
  let b = 0;
  const h = time / slices;
  for (let i = 0; i < slices; i++) {
    const next = a * Math.exp(-k1 * h);
    b = (b + a - next) * Math.exp(-k2 * h);
    a = next;
  }
  return -b;
}

export const program: Program = {
  f: (kinetics: Kinetics, slices: number): number[] => {
    const { x, value, calls } = minimise(goldenSection(0.6, 1.6, 6), (t) => product(kinetics, t, slices));
    return [x, -value, calls];
  },
  inputs: (n) => [{ activation: [6, 11], rate: [1.1, 0.5], time: 1.3 }, n],
  sizes: [12, 200],
  derivatives: ["vjp", "jvp"],
};
