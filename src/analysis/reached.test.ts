import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { reachedFrom } from "./reached.ts";

/** A loop with a branch in it; bb6 only throws. */
const { func } = namedValues(`
fn @f {
bb0(%self; %c, %d):
  branch %c, bb1, bb6
bb1:
  branch %d, bb2, bb3
bb2:
  jump bb4
bb3:
  jump bb4
bb4:
  branch %c, bb1, bb5
bb5:
  return 0
bb6:
  throw 0
}`);

const reached = (blocks: Iterable<number>, without?: number): readonly number[] =>
  [...reachedFrom(func, blocks, without)].sort((a, b) => a - b);

describe("control may reach", () => {
  test.each([
    ["all blocks behind the entry, but not the entry again", [0], [1, 2, 3, 4, 5, 6]],
    ["a block itself by a loop around it, and nothing before the loop", [2], [1, 2, 3, 4, 5]],
    ["nothing behind a return", [5], []],
    ["nothing behind a throw", [6], []],
    ["what is behind any of several blocks", [5, 2, 6], [1, 2, 3, 4, 5]],
    ["nothing from nowhere", [], []],
  ])("%s", (_, blocks, found) => {
    expect(reached(blocks)).toEqual(found);
  });
});

describe("without a block, control may reach", () => {
  test.each([
    ["what another way leads to", [1], 2, [1, 3, 4, 5]],
    ["no other iteration without the header", [2], 1, [4, 5]],
    ["nothing behind the only way", [1], 4, [2, 3]],
    ["what is behind that block if it is where control comes from", [1], 1, [2, 3, 4, 5]],
    ["what it can where that block is out of reach", [4], 0, [1, 2, 3, 4, 5]],
  ])("%s", (_, blocks, without, found) => {
    expect(reached(blocks, without)).toEqual(found);
  });
});

test("a block that jumps to itself", () => {
  const { func: loop } = namedValues(
    "fn @f {\nbb0(%self; %c):\n  jump bb1\nbb1:\n  branch %c, bb1, bb2\nbb2:\n  return 0\n}",
  );
  expect(reachedFrom(loop, [1])).toEqual(new Set([1, 2]));
  expect(reachedFrom(loop, [1], 1)).toEqual(new Set([2]));
});

test("a set of blocks that is given stays as it is", () => {
  const blocks = new Set([0]);
  reachedFrom(func, blocks);
  expect(blocks).toEqual(new Set([0]));
});
