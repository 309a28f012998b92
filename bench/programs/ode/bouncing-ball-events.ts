// Where a ball with air drag is after bouncing down some stairs: the moment of each impact is located inside its time step.

import type { Program } from "../program.ts";

interface Ball {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

interface Launch {
  speed: number;
  angle: number;
  restitution: number;
  drag: number;
}

function fly(b: Ball, drag: number, dt: number): Ball {
  const speed = Math.hypot(b.vx, b.vy);
  const ax = -drag * speed * b.vx;
  const ay = -9.81 - drag * speed * b.vy;
  return {
    x: b.x + dt * (b.vx + 0.5 * dt * ax),
    y: b.y + dt * (b.vy + 0.5 * dt * ay),
    vx: b.vx + dt * ax,
    vy: b.vy + dt * ay,
  };
}

const ground = (x: number): number => -0.3 * Math.floor(Math.max(x, 0) / 1.5);

function landing({ speed, angle, restitution, drag }: Launch, steps: number, dt: number): number {
  let ball: Ball = { x: 0, y: 1, vx: speed * Math.cos(angle), vy: speed * Math.sin(angle) };
  let bounces = 0;
  for (let i = 0; i < steps; i++) {
    let next = fly(ball, drag, dt);
    const floor = ground(next.x);
    if (next.y < floor && next.vy < 0) {
      // The share of the step until the impact, by linear interpolation.
      const share = Math.min(1, Math.max(0, (ball.y - floor) / (ball.y - next.y)));
      const hit = fly(ball, drag, share * dt);
      const after: Ball = { ...hit, y: floor, vy: -restitution * hit.vy };
      next = fly(after, drag, (1 - share) * dt);
      if (++bounces > 30) break;
    }
    ball = next;
  }
  return ball.x + 0.1 * ball.y;
}

export const program: Program = {
  f: landing,
  inputs: (n) => [{ speed: 3.1, angle: 0.62, restitution: 0.83, drag: 0.04 }, 4 * n, 0.02],
  sizes: [12, 110],
  derivatives: ["grad"],
};
