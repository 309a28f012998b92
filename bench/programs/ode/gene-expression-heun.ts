// A gene that represses itself, with noise in transcription: Heun's scheme for Stratonovich equations over several
// cells with given noise; the result is mean and spread of protein at the end.

import type { Program } from "../program.ts";

type Rates = { transcription: number; translation: number; decay: [number, number]; threshold: number; noise: number };
type Cell = { rna: number; protein: number };

function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

function drift({ transcription, translation, decay: [dr, dp], threshold }: Rates, { rna, protein }: Cell): Cell {
  const repression = 1 / (1 + (protein / threshold) ** 2);
  return { rna: transcription * repression - dr * rna, protein: translation * rna - dp * protein };
}

function simulate(rates: Rates, cells: number, steps: number, dt = 0.05): number[] {
  const random = uniform(42);
  const normal = (): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const final: number[] = [];
  for (let c = 0; c < cells; c++) {
    let cell: Cell = { rna: 1, protein: 2 };
    for (let k = 0; k < steps; k++) {
      const dw = Math.sqrt(dt) * normal();
      const a = drift(rates, cell);
      const guess: Cell = {
        rna: cell.rna + dt * a.rna + rates.noise * cell.rna * dw,
        protein: cell.protein + dt * a.protein,
      };
      const b = drift(rates, guess);
      cell = {
        rna: cell.rna + 0.5 * dt * (a.rna + b.rna) + 0.5 * rates.noise * (cell.rna + guess.rna) * dw,
        protein: cell.protein + 0.5 * dt * (a.protein + b.protein),
      };
    }
    final.push(cell.protein);
  }
  const mean = final.reduce((a, b) => a + b, 0) / cells;
  const variance = final.map((p) => (p - mean) ** 2).reduce((a, b) => a + b, 0) / (cells - 1);
  return [mean, Math.sqrt(variance)];
}

export const program: Program = {
  f: simulate,
  inputs: (n) => [{ transcription: 3, translation: 1.5, decay: [1, 0.6], threshold: 2.5, noise: 0.3 }, 4, n],
  sizes: [12, 150],
  derivatives: ["jvp", "jacobian"],
};
