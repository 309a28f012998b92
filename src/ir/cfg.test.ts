import { expect, test } from "vitest";
import {
  dominates,
  edgesInto,
  immediateDominators,
  naturalLoops,
  predecessors,
  reachesReturn,
  returnBlock,
} from "./cfg.ts";
import { blockId, constant } from "./model.ts";
import { parseFunc } from "./parse.ts";
import { countUses, mapInstrs } from "./walk.ts";

// Two nested loops, a one-block loop after them, and an exit that throws.
const func = parseFunc(`
fn @f {
bb0(%self; %c):
  jump bb1
bb1:
  jump bb2
bb2:
  branch %c, bb3, bb7
bb3:
  branch %c, bb2, bb4
bb4:
  branch %c, bb1, bb5
bb5:
  branch %c, bb5, bb6
bb6:
  return %c
bb7:
  throw %c
}`);

test("predecessors", () => {
  expect(predecessors(func)).toEqual([[], [0, 4], [1, 3], [2], [3], [4, 5], [5], [2]]);
});

test("edges into a block, with what they pass", () => {
  const joined = parseFunc(
    "fn @f {\nbb0(%self; %c):\n  branch %c, bb1, bb2(1)\nbb1:\n  jump bb2(2)\nbb2(%x):\n  return %x\n}",
  );
  expect(edgesInto(joined)).toEqual([
    [],
    [{ from: 0, args: [] }],
    [
      { from: 0, args: [constant(1)] },
      { from: 1, args: [constant(2)] },
    ],
  ]);
});

test("instructions are replaced, and a function that keeps all is the same", () => {
  const two = parseFunc("fn @f {\nbb0(%self; %c):\n  %x = add %c, 1\n  %y = add %c, 2\n  return %c\n}");
  expect(mapInstrs(two, (instr) => instr)).toBe(two);
  const [x, y] = two.blocks[0]?.instrs ?? [];
  expect(mapInstrs(two, (instr) => (instr === x ? [] : instr)).blocks[0]?.instrs).toEqual([y]);
  expect(mapInstrs(two, (instr) => (instr === x ? [instr, instr] : [])).blocks[0]?.instrs).toEqual([x, x]);
});

test("dominators", () => {
  const idom = immediateDominators(func);
  expect(idom).toEqual([0, 0, 1, 2, 3, 4, 5, 2]);
  expect(dominates(idom, blockId(2), blockId(6))).toBe(true);
  expect(dominates(idom, blockId(3), blockId(7))).toBe(false);
  expect(dominates(idom, blockId(7), blockId(7))).toBe(true);
});

test("a join is dominated by its branch", () => {
  const diamond = parseFunc(
    "fn @f {\nbb0(%self; %c):\n  branch %c, bb1, bb2\nbb1:\n  jump bb3\nbb2:\n  jump bb3\nbb3:\n  return 1\n}",
  );
  expect(immediateDominators(diamond)).toEqual([0, 0, 0, 0]);
});

test("natural loops, outer first", () => {
  const { list, of } = naturalLoops(func);
  expect(list).toEqual([
    { header: 1, latch: 4, blocks: [1, 2, 3, 4], parent: -1 },
    { header: 2, latch: 3, blocks: [2, 3], parent: 0 },
    { header: 5, latch: 5, blocks: [5], parent: -1 },
  ]);
  expect(of).toEqual([-1, 0, 1, 1, 0, 2, -1, -1]);
});

test("what reaches the return", () => {
  expect(returnBlock(func)).toBe(6);
  expect(reachesReturn(func)).toEqual([true, true, true, true, true, true, true, false]);
  const endless = parseFunc("fn @f {\nbb0(%self):\n  jump bb1\nbb1:\n  jump bb1\n}");
  expect(returnBlock(endless)).toBe(-1);
  expect(reachesReturn(endless)).toEqual([false, false]);
});

test("uses of values, edges and conditions included", () => {
  expect(countUses(func)).toEqual([0, 0, 6]);
});
