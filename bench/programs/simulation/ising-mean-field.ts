// Variational free energy of an Ising model on a square lattice with mean-field magnetisations
// found by damped iteration; couplings differ from bond to bond.

import type { Program } from "../program.ts";

interface Lattice {
  side: number;
  right: number[]; // coupling to the right neighbour
  down: number[];
  field: number[];
}

interface Couplings {
  right: number[];
  down: number[];
  field: number[];
  beta: number;
}

const entropy = (m: number): number => {
  const p = (1 + m) / 2;
  return p <= 0 || p >= 1 ? 0 : -p * Math.log(p) - (1 - p) * Math.log(1 - p);
};

export function freeEnergy(c: Couplings, side: number, sweeps: number): number {
  const lattice: Lattice = { side, right: c.right, down: c.down, field: c.field };
  let m = c.field.map((h) => Math.tanh(c.beta * h));

  const localField = (site: number): number => {
    const row = Math.floor(site / side);
    const col = site % side;
    const east = row * side + ((col + 1) % side);
    const west = row * side + ((col + side - 1) % side);
    const south = ((row + 1) % side) * side + col;
    const north = ((row + side - 1) % side) * side + col;
    return (
      lattice.field[site]! +
      lattice.right[site]! * m[east]! +
      lattice.right[west]! * m[west]! +
      lattice.down[site]! * m[south]! +
      lattice.down[north]! * m[north]!
    );
  };

  for (let s = 0; s < sweeps; s++) {
    const updated = m.map((old, site) => 0.5 * old + 0.5 * Math.tanh(c.beta * localField(site)));
    const moved = updated.reduce((worst, v, i) => Math.max(worst, Math.abs(v - m[i]!)), 0);
    m = updated;
    if (moved < 1e-9) break;
  }

  // every bond is seen from both of its ends
  const energy = m.reduce((e, v, site) => e - 0.5 * v * (localField(site) + c.field[site]!), 0);
  return energy - m.reduce((s, v) => s + entropy(v), 0) / c.beta;
}

export const program: Program = {
  f: freeEnergy,
  inputs: (n) => {
    const side = Math.max(3, Math.floor(Math.sqrt(n)));
    const make = (mean: number, amplitude: number, step: number): number[] =>
      Array.from({ length: side * side }, (_, i) => mean + amplitude * Math.sin(step * i));
    return [{ right: make(0.8, 0.2, 3), down: make(0.7, 0.3, 5), field: make(0.05, 0.4, 2), beta: 0.6 }, side, 15];
  },
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
