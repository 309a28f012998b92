// Walking time over a mountain trail: heights at way points are joined by Akima's curve, which does not overshoot, and the
// pace at each slope is that of Tobler. By the way points.

import type { Program } from "../program.ts";

interface WayPoint {
  distance: number;
  height: number;
}

type Curve = (x: number) => { value: number; slope: number };

function akima(points: WayPoint[]): Curve {
  if (points.length < 3) throw new Error("a trail needs three points");
  const secant = points.slice(1).map((p, i) => {
    const q = points[i]!;
    return (p.height - q.height) / (p.distance - q.distance);
  });
  const last = secant.length - 1;
  const m = [
    3 * secant[0]! - 2 * secant[1]!,
    2 * secant[0]! - secant[1]!,
    ...secant,
    2 * secant[last]! - secant[last - 1]!,
    3 * secant[last]! - 2 * secant[last - 1]!,
  ];
  const tangents = points.map((_, i) => {
    const [a, b, c, d] = m.slice(i, i + 4) as [number, number, number, number];
    const right = Math.abs(d - c);
    const left = Math.abs(b - a);
    return right + left < 1e-9 ? (b + c) / 2 : (right * b + left * c) / (right + left);
  });

  return (x) => {
    let k = 0;
    while (k < points.length - 2 && x > points[k + 1]!.distance) k++;
    const { distance: x0, height: y0 } = points[k]!;
    const { distance: x1, height: y1 } = points[k + 1]!;
    const h = x1 - x0;
    const s = (y1 - y0) / h;
    const t0 = tangents[k]!;
    const t1 = tangents[k + 1]!;
    const c2 = (3 * s - 2 * t0 - t1) / h;
    const c3 = (t0 + t1 - 2 * s) / (h * h);
    const u = x - x0;
    return { value: y0 + u * (t0 + u * (c2 + u * c3)), slope: t0 + u * (2 * c2 + 3 * c3 * u) };
  };
}

function walkingHours(points: WayPoint[], stepsPerLeg = 3): number {
  const curve = akima(points);
  const start = points[0]!.distance;
  const length = points[points.length - 1]!.distance - start;
  const steps = stepsPerLeg * (points.length - 1);
  let hours = 0;
  for (let i = 0; i < steps; i++) {
    const { value, slope } = curve(start + (length * (i + 0.5)) / steps);
    const thinAir = 1 + 0.05 * value * value;
    hours += (thinAir * (length / steps)) / (6 * Math.exp(-3.5 * Math.abs(slope + 0.05)));
  }
  return hours;
}

export const program: Program = {
  f: walkingHours,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      distance: i + 0.2 * Math.sin(3 * i),
      height: 1 + 0.25 * Math.sin(0.9 * i) + 0.1 * Math.cos(2.3 * i),
    })),
  ],
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
