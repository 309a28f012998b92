// Rain between gauges by inverse distance weights, with a correction for height. The result is the error when each gauge is
// predicted from the others, by the power of the distance, the smoothing and the effect of height.

import type { Program } from "../program.ts";

interface Gauge {
  readonly place: readonly [number, number];
  readonly height: number;
  readonly rain: number;
}

interface Tuning {
  power: number;
  blur: number;
  lapse: number;
}

const sum = (xs: number[]): number => xs.reduce((a, b) => a + b, 0);

const apart = ([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number =>
  Math.hypot(ax - bx, ay - by);

const weigh =
  ({ power, blur }: Tuning) =>
  (d: number): number =>
    (d * d + blur * blur) ** (-power / 2);

const predict =
  (tuning: Tuning, gauges: readonly Gauge[]) =>
  (place: readonly [number, number], height: number): number => {
    const weights = gauges.map((g) => weigh(tuning)(apart(g.place, place)));
    const carried = gauges.map((g, i) => weights[i]! * g.rain * Math.exp(tuning.lapse * (height - g.height)));
    return sum(carried) / sum(weights);
  };

const leaveOneOut = (tuning: Tuning, gauges: readonly Gauge[]): number =>
  Math.sqrt(
    sum(
      gauges.map((g, i) => {
        const others = gauges.filter((_, j) => j !== i);
        return (predict(tuning, others)(g.place, g.height) - g.rain) ** 2;
      }),
    ) / gauges.length,
  );

export const program: Program = {
  f: leaveOneOut,
  inputs: (n) => [
    { power: 2.2, blur: 0.3, lapse: 0.4 },
    Array.from({ length: n }, (_, i) => ({
      place: [3 * Math.sin(1.7 * i), 3 * Math.cos(2.9 * i + 0.3)] as const,
      height: 0.5 + 0.4 * Math.sin(i * i),
      rain: 3 + Math.sin(i) + 0.5 * Math.cos(2 * i),
    })),
  ],
  sizes: [12, 70],
  derivatives: ["valueAndGrad", "hessian"],
};
