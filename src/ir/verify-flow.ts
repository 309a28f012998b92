// The verifier's rules on canonical control flow: one-return, header, latch, loop-exit. They assume that blocks are in reverse
// postorder and the graph is reducible, so that each back edge makes a natural loop.

import { naturalLoops, predecessors, reachesReturn } from "./cfg.ts";
import type { Func } from "./model.ts";
import type { Report } from "./problems.ts";
import { successorsOf } from "./walk.ts";

export function verifyFlow(func: Func, report: Report): void {
  const returns = func.blocks.flatMap((block, b) => (block.terminator.kind === "return" ? [b] : []));
  for (const b of returns.slice(1))
    report("one-return", b, func.blocks[b]?.instrs.length ?? 0, `bb${returns[0]} returns already`);
  if (returns.length > 1) return;

  const returning = reachesReturn(func);
  const preds = predecessors(func);
  const loops = naturalLoops(func).list.filter(({ header }) => returning[header]);
  const headers = new Set<number>();
  const latches = new Set<number>();
  for (const { header, latch, blocks } of loops) {
    const latchEnd = func.blocks[latch]?.instrs.length ?? 0;
    const into = preds[header] ?? [];
    if (into.length !== 2 && !headers.has(header)) {
      report(
        "header",
        header,
        -1,
        `a loop's header has two predecessors, here ${into.map((p) => `bb${p}`).join(", ")}`,
      );
    }
    if (latches.has(latch)) report("latch", latch, latchEnd, `bb${latch} is the latch of two loops`);
    headers.add(header);
    latches.add(latch);
    const inside = new Set<number>(blocks);
    for (const b of blocks) {
      const block = func.blocks[b];
      if (b === latch || block === undefined) continue;
      for (const target of successorsOf(block.terminator)) {
        if (inside.has(target) || !returning[target]) continue;
        report(
          "loop-exit",
          b,
          block.instrs.length,
          `bb${target} is outside the loop of bb${header}, which only its latch bb${latch} leaves`,
        );
      }
    }
  }
}
