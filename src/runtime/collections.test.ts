import { expect, test } from "vitest";
import { cellOf, dropAll, dropEntry, newCell, writesTo } from "./collections.ts";

test("an entry has one cell until it is written", () => {
  const map = new Map([["a", 1]]);
  const cell = cellOf(map, "a");
  expect(cell).toMatchObject({ v: 1, k: "a" });
  expect(cellOf(map, "a")).toBe(cell);
  expect(cellOf(map, "b")).toBeUndefined();
  const next = newCell(map, "a", 1);
  expect(next).not.toBe(cell);
  expect(cellOf(map, "a")).toBe(next);
  map.set("a", 2);
  expect(cellOf(map, "a")).toMatchObject({ v: 2 });
});

test("entries that are deleted leave no cell behind", () => {
  for (const collection of [new Map([["a", 1]]), new Set(["a"])]) {
    const cell = cellOf(collection, "a");
    expect(dropEntry(collection, "a")).toBe(true);
    expect(dropEntry(collection, "a")).toBe(false);
    expect(cellOf(collection, "a")).toBeUndefined();
    newCell(collection, "a", 1);
    expect(cellOf(collection, "a")).not.toBe(cell);
    dropAll(collection);
    expect(collection.size).toBe(0);
    expect(writesTo(collection)).toBe(4);
  }
});
