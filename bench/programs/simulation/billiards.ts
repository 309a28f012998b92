// Event-driven billiards: discs fly freely until two of them or a disc and a cushion meet, always the earliest first.
// Where does the first ball end, starting with the given velocities?

import type { Program } from "../program.ts";

interface Ball {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

type Event =
  { kind: "none" } | { kind: "cushion"; ball: number; axis: "x" | "y" } | { kind: "pair"; a: number; b: number };

const RADIUS = 0.1;
const TABLE = { x: 4, y: 2 };

function timeToCushion(position: number, speed: number, length: number): number {
  if (speed > 0) return (length - RADIUS - position) / speed;
  if (speed < 0) return (RADIUS - position) / speed;
  return Infinity;
}

function timeToMeet(p: Ball, q: Ball): number {
  const [dx, dy, dvx, dvy] = [q.x - p.x, q.y - p.y, q.vx - p.vx, q.vy - p.vy];
  const b = dx * dvx + dy * dvy;
  if (b >= 0) return Infinity;
  const vv = dvx * dvx + dvy * dvy;
  const disc = b * b - vv * (dx * dx + dy * dy - 4 * RADIUS * RADIUS);
  return disc <= 0 ? Infinity : -(b + Math.sqrt(disc)) / vv;
}

function play(start: Ball[], duration: number): { x: number; y: number } {
  const balls = start.map((b) => ({ ...b }));
  let left = duration;
  for (;;) {
    let soonest = left;
    let event: Event = { kind: "none" };
    for (let a = 0; a < balls.length; a++) {
      const p = balls[a]!;
      const tx = timeToCushion(p.x, p.vx, TABLE.x);
      const ty = timeToCushion(p.y, p.vy, TABLE.y);
      if (tx < soonest) [soonest, event] = [tx, { kind: "cushion", ball: a, axis: "x" }];
      if (ty < soonest) [soonest, event] = [ty, { kind: "cushion", ball: a, axis: "y" }];
      for (let b = a + 1; b < balls.length; b++) {
        const t = timeToMeet(p, balls[b]!);
        if (t < soonest) [soonest, event] = [t, { kind: "pair", a, b }];
      }
    }
    for (const ball of balls) {
      ball.x += ball.vx * soonest;
      ball.y += ball.vy * soonest;
    }
    left -= soonest;
    if (event.kind === "none") break;
    if (event.kind === "cushion") {
      const ball = balls[event.ball]!;
      if (event.axis === "x") ball.vx *= -0.95;
      else ball.vy *= -0.95;
    } else {
      const p = balls[event.a]!;
      const q = balls[event.b]!;
      const nx = (q.x - p.x) / (2 * RADIUS);
      const ny = (q.y - p.y) / (2 * RADIUS);
      const impulse = (q.vx - p.vx) * nx + (q.vy - p.vy) * ny;
      p.vx += impulse * nx;
      p.vy += impulse * ny;
      q.vx -= impulse * nx;
      q.vy -= impulse * ny;
    }
  }
  return { x: balls[0]!.x, y: balls[0]!.y };
}

export const program: Program = {
  f: play,
  inputs: (n) => {
    const balls = [{ x: 0.5, y: 1.03, vx: 3, vy: 0.1 }];
    for (let row = 0; row < (n === 12 ? 3 : 5); row++)
      for (let k = 0; k <= row; k++) balls.push({ x: 2.5 + 0.22 * row, y: 1 + 0.23 * (k - row / 2), vx: 0, vy: 0 });
    return [balls, n === 12 ? 1 : 1.6];
  },
  sizes: [12, 40],
  derivatives: ["jvp", "vjp"],
};
