// Bergman's minimal model of glucose and insulin after a meal, with Bogacki and Shampine's adaptive pair of order 3 and
// 2, against measurements of blood sugar.

import type { Program } from "../program.ts";

interface State {
  glucose: number;
  action: number;
  insulin: number;
}

interface Body {
  effectiveness: number;
  uptake: number;
  sensitivity: number;
  secretion: number;
  clearance: number;
}

const rate =
  (b: Body) =>
  (t: number, { glucose, action, insulin }: State): State => ({
    glucose: -b.effectiveness * (glucose - 5) - action * glucose + 0.3 * t * Math.exp(-t),
    action: -b.uptake * action + b.sensitivity * insulin,
    insulin: b.secretion * Math.log(1 + Math.exp(4 * (glucose - 5.5))) - b.clearance * insulin,
  });

const along = (s: State, h: number, ...ks: [number, State][]): State =>
  ks.reduce(
    (to, [w, k]) => ({
      glucose: to.glucose + h * w * k.glucose,
      action: to.action + h * w * k.action,
      insulin: to.insulin + h * w * k.insulin,
    }),
    s,
  );

function misfit(b: Body, measured: { at: number; value: number }[], start = 9): number {
  const f = rate(b);
  let s: State = { glucose: start, action: 0, insulin: 0.1 };
  let [t, h, sum] = [0, 0.1, 0];
  for (const { at, value } of measured) {
    while (t < at - 1e-12) {
      const dt = Math.min(h, at - t);
      const k1 = f(t, s);
      const k2 = f(t + dt / 2, along(s, dt, [1 / 2, k1]));
      const k3 = f(t + (3 * dt) / 4, along(s, dt, [3 / 4, k2]));
      const next = along(s, dt, [2 / 9, k1], [1 / 3, k2], [4 / 9, k3]);
      const k4 = f(t + dt, next);
      const low = along(s, dt, [7 / 24, k1], [1 / 4, k2], [1 / 3, k3], [1 / 8, k4]);
      const error = Math.hypot(next.glucose - low.glucose, next.action - low.action, next.insulin - low.insulin);
      if (error < 1e-3) {
        t += dt;
        s = next;
      }
      h = dt * Math.min(2, Math.max(0.3, 0.9 * (1e-3 / (error + 1e-12)) ** (1 / 3)));
    }
    sum += (s.glucose - value) ** 2;
  }
  return sum / measured.length;
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    { effectiveness: 0.3, uptake: 0.9, sensitivity: 0.4, secretion: 0.35, clearance: 1.1 },
    Array.from({ length: n }, (_, i) => ({
      at: (5 * (i + 1)) / n,
      value: 5 + 4 * Math.exp((-6 * i) / n) + 0.2 * Math.sin(5 * i),
    })),
  ],
  sizes: [10, 40],
  derivatives: ["valueAndGrad", "hvp"],
};
