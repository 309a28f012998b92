import { describe, expect, it } from "vitest";
import { registerExported } from "./exported.ts";
import type { LiveBox } from "./box.ts";
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
  it.each([
    [0, 1, 5],
    [2, 7, 0.5, -1],
    [0.5, 1],
    ["1", 0],
  ])("holds what is stored first, %j", (...keys) => {
    const shadow = shadowOf([1, 2, 3]);
    expect([shadow.get(0), shadow.take(1)]).toEqual([0, 0]);
    keys.forEach((key, k) => shadow.accum(key, k + 1));
    expect(keys.map((key) => shadow.get(key))).toEqual(keys.map((_, k) => k + 1));
    expect(keys.map((key) => shadow.take(key))).toEqual(keys.map((_, k) => k + 1));
    expect(keys.map((key) => shadow.get(key))).toEqual(keys.map(() => 0));
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

describe("the shadow of the namespace of a module", () => {
  it("is that of the variables' boxes", () => {
    const box = { v: 1 } as unknown as LiveBox;
    registerExported(box);
    const members = {
      get variable() {
        return box.v;
      },
      constant: 2,
    };
    Object.defineProperty(members, Symbol.toStringTag, { value: "Module" });
    const namespace = Object.setPrototypeOf(members, null) as object;
    const context = new Context();
    context.shadow(namespace).accum("variable", 3);
    context.shadow(namespace).accum("constant", 4);
    expect(context.shadow(box).get("v")).toBe(3);
    expect(["variable", "constant"].map((name) => context.shadow(namespace).get(name))).toEqual([3, 0]);
  });
});

describe("the shadow of an object", () => {
  it("refuses what it could not give back, but not zeros", () => {
    const shadow = shadowOf(Math.sin);
    shadow.accum("name", [0, [0]]);
    expect(() => {
      shadowOf({
        get area() {
          return 1;
        },
      }).accum("area", 1);
    }).toThrow(/the accessor "area" of Object/);
  });

  it("drops what a getter of the engine itself gives: whole numbers and texts", () => {
    const shadow = shadowOf(new ArrayBuffer(8));
    shadow.accum("byteLength", 1);
    expect(shadow.get("byteLength")).toBe(0);
  });
});
