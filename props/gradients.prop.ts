// Gradients are those of every oracle: dual numbers, differences wherever no branch is near, the complex step wherever a
// program is analytic. The interpreter gives the same as generated code.

import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { ZerothError } from "zeroth";
import { complexStep, gradientByDuals } from "../src/interp/index.ts";
import { interpreted } from "../src/test-support/meanings.ts";
import { oracleHost } from "../src/testing/oracle-host.ts";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { render } from "./arbitrary/index.ts";
import { watchBranches } from "./branches.ts";
import { agrees, slopeOf } from "./differences.ts";
import { law } from "./law.ts";
import { demand, demandClose, gradientOf, subjectOf, type Callable, type Subject } from "./subject.ts";

const options = { size: 70 };

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

law("gradients agree with differences", { options, share: 0.6 }, async (subject, counter) => {
  const gradient = leavesOf(gradientOf(subject)(...subject.args()));
  demand(gradient.length === leavesOf(subject.args()).length, () => `the gradient has ${gradient.length} components`);
  const along = await alongComponents(subject);
  for (const [i, derivative] of gradient.entries()) {
    const slope = slopeOf(along(i));
    const answer = agrees(derivative, slope);
    counter.count(
      answer === null ? "components that differences leave open" : "components that agree with differences",
    );
    demand(answer !== false, () => `component ${i} is ${derivative}; by differences ${slope.value} ± ${slope.error}`);
  }
});

law("gradients are those of dual numbers", { options, share: 0.6 }, (subject) => {
  const { f, program, args } = subject;
  const argnums = program.params.map((_, i) => i);
  const expected = gradientByDuals(f, args(), argnums, oracleHost);
  demandClose(gradientOf(subject)(...args()), expected, 1e-9, "the gradient");
});

law("gradients are those of the complex step", { options, share: 0.3 }, (subject, counter) => {
  const { f, args } = subject;
  const gradient = leavesOf(gradientOf(subject)(...args()));
  for (const [i, derivative] of gradient.entries()) {
    const tangents = withLeaves(
      args(),
      gradient.map((_, j) => (i === j ? 1 : 0)),
    );
    const slope = analyticSlope(f, args(), tangents);
    if (slope === null) return;
    counter.count("components that agree with the complex step");
    demandClose(derivative, slope, 1e-8, `component ${i}`);
  }
});

/** The derivative along a direction by the complex step; null where the program is not analytic. */
function analyticSlope(f: Callable, args: readonly unknown[], tangents: readonly unknown[]): number | null {
  try {
    return complexStep(f, args, tangents, oracleHost).tangent as number;
  } catch (error) {
    if (error instanceof ZerothError && error.kind === "unsupported") return null;
    throw error;
  }
}

law("gradients by the interpreter are those of generated code", { options, share: 0.4 }, (subject) => {
  const gradient = gradientOf(subject);
  const expected = gradient(...subject.args());
  deepStrictEqual((interpreted(gradient as never) as Callable)(...subject.args()), expected);
});
