// Hodgkin and Huxley's axon under a current pulse; gates by Rush and Larsen's exponential steps. The loss compares the
// voltage with a recording every few steps.

import type { Program } from "../program.ts";

type Gate = "m" | "h" | "n";

// x / (1 - exp(-x)), also near zero
const ratio = (x: number): number => (Math.abs(x) < 1e-6 ? 1 + x / 2 : x / (1 - Math.exp(-x)));

function rates(gate: Gate, v: number): [opening: number, closing: number] {
  switch (gate) {
    case "m":
      return [ratio((v + 40) / 10), 4 * Math.exp(-(v + 65) / 18)];
    case "h":
      return [0.07 * Math.exp(-(v + 65) / 20), 1 / (1 + Math.exp(-(v + 35) / 10))];
    case "n":
      return [0.1 * ratio((v + 55) / 10), 0.125 * Math.exp(-(v + 65) / 80)];
  }
}

interface Membrane {
  gNa: number;
  gK: number;
  gLeak: number;
  eNa: number;
  eK: number;
  eLeak: number;
}

function misfit(p: Membrane, recording: number[], { dt = 0.05, every = 4, pulse = 12 } = {}): number {
  let v = -65;
  const gates: Record<Gate, number> = { m: 0.05, h: 0.6, n: 0.32 };
  let sum = 0;
  for (let k = 0; k < recording.length * every; k++) {
    for (const gate of ["m", "h", "n"] as const) {
      const [alpha, beta] = rates(gate, v);
      const target = alpha / (alpha + beta);
      gates[gate] = target + (gates[gate] - target) * Math.exp(-dt * (alpha + beta));
    }
    const { m, h, n } = gates;
    const na = p.gNa * m ** 3 * h;
    const potassium = p.gK * n ** 4;
    const total = na + potassium + p.gLeak;
    const rest = (na * p.eNa + potassium * p.eK + p.gLeak * p.eLeak + (k < 40 ? pulse : 0)) / total;
    v = rest + (v - rest) * Math.exp(-dt * total);
    if ((k + 1) % every === 0) sum += ((v - recording[Math.floor(k / every)]!) / 10) ** 2;
  }
  return sum / recording.length;
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    { gNa: 120, gK: 36, gLeak: 0.3, eNa: 50, eK: -77, eLeak: -54.4 },
    Array.from({ length: n }, (_, i) => -65 + 80 * Math.exp(-(((i - 14) / 5) ** 2))),
  ],
  sizes: [12, 80],
  derivatives: ["valueAndGrad"],
};
