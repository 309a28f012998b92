// Dial tones by the Goertzel algorithm: power at each of eight frequencies, and a soft decision which key was pressed;
// the log likelihood of the right keys, as a function of the recorded samples.

import type { Program } from "../program.ts";

const ROWS = [697, 770, 852, 941];
const COLUMNS = [1209, 1336, 1477, 1633];
const KEYS = ["123A", "456B", "789C", "*0#D"];
const SAMPLE_RATE = 8000;

function power(samples: Float64Array, frequency: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / SAMPLE_RATE);
  let s1 = 0;
  let s2 = 0;
  for (const x of samples) {
    const s0 = x + coefficient * s1 - s2;
    s2 = s1;
    s1 = s0;
  }
  return (s1 * s1 + s2 * s2 - coefficient * s1 * s2) / samples.length;
}

function logSoftmax(scores: number[], index: number): number {
  const top = Math.max(...scores);
  return scores[index]! - top - Math.log(scores.reduce((s, v) => s + Math.exp(v - top), 0));
}

function logLikelihood(recording: Float64Array, keys: string): number {
  const length = Math.floor(recording.length / keys.length);
  return [...keys].reduce((sum, key, k) => {
    const row = KEYS.findIndex((line) => line.includes(key));
    const column = KEYS[row]!.indexOf(key);
    const piece = recording.slice(k * length, (k + 1) * length);
    const rows = ROWS.map((f) => power(piece, f));
    const columns = COLUMNS.map((f) => power(piece, f));
    return sum + logSoftmax(rows, row) + logSoftmax(columns, column);
  }, 0);
}

export const program: Program = {
  f: logLikelihood,
  inputs: (n) => {
    const keys = "159#";
    const samples = new Float64Array(16 * n);
    for (let i = 0; i < samples.length; i++) {
      const k = Math.min(3, Math.floor((4 * i) / samples.length));
      const t = (2 * Math.PI * i) / SAMPLE_RATE;
      samples[i] = 0.3 * Math.sin(ROWS[k]! * t) + 0.3 * Math.sin(COLUMNS[(k * k) % 4]! * t) + 0.1 * Math.sin(i * i);
    }
    return [samples, keys];
  },
  sizes: [12, 100],
  derivatives: ["grad", "hvp"],
};
