// Pharmacokinetics: two compartments and a gut with lag time and saturable elimination, repeated oral doses, fitted to
// blood samples on a log scale with body weight as a covariate.

import type { Program } from "../program.ts";

interface Drug {
  absorption: number;
  clearance: number;
  km: number;
  central: number;
  exchange: [out: number, back: number];
  bioavailability?: number;
}

interface Patient {
  weight: number;
  doses: { hour: number; amount: number }[];
  samples: { hour: number; level: number }[];
}

const HOUR_STEPS = 4;

function simulate(drug: Drug, patient: Patient, hours: number): number[] {
  const size = (patient.weight / 70) ** 0.75;
  const volume = drug.central * (patient.weight / 70);
  const f = drug.bioavailability ?? 0.9;
  const dt = 1 / HOUR_STEPS;
  let gut = 0;
  let blood = 0;
  let tissue = 0;
  const levels: number[] = [];
  for (let i = 0; i < hours * HOUR_STEPS; i++) {
    const dose = patient.doses.find((d) => d.hour * HOUR_STEPS === i);
    if (dose) gut += f * dose.amount;
    const level = blood / volume;
    levels.push(level);
    const eliminated = (drug.clearance * size * level) / (1 + level / drug.km);
    const [out, back] = drug.exchange;
    const dGut = -drug.absorption * gut;
    const dBlood = -dGut - eliminated - out * blood + back * tissue;
    const dTissue = out * blood - back * tissue;
    gut += dt * dGut;
    blood += dt * dBlood;
    tissue += dt * dTissue;
  }
  return levels;
}

function misfit(drug: Drug, patients: Patient[]): number {
  let total = 0;
  for (const patient of patients) {
    const last = patient.samples.at(-1)!.hour;
    const levels = simulate(drug, patient, last + 1);
    for (const { hour, level } of patient.samples) {
      total += Math.log((levels[hour * HOUR_STEPS]! + 0.01) / (level + 0.01)) ** 2;
    }
  }
  return total;
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    { absorption: 0.9, clearance: 4.1, km: 8, central: 30, exchange: [0.2, 0.1], bioavailability: 0.85 },
    Array.from({ length: n / 6 }, (_, p) => ({
      weight: 65 + 15 * Math.sin(p),
      doses: [0, 8, 16].map((hour) => ({ hour, amount: 200 + 50 * (p % 2) })),
      samples: [1, 2, 4, 9, 12, 20, 23].map((hour) => ({ hour, level: 3 + Math.sin(hour + p) })),
    })),
  ],
  sizes: [12, 120],
  derivatives: ["grad"],
};
