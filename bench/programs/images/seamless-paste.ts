// Pastes a patch into a picture so that no seam shows: inside the mask the gradients of the patch are kept, the border comes
// from the picture, and the equation of Poisson is relaxed in place. The result is the picture that comes out.

import type { Program } from "../program.ts";

function paste(patch: number[][], scene: number[][], mask: boolean[][], sweeps = 6, relax = 1.4): number[][] {
  const height = scene.length;
  const width = scene[0]?.length ?? 0;
  const result = scene.map((row) => [...row]);
  const around = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const;

  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (!mask[y]![x]) continue;
        let sum = 0;
        let neighbours = 0;
        for (const [dx, dy] of around) {
          const v = result[y + dy]?.[x + dx];
          if (v === undefined) continue;
          const here = patch[y]![x]!;
          const there = patch[y + dy]![x + dx]!;
          const guideScene = scene[y]![x]! - scene[y + dy]![x + dx]!;
          const guide = Math.abs(here - there) > Math.abs(guideScene) ? here - there : guideScene;
          sum += v + guide;
          neighbours++;
        }
        result[y]![x]! += relax * (sum / neighbours - result[y]![x]!);
      }
    }
  }
  return result;
}

export const program: Program = {
  f: paste,
  inputs: (n) => {
    const side = Math.max(4, Math.round(Math.sqrt(n)) + 1);
    const make = <T>(g: (x: number, y: number) => T): T[][] =>
      Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) => g(x, y)));
    return [
      make((x, y) => Math.sin(1.1 * x + 0.3) * Math.cos(0.7 * y + 0.2)),
      make((x, y) => 0.4 + 0.13 * x + 0.2 * Math.sin(1.9 * y + 0.6 * x)),
      make((x, y) => x > 0 && y > 0 && x < side - 1 && y < side - 1),
    ];
  },
  sizes: [12, 200],
  derivatives: ["vjp", "jvp"],
};
