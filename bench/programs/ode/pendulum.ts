// A damped pendulum by the classical Runge–Kutta method: how far it is from a target angle after n steps.

import type { Program } from "../program.ts";

interface State {
  angle: number;
  speed: number;
}

interface Pendulum {
  length: number;
  damping: number;
  start: State;
}

const slope = (p: Pendulum, s: State): State => ({
  angle: s.speed,
  speed: (-9.81 / p.length) * Math.sin(s.angle) - p.damping * s.speed,
});

const along = (s: State, d: State, h: number): State => ({
  angle: s.angle + h * d.angle,
  speed: s.speed + h * d.speed,
});

function miss(p: Pendulum, steps: number): number {
  const h = 0.02;
  let s = p.start;
  for (let i = 0; i < steps; i++) {
    const a = slope(p, s);
    const b = slope(p, along(s, a, h / 2));
    const c = slope(p, along(s, b, h / 2));
    const d = slope(p, along(s, c, h));
    s = {
      angle: s.angle + (h / 6) * (a.angle + 2 * b.angle + 2 * c.angle + d.angle),
      speed: s.speed + (h / 6) * (a.speed + 2 * b.speed + 2 * c.speed + d.speed),
    };
  }
  return (s.angle - 0.5) ** 2;
}

export const program: Program = {
  f: miss,
  inputs: (n) => [{ length: 1.2, damping: 0.3, start: { angle: 1, speed: 0 } }, n],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
