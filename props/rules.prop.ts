// Every rule at random points of its domain, and at random points with an edge in them. Points that are always tried, and
// the rules of what is not a function of numbers: rules/table.prop.ts.

import type { SmoothPrim } from "../src/interp/dual-rules.ts";
import { seedLaw } from "./law.ts";
import { differentiable, domains, drawn, edgesOf } from "./rules/domains.ts";
import { checkAnywhere } from "./rules/anywhere.ts";
import { documentText, tables } from "./rules/document.ts";
import { checkInside } from "./rules/inside.ts";
import { demand } from "./subject.ts";

/** Numbers between 0 and 1 from a seed. */
function uniformFrom(seed: number): () => number {
  let state = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

// Rules take turns, so that a run of so many seeds is a run of so many points.
seedLaw("rules of primitives", { share: 2 }, (seed) => {
  const uniform = uniformFrom(seed);
  uniform();
  const pick = <T>(from: readonly T[]): T => from[Math.floor(uniform() * from.length)] as T;
  const prim = differentiable[seed % differentiable.length] as SmoothPrim;
  const domain = domains[prim];
  const count = pick(domain.counts);
  const point = drawn(domain, Array.from({ length: count }, uniform));
  // Edges are combined with ordinary numbers.
  const edge = pick(edgesOf(domain, count));
  const mixed = point.map((x, k) => (uniform() < 0.5 ? (edge[k] as number) : x));
  checkAnywhere(prim, mixed);
  checkAnywhere(prim, point);
  if (domain.isClear(point)) checkInside(prim, point, [point.map(() => 2 * uniform() - 1)]);
});

const tableNames = Object.keys(tables);

seedLaw("rules do what docs/rules.md says", { share: 0.3, turns: 64 }, (seed) => {
  const name = tableNames[seed % tableNames.length] as string;
  const isThere = documentText.includes(`\n\`\`\`text ${name}\n${(tables[name] as () => string)()}\n\`\`\`\n`);
  demand(isThere, () => `another table ${name}`);
});
