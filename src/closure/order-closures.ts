// The order in which functions of one scope are created.
//
// **Requires** lowered functions, where declarations that mention each other are created next to each other, in any order.
// **Guarantees** among adjacent creations, a closure that another captures is created before it. (Closures that capture each
// other share an environment and do not count.)
//
// **Example** `%f = closure @f; %g = closure @g`, where `@f` calls `g` → `%g = …; %f = closure @f [%g]`.

import type { Block, ClosureInstr, Func, FuncName, Instr } from "../ir/index.ts";
import type { Environment } from "./environments.ts";

export function orderClosures(func: Func, all: ReadonlyMap<FuncName, Environment>): Func {
  const blocks = func.blocks.map((block) => orderBlock(func, block, all));
  return blocks.every((block, i) => block === func.blocks[i]) ? func : { ...func, blocks };
}

function orderBlock(func: Func, block: Block, all: ReadonlyMap<FuncName, Environment>): Block {
  const instrs: Instr[] = [];
  let run: ClosureInstr[] = [];
  const flush = (): void => {
    instrs.push(...orderRun(func, run, all));
    run = [];
  };
  for (const instr of block.instrs) {
    if (instr.kind === "closure") {
      run.push(instr);
    } else {
      flush();
      instrs.push(instr);
    }
  }
  flush();
  return instrs.every((instr, i) => instr === block.instrs[i]) ? block : { ...block, instrs };
}

/** Orders closures depth-first along captures. */
function orderRun(
  func: Func,
  run: readonly ClosureInstr[],
  all: ReadonlyMap<FuncName, Environment>,
): readonly ClosureInstr[] {
  if (run.length < 2) return run;
  const byResult = new Map(run.map((instr) => [instr.result, instr] as const));
  const ordered = new Set<ClosureInstr>();
  const visit = (instr: ClosureInstr): void => {
    if (!byResult.delete(instr.result)) return;
    for (const { owner, id } of all.get(instr.func)?.variables ?? []) {
      const needed = owner === func.name ? byResult.get(id) : undefined;
      if (needed !== undefined) visit(needed);
    }
    ordered.add(instr);
  };
  run.forEach(visit);
  return [...ordered];
}
