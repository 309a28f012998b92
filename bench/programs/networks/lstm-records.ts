// A two-layer LSTM reads characters of a string one-hot and predicts each next one: mean cross entropy.

import type { Program } from "../program.ts";

interface Gate {
  w: number[][];
  u: number[][];
  b: number[];
}

interface Cell {
  input: Gate;
  forget: Gate;
  output: Gate;
  memory: Gate;
}

interface State {
  h: number[];
  c: number[];
}

interface Model {
  cells: Cell[];
  readout: number[][];
}

const sigmoid = (v: number): number => 1 / (1 + Math.exp(-v));
const dot = (a: number[], b: number[]): number => a.reduce((sum, v, i) => sum + v * b[i]!, 0);
const gateValues = (g: Gate, x: number[], h: number[]): number[] =>
  g.b.map((b, i) => b + dot(g.w[i]!, x) + dot(g.u[i]!, h));

function advance(cell: Cell, { h, c }: State, x: number[]): State {
  const i = gateValues(cell.input, x, h).map(sigmoid);
  const f = gateValues(cell.forget, x, h).map(sigmoid);
  const o = gateValues(cell.output, x, h).map(sigmoid);
  const g = gateValues(cell.memory, x, h).map(Math.tanh);
  const next = c.map((v, k) => f[k]! * v + i[k]! * g[k]!);
  return { h: next.map((v, k) => o[k]! * Math.tanh(v)), c: next };
}

const alphabet = "abcd";

export function perplexity(model: Model, text: string): number {
  let states: State[] = model.cells.map((cell) => ({ h: cell.input.b.map(() => 0), c: cell.input.b.map(() => 0) }));
  const codes = text.split("").map((ch) => alphabet.indexOf(ch));
  let loss = 0;
  for (let t = 0; t < codes.length - 1; t++) {
    let x: number[] = alphabet.split("").map((_, k) => (k === codes[t] ? 1 : 0));
    states = states.map((s, l) => {
      const next = advance(model.cells[l]!, s, x);
      x = next.h;
      return next;
    });
    const logits = model.readout.map((row) => dot(row, x));
    const top = Math.max(...logits);
    loss += top + Math.log(logits.reduce((s, z) => s + Math.exp(z - top), 0)) - logits[codes[t + 1]!]!;
  }
  return loss / (codes.length - 1);
}

const matrix = (rows: number, cols: number, seed: number): number[][] =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => 0.6 * Math.sin(seed + 2 * i + 5 * j)));
const makeGate = (inputs: number, size: number, seed: number): Gate => ({
  w: matrix(size, inputs, seed),
  u: matrix(size, size, seed + 1),
  b: Array.from({ length: size }, (_, i) => 0.2 * Math.cos(seed + i)),
});
const makeCell = (inputs: number, size: number, seed: number): Cell => ({
  input: makeGate(inputs, size, seed),
  forget: makeGate(inputs, size, seed + 10),
  output: makeGate(inputs, size, seed + 20),
  memory: makeGate(inputs, size, seed + 30),
});

export const program: Program = {
  f: perplexity,
  inputs: (n) => [
    { cells: [makeCell(4, 4, 1), makeCell(4, 4, 100)], readout: matrix(4, 4, 7) },
    Array.from({ length: n }, (_, i) => alphabet[(i * i + (i >> 1)) % 4]).join(""),
  ],
  sizes: [12, 60],
  derivatives: ["grad"],
};
