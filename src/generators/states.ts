// The states of a generator: the places where it may go on after a `yield`, and the places where its parts meet.
//
// A generator stops at each `yield`, so its code falls into parts between them. Each part begins at one block, its root: the
// function's entry, the block after a `yield`, or the header of a loop that has a `yield` in it. A block that several parts lead to is
// in each of them. A part has no jump back to a root, so its blocks are canonical control flow again; and where it uses a value that
// is defined in one of its blocks, it has passed that block, since a block that dominates the root is not in the part.

import { successorsOf, naturalLoops, type Block, type Func, type Instr } from "../ir/index.ts";

/** The blocks of a function, cut such that a `yield` is the last instruction of its block. */
export function cutAtYields(func: Func): Func {
  const blocks: Block[] = [];
  /** The first piece of each block of the original. */
  const first: number[] = [];
  for (const { params, instrs, terminator } of func.blocks) {
    first.push(blocks.length);
    let rest: readonly Instr[] = instrs;
    let own = params;
    for (let at = rest.findIndex(isYield); at >= 0; at = rest.findIndex(isYield)) {
      const edge = { target: (blocks.length + 1) as never, args: [] };
      const { span } = rest[at] as Instr;
      blocks.push({ params: own, instrs: rest.slice(0, at + 1), terminator: { kind: "jump", edge, span } });
      rest = rest.slice(at + 1);
      own = [];
    }
    blocks.push({ params: own, instrs: rest, terminator });
  }
  const isNew = (b: number): boolean => isYield((blocks[b] as Block).instrs.at(-1));
  return {
    ...func,
    blocks: blocks.map((block, b) =>
      isNew(b) ? block : { ...block, terminator: renumbered(block.terminator, first) },
    ),
  };
}

export const isYield = (instr: Instr | undefined): boolean => instr?.kind === "prim" && instr.prim === "yield";

function renumbered(terminator: Block["terminator"], first: readonly number[]): Block["terminator"] {
  const moved = <E extends { readonly target: number }>(edge: E): E => ({
    ...edge,
    target: first[edge.target] as never,
  });
  switch (terminator.kind) {
    case "jump":
      return { ...terminator, edge: moved(terminator.edge) };
    case "branch":
      return { ...terminator, then: moved(terminator.then), else: moved(terminator.else) };
    default:
      return terminator;
  }
}

/** The blocks of each part of a function that is cut at its yields, by the part's root. A block may be in several parts. */
export function partsOf(func: Func): ReadonlyMap<number, ReadonlySet<number>> {
  const { blocks } = func;
  const roots = new Set<number>([0]);
  blocks.forEach(({ instrs, terminator }) => {
    if (isYield(instrs.at(-1))) for (const target of successorsOf(terminator)) roots.add(target);
  });
  for (const { header, blocks: inside } of naturalLoops(func).list)
    if (inside.some((b) => isYield((blocks[b] as Block).instrs.at(-1)))) roots.add(header);
  const sizeOf = (b: number): number => 1 + (blocks[b] as Block).instrs.length;
  const most = repeated * blocks.reduce((sum, _, b) => sum + sizeOf(b), 0) + least;
  for (;;) {
    const parts = new Map([...roots].map((root) => [root, partFrom(root, blocks, roots)] as const));
    const size = [...parts.values()].flatMap((part) => [...part]).reduce((sum, b) => sum + sizeOf(b), 0);
    const count = new Map<number, number>();
    for (const b of [...parts.values()].flatMap((part) => [...part])) count.set(b, (count.get(b) ?? 0) + 1);
    const shared = [...count].flatMap(([b, times]) => (times > 1 ? [b] : []));
    if (size <= most || shared.length === 0) return parts;
    // Where that would be too much, a part begins where the first one of them is met.
    roots.add(Math.min(...shared));
  }
}

/** How much longer code may become by blocks that are in several parts: a factor, and a number of instructions. */
const [repeated, least] = [3, 100];

function partFrom(root: number, blocks: readonly Block[], roots: ReadonlySet<number>): ReadonlySet<number> {
  const part = new Set([root]);
  // The loop adds blocks to the set that it walks.
  for (const b of part)
    for (const next of successorsOf((blocks[b] as Block).terminator)) if (!roots.has(next)) part.add(next);
  return part;
}
