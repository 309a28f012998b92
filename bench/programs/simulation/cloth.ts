// A square of cloth hangs from two corners: position-based dynamics (Verlet, then constraint sweeps).
// Result: the sag of the middle as a function of the wind gusts.

import type { Program } from "../program.ts";

interface Node {
  p: [number, number, number];
  old: [number, number, number];
  pinned: boolean;
}

function makeCloth(side: number): Node[][] {
  const rows: Node[][] = [];
  for (let r = 0; r < side; r++) {
    const row: Node[] = [];
    for (let c = 0; c < side; c++) {
      row.push({ p: [c, 0.01 * c, -r], old: [c, 0.01 * c, -r], pinned: r === 0 && (c === 0 || c === side - 1) });
    }
    rows.push(row);
  }
  return rows;
}

function pull(a: Node, b: Node, rest: number): void {
  const d = a.p.map((v, k) => b.p[k]! - v);
  const length = Math.hypot(...d);
  const wa = a.pinned ? 0 : 1;
  const wb = b.pinned ? 0 : 1;
  if (wa + wb === 0 || length <= rest) return;
  const correction = (length - rest) / length / (wa + wb);
  for (let k = 0; k < 3; k++) {
    a.p[k]! += wa * correction * d[k]!;
    b.p[k]! -= wb * correction * d[k]!;
  }
}

export function sag(gusts: number[], side: number, sweeps = 2): number {
  const cloth = makeCloth(side);
  for (const gust of gusts) {
    for (const row of cloth) {
      for (const node of row) {
        if (node.pinned) continue;
        const [x, y, z] = node.p;
        const [ox, oy, oz] = node.old;
        node.old = [x, y, z];
        node.p = [x + 0.98 * (x - ox), y + 0.98 * (y - oy) + 0.01 * gust, z + 0.98 * (z - oz) - 0.02];
      }
    }
    for (let s = 0; s < sweeps; s++) {
      for (let r = 0; r < side; r++) {
        for (let c = 0; c < side; c++) {
          const here = cloth[r]![c]!;
          if (c + 1 < side) pull(here, cloth[r]![c + 1]!, 1);
          if (r + 1 < side) pull(here, cloth[r + 1]![c]!, 1);
        }
      }
    }
  }
  const [, y, z] = cloth[side - 1]![side >> 1]!.p;
  return y * y - z;
}

export const program: Program = {
  f: sag,
  inputs: (n) => [Array.from({ length: Math.ceil(n / 4) }, (_, t) => 1 + 0.5 * Math.sin(1.3 * t)), n === 12 ? 4 : 8],
  sizes: [12, 60],
  derivatives: ["grad"],
};
