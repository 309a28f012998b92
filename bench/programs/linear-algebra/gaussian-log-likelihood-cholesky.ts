// Log likelihood of normal data with covariance kernel + noise, by a Cholesky factor in a flat Float64Array.

import type { Program } from "../program.ts";

interface Kernel {
  variance: number;
  length: number;
  noise: number;
}

function choleskyInPlace(a: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    let d = a[j * n + j]!;
    for (let k = 0; k < j; k++) d -= a[j * n + k]! ** 2;
    if (d <= 0) throw new Error("not positive definite");
    d = Math.sqrt(d);
    a[j * n + j] = d;
    for (let i = j + 1; i < n; i++) {
      let s = a[i * n + j]!;
      for (let k = 0; k < j; k++) s -= a[i * n + k]! * a[j * n + k]!;
      a[i * n + j] = s / d;
    }
  }
}

function logLikelihood(kernel: Kernel, t: Float64Array, y: Float64Array): number {
  const n = t.length;
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const r = Math.abs(t[i]! - t[j]!) / kernel.length;
      a[i * n + j] = kernel.variance * (1 + Math.sqrt(3) * r) * Math.exp(-Math.sqrt(3) * r);
    }
    a[i * n + i]! += kernel.noise;
  }
  choleskyInPlace(a, n);
  let quad = 0;
  let logDet = 0;
  const z = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let s = y[i]!;
    for (let k = 0; k < i; k++) s -= a[i * n + k]! * z[k]!;
    z[i] = s / a[i * n + i]!;
    quad += z[i]! * z[i]!;
    logDet += 2 * Math.log(a[i * n + i]!);
  }
  return -0.5 * (quad + logDet + n * Math.log(2 * Math.PI));
}

export const program: Program = {
  f: logLikelihood,
  inputs: (n) => [
    { variance: 1.3, length: 0.7, noise: 0.05 },
    Float64Array.from({ length: n }, (_, i) => 0.3 * i + 0.1 * Math.sin(i)),
    Float64Array.from({ length: n }, (_, i) => Math.sin(0.4 * i) + 0.1 * Math.cos(7 * i)),
  ],
  sizes: [12, 70],
  derivatives: ["valueAndGrad", "hessian"],
};
