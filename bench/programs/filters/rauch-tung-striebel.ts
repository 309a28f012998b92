// Smooths a noisy series: forward Kalman filter for level and slope, then the Rauch-Tung-Striebel pass backwards.
// Everything is stored in flat Float64Arrays, the covariance as (p00, p01, p11).

import type { Program } from "../program.ts";

function smooth(y: Float64Array, q: number, r: number): Float64Array {
  const n = y.length;
  const level = new Float64Array(n);
  const slope = new Float64Array(n);
  const cov = new Float64Array(3 * n);
  const prior = new Float64Array(3 * n);

  let l = y[0]!;
  let s = 0;
  let p00 = 10;
  let p01 = 0;
  let p11 = 1;
  for (let t = 0; t < n; t++) {
    if (t > 0) {
      l += s;
      p00 += 2 * p01 + p11 + q / 3;
      p01 += p11 + q / 2;
      p11 += q;
    }
    prior[3 * t] = p00;
    prior[3 * t + 1] = p01;
    prior[3 * t + 2] = p11;
    const f = p00 + r;
    const k0 = p00 / f;
    const k1 = p01 / f;
    const e = y[t]! - l;
    l += k0 * e;
    s += k1 * e;
    p11 -= k1 * p01;
    p01 *= 1 - k0;
    p00 *= 1 - k0;
    level[t] = l;
    slope[t] = s;
    cov.set([p00, p01, p11], 3 * t);
  }

  const out = new Float64Array(n);
  out[n - 1] = l;
  for (let t = n - 2; t >= 0; t--) {
    const a = cov[3 * t]!;
    const b = cov[3 * t + 1]!;
    const c = cov[3 * t + 2]!;
    const u = prior[3 * t + 3]!;
    const v = prior[3 * t + 4]!;
    const w = prior[3 * t + 5]!;
    const det = u * w - v * v;
    // gain = cov * F' * inverse(prior)
    const g00 = ((a + b) * w - b * v) / det;
    const g01 = (b * u - (a + b) * v) / det;
    const g10 = ((b + c) * w - c * v) / det;
    const g11 = (c * u - (b + c) * v) / det;
    const dl = l - (level[t]! + slope[t]!);
    const ds = s - slope[t]!;
    l = level[t]! + g00 * dl + g01 * ds;
    s = slope[t]! + g10 * dl + g11 * ds;
    out[t] = l;
  }
  return out;
}

export const program: Program = {
  f: smooth,
  inputs: (n) => [Float64Array.from({ length: n }, (_, i) => Math.sin(i / 5) + 0.3 * Math.sin(17 * i * i)), 0.01, 0.09],
  sizes: [12, 800],
  derivatives: ["vjp", "linearize"],
};
