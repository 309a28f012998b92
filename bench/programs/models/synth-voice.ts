// A synthesiser voice: attack-decay-sustain-release envelopes, two detuned oscillators with frequency modulation, a
// one-pole filter. Squared distance to a target sound as a function of the patch.

import type { Program } from "../program.ts";

interface Envelope {
  attack: number;
  decay: number;
  sustain: number;
  release: number;
}

interface Patch {
  amplitude: Envelope;
  filter: Envelope & { floor: number; depth: number };
  detune: number;
  modulation?: { ratio: number; amount: number };
}

interface Note {
  pitch: number; // MIDI number
  start: number;
  end: number;
  velocity: number;
}

function level(e: Envelope, note: Note, t: number): number {
  const since = t - note.start;
  if (since < 0) return 0;
  const held = Math.min(t, note.end) - note.start;
  let v: number;
  if (held < e.attack) v = held / e.attack;
  else if (held < e.attack + e.decay) v = 1 - ((held - e.attack) / e.decay) * (1 - e.sustain);
  else v = e.sustain;
  if (t <= note.end) return v;
  return v * Math.exp(-(t - note.end) / e.release);
}

function render(patch: Patch, notes: Note[], samples: number, rate: number): Float64Array {
  const out = new Float64Array(samples);
  notes.forEach((note) => {
    const omega = 2 * Math.PI * 440 * 2 ** ((note.pitch - 69) / 12);
    let low = 0;
    for (let i = 0; i < samples; i++) {
      const t = i / rate;
      const a = level(patch.amplitude, note, t);
      if (a === 0) continue;
      const fm = patch.modulation ? patch.modulation.amount * Math.sin(omega * patch.modulation.ratio * t) : 0;
      const raw = Math.sin(omega * t + fm) + 0.7 * Math.sin(omega * (1 + patch.detune) * t + fm);
      const cutoff = patch.filter.floor + patch.filter.depth * level(patch.filter, note, t);
      low += (1 - Math.exp(-cutoff)) * (raw - low);
      out[i]! += a * note.velocity * low;
    }
  });
  return out;
}

function distance(patch: Patch, notes: Note[], target: Float64Array, rate: number): number {
  const sound = render(patch, notes, target.length, rate);
  let sum = 0;
  for (let i = 0; i < target.length; i++) sum += (sound[i]! - target[i]!) ** 2;
  return sum / target.length;
}

export const program: Program = {
  f: distance,
  inputs: (n) => [
    {
      amplitude: { attack: 0.0113, decay: 0.021, sustain: 0.6, release: 0.017 },
      filter: { attack: 0.0207, decay: 0.031, sustain: 0.4, release: 0.05, floor: 0.2, depth: 1.1 },
      detune: 0.011,
      modulation: { ratio: 2.01, amount: 0.8 },
    },
    [
      { pitch: 57, start: 0, end: 0.05, velocity: 0.9 },
      { pitch: 64, start: 0.0202, end: 0.07, velocity: 0.7 },
    ],
    Float64Array.from({ length: 4 * n }, (_, i) => 0.5 * Math.sin(i / 3) * Math.exp(-i / (3 * n))),
    40 * n,
  ],
  sizes: [12, 150],
  derivatives: ["grad"],
};
