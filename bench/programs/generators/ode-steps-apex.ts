// A ball in the wind as a stream of states, one for each Runge–Kutta step: the consumer stops at the apex and again at the wall,
// and interpolates there.

import type { Program } from "../program.ts";

interface State {
  t: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
}

type Field = (s: State) => Omit<State, "t">;

const shifted = (s: State, d: Omit<State, "t">, h: number): State => ({
  t: s.t + h,
  x: s.x + h * d.x,
  y: s.y + h * d.y,
  vx: s.vx + h * d.vx,
  vy: s.vy + h * d.vy,
});

function* steps(field: Field, start: State, h: number): Generator<State, void> {
  let s = start;
  while (s.t < 20) {
    yield s;
    const k1 = field(s);
    const k2 = field(shifted(s, k1, h / 2));
    const k3 = field(shifted(s, k2, h / 2));
    const k4 = field(shifted(s, k3, h));
    s = shifted(shifted(shifted(shifted(s, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
  }
}

interface Throw {
  speed: number;
  angle: number;
  drag: number;
  wind: number;
}

function flight(shot: Throw, stepsPerSecond: number): { apex: number; hit: number; time: number } {
  const field: Field = ({ vx, vy }) => {
    const rx = vx - shot.wind;
    const k = shot.drag * Math.hypot(rx, vy);
    return { x: vx, y: vy, vx: -k * rx, vy: -9.81 - k * vy };
  };
  const start = { t: 0, x: 0, y: 1.8, vx: shot.speed * Math.cos(shot.angle), vy: shot.speed * Math.sin(shot.angle) };
  const path = steps(field, start, 1 / stepsPerSecond);

  let apex = 0;
  let last = start;
  for (const state of path) {
    if (state.vy < 0 && last.vy >= 0) {
      const part = last.vy / (last.vy - state.vy);
      apex = last.y + part * (state.y - last.y);
    }
    if (state.x > 15) {
      const part = (15 - last.x) / (state.x - last.x);
      return { apex, hit: last.y + part * (state.y - last.y), time: last.t + part * (state.t - last.t) };
    }
    last = state;
  }
  return { apex, hit: 0, time: Infinity };
}

export const program: Program = {
  f: flight,
  inputs: (n) => [{ speed: 19, angle: 0.8, drag: 0.012, wind: -2 }, n],
  sizes: [8, 80],
  derivatives: ["vjp", "jacobian"],
};
