// Radial velocity of a star with a planet at given times; Kepler's equation by Newton's method.

import type { Program } from "../program.ts";

interface Orbit {
  period: number;
  eccentricity: number;
  periapsis: number;
  phase: number;
  amplitude: number;
  systemic: number;
}

function eccentricAnomaly(meanAnomaly: number, e: number): number {
  let E = e < 0.8 ? meanAnomaly : Math.PI;
  for (let i = 0; i < 50; i++) {
    const delta = (E - e * Math.sin(E) - meanAnomaly) / (1 - e * Math.cos(E));
    E -= delta;
    if (Math.abs(delta) < 1e-12) break;
  }
  return E;
}

function radialVelocities(orbit: Orbit, times: number[]): number[] {
  const { period, eccentricity: e, periapsis, phase, amplitude, systemic } = orbit;
  return times.map((t) => {
    const turns = t / period + phase;
    const M = 2 * Math.PI * (turns - Math.floor(turns));
    const E = eccentricAnomaly(M, e);
    const trueAnomaly = 2 * Math.atan2(Math.sqrt(1 + e) * Math.sin(E / 2), Math.sqrt(1 - e) * Math.cos(E / 2));
    return systemic + amplitude * (Math.cos(trueAnomaly + periapsis) + e * Math.cos(periapsis));
  });
}

export const program: Program = {
  f: radialVelocities,
  inputs: (n) => [
    { period: 4.23, eccentricity: 0.34, periapsis: 0.9, phase: 0.17, amplitude: 55, systemic: -3.1 },
    Array.from({ length: n }, (_, i) => 0.61 * i + 0.2 * Math.sin(i)),
  ],
  sizes: [12, 200],
  derivatives: ["vjp", "jacobian"],
};
