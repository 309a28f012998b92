// The verifier's rules on blocks: entry, target, edge-arity, order.

import { dominates, immediateDominators } from "./cfg.ts";
import type { Func } from "./model.ts";
import { firstParam } from "./model.ts";
import type { Report } from "./problems.ts";
import { edgesOf, successorsOf } from "./walk.ts";

export function verifyBlocks(func: Func, report: Report): void {
  const entry = func.blocks[0]?.params.length ?? 0;
  if (entry < firstParam) report("entry", 0, -1, `the entry takes self and this, here ${entry} parameters`);
  else if (func.rest && entry === firstParam) report("entry", 0, -1, "a function with rest has a parameter for it");
  if (verifyEdges(func, report)) verifyOrder(func, report);
}

/** True if all edges lead somewhere. */
function verifyEdges(func: Func, report: Report): boolean {
  let sound = true;
  func.blocks.forEach((block, b) => {
    const end = block.instrs.length;
    for (const { target, args } of edgesOf(block.terminator)) {
      const to = func.blocks[target];
      if (to === undefined) {
        report("target", b, end, `there is no block bb${target}`);
        sound = false;
      } else if (target === 0) {
        report("entry", b, end, "no edge leads to the entry");
        sound = false;
      } else if (to.params.length !== args.length) {
        report("edge-arity", b, end, `bb${target} takes ${to.params.length} arguments, here are ${args.length}`);
      }
    }
    const { terminator } = block;
    if (terminator.kind === "branch" && terminator.then.target === terminator.else.target) {
      report("target", b, end, "the targets of a branch differ");
    }
  });
  return sound;
}

function verifyOrder(func: Func, report: Report): void {
  const reached = func.blocks.map((_, b) => b === 0);
  func.blocks.forEach((block, b) => {
    for (const target of successorsOf(block.terminator)) if (target > b && reached[b]) reached[target] = true;
  });
  let ordered = true;
  reached.forEach((isReached, b) => {
    if (isReached) return;
    report("order", b, -1, `bb${b} follows none of its predecessors or cannot be reached`);
    ordered = false;
  });
  if (!ordered) return;
  const idom = immediateDominators(func);
  func.blocks.forEach((block, b) => {
    for (const target of successorsOf(block.terminator)) {
      if (target > b || dominates(idom, target, b as typeof target)) continue;
      report("order", b, block.instrs.length, `an edge goes back to bb${target}, which does not dominate bb${b}`);
    }
  });
}
