// A fuzzy controller: rules as text in a table, membership functions by name, weighted average of the conclusions;
// summed squared error of the control output over recorded situations.

import type { Program } from "../program.ts";

interface Shape {
  center: number;
  width: number;
}

interface Settings {
  cold: Shape;
  warm: Shape;
  hot: Shape;
  low: number;
  medium: number;
  high: number;
}

interface Situation {
  inside: number;
  outside: number;
  wanted: number;
}

const RULES = [
  "inside cold and outside cold then high",
  "inside cold and outside warm then medium",
  "inside warm and outside cold then medium",
  "inside warm and outside hot then low",
  "inside hot or outside hot then low",
];

const bell = ({ center, width }: Shape, x: number): number => Math.exp(-(((x - center) / width) ** 2));

function membership(settings: Settings, name: string, x: number): number {
  switch (name) {
    case "cold":
      return bell(settings.cold, x);
    case "warm":
      return bell(settings.warm, x);
    case "hot":
      return bell(settings.hot, x);
    default:
      throw new Error(`no such set: ${name}`);
  }
}

function conclude(settings: Settings, situation: Situation): number {
  let weights = 0;
  let sum = 0;
  for (const rule of RULES) {
    const [v1, s1, junction, v2, s2, , level] = rule.split(" ");
    const m1 = membership(settings, s1!, v1 === "inside" ? situation.inside : situation.outside);
    const m2 = membership(settings, s2!, v2 === "inside" ? situation.inside : situation.outside);
    const strength = junction === "and" ? m1 * m2 : m1 + m2 - m1 * m2;
    const heat = level === "low" ? settings.low : level === "medium" ? settings.medium : settings.high;
    weights += strength;
    sum += strength * heat;
  }
  return sum / (weights + 1e-9);
}

function error(settings: Settings, log: Situation[]): number {
  return log.map((s) => (conclude(settings, s) - s.wanted) ** 2).reduce((a, b) => a + b, 0);
}

export const program: Program = {
  f: error,
  inputs: (n) => [
    {
      cold: { center: 10, width: 6 },
      warm: { center: 19, width: 5 },
      hot: { center: 27, width: 6 },
      low: 0.1,
      medium: 0.5,
      high: 0.9,
    },
    Array.from({ length: n }, (_, i) => ({
      inside: 17 + 5 * Math.sin(i),
      outside: 14 + 9 * Math.cos(2.3 * i),
      wanted: 0.5 - 0.3 * Math.sin(i),
    })),
  ],
  sizes: [12, 200],
  derivatives: ["valueAndGrad"],
};
