// Turns high dynamic range colours into display colours: white balance, exposure, a film curve chosen by name, saturation
// and gamma. The result is the distance to a picture by a photographer, by the settings of the dials.

import type { Program } from "../program.ts";

type Rgb = [red: number, green: number, blue: number];

interface Dials {
  exposure: number;
  gamma: number;
  saturation: number;
  balance: { red: number; blue: number };
}

const curves: Record<string, (x: number) => number> = {
  reinhard: (x) => x / (1 + x),
  filmic: (x) => (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14),
  exponential: (x) => 1 - Math.exp(-x),
};

const luma = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

const develop =
  (dials: Dials, curveName: string) =>
  ([r, g, b]: Rgb): Rgb => {
    const curve = curves[curveName];
    if (!curve) throw new Error(`no curve ${curveName}`);
    const stop = 2 ** dials.exposure;
    const bright = [r * dials.balance.red, g, b * dials.balance.blue].map((v) => curve(stop * v)) as Rgb;
    const grey = luma(bright);
    return bright.map((v) => Math.max(grey + dials.saturation * (v - grey), 1e-4) ** (1 / dials.gamma)) as Rgb;
  };

function distance(dials: Dials, scene: Rgb[], wanted: Rgb[], curveName = "filmic"): number {
  const shown = scene.map(develop(dials, curveName));
  return (
    shown.flatMap((pixel, i) => pixel.map((v, c) => (v - wanted[i]![c]!) ** 2)).reduce((sum, v) => sum + v, 0) /
    scene.length
  );
}

export const program: Program = {
  f: distance,
  inputs: (n) => {
    const pixel = (i: number, phase: number): Rgb => [
      0.6 + 0.5 * Math.sin(i + phase),
      0.5 + 0.4 * Math.cos(1.3 * i + phase),
      0.55 + 0.3 * Math.sin(2.1 * i + 1),
    ];
    return [
      { exposure: 0.3, gamma: 2.2, saturation: 1.1, balance: { red: 0.95, blue: 1.08 } },
      Array.from({ length: n }, (_, i) => pixel(i, 0)),
      Array.from({ length: n }, (_, i) => pixel(i, 0.2).map((v) => Math.sqrt(v)) as Rgb),
    ];
  },
  sizes: [12, 200],
  derivatives: ["valueAndGrad", "hessian"],
};
