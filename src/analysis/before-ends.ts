// Finds what a function does on its way to an exception while the run may still end by a guard.

import { reachesReturn, successorsOf, type Func, type Instr } from "../ir/index.ts";

/** The instructions of blocks that never return, behind which an instruction that may end the run may still come. */
export function beforeEnds(func: Func, mayEnd: (instr: Instr) => boolean): readonly Instr[] {
  const reaches = reachesReturn(func);
  const leads = func.blocks.map(({ instrs }, b) => reaches[b] !== true && instrs.some(mayEnd));
  const next = func.blocks.map(({ terminator }) => successorsOf(terminator));
  for (let changed = true; changed;) {
    changed = false;
    for (let b = leads.length - 1; b >= 0; b--) {
      if (leads[b] === true || reaches[b] === true || !(next[b] ?? []).some((target) => leads[target])) continue;
      leads[b] = true;
      changed = true;
    }
  }
  return func.blocks.flatMap(({ instrs }, b) => {
    if (leads[b] !== true) return [];
    if ((next[b] ?? []).some((target) => leads[target])) return instrs;
    return instrs.slice(0, instrs.findLastIndex(mayEnd));
  });
}
