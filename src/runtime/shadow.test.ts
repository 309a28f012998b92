import { describe, expect, it } from "vitest";
import { Context } from "./shadow.ts";

const shadowOf = (primal: object): ReturnType<Context["shadow"]> => new Context().shadow(primal);

describe("the shadow of an array", () => {
  it("holds indices far beyond its dense part, before and after that reaches them", () => {
    const shadow = shadowOf([]);
    shadow.accum(3_000_000, 5);
    expect(shadow.get(3_000_000)).toBe(5);
    for (let i = 0; i < 3_000_000; i += 1_000_000) shadow.accum(i, 1);
    expect(shadow.get(3_000_000)).toBe(5);
    shadow.accum(3_000_000, 2);
    expect(shadow.take(3_000_000)).toBe(7);
    expect(shadow.get(3_000_000)).toBe(0);
  });
  it("keeps what was stored far beyond its dense part when that reaches it", () => {
    const shadow = shadowOf([]);
    const far = (1 << 20) + 5;
    shadow.accum(far, 5);
    shadow.accum(10, 1);
    shadow.accum(far + 3, 1);
    expect([shadow.get(10), shadow.get(far), shadow.get(far + 3)]).toEqual([1, 5, 1]);
  });
  it("takes an index as a number and as text for one slot", () => {
    const shadow = shadowOf([]);
    shadow.accum("1", 5);
    shadow.accum(1, 2);
    expect(shadow.get(1)).toBe(7);
    expect(shadow.get("01")).toBe(0);
    shadow.put(1.5, 3);
    expect(shadow.get("1.5")).toBe(3);
  });
});

describe("the shadow of an object", () => {
  it("refuses what it could not give back, but not zeros", () => {
    const shadow = shadowOf(Math.sin);
    shadow.accum("name", [0, [0]]);
    expect(() => {
      shadowOf(new Map()).accum("size", 1);
    }).toThrow(/the accessor "size" of Map/);
  });
});
