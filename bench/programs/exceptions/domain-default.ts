// Quality of air from pollutants: checked versions of log and of powers throw outside of their domains, and an index that cannot
// be computed is replaced by the mean of the others.

import type { Program } from "../program.ts";

const checkedLog = (x: number): number => {
  if (!(x > 0)) throw new RangeError(`log of ${x}`);
  return Math.log(x);
};

const checkedPower = (x: number, p: number): number => {
  if (x < 0) throw new RangeError(`power of ${x}`);
  return x ** p;
};

function withDefault<T>(compute: () => T, fallback: (error: unknown) => T): T {
  try {
    return compute();
  } catch (error) {
    return fallback(error);
  }
}

interface Sample {
  ozone: number;
  soot: number;
  nitrogen: number;
}

interface Scale {
  floor: number;
  exponent: number;
  weights: Sample;
}

function indexOf({ floor, exponent, weights }: Scale, { ozone, soot, nitrogen }: Sample): number {
  const parts = [
    () => weights.ozone * checkedLog(ozone - floor),
    () => weights.soot * checkedPower(soot - floor, exponent),
    () =>
      weights.nitrogen *
      withDefault(
        () => checkedLog(1 + nitrogen),
        () => -2,
      ),
  ];
  const values: number[] = [];
  let missing = 0;
  for (const part of parts) {
    const value = withDefault<number | null>(part, (error) => {
      if (error instanceof RangeError) return null;
      throw error;
    });
    if (value === null) missing++;
    else values.push(value);
  }
  const sum = values.reduce((a, b) => a + b, 0);
  return values.length === 0 ? 0 : sum + (missing * sum) / values.length;
}

function meanIndex(scale: Scale, samples: Sample[]): number {
  const indices = samples.map((sample) => indexOf(scale, sample));
  return withDefault(
    () => checkedLog(indices.reduce((a, b) => a + b, 0) / samples.length),
    () => -1,
  );
}

export const program: Program = {
  f: meanIndex,
  inputs: (n) => [
    { floor: 0.23, exponent: 0.7, weights: { ozone: 1.1, soot: 0.8, nitrogen: 0.6 } },
    Array.from({ length: n }, (_, i) => ({
      ozone: 2.6 + 2.5 * Math.sin(2 * i + 1),
      soot: 1.4 + 1.3 * Math.cos(3 * i),
      nitrogen: 0.9 + 2 * Math.sin(5 * i),
    })),
  ],
  sizes: [12, 250],
  derivatives: ["grad", "hessian"],
};
