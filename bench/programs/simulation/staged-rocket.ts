// A rocket drops its stages one after another while climbing through thinning air with a gravity turn;
// final altitude and speed are traded into one score. The stages' masses, thrusts and the pitch programme are free.

import type { Program } from "../program.ts";

interface Stage {
  fuel: number;
  dry: number;
  thrust: number;
  exhaust: number;
}

interface Rocket {
  stages: Stage[];
  payload: number;
  pitch: number[]; // degrees from the vertical, at equal times
}

const DRAG_AREA = 0.3;

function interpolate(table: number[], s: number): number {
  const position = Math.min(Math.max(s, 0), 1) * (table.length - 1);
  const i = Math.min(Math.floor(position), table.length - 2);
  return table[i]! + (position - i) * (table[i + 1]! - table[i]!);
}

export function score(rocket: Rocket, steps: number, dt = 2): number {
  const remaining = rocket.stages.map((s) => ({ ...s }));
  let altitude = 0;
  let vx = 0;
  let vy = 0;

  for (let i = 0; i < steps; i++) {
    let burning = remaining[0];
    while (burning !== undefined && burning.fuel <= 0) {
      remaining.shift();
      burning = remaining[0];
    }
    const mass = rocket.payload + remaining.reduce((m, s) => m + s.fuel + s.dry, 0);
    const speed = Math.hypot(vx, vy);
    const density = 1.2 * Math.exp(-altitude / 8500);
    const drag = 0.5 * density * DRAG_AREA * speed;

    let thrust = 0;
    if (burning) {
      const flow = Math.min(burning.thrust / burning.exhaust, burning.fuel / dt);
      thrust = flow * burning.exhaust;
      burning.fuel -= flow * dt;
    }
    const tilt = (interpolate(rocket.pitch, i / steps) * Math.PI) / 180;
    const g = 9.81 * (6371e3 / (6371e3 + altitude)) ** 2;
    vx += (dt * (thrust * Math.sin(tilt) - drag * vx)) / mass;
    vy += dt * ((thrust * Math.cos(tilt) - drag * vy) / mass - g);
    altitude += dt * vy;
    if (altitude < 0) return altitude;
  }
  return altitude / 1e5 + Math.hypot(vx, vy) / 1e3;
}

export const program: Program = {
  f: score,
  inputs: (n) => [
    {
      stages: [
        { fuel: 7010, dry: 800, thrust: 260e3, exhaust: 2700 },
        { fuel: 2003, dry: 250, thrust: 50e3, exhaust: 3100 },
        { fuel: 501, dry: 90, thrust: 9e3, exhaust: 3300 },
      ],
      payload: 200,
      pitch: [0, 8, 25, 45, 60, 70],
    },
    n,
    240 / n,
  ],
  sizes: [12, 300],
  derivatives: ["valueAndGrad"],
};
