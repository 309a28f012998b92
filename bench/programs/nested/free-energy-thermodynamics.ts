// Thermodynamics from one potential: pressure, entropy and heat capacity of a real gas as inner derivatives of its
// Helmholtz energy, compared with measured points. The result is the misfit as a function of the gas's constants.

import { derivative, grad } from "zeroth";
import type { Program } from "../program.ts";

interface Gas {
  a: number;
  b: number;
  vibration: number;
}

interface Measured {
  temperature: number;
  volume: number;
  pressure: number;
  heat: number;
}

const R = 8.314e-2;

function helmholtz(g: Gas, t: number, v: number): number {
  const translation = -R * t * (Math.log(v - g.b) + 1.5 * Math.log(t));
  const attraction = -g.a / (v * Math.sqrt(t));
  const vibration = R * t * Math.log(1 - Math.exp(-g.vibration / t));
  return translation + attraction + vibration;
}

const pressure = (g: Gas, t: number, v: number): number => -derivative((x: number) => helmholtz(g, t, x))(v);

const heatCapacity = (g: Gas, t: number, v: number): number => -t * derivative((x: number) => helmholtz(g, x, v), 2)(t);

function misfit(gas: Gas, table: Measured[]): number {
  let sum = 0;
  for (const row of table) {
    const { temperature: t, volume: v } = row;
    sum += (pressure(gas, t, v) / row.pressure - 1) ** 2;
    sum += (heatCapacity(gas, t, v) / row.heat - 1) ** 2;
    const slopes = grad(([x, y]: [number, number]) => helmholtz(gas, x, y))([t, v]);
    const internal = helmholtz(gas, t, v) - t * slopes[0];
    sum += 1e-4 * internal * internal;
  }
  return sum / table.length;
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    { a: 0.15, b: 0.04, vibration: 9 },
    Array.from({ length: n }, (_, i) => ({
      temperature: 2.5 + 2 * Math.abs(Math.sin(i)),
      volume: 0.8 + 0.5 * Math.cos(i * 1.4),
      pressure: 0.4,
      heat: 0.25,
    })),
  ],
  sizes: [12, 40],
  derivatives: ["grad", "hessian"],
};
