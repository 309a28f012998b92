import { expect, test } from "vitest";
import { forAWhile, inWhole, parseModule } from "../ir/index.ts";
import { differentiate } from "./index.ts";

const module = parseModule(`
fn @f {
bb0(%self; %x: num, %n: int):
  jump bb1(0, %x)
bb1(%i: int, %y: num):
  %z = mul %y, %x
  %j: int = add %i, 1
  %more = lt %j, %n
  branch %more, bb1(%j, %z), bb2
bb2:
  return %z
}`);

test("a function is differentiated in steps: its reverse block by block", () => {
  const steps = differentiate(module, "f", "J");
  let portions = 1;
  let step = forAWhile(0, steps);
  for (; step.done !== true; portions++) step = forAWhile(0, steps);
  expect(step.value).toEqual(inWhole(differentiate(module, "f", "J")));
  expect(portions).toBe((module.functions["f"]?.blocks.length ?? 0) + 3);
});
