// Attitude from a gyroscope and an accelerometer: quaternions as objects, a correction towards gravity, and a bias that is
// learned on the way. The result is the last attitude and bias.

import type { Program } from "../program.ts";

type Triple = [number, number, number];

class Quaternion {
  w: number;
  x: number;
  y: number;
  z: number;

  constructor(w = 1, x = 0, y = 0, z = 0) {
    this.w = w;
    this.x = x;
    this.y = y;
    this.z = z;
  }

  static fromAxisAngle([x, y, z]: Triple, angle: number): Quaternion {
    const s = Math.sin(angle / 2);
    return new Quaternion(Math.cos(angle / 2), x * s, y * s, z * s);
  }

  get norm(): number {
    return Math.sqrt(this.w ** 2 + this.x ** 2 + this.y ** 2 + this.z ** 2);
  }

  multiply(q: Quaternion): Quaternion {
    const { w, x, y, z } = this;
    return new Quaternion(
      w * q.w - x * q.x - y * q.y - z * q.z,
      w * q.x + x * q.w + y * q.z - z * q.y,
      w * q.y - x * q.z + y * q.w + z * q.x,
      w * q.z + x * q.y - y * q.x + z * q.w,
    );
  }

  /** In place, as games do. */
  normalize(): this {
    const n = this.norm;
    this.w /= n;
    this.x /= n;
    this.y /= n;
    this.z /= n;
    return this;
  }

  conjugate(): Quaternion {
    return new Quaternion(this.w, -this.x, -this.y, -this.z);
  }

  rotate([x, y, z]: Triple): Triple {
    const r = this.multiply(new Quaternion(0, x, y, z)).multiply(this.conjugate());
    return [r.x, r.y, r.z];
  }
}

const cross = ([a, b, c]: Triple, [d, e, f]: Triple): Triple => [b * f - c * e, c * d - a * f, a * e - b * d];

class AttitudeEstimator {
  attitude: Quaternion = new Quaternion();
  bias: Triple = [0, 0, 0];
  private readonly kp: number;
  private readonly ki: number;

  constructor(kp: number, ki: number) {
    this.kp = kp;
    this.ki = ki;
  }

  update(gyro: Triple, accel: Triple, dt: number): void {
    const down = this.attitude.conjugate().rotate([0, 0, 1]);
    const length = Math.hypot(...accel);
    const error = cross(accel.map((a) => a / length) as Triple, down);
    this.bias = this.bias.map((b, i) => b - this.ki * error[i]! * dt) as Triple;
    const rate = gyro.map((g, i) => g - this.bias[i]! + this.kp * error[i]!) as Triple;
    const speed = Math.hypot(...rate);
    if (speed < 1e-9) return;
    const axis = rate.map((r) => r / speed) as Triple;
    this.attitude = this.attitude.multiply(Quaternion.fromAxisAngle(axis, speed * dt)).normalize();
  }
}

function estimate(tuning: { kp: number; ki: number; offset: number[] }, gyro: Triple[], accel: Triple[]): number[] {
  const estimator = new AttitudeEstimator(tuning.kp, tuning.ki);
  gyro.forEach((g, k) => {
    estimator.update(g.map((r, i) => r + tuning.offset[i]!) as Triple, accel[k]!, 0.05);
  });
  const { w, x, y, z } = estimator.attitude;
  return [w, x, y, z, ...estimator.bias];
}

export const program: Program = {
  f: estimate,
  inputs: (n) => [
    { kp: 0.9, ki: 0.1, offset: [0.02, -0.03, 0.01] },
    Array.from({ length: n }, (_, i) => [0.3 * Math.sin(0.1 * i), 0.2 * Math.cos(0.07 * i), 0.1 + 0.1 * Math.sin(i)]),
    Array.from({ length: n }, (_, i) => [0.5 * Math.sin(0.2 * i), 0.4 * Math.sin(0.15 * i + 1), 9.8]),
  ],
  sizes: [12, 200],
  derivatives: ["vjp", "jacobian"],
};
