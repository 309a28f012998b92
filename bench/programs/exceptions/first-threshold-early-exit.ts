// The first branch of a tree of pipes, depth first, in which the pressure falls below a threshold: found by recursion that is left
// by a throw as soon as there is one. The result is the pressure there, and the length of pipe looked at before.

import type { Program } from "../program.ts";

interface Pipe {
  length: number;
  width: number;
  flow: number;
  branches: Pipe[];
}

interface Place {
  pressure: number;
  depth: number;
}

class Found extends Error {
  readonly place: Place;

  constructor(place: Place) {
    super("found");
    this.place = place;
  }
}

function walk(pipe: Pipe, pressure: number, depth: number, visit: (place: Place, pipe: Pipe) => void): void {
  const loss = (0.02 * pipe.length * pipe.flow ** 2) / pipe.width ** 5;
  const place = { pressure: pressure - loss, depth };
  visit(place, pipe);
  pipe.branches.forEach((branch) => {
    walk(branch, place.pressure, depth + 1, visit);
  });
}

function firstBelow(root: Pipe, head: number, threshold: number): { pressure: number; seen: number; depth: number } {
  let seen = 0;
  try {
    walk(root, head, 0, (place, pipe) => {
      seen += pipe.length;
      if (place.pressure < threshold) throw new Found(place);
    });
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    return { ...error.place, seen };
  }
  return { pressure: threshold, seen, depth: -1 };
}

function design(root: Pipe, thresholds: number[]): number {
  let cost = 0;
  for (const threshold of thresholds) {
    const { pressure, seen, depth } = firstBelow(root, 10, threshold);
    cost += (threshold - pressure) ** 2 + 0.01 * seen + 0.001 * depth * pressure;
  }
  return cost;
}

function tree(pipes: number, k = 1): Pipe {
  return {
    length: 3 + Math.sin(5 * k),
    width: 0.62 + 0.05 * Math.cos(k),
    flow: 1 / (1 + 0.4 * Math.log(k)),
    branches: [2 * k, 2 * k + 1].filter((child) => child <= pipes).map((child) => tree(pipes, child)),
  };
}

export const program: Program = {
  f: design,
  inputs: (n) => [tree(n), [9.9, 9, 8.2, 7.5, 7]],
  sizes: [15, 127],
  derivatives: ["grad"],
};
