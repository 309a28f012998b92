import { expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { mayLeave } from "./accesses.ts";
import { beforeEnds } from "./before-ends.ts";

test("what happens before an exception counts up to the last guard behind it", () => {
  const { func, id } = namedValues(`
fn @f {
bb0(%self; %x, %way, %f):
  %first = call %f(1)
  branch %way, bb1, bb2
bb1:
  %second = call %f(2)
  %guard = guard-number %x
  %third = call %f(3)
  throw %third
bb2:
  branch %x, bb3, bb7
bb3:
  %fourth = call %f(4)
  jump bb4
bb4:
  %fifth = call %f(5)
  branch %way, bb5, bb6
bb5:
  %late = guard-number %x
  throw 1
bb6:
  %sixth = call %f(6)
  throw 2
bb7:
  return 0
}`);
  const results = beforeEnds(func, mayLeave).map(({ result }) => result);
  expect(results).toEqual(["second", "fourth", "fifth"].map((name) => id(name)));
});
