// Gradients agree with differences wherever no branch is near, and are the same by the interpreter.

import fc from "fast-check";
import { expect, test } from "vitest";
import { interpreted } from "../src/test-support/meanings.ts";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { watchBranches } from "./arbitrary/branches.ts";
import { agrees, slopeOf } from "./arbitrary/differences.ts";
import { demand, gradientOf, holdsFor, subjectOf, type Callable, type Subject } from "./arbitrary/law.ts";
import { render } from "./arbitrary/index.ts";

const timeout = 600_000;

/** The function along a component of its arguments; NaN where a branch goes another way than at 0. */
async function alongComponents({ program, f, args }: Subject): Promise<(i: number) => (t: number) => number> {
  const moved = (i: number, t: number): unknown[] => {
    const leaves = leavesOf(args());
    return withLeaves(args(), leaves.with(i, (leaves[i] as number) + t));
  };
  const value = (i: number, t: number): number => f(...moved(i, t)) as number;
  if (program.isSmooth) return (i) => (t) => value(i, t);
  const branches = watchBranches();
  const { f: watched } = await subjectOf(program, render(program, { isNear: true }), branches);
  const here = branches.run(watched, args());
  fc.pre(here.margin > 1e-9);
  return (i) => (t) => (branches.run(watched, moved(i, t)).decisions === here.decisions ? value(i, t) : NaN);
}

test("gradients agree with differences", { timeout }, async () => {
  let compared = 0;
  let undecided = 0;
  await holdsFor({ size: 70 }, 0.6, async (subject) => {
    const gradient = leavesOf(gradientOf(subject)(...subject.args()));
    expect(gradient.length, "the number of components").toBe(leavesOf(subject.args()).length);
    const along = await alongComponents(subject);
    for (const [i, derivative] of gradient.entries()) {
      const slope = slopeOf(along(i));
      const answer = agrees(derivative, slope);
      if (answer === null) undecided++;
      else compared++;
      demand(answer !== false, () => `component ${i} is ${derivative}; by differences ${slope.value} ± ${slope.error}`);
    }
  });
  console.log(`gradients: ${compared} components agree with differences, which leave ${undecided} open`);
});

test("gradients by the interpreter are those of generated code", { timeout }, async () => {
  await holdsFor({ size: 70 }, 0.4, (subject) => {
    const gradient = gradientOf(subject);
    const expected = gradient(...subject.args());
    expect((interpreted(gradient as never) as Callable)(...subject.args())).toStrictEqual(expected);
  });
});
