// Energy of Lennard-Jones atoms in a periodic box, neighbours found through cell lists; the potential is cut and shifted
// so that value and slope vanish at the cut-off.

import type { Program } from "../program.ts";

const CUTOFF = 2.5;

function pairEnergy(r2: number): number {
  const lj = (s2: number): number => {
    const s6 = (1 / s2) ** 3;
    return 4 * (s6 * s6 - s6);
  };
  const edge = CUTOFF ** -6;
  const slope = (-24 / CUTOFF) * (2 * edge * edge - edge);
  return lj(r2) - lj(CUTOFF ** 2) - slope * (Math.sqrt(r2) - CUTOFF);
}

export function energy(atoms: [number, number, number][], box: number): number {
  const cells = Math.max(3, Math.floor(box / CUTOFF));
  const size = box / cells;
  const lists: number[][] = Array.from({ length: cells ** 3 }, () => []);
  const wrap = (c: number): number => ((c % cells) + cells) % cells;
  const index = (cx: number, cy: number, cz: number): number => (wrap(cx) * cells + wrap(cy)) * cells + wrap(cz);

  atoms.forEach(([x, y, z], i) => {
    lists[index(Math.floor(x / size), Math.floor(y / size), Math.floor(z / size))]!.push(i);
  });

  let total = 0;
  for (let i = 0; i < atoms.length; i++) {
    const a = atoms[i]!;
    const [cx, cy, cz] = a.map((v) => Math.floor(v / size)) as [number, number, number];
    for (let ox = -1; ox <= 1; ox++)
      for (let oy = -1; oy <= 1; oy++)
        for (let oz = -1; oz <= 1; oz++)
          for (const j of lists[index(cx + ox, cy + oy, cz + oz)]!) {
            if (j <= i) continue;
            let r2 = 0;
            for (let k = 0; k < 3; k++) {
              let d = atoms[j]![k]! - a[k]!;
              d -= box * Math.round(d / box);
              r2 += d * d;
            }
            if (r2 < CUTOFF * CUTOFF) total += pairEnergy(r2);
          }
  }
  return total;
}

export const program: Program = {
  f: energy,
  inputs: (n) => {
    const perSide = Math.ceil(Math.cbrt(n));
    const spacing = Math.max(1.6, 7.6 / perSide);
    return [
      Array.from({ length: n }, (_, i) => {
        const cell = [i % perSide, Math.floor(i / perSide) % perSide, Math.floor(i / perSide ** 2)];
        return cell.map((c, k) => spacing * (c + 0.5 + 0.1 * Math.sin(5 * i + 3 * k)));
      }),
      perSide * spacing,
    ];
  },
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
