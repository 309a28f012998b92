// Preheaders: gives each loop an entry block that is in no loop but those around it. Such a block is missing where one loop
// ends and the next begins at once.

import type { Block, BlockId, Func, Terminator } from "../../ir/index.ts";
import { edgesOf, mapTerminator, naturalLoops, renumber } from "../../ir/index.ts";
import { entryOf } from "../../analysis/index.ts";

export function withOwnEntries(func: Func): Func {
  const { list, of } = naturalLoops(func);
  const loop = list.find((one) => of[entryOf(func, one)] !== one.parent);
  if (loop === undefined) return func;
  const entry = entryOf(func, loop);
  const { terminator } = func.blocks[entry] as Block;
  const edge = edgesOf(terminator).find(({ target }) => target === loop.header);
  if (edge === undefined) return func;
  const own = func.blocks.length as BlockId;
  const around: Terminator = mapTerminator(
    terminator,
    (operand) => operand,
    (other) => (other === edge ? { target: own, args: [] } : other),
  );
  const blocks = func.blocks.map((block, b) => (b === entry ? { ...block, terminator: around } : block));
  blocks.push({ params: [], instrs: [], terminator: { kind: "jump", edge, span: terminator.span } });
  return withOwnEntries(renumber({ ...func, blocks }));
}
