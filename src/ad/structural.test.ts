import { expect, test } from "vitest";
import { type Operand, constant, noSpan, value, valueId } from "../ir/index.ts";
import { isSource, passedOperands, storedOperands } from "./flow.ts";
import { movingPrimNames, storingPrimNames } from "./structural-names.ts";

const structural = [...movingPrimNames, ...storingPrimNames];

test("activity knows where the cotangents of each come from and go to", () => {
  const func = { captures: [], blocks: [] };
  const silent = structural.filter((prim) => {
    const args = [1, 2, 3, 4].map((k): Operand => value(valueId(k)));
    const instr = { kind: "prim", prim, args, result: valueId(9), span: noSpan } as const;
    const moves = [...storedOperands(instr), ...passedOperands(instr, undefined)].length > 0;
    return !moves && !isSource({ ...instr, args: [...args, constant(0)] }, func as never);
  });
  // These clear slots and pass nothing on.
  expect(silent).toEqual(["delete", "set-length", "clear"]);
});
