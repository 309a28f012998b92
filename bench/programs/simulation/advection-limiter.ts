// Transport of a tracer in a periodic channel with a total-variation-diminishing scheme (choice of flux limiter):
// the final profile from the initial one.

import type { Program } from "../program.ts";

type Limiter = (r: number) => number;

const limiters: Record<"vanLeer" | "superbee" | "none", Limiter> = {
  vanLeer: (r) => (r + Math.abs(r)) / (1 + Math.abs(r)),
  superbee: (r) => Math.max(0, Math.min(2 * r, 1), Math.min(r, 2)),
  none: () => 0,
};

function advect(profile: number[], courant: number, steps: number, scheme: keyof typeof limiters): number[] {
  const phi = limiters[scheme];
  const n = profile.length;
  let u = profile;
  for (let s = 0; s < steps; s++) {
    const flux = u.map((here, i) => {
      const left = u[(i + n - 1) % n]!;
      const right = u[(i + 1) % n]!;
      const jump = right - here;
      const r = Math.abs(jump) < 1e-12 ? 0 : (here - left) / jump;
      return courant * (here + 0.5 * phi(r) * (1 - courant) * jump);
    });
    u = u.map((v, i) => v - flux[i]! + flux.at(i - 1)!);
  }
  return u;
}

export const program: Program = {
  f: advect,
  inputs: (n) => [
    Array.from(
      { length: n },
      (_, i) => 2 + Math.sin((6 * Math.PI * i) / n + 0.3) + (i > 0.6 * n && i < 0.8 * n ? 1 + 0.01 * i : 0),
    ),
    0.4,
    20,
    "vanLeer",
  ],
  sizes: [12, 150],
  derivatives: ["jvp", "vjp"],
};
