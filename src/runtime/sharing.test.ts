import { expect, test, vi } from "vitest";
import { shares } from "./sharing.ts";

const xs = [1, 2];
const ys = Float64Array.of(1, 2);

test("memory is shared by an array with itself, by views of one buffer, and with what leads to it", () => {
  expect(shares([xs, ys], [[3]])).toBe(false);
  expect(shares([xs, xs], [])).toBe(true);
  expect(shares([ys], [ys.subarray(1)])).toBe(true);
  expect(shares([ys], [new Float32Array(ys.buffer)])).toBe(true);
  expect(shares([xs], [[[0], xs]])).toBe(true);
  expect(shares([xs], [{ a: { b: xs } }])).toBe(true);
  expect(shares([{ a: xs, b: xs }], [])).toBe(true);
  expect(shares([{ a: xs }], [{ a: [...xs] }])).toBe(false);
});

test("no set is made to compare flat arrays with each other and with rows of them", () => {
  let made = 0;
  class Counted extends Set {
    constructor() {
      super();
      made++;
    }
  }
  vi.stubGlobal("Set", Counted);
  shares([xs, ys], [[3], [[1], [2]], [[{ a: 1 }], { b: [xs.map(String)] }]]);
  const forFlat = made;
  shares([{ a: xs }], []);
  vi.unstubAllGlobals();
  expect([forFlat, made]).toEqual([0, 1]);
});

test("what leads to itself, and what is found in many ways, is looked through once", () => {
  const cycle: unknown[] = [{}];
  cycle.push(cycle);
  expect(shares([xs], [cycle])).toBe(false);
  cycle.push({ xs });
  expect(shares([xs], [cycle])).toBe(true);
  let ways: unknown[] = [[0], { a: 1 }];
  for (let k = 0; k < 60; k++) ways = [ways, ways];
  expect(shares([xs], [ways])).toBe(false);
  let long: object = { xs };
  for (let k = 0; k < 2000; k++) long = { long };
  expect(shares([xs], [long])).toBe(true);
});
