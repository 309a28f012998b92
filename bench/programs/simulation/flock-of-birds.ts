// A flock: birds keep together, apart and in step with neighbours, fewer of which they see the further they are. The
// result is the order of headings plus the spread of the flock, by the urges.

import type { Program } from "../program.ts";

interface Bird {
  at: { x: number; y: number };
  heading: { x: number; y: number };
}

interface Urges {
  together: number;
  apart: number;
  inStep: number;
  sight: number;
}

function next(flock: Bird[], urges: Urges, dt: number): Bird[] {
  return flock.map((bird) => {
    const pull = { x: 0, y: 0 };
    for (const other of flock) {
      if (other === bird) continue;
      const dx = other.at.x - bird.at.x;
      const dy = other.at.y - bird.at.y;
      const d2 = dx * dx + dy * dy;
      if (d2 > 25) continue;
      const seen = Math.exp(-d2 / urges.sight ** 2);
      const towards = urges.together - urges.apart / (0.1 + d2);
      pull.x += seen * (towards * dx + urges.inStep * (other.heading.x - bird.heading.x));
      pull.y += seen * (towards * dy + urges.inStep * (other.heading.y - bird.heading.y));
    }
    const heading = { x: bird.heading.x + dt * pull.x, y: bird.heading.y + dt * pull.y };
    const speed = Math.hypot(heading.x, heading.y);
    if (speed > 2) {
      heading.x *= 2 / speed;
      heading.y *= 2 / speed;
    }
    return { at: { x: bird.at.x + dt * heading.x, y: bird.at.y + dt * heading.y }, heading };
  });
}

function disorder(urges: Urges, flock: Bird[], steps = 8): number {
  let birds = flock;
  for (let k = 0; k < steps; k++) birds = next(birds, urges, 0.1);
  const n = birds.length;
  const mean = birds.reduce((m, { heading: h }) => ({ x: m.x + h.x / n, y: m.y + h.y / n }), { x: 0, y: 0 });
  const centre = birds.reduce(([x, y], { at }) => [x + at.x / n, y + at.y / n] as [number, number], [0, 0] as [
    number,
    number,
  ]);
  const spread = birds.reduce((s, { at }) => s + (at.x - centre[0]) ** 2 + (at.y - centre[1]) ** 2, 0) / n;
  return 0.1 * spread - Math.hypot(mean.x, mean.y);
}

export const program: Program = {
  f: disorder,
  inputs: (n) => [
    { together: 0.3, apart: 0.5, inStep: 0.4, sight: 1.5 },
    Array.from({ length: n }, (_, i) => ({
      at: { x: 2 * Math.sin(3 * i), y: 2 * Math.cos(5 * i + 1) },
      heading: { x: 1 + 0.3 * Math.sin(i), y: 0.5 * Math.cos(2 * i) },
    })),
  ],
  sizes: [10, 36],
  derivatives: ["valueAndGrad"],
};
