import { expect, test } from "vitest";
import { type Operand, type PrimName, constant, noSpan, prims, value, valueId } from "../ir/index.ts";
import { isSource, passedOperands, storedOperands } from "./flow.ts";
import { rules } from "./rules/index.ts";
import { structuralPullbacks } from "./structural.ts";
import { effectsOf, tangentsOf } from "./structural-tangents.ts";

const structural = (Object.keys(prims) as PrimName[]).filter((prim) => rules[prim].kind === "structural");

test("every primitive that moves cotangents has a pullback, and no other has", () => {
  expect(Object.keys(structuralPullbacks).sort()).toEqual([...structural].sort());
});

test("every one of them has a rule for tangents, and no other has", () => {
  expect([...Object.keys(tangentsOf), ...Object.keys(effectsOf)].sort()).toEqual([...structural].sort());
});

test("activity knows where the cotangents of each come from and go to", () => {
  const func = { captures: [], blocks: [] };
  const silent = structural.filter((prim) => {
    const args = [1, 2, 3].map((k): Operand => value(valueId(k)));
    const instr = { kind: "prim", prim, args, result: valueId(9), span: noSpan } as const;
    const moves = [...storedOperands(instr), ...passedOperands(instr, undefined)].length > 0;
    return !moves && !isSource({ ...instr, args: [...args, constant(0)] }, func as never);
  });
  // These clear slots and pass nothing on.
  expect(silent).toEqual(["delete", "set-length", "clear"]);
});
