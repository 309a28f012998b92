// Log marginal likelihood of a Gaussian process over places and days. Its covariance is a tree of functions: sums, products and
// scalings of kernels, each of which looks at one coordinate.

import type { Program } from "../program.ts";

interface Site {
  east: number;
  north: number;
  day: number;
  level: number;
}

type Kernel = (a: Site, b: Site) => number;

function on<T>(pick: (site: Site) => T, k: (u: T, v: T) => number): Kernel {
  return (a, b) => k(pick(a), pick(b));
}

const sum = (...parts: Kernel[]): Kernel => parts.reduce((k, l) => (a, b) => k(a, b) + l(a, b));
const product = (...parts: Kernel[]): Kernel => parts.reduce((k, l) => (a, b) => k(a, b) * l(a, b));
const scaled = (deviation: number, k: Kernel): Kernel => {
  const variance = deviation * deviation;
  return (a, b) => variance * k(a, b);
};

function matern32(length: number): (u: number[], v: number[]) => number {
  return (u, v) => {
    const r2 = u.reduce((s, x, i) => s + (x - v[i]!) ** 2, 0);
    if (r2 === 0) return 1;
    const z = Math.sqrt(3 * r2) / length;
    return (1 + z) * Math.exp(-z);
  };
}

interface Hyper {
  space: { sd: number; range: number };
  week: { sd: number; roughness: number; memory: number };
  slope: number;
  nugget: number;
}

function covariance({ space, week, slope, nugget }: Hyper): Kernel {
  const day = (site: Site): number => site.day;
  const weekly = on(day, (s, t) => Math.exp(-2 * (Math.sin((Math.PI * (s - t)) / 7) / week.roughness) ** 2));
  const fading = on(day, (s, t) => Math.exp(-Math.abs(s - t) / week.memory));
  const trend = on(day, (s, t) => s * t);
  const near = on(({ east, north }: Site) => [east, north], matern32(space.range));
  const parts = [scaled(space.sd, near), scaled(week.sd, product(weekly, fading)), scaled(slope, trend)];
  if (nugget > 0) parts.push((a, b) => (a === b ? nugget ** 2 : 0));
  return sum(...parts);
}

function logEvidence(hyper: Hyper, sites: Site[]): number {
  const k = covariance(hyper);
  const l: number[][] = [];
  let result = 0;
  const white: number[] = [];
  sites.forEach((site, i) => {
    const row: number[] = [];
    for (let j = 0; j < i; j++) {
      let s = k(site, sites[j]!);
      for (let m = 0; m < j; m++) s -= row[m]! * l[j]![m]!;
      row.push(s / l[j]![j]!);
    }
    const pivot = Math.sqrt(k(site, site) - row.reduce((s, v) => s + v * v, 0));
    const z = (site.level - row.reduce((s, v, j) => s + v * white[j]!, 0)) / pivot;
    l.push([...row, pivot]);
    white.push(z);
    result -= 0.5 * z * z + Math.log(pivot) + 0.5 * Math.log(2 * Math.PI);
  });
  return result;
}

export const program: Program = {
  f: logEvidence,
  inputs: (n) => [
    { space: { sd: 0.9, range: 1.5 }, week: { sd: 0.6, roughness: 1.1, memory: 20 }, slope: 0.08, nugget: 0.25 },
    Array.from({ length: n }, (_, i) => ({
      east: 2 * Math.sin(2.3 * i),
      north: 2 * Math.cos(1.7 * i),
      day: i * 0.8,
      level: Math.sin(0.9 * i) + 0.05 * i,
    })),
  ],
  sizes: [8, 40],
  derivatives: ["grad"],
};
