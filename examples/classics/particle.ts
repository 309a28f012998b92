/**
 * The particle of Siskind and Pearlmutter: where must a charge be, that a particle which flies by hits the origin?
 *
 * The particle starts at (0, 8) with velocity (¾, 0); charges at (10, 10 − ω) and (10, 0) repel it. Its acceleration is
 * minus the gradient of the potential, the inner derivative, and Euler's method, as naive as can be, takes it down to the
 * x-axis. The square of where it hits is minimised over ω by descent, the outer derivative: through the loop of the
 * integration, whose length is decided on the way.
 */

import { argmin, modes, publishedRate, type Mode } from "./argmin.ts";
import type { Answer } from "./answer.ts";

/** Where on the x-axis the particle hits. */
export function hit(omega: number, mode: Mode): number {
  const potential = ([x = 0, y = 0]: number[]): number =>
    1 / distance(x - 10, y - (10 - omega)) + 1 / distance(x - 10, y);
  const slope = modes[mode](potential);
  const dt = 0.1;
  let [x, y, vx, vy] = [0, 8, 0.75, 0];
  while (y + dt * vy > 0) {
    const [px = 0, py = 0] = slope([x, y]);
    x += dt * vx;
    y += dt * vy;
    vx -= dt * px;
    vy -= dt * py;
  }
  return x - (y / vy) * vx;
}

const distance = (dx: number, dy: number): number => Math.sqrt(dx * dx + dy * dy);

/** The ω for which it hits the origin, from ω = 0. */
export function particle(outer: Mode, inner: Mode, firstRate: number = publishedRate): number {
  const [omega = 0] = argmin(modes[outer], ([w = 0]) => hit(w, inner) ** 2, [0], firstRate);
  return omega;
}

export const particleAnswer = (outer: Mode, inner: Mode): Answer => ({
  name: `particle, ${outer} over ${inner}`,
  what: "ω that hits the origin",
  expected: 0.207191874648612,
  got: particle(outer, inner),
});
