// Readings of sensors that are validated: what cannot be is thrown away, the heater of the sensor is switched off again in any
// case, and its use costs energy. The result is the mean error of the calibrated readings, and the energy.

import type { Program } from "../program.ts";

interface Calibration {
  offset: number;
  gain: number;
  curve: number;
  heat: number;
}

class Heater {
  on = false;
  energy = 0;
  temperature = 20;

  switchOn(power: number): void {
    if (this.on) throw new Error("the heater is on already");
    this.on = true;
    this.temperature += 3 * power;
    this.energy += power;
  }

  switchOff(): void {
    this.on = false;
    this.temperature = 20 + 0.8 * (this.temperature - 20);
    this.energy += 0.01 * (this.temperature - 20);
  }
}

function validated(raw: number | undefined, temperature: number): number {
  if (raw === undefined) throw new TypeError("no reading");
  if (raw < -1 || raw > 4) throw new RangeError(`reading ${raw} out of range`);
  return raw * (1 + 0.001 * (temperature - 20));
}

function measure(heater: Heater, cal: Calibration, raw: number | undefined): number {
  heater.switchOn(cal.heat);
  try {
    const x = validated(raw, heater.temperature);
    if (x < 0) return cal.offset; // below the threshold
    return cal.offset + cal.gain * x + cal.curve * x * x;
  } finally {
    heater.switchOff();
  }
}

function report(cal: Calibration, raws: (number | undefined)[], truths: number[]): { error: number; energy: number } {
  const heater = new Heater();
  let sum = 0;
  let count = 0;
  for (const [k, raw] of raws.entries()) {
    try {
      sum += (measure(heater, cal, raw) - truths[k]!) ** 2;
      count++;
    } catch (error) {
      if (error instanceof TypeError) continue;
      // out of range: half as bad as being wrong by one
      sum += 0.5 * cal.gain;
    } finally {
      if (heater.on) sum = NaN;
    }
  }
  return { error: sum / count, energy: heater.energy };
}

export const program: Program = {
  f: report,
  inputs: (n) => [
    { offset: 0.2, gain: 1.1, curve: -0.05, heat: 0.6 },
    Array.from({ length: n }, (_, i) => (i % 7 === 3 ? undefined : 1.6 + 2.7 * Math.sin(3 * i))),
    Array.from({ length: n }, (_, i) => 1.5 + 2.5 * Math.sin(3 * i)),
  ],
  sizes: [12, 300],
  derivatives: ["vjp", "linearize"],
};
