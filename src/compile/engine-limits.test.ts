// Which functions are divided, and into how large parts.

import { expect, test } from "vitest";
import { emitFunction } from "../codegen/index.ts";
import { parseModule, type Func } from "../ir/index.ts";
import { createProgram } from "./derived-program.ts";
import { isShortEnough, mostInstrs, withMostOptimised } from "./engine-limits.ts";
import { inParts } from "./workshop.ts";

/** A loop with so many steps, and another. */
function twoLoops(steps: number): string {
  const chain = (from: string): string =>
    Array.from({ length: steps }, (_, k) => {
      const before = k === 0 ? from : `%${from.slice(1)}${k - 1}`;
      return `  %m${from.slice(1)}${k} = mul ${before}, %x\n  %${from.slice(1)}${k} = add ${before}, %m${from.slice(1)}${k}`;
    }).join("\n");
  return `fn @f {
bb0(%self; %n: int, %x: num):
  jump bb1(0, %x)
bb1(%i: int, %s: num):
${chain("%s")}
  %i.1: int = add %i, 1
  %more = lt %i.1, %n
  branch %more, bb1(%i.1, %s${steps - 1}), bb2(0, %s${steps - 1})
bb2(%j: int, %t: num):
${chain("%t")}
  %j.1: int = add %j, 1
  %more.1 = lt %j.1, %n
  branch %more.1, bb2(%j.1, %t${steps - 1}), bb3
bb3:
  return %t${steps - 1}
}
`;
}

const programOf = (steps: number): ReturnType<typeof createProgram> => createProgram(parseModule(twoLoops(steps)));

test("a function that engines optimise stays whole", () => {
  const program = programOf(100);
  expect(isShortEnough(program.func("f"))).toBe(true);
  expect(mostInstrs(program, program.func("f"))).toBe(Infinity);
  expect(Object.keys(inParts(program, "f").functions)).toEqual(["f"]);
});

test("the parts of one that they do not are so short that they do", () => {
  const program = programOf(2000);
  const whole: Func = program.func("f");
  expect(isShortEnough(whole)).toBe(false);
  const most = mostInstrs(program, whole);
  expect(most).toBeGreaterThan(4000);
  expect(most).toBeLessThan(8000);
  const parts = createProgram(inParts(program, "f"));
  const names = Object.keys(parts.module.functions);
  expect(names).toEqual(["f", "f/loop0"]);
  const lengths = names.map((name) => emitFunction(parts, name).text.length);
  expect(Math.max(...lengths)).toBeLessThan(0.7 * emitFunction(program, "f").text.length);
});

test("laws divide all functions", () => {
  const program = programOf(3);
  withMostOptimised(20, () => {
    expect(Object.keys(inParts(program, "f").functions)).toEqual(["f", "f/loop0"]);
  });
});
