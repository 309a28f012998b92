// Sound goes through a chain of effects, each a function that is given the sample and the rest of the chain, as in a web server:
// it may change the sample before and after, or call the rest twice. Loudness of what comes out, by the settings.

import type { Program } from "../program.ts";

type Next = (sample: number) => number;
type Effect = (sample: number, next: Next) => number;

interface Settings {
  gain: number;
  cutoff: number;
  drive: number;
  echo: { level: number; feedback: number };
  threshold: number;
  mix: number;
}

const chain = (effects: Effect[], end: Next = (s) => s): Next =>
  effects.reduceRight<Next>((next, effect) => (sample) => effect(sample, next), end);

const amplify =
  (gain: number): Effect =>
  (sample, next) =>
    next(sample * gain);

function lowPass(cutoff: number): Effect {
  const a = 1 - Math.exp(-2 * Math.PI * cutoff);
  let held = 0;
  return (sample, next) => {
    held += a * (sample - held);
    return next(held);
  };
}

function delay(length: number, level: number, feedback: number): Effect {
  const line = new Array<number>(length).fill(0);
  let k = 0;
  return (sample, next) => {
    const late = line[k]!;
    const out = next(sample + level * late);
    line[k] = sample + feedback * late;
    k = (k + 1) % length;
    return out;
  };
}

/** Averages two runs of what follows, of which one is inverted, so that even harmonics are lost. */
const balanced: Effect = (sample, next) => (next(sample) - next(-sample)) / 2;

function compressor(threshold: number): Effect {
  let envelope = 0;
  return (sample, next) => {
    const out = next(sample);
    envelope = 0.9 * envelope + 0.1 * out * out;
    const level = Math.sqrt(envelope + 1e-6);
    return level > threshold ? out * (threshold / level) ** 0.5 : out;
  };
}

const parallel = (mix: number, ...wet: Effect[]): Effect => {
  const processed = chain(wet);
  return (sample, next) => next((1 - mix) * sample + mix * processed(sample));
};

function loudness(settings: Settings, signal: number[], weights = [0.2, 0.6, 0.2]): number {
  const { gain, cutoff, drive, echo, threshold, mix } = settings;
  const effects: Effect[] = [amplify(gain), compressor(threshold), delay(5, echo.level, echo.feedback)];
  if (mix > 0) effects.push(parallel(mix, balanced, (s, next) => next(Math.tanh(drive * s + 0.2) / drive)));
  effects.push(lowPass(cutoff));
  const output = signal.map(chain(effects));
  const smoothed = output.map((_, i) => weights.reduce((s, w, j) => s + w * (output[i + j - 1] ?? 0), 0));
  return 10 * Math.log10(smoothed.reduce((s, v) => s + v * v, 0) / signal.length);
}

export const program: Program = {
  f: loudness,
  inputs: (n) => [
    { gain: 1.3, cutoff: 0.12, drive: 2.2, echo: { level: 0.4, feedback: 0.3 }, threshold: 0.31, mix: 0.6 },
    Array.from({ length: n }, (_, t) => Math.sin(0.4 * t) + 0.4 * Math.sin(1.3 * t + 0.5)),
  ],
  sizes: [24, 300],
  derivatives: ["grad", "hvp"],
};
