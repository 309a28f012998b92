// Mean CIE76 colour difference between palettes: sRGB to linear light, XYZ, then Lab. The first palette is adjusted.

import type { Program } from "../program.ts";

interface Rgb {
  r: number;
  g: number;
  b: number;
}

interface Lab {
  L: number;
  a: number;
  b: number;
}

const TO_XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
] as const;
const WHITE = [0.95047, 1, 1.08883] as const;

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const companded = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27) * (t / 116) + 16 / 116);

function toLab({ r, g, b }: Rgb): Lab {
  const light = [r, g, b].map(linear);
  const [x, y, z] = TO_XYZ.map((row, i) =>
    companded(row.reduce((sum, k, j) => sum + k * light[j]!, 0) / WHITE[i]!),
  ) as [number, number, number];
  return { L: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) };
}

const difference = (p: Lab, q: Lab): number => Math.hypot(p.L - q.L, p.a - q.a, p.b - q.b);

const fromHex = (hex: string): Rgb => {
  const value = parseInt(hex.slice(1), 16);
  return { r: (value >> 16) / 255, g: ((value >> 8) & 255) / 255, b: (value & 255) / 255 };
};

const named = ["#1b9e77", "#d95f02", "#7570b3", "#e7298a", "#66a61e", "#e6ab02", "#a6761d", "#102030"];

function paletteDistance(palette: Rgb[], wanted: string[]): number {
  const targets = wanted.map(fromHex).map(toLab);
  return (
    palette.map(toLab).reduce((sum, lab, i) => sum + difference(lab, targets[i % targets.length]!), 0) / palette.length
  );
}

export const program: Program = {
  f: paletteDistance,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      r: 0.5 + 0.45 * Math.sin(3 * i),
      g: 0.5 + 0.48 * Math.sin(5 * i + 1),
      b: 0.5 + 0.45 * Math.cos(2 * i),
    })),
    [...named],
  ],
  sizes: [12, 200],
  derivatives: ["grad"],
};
