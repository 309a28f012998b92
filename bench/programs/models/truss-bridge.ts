// A plane truss by finite elements: the compliance and weight of a bridge as a function of the bars' cross sections and
// the height of the top joints.

import type { Program } from "../program.ts";

interface Design {
  areas: number[];
  heights: number[]; // of the top joints
}

interface Bridge {
  bars: (readonly [number, number])[];
  bays: number;
}

const E = 200;

/** Joints 0 .. bays at the bottom, then the top joints above the middle of each bay. */
function joints(design: Design, bays: number): [number, number][] {
  const bottom = Array.from({ length: bays + 1 }, (_, i): [number, number] => [i, 0]);
  return bottom.concat(design.heights.map((h, i) => [i + 0.5, h]));
}

function compliance(design: Design, { bars, bays }: Bridge): number {
  const at = joints(design, bays);
  const dof = 2 * at.length;
  const k: number[][] = Array.from({ length: dof }, () => Array.from({ length: dof }, () => 0));
  let weight = 0;
  bars.forEach(([a, b], i) => {
    const [xa, ya] = at[a]!;
    const [xb, yb] = at[b]!;
    const length = Math.hypot(xb - xa, yb - ya);
    const c = (xb - xa) / length;
    const s = (yb - ya) / length;
    const stiffness = (E * design.areas[i]!) / length;
    weight += design.areas[i]! * length;
    const local = [-c, -s, c, s];
    const map = [2 * a, 2 * a + 1, 2 * b, 2 * b + 1];
    for (let p = 0; p < 4; p++) {
      for (let q = 0; q < 4; q++) k[map[p]!]![map[q]!]! += stiffness * local[p]! * local[q]!;
    }
  });

  const held = [0, 1, 2 * bays + 1];
  const free = [...Array(dof).keys()].filter((d) => !held.includes(d));
  const load = free.map((d) => (d % 2 === 1 && d < 2 * bays + 2 ? -1 : 0));
  // LDL' in place on the free part
  const a = free.map((r) => free.map((c) => k[r]![c]!));
  const u: number[] = [...load];
  for (let i = 0; i < u.length; i++) {
    for (let r = i + 1; r < u.length; r++) {
      const f = a[r]![i]! / a[i]![i]!;
      if (f === 0) continue;
      for (let c = i; c < u.length; c++) a[r]![c]! -= f * a[i]![c]!;
      u[r]! -= f * u[i]!;
    }
  }
  for (let i = u.length - 1; i >= 0; i--) {
    let s = u[i]!;
    for (let c = i + 1; c < u.length; c++) s -= a[i]![c]! * u[c]!;
    u[i] = s / a[i]![i]!;
  }
  return u.reduce((sum, v, i) => sum + v * load[i]!, 0) + 0.02 * weight;
}

export const program: Program = {
  f: compliance,
  inputs: (n) => {
    const bays = Math.max(3, Math.round(n / 5));
    const bars: [number, number][] = [];
    for (let i = 0; i < bays; i++) {
      const top = bays + 1 + i;
      bars.push([i, i + 1], [i, top], [top, i + 1]);
      if (i + 1 < bays) bars.push([top, top + 1]);
    }
    return [
      {
        areas: bars.map((_, i) => 1 + 0.3 * Math.sin(i)),
        heights: Array.from({ length: bays }, (_, i) => 0.8 + 0.2 * Math.cos(i)),
      },
      { bars, bays },
    ];
  },
  sizes: [12, 50],
  derivatives: ["valueAndGrad"],
};
