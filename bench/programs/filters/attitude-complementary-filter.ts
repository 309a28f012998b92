// Attitude of a drone from gyroscope and accelerometer (Mahony's filter): quaternions and vectors as records. The loss
// is how far the estimate of "up" is from the truth, by gains, bias and misalignment of the gyroscope.

import type { Program } from "../program.ts";

type Vec = { x: number; y: number; z: number };
type Quat = Vec & { w: number };

const cross = (a: Vec, b: Vec): Vec => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});
const add = (a: Vec, b: Vec, s = 1): Vec => ({ x: a.x + s * b.x, y: a.y + s * b.y, z: a.z + s * b.z });
const dot = (a: Vec, b: Vec): number => a.x * b.x + a.y * b.y + a.z * b.z;

function turned(q: Quat, rate: Vec, dt: number): Quat {
  const { w, x, y, z } = q;
  const h = 0.5 * dt;
  const next = {
    w: w - h * (x * rate.x + y * rate.y + z * rate.z),
    x: x + h * (w * rate.x + y * rate.z - z * rate.y),
    y: y + h * (w * rate.y - x * rate.z + z * rate.x),
    z: z + h * (w * rate.z + x * rate.y - y * rate.x),
  };
  const norm = Math.sqrt(next.w ** 2 + dot(next, next));
  return { w: next.w / norm, x: next.x / norm, y: next.y / norm, z: next.z / norm };
}

const upIn = ({ w, x, y, z }: Quat): Vec => ({
  x: 2 * (x * z - w * y),
  y: 2 * (w * x + y * z),
  z: w * w - x * x - y * y + z * z,
});

interface Tuning {
  kp: number;
  ki: number;
  bias: Vec;
  scale?: Vec;
}

interface Sample {
  gyro: Vec;
  accel: Vec;
  truth?: Vec;
}

function attitudeError({ kp, ki, bias, scale = { x: 1, y: 1, z: 1 } }: Tuning, samples: Sample[], dt = 0.1): number {
  let q: Quat = { w: 1, x: 0, y: 0, z: 0 };
  let integral: Vec = { x: 0, y: 0, z: 0 };
  let error = 0;
  for (const { gyro, accel, truth } of samples) {
    const size = Math.sqrt(dot(accel, accel));
    const measured = { x: accel.x / size, y: accel.y / size, z: accel.z / size };
    const off = cross(measured, upIn(q));
    integral = add(integral, off, ki * dt);
    const rate = { x: scale.x * gyro.x, y: scale.y * gyro.y, z: scale.z * gyro.z };
    q = turned(q, add(add(add(rate, bias, -1), off, kp), integral), dt);
    if (truth) error += 1 - dot(upIn(q), truth);
  }
  return error;
}

export const program: Program = {
  f: attitudeError,
  inputs: (n) => [
    { kp: 1.2, ki: 0.3, bias: { x: 0.02, y: -0.03, z: 0.01 } },
    Array.from({ length: n }, (_, i) => ({
      gyro: { x: 0.5 * Math.cos(0.3 * i), y: 0.4 * Math.sin(0.2 * i), z: 0.1 },
      accel: { x: 0.2 * Math.sin(i), y: 2 * Math.sin(0.3 * i), z: 9.6 },
      ...(i % 2 === 1 && { truth: { x: 0.05, y: 0.2 * Math.sin(0.3 * i), z: 0.97 } }),
    })),
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
