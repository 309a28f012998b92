// A knock-out cup with a fixed draw: each player's chance to win the whole of it, by halves of the draw. The result is
// the expected prize money of the favourites.

import type { Program } from "../program.ts";

interface Entry {
  id: number;
  chance: number;
}

const beats = (a: number, b: number, spread: number): number => 1 / (1 + 10 ** ((b - a) / spread));

function winners(draw: number[], skill: number[], spread = 4): Entry[] {
  if (draw.length === 0) return [];
  if (draw.length === 1) return [{ id: draw[0]!, chance: 1 }];
  const middle = Math.ceil(draw.length / 2);
  const top = winners(draw.slice(0, middle), skill, spread);
  const bottom = winners(draw.slice(middle), skill, spread);
  const through = (from: Entry[], against: Entry[]): Entry[] =>
    from.map(({ id, chance }) => ({
      id,
      chance: chance * against.reduce((p, other) => p + other.chance * beats(skill[id]!, skill[other.id]!, spread), 0),
    }));
  return [...through(top, bottom), ...through(bottom, top)];
}

function expectedPrize(skill: number[], draw: number[], prize: number): number {
  const table = winners(draw, skill);
  const favourites = table.filter(({ id }) => id % 3 === 0);
  return favourites.reduce((sum, { chance }) => sum + prize * chance, 0);
}

export const program: Program = {
  f: expectedPrize,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => 10 + 3 * Math.sin(2.1 * i)),
    Array.from({ length: n }, (_, i) => (i * 7) % n),
    100,
  ],
  sizes: [11, 61],
  derivatives: ["grad"],
};
