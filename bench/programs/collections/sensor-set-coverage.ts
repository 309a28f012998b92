// Which share of a site its sensors watch: sets of the cells in reach of each sensor, their union and their overlaps, and the
// chance that at least one sensor of a cell works, as a function of how reliable the sensors are.

import type { Program } from "../program.ts";

interface Sensor {
  x: number;
  y: number;
  reach: number;
}

function union<T>(...sets: Set<T>[]): Set<T> {
  const all = new Set<T>();
  for (const set of sets) for (const item of set) all.add(item);
  return all;
}

const intersection = <T>(a: Set<T>, b: Set<T>): Set<T> => new Set([...a].filter((item) => b.has(item)));

function cellsInReach({ x, y, reach }: Sensor, side: number): Set<number> {
  const cells = new Set<number>();
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      if (Math.hypot(i - x * side, j - y * side) <= reach * side) cells.add(i * side + j);
    }
  }
  return cells;
}

function coverage(
  reliability: number[],
  sensors: Sensor[],
  side: number,
): { watched: number; twice: number; dull: number } {
  const reaches = sensors.map((sensor) => cellsInReach(sensor, side));
  const everywhere = union(...reaches);

  let watched = 0;
  for (const cell of everywhere) {
    let miss = 1;
    reaches.forEach((cells, k) => {
      if (cells.has(cell)) miss *= 1 - reliability[k]!;
    });
    watched += 1 - miss;
  }

  let twice = 0;
  for (let a = 0; a < reaches.length; a++) {
    for (let b = a + 1; b < reaches.length; b++) {
      twice += intersection(reaches[a]!, reaches[b]!).size * reliability[a]! * reliability[b]!;
    }
  }

  // sensors that watch nothing of their own
  const dull = reaches
    .filter((cells, k) => {
      const others = union(...reaches.filter((_, j) => j !== k));
      return [...cells].every((cell) => others.has(cell));
    })
    .reduce((sum, cells) => sum + cells.size * reliability[reaches.indexOf(cells)]! ** 2, 0);

  return { watched: watched / side ** 2, twice: twice / side ** 2, dull };
}

export const program: Program = {
  f: coverage,
  inputs: (n) => [
    Array.from({ length: n }, (_, k) => 0.7 + 0.2 * Math.sin(3 * k)),
    Array.from({ length: n }, (_, k) => ({
      x: 0.5 + 0.45 * Math.sin(2 * k + 1),
      y: 0.5 + 0.45 * Math.cos(3 * k * k),
      reach: 0.15 + 0.1 * Math.abs(Math.sin(k)),
    })),
    14,
  ],
  sizes: [6, 16],
  derivatives: ["vjp", "jacobian"],
};
