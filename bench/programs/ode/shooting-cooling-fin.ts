// Heat loss at the root of a radiating fin whose tip is insulated: the boundary value problem is solved by shooting (secant method).

import type { Program } from "../program.ts";

interface Fin {
  convection: number;
  radiation: number;
  taper: number;
  root: number;
}

/** Integrates from the root (x = 0) with the given slope; the slope at the tip. */
function tipSlope(fin: Fin, slope: number, n: number): number {
  const h = 1 / n;
  const curvature = (x: number, T: number, dT: number): number => {
    const thickness = 1 - fin.taper * x;
    return (fin.convection * T + fin.radiation * T ** 4 + fin.taper * dT) / thickness;
  };
  let T = fin.root;
  let dT = slope;
  for (let i = 0; i < n; i++) {
    const x = i * h;
    const Tm = T + 0.5 * h * dT;
    const dTm = dT + 0.5 * h * curvature(x, T, dT);
    T += h * dTm;
    dT += h * curvature(x + 0.5 * h, Tm, dTm);
  }
  return dT;
}

function heatLoss(fin: Fin, n: number): number {
  let a = -fin.root;
  let b = -0.8 * fin.root;
  let fa = tipSlope(fin, a, n);
  let fb = tipSlope(fin, b, n);
  for (let it = 0; it < 30; it++) {
    const c = b - (fb * (b - a)) / (fb - fa);
    [a, fa] = [b, fb];
    b = c;
    if (Math.abs(b - a) < 1e-9) break;
    fb = tipSlope(fin, b, n);
  }
  return -b;
}

export const program: Program = {
  f: heatLoss,
  inputs: (n) => [{ convection: 0.8, radiation: 0.35, taper: 0.4, root: 1.1 }, n],
  sizes: [12, 150],
  derivatives: ["valueAndGrad"],
};
