// A flood wave down a river with side rivers: each reach adds the waves of those above it to its own rain, and delays and
// flattens the sum by Muskingum's routing. The result is the smooth peak at the mouth, by the rain of each hour.

import type { Program } from "../program.ts";

interface Reach {
  name: string;
  area: number;
  delay: number;
  mixing?: number;
  above?: Reach[];
}

function route(inflow: number[], delay: number, mixing: number): number[] {
  const base = 2 * delay * (1 - mixing) + 1;
  const c0 = (1 - 2 * delay * mixing) / base;
  const c1 = (1 + 2 * delay * mixing) / base;
  const c2 = (2 * delay * (1 - mixing) - 1) / base;
  const outflow = [inflow[0]!];
  for (let t = 1; t < inflow.length; t++) {
    outflow.push(c0 * inflow[t]! + c1 * inflow[t - 1]! + c2 * outflow[t - 1]!);
  }
  return outflow;
}

function wave(reach: Reach, rain: number[]): number[] {
  const { area, delay, mixing = 0.2, above = [] } = reach;
  let store = 0.3;
  const own = rain.map((mm) => {
    store += mm;
    const runs = (area * store * store) / (store + 2);
    store -= runs / area;
    return runs;
  });
  const gathered = above.map((side) => wave(side, rain)).reduce((sum, w) => sum.map((v, t) => v + w[t]!), own);
  return route(gathered, delay, mixing);
}

function peakAtMouth(rain: number[], mouth: Reach, sharpness = 1.5): number {
  const flow = wave(mouth, rain);
  const highest = Math.max(...flow);
  return highest + Math.log(flow.map((q) => Math.exp(sharpness * (q - highest))).reduce((a, b) => a + b)) / sharpness;
}

const river: Reach = {
  name: "mouth",
  area: 0.5,
  delay: 1.2,
  above: [
    { name: "mill", area: 0.8, delay: 0.9, mixing: 0.3, above: [{ name: "spring", area: 0.3, delay: 0.6 }] },
    {
      name: "moor",
      area: 1.1,
      delay: 1.5,
      above: [
        { name: "east", area: 0.4, delay: 0.7 },
        { name: "west", area: 0.6, delay: 0.8, mixing: 0.1 },
      ],
    },
  ],
};

export const program: Program = {
  f: peakAtMouth,
  inputs: (n) => [Array.from({ length: n }, (_, t) => 1 + 0.8 * Math.sin(0.9 * t) + 0.2 * Math.cos(5 * t)), river],
  sizes: [14, 240],
  derivatives: ["grad", "hvp"],
};
