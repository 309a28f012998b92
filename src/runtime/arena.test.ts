// Arrays for tapes are taken from a pool, and given back.

import { expect, test } from "vitest";
import { giveArena, takeArena } from "./arena.ts";

test("an array that was given back is taken again, by one call at a time", () => {
  const [first, second] = [takeArena(), takeArena()];
  expect(first).not.toBe(second);
  giveArena(first);
  expect(takeArena()).toBe(first);
  expect(takeArena()).not.toBe(first);
});

test("arrays that are long, or ordinary ones, are not kept", () => {
  const long = new Float64Array(2 ** 17 + 1);
  const ordinary = [1];
  giveArena(long);
  giveArena(ordinary);
  const taken = [takeArena(), takeArena()];
  expect(taken).not.toContain(long);
  expect(taken).not.toContain(ordinary);
});
