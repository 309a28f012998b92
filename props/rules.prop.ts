// Every rule at random points of its domain, and at random points with an edge in them. Points that are always tried, and
// the rules of what is not a function of numbers: rules/table.prop.ts.

import { seedLaw } from "./law.ts";
import { differentiable, domains, drawn, edgesOf } from "./rules/domains.ts";
import { checkAnywhere, checkInside, show } from "./rules/laws.ts";

/** Numbers between 0 and 1 from a seed. */
function uniformFrom(seed: number): () => number {
  let state = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

for (const prim of differentiable) {
  const domain = domains[prim];

  seedLaw(`the rule of ${prim}`, { share: 0.05 }, (seed) => {
    const uniform = uniformFrom(seed);
    uniform();
    const pick = <T>(from: readonly T[]): T => from[Math.floor(uniform() * from.length)] as T;
    const count = pick(domain.counts);
    const point = drawn(domain, Array.from({ length: count }, uniform));
    // Edges are combined with ordinary numbers.
    const edge = pick(edgesOf(domain, count));
    const mixed = point.map((x, k) => (uniform() < 0.5 ? (edge[k] as number) : x));
    try {
      checkAnywhere(prim, mixed);
      checkAnywhere(prim, point);
      if (domain.isClear(point)) checkInside(prim, point, [point.map(() => 2 * uniform() - 1)]);
    } catch (error) {
      throw new Error(`${show(prim, point)} or ${show(prim, mixed)}: ${(error as Error).message}`, { cause: error });
    }
  });
}
