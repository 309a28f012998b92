// A particle filter for the well-known nonlinear growth model, with noise drawn beforehand and soft resampling,
// so that the estimated log-likelihood depends smoothly on the parameters.

import type { Program } from "../program.ts";

interface Growth {
  decay: number;
  gain: number;
  forcing: number;
  processNoise: number;
  sensorNoise: number;
}

const SOFTNESS = 0.5;

function logLikelihood(model: Growth, observed: number[], noise: number[][], uniforms: number[]): number {
  const count = noise[0]!.length;
  let particles = noise[0]!.map((z) => 2 * z);
  let weights = new Array<number>(count).fill(1 / count);
  let total = 0;

  observed.forEach((y, t) => {
    particles = particles.map(
      (x, i) =>
        model.decay * x +
        (model.gain * x) / (1 + x * x) +
        model.forcing * Math.cos(1.2 * t) +
        model.processNoise * noise[t + 1]![i]!,
    );
    const likelihoods = particles.map((x) => {
      const residual = (y - x ** 2 / 20) / model.sensorNoise;
      return Math.exp(-0.5 * residual * residual) / (Math.sqrt(2 * Math.PI) * model.sensorNoise) + 1e-12;
    });
    const joint = weights.map((w, i) => w * likelihoods[i]!);
    const evidence = joint.reduce((a, b) => a + b);
    total += Math.log(evidence);
    weights = joint.map((w) => w / evidence);

    // Systematic resampling from a mixture of the weights and the uniform distribution.
    const proposal = weights.map((w) => SOFTNESS * w + (1 - SOFTNESS) / count);
    const chosen: number[] = [];
    let cumulative = proposal[0]!;
    let j = 0;
    for (let i = 0; i < count; i++) {
      const u = (i + uniforms[t]!) / count;
      while (u > cumulative && j < count - 1) cumulative += proposal[++j]!;
      chosen.push(j);
    }
    particles = chosen.map((k) => particles[k]!);
    const corrected = chosen.map((k) => weights[k]! / proposal[k]!);
    const sum = corrected.reduce((a, b) => a + b, 0);
    weights = corrected.map((w) => w / sum);
  });
  return total;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

export const program: Program = {
  f: logLikelihood,
  inputs: (n) => {
    const random = generator(23);
    const normal = (): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    const steps = Math.max(4, Math.floor(n / 3));
    return [
      { decay: 0.5, gain: 10, forcing: 4, processNoise: 1.5, sensorNoise: 1.2 },
      Array.from({ length: steps }, (_, t) => 2 + 1.5 * Math.sin(1.2 * t)),
      Array.from({ length: steps + 1 }, () => Array.from({ length: 20 }, normal)),
      Array.from({ length: steps }, random),
    ];
  },
  sizes: [12, 90],
  derivatives: ["grad"],
};
