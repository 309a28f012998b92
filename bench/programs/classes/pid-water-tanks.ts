// Two tanks in a row, the level of the second held by a PID controller: the integrated squared error and the effort of the
// valve, as a function of the controller's gains.

import type { Program } from "../program.ts";

interface Gains {
  kp: number;
  ki: number;
  kd: number;
}

class PidController {
  setpoint = 0;
  private integral = 0;
  private lastError: number | null = null;
  private readonly gains: Gains;
  private readonly limit: [number, number];

  constructor(gains: Gains, limit: [number, number]) {
    this.gains = gains;
    this.limit = limit;
  }

  update(measured: number, dt: number): number {
    const error = this.setpoint - measured;
    const slope = this.lastError === null ? 0 : (error - this.lastError) / dt;
    this.lastError = error;
    const { kp, ki, kd } = this.gains;
    const raw = kp * error + ki * (this.integral + error * dt) + kd * slope;
    const [low, high] = this.limit;
    const clamped = Math.min(Math.max(raw, low), high);
    // no windup: the integral stands still while the valve is at its end
    if (clamped === raw) this.integral += error * dt;
    return clamped;
  }

  reset(): void {
    this.integral = 0;
    this.lastError = null;
  }
}

class Tank {
  private volume = 0;
  private readonly area: number;
  private readonly outlet: number;

  constructor(area: number, outlet: number) {
    this.area = area;
    this.outlet = outlet;
  }

  get level(): number {
    return this.volume / this.area;
  }

  set level(value: number) {
    this.volume = Math.max(0, value) * this.area;
  }

  /** Takes water in for a while; the result is what ran out. */
  fill(inflow: number, dt: number): number {
    const outflow = this.outlet * Math.sqrt(2 * 9.81 * this.level);
    this.volume += dt * (inflow - outflow);
    return outflow;
  }
}

function cost(gains: Gains, setpoints: number[], steps: number): number {
  const dt = 0.5;
  const upper = new Tank(1.2, 0.05);
  const lower = new Tank(0.8, 0.045);
  upper.level = 0.3;
  lower.level = 0.4;
  const pid = new PidController(gains, [0, 0.45]);
  let total = 0;
  for (const setpoint of setpoints) {
    pid.setpoint = setpoint;
    for (let k = 0; k < steps; k++) {
      const valve = pid.update(lower.level, dt);
      lower.fill(upper.fill(valve, dt), dt);
      total += dt * ((lower.level - setpoint) ** 2 + 0.1 * valve ** 2);
    }
    pid.reset();
  }
  return total;
}

export const program: Program = {
  f: cost,
  inputs: (n) => [{ kp: 0.8, ki: 0.07, kd: 0.6 }, [0.9, 0.55, 0.8], n],
  sizes: [12, 250],
  derivatives: ["grad", "hessian"],
};
