// Facts about the code of a function that running it needs, computed once for each function.

import { naturalLoops, type Func, type Loop } from "../ir/index.ts";
import { neededValues, type Needed } from "../analysis/index.ts";

const analyses = new WeakMap<Func, Analysis>();

export interface Analysis {
  readonly loops: readonly Loop[];
  readonly headers: ReadonlyMap<number, Loop>;
  readonly needed: Needed;
}

export function analyse(func: Func): Analysis {
  let analysis = analyses.get(func);
  if (analysis === undefined) {
    const loops = naturalLoops(func).list;
    analysis = { loops, headers: new Map(loops.map((loop) => [loop.header, loop])), needed: neededValues(func) };
    analyses.set(func, analysis);
  }
  return analysis;
}
