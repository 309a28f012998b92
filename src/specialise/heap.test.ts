// A heap does what a map would do that is copied where paths part.

import { expect, test } from "vitest";
import { ofConstant, type Contents } from "./abstract-value.ts";
import { Heap } from "./heap.ts";

const box = (n: number): Contents => ({ kind: "box", items: [ofConstant(n)] });
const given: Contents = { kind: "given", keys: [], items: [] };
const context: Contents = { kind: "context", operand: { kind: "zero" }, keys: [], items: [] };

test("heaps that have parted do not see what is written to one another", () => {
  const heaps = [new Heap()];
  const maps = [new Map<string, Contents>()];
  let state = 7;
  const below = (n: number): number => (state = (state * 1103515245 + 12345) % 2 ** 31) % n;
  for (let n = 0; n < 2000; n++) {
    const k = below(heaps.length);
    const [heap, map] = [heaps[k] as Heap, maps[k] as Map<string, Contents>];
    if (below(12) === 0 && heaps.length < 40) {
      heaps.push(heap.fork());
      maps.push(new Map(map));
      continue;
    }
    const [id, contents] = [`#${below(60)}`, below(9) === 0 ? given : below(9) === 0 ? context : box(n)];
    heap.set(id, contents);
    map.set(id, contents);
  }
  for (const [k, heap] of heaps.entries()) {
    const map = maps[k] as Map<string, Contents>;
    const are = (kind: string): string[] => [...map].flatMap(([id, contents]) => (contents.kind === kind ? [id] : []));
    for (let id = 0; id < 60; id++) {
      expect(heap.get(`#${id}`)).toBe(map.get(`#${id}`));
      expect(heap.has(`#${id}`)).toBe(map.has(`#${id}`));
    }
    expect([...heap.given()].sort()).toEqual(are("given").sort());
    expect([...heap.all("context")].sort()).toEqual(are("context").sort());
  }
});

test("a heap for other objects has none of them, and knows their contexts", () => {
  const heap = new Heap();
  heap.set("#1", context);
  const other = heap.empty();
  expect(other.has("#1")).toBe(false);
  expect(other.all("context")).toEqual([]);
  other.set("#1", context);
  expect(other.all("context")).toEqual(["#1"]);
});
