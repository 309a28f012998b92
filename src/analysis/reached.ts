// The blocks that control may reach.

import { successorsOf, type Func } from "../ir/index.ts";

/** The blocks that may run after the end of one of the given blocks, but for those that are reached only through `without`. */
export function reachedFrom(func: Func, blocks: Iterable<number>, without?: number): ReadonlySet<number> {
  const found = new Set<number>();
  const work: number[] = [...blocks];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    const { terminator } = func.blocks[b] as Func["blocks"][number];
    for (const next of successorsOf(terminator)) {
      if (found.has(next) || next === without) continue;
      found.add(next);
      work.push(next);
    }
  }
  return found;
}
