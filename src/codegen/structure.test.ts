// Control-flow graphs as nested statements. The graphs are given by their edges alone.

import { describe, expect, test } from "vitest";
import { type Block, blockId, constant, noSpan, type Terminator, undef } from "../ir/index.ts";
import { type Shape, structure } from "./structure.ts";

/** Blocks by their successors: none ends the function, `throw` cannot return. */
function graph(...successors: readonly (readonly number[] | "throw")[]): { readonly blocks: readonly Block[] } {
  const terminatorOf = (to: readonly number[] | "throw"): Terminator => {
    if (to === "throw") return { kind: "throw", value: undef, span: noSpan };
    const [then, otherwise] = to.map((target) => ({ target: blockId(target), args: [] }));
    if (then === undefined) return { kind: "return", value: undef, span: noSpan };
    if (otherwise === undefined) return { kind: "jump", edge: then, span: noSpan };
    return { kind: "branch", condition: constant(true), then, else: otherwise, span: noSpan };
  };
  return { blocks: successors.map((to): Block => ({ params: [], instrs: [], terminator: terminatorOf(to) })) };
}

/** One word per statement: `0` the code of bb0, `.` its end, `^1` a break from label 1, `@1` a continue. */
function show(shapes: readonly Shape[]): string {
  return shapes
    .flatMap((shape) => {
      switch (shape.kind) {
        case "code":
          return [String(shape.block)];
        case "edge":
          return [];
        case "end":
          return ["."];
        case "if":
          return [`if(${show(shape.then)} | ${show(shape.else)})`];
        case "loop":
          return [`loop${shape.label}(${show(shape.body)})`];
        case "block":
          return [`block${shape.label}(${show(shape.body)})`];
        case "break":
          return [`^${shape.label}`];
        case "continue":
          return [`@${shape.label}`];
      }
    })
    .join(" ");
}

describe("structure", () => {
  test.each<[string, readonly (readonly number[] | "throw")[], string]>([
    ["a straight line", [[1], [2], []], "0 1 2 ."],
    ["a diamond", [[1, 2], [3], [3], []], "block0(0 if(1 ^0 | 2 ^0)) 3 ."],
    ["a loop of one block: the way out stands behind it", [[1], [1, 2], []], "0 loop0(1 if(@0 | ^0)) 2 ."],
    ["a loop behind a test", [[1, 2], [1, 2], []], "block0(0 if(loop1(1 if(@1 | ^1)) ^0 | ^0)) 2 ."],
    [
      "a loop with a separate latch and a throw",
      [[1], [2, 3], [1, 4], "throw", []],
      "0 loop0(1 if(2 if(@0 | ^0) | 3 .)) 4 .",
    ],
    ["nested loops", [[1], [2], [2, 3], [1, 4], []], "0 loop0(1 loop1(2 if(@1 | ^1)) 3 if(@0 | ^0)) 4 ."],
    ["a join inside a loop", [[1], [2, 3], [3], [1, 4], []], "0 loop0(block1(1 if(2 ^1 | ^1)) 3 if(@0 | ^0)) 4 ."],
    ["a loop right behind another", [[1], [1, 2], [2, 3], []], "0 loop0(1 if(@0 | ^0)) loop1(2 if(@1 | ^1)) 3 ."],
    ["an endless loop", [[1], [1]], "0 loop0(1 @0)"],
    [
      "a switch with fall-through",
      [[1, 2], [3], [3, 4], [4], []],
      "block1(block0(0 if(1 ^0 | 2 if(^0 | ^1))) 3 ^1) 4 .",
    ],
  ])("%s", (_, successors, expected) => {
    expect(show(structure(graph(...successors)))).toBe(expected);
  });

  test("a long chain of joins", () => {
    const blocks = Array.from({ length: 3000 }, (_, k): readonly number[] =>
      k === 2999 ? [] : k % 2 === 0 ? [k + 1, Math.min(k + 2, 2999)] : [k + 1],
    );
    blocks[2998] = [2999];
    expect(structure(graph(...blocks)).length).toBeGreaterThan(1);
  });
});
