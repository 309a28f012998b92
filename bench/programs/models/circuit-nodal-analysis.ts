// A ladder of resistors, sources and diodes by modified nodal analysis: components are stamped into a dense matrix, the
// diodes linearised by Newton steps. The voltage at the far end, as a function of the components' values.

import type { Program } from "../program.ts";

type Component =
  | { type: "resistor"; between: string; ohms: number }
  | { type: "current"; between: string; amps: number }
  | { type: "diode"; between: string; logSaturation: number };

const VT = 0.02585;

function gauss(a: number[][], b: number[]): number[] {
  const n = b.length;
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const f = a[i]![k]! / a[k]![k]!;
      if (f === 0) continue;
      for (let j = k; j < n; j++) a[i]![j]! -= f * a[k]![j]!;
      b[i]! -= f * b[k]!;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) b[i]! -= a[i]![j]! * b[j]!;
    b[i]! /= a[i]![i]!;
  }
  return b;
}

function farVoltage(parts: Component[], nodes: number): number {
  let v = new Array<number>(nodes).fill(0.3);
  for (let newton = 0; newton < 6; newton++) {
    const g = Array.from({ length: nodes }, () => new Array<number>(nodes).fill(0));
    const rhs = new Array<number>(nodes).fill(0);
    for (const part of parts) {
      const [p, q] = part.between.split("-").map((s) => Number(s) - 1) as [number, number]; // -1 is ground
      let conductance = 0;
      let source = 0; // flows from p to q
      switch (part.type) {
        case "resistor":
          conductance = 1 / part.ohms;
          break;
        case "current":
          source = part.amps;
          break;
        case "diode": {
          const u = (p < 0 ? 0 : v[p]!) - (q < 0 ? 0 : v[q]!);
          const limited = Math.min(u, 0.7);
          const saturation = Math.exp(part.logSaturation);
          const e = Math.exp(limited / VT);
          conductance = (saturation * e) / VT + 1e-9;
          source = saturation * (e - 1) - conductance * limited;
        }
      }
      if (p >= 0) {
        g[p]![p]! += conductance;
        rhs[p]! -= source;
      }
      if (q >= 0) {
        g[q]![q]! += conductance;
        rhs[q]! += source;
      }
      if (p >= 0 && q >= 0) {
        g[p]![q]! -= conductance;
        g[q]![p]! -= conductance;
      }
    }
    v = gauss(g, rhs);
  }
  return v[nodes - 1]!;
}

export const program: Program = {
  f: farVoltage,
  inputs: (n) => {
    const nodes = Math.max(3, Math.round(n / 4));
    const parts: Component[] = [{ type: "current", between: "0-1", amps: 0.02 }];
    for (let i = 1; i <= nodes; i++) {
      parts.push({ type: "resistor", between: `${i}-0`, ohms: 2000 + 500 * Math.sin(i) });
      if (i < nodes) parts.push({ type: "resistor", between: `${i}-${i + 1}`, ohms: 20 + 5 * Math.cos(i) });
      if (i % 3 === 0) parts.push({ type: "diode", between: `${i}-0`, logSaturation: -27.6 });
    }
    return [parts, nodes];
  },
  sizes: [12, 80],
  derivatives: ["grad"],
};
