// A climate box model: carbon in atmosphere, land and two ocean layers, radiative forcing, and heat in two boxes with
// ice-albedo feedback. The temperature path, as a function of the emissions year by year.

import type { Program } from "../program.ts";

interface Climate {
  sensitivity: number;
  heatUptake: number;
  mixing: number;
  airborneTurnover: number;
}

const DEFAULTS: Climate = { sensitivity: 1.2, heatUptake: 0.7, mixing: 0.06, airborneTurnover: 0.12 };

const forcing = (co2: number): number => 5.35 * Math.log(co2 / 278);

const albedo = (warming: number): number => {
  if (warming < -2) return 0.4;
  if (warming > 4) return -0.5;
  return -0.25 * Math.tanh(warming / 2);
};

function temperatures(emissions: number[], options: Partial<Climate> = {}): number[] {
  const { sensitivity, heatUptake, mixing, airborneTurnover } = { ...DEFAULTS, ...options };
  let air = 415;
  let land = 5;
  let [shallow, deep] = [20, 0];
  let [surface, abyss] = [1.1, 0.3];
  return emissions.map((emitted, year) => {
    const toOcean = airborneTurnover * (air - 278 - 3 * shallow) * 0.1;
    const toLand = 0.012 * (air - 278) * Math.exp(-0.1 * surface) - 0.01 * land;
    const down = mixing * (shallow - deep);
    air += emitted / 2.13 - toOcean - toLand;
    land += toLand;
    shallow += toOcean - down;
    deep += down * 0.1;

    const volcano = year % 17 === 11 ? -1.5 : 0;
    const net = forcing(air) + volcano - sensitivity * surface - albedo(surface);
    const exchanged = heatUptake * (surface - abyss);
    surface += (net - exchanged) / 8;
    abyss += exchanged / 100;
    return surface;
  });
}

export const program: Program = {
  f: temperatures,
  inputs: (n) => [Array.from({ length: n }, (_, y) => 10 + 2 * Math.sin(y / 8) - (8 * y) / n), { mixing: 0.08 }],
  sizes: [12, 250],
  derivatives: ["vjp", "jvp"],
};
