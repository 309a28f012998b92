// Gradients are those of every oracle: forward mode, differences wherever no branch is near, the complex step wherever a
// program is analytic. The interpreter gives the same as generated code.

import fc from "fast-check";
import * as zeroth from "zeroth";
import { grad, hvp, ZerothError } from "zeroth";
import { complexStep } from "../src/interp/index.ts";
import * as general from "../src/prelude/derivatives.ts";
import { interpreted } from "../src/test-support/meanings.ts";
import { valueHost } from "../src/testing/oracle-host.ts";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { render } from "./arbitrary/index.ts";
import type { Trait } from "./arbitrary/program.ts";
import { watchBranches } from "./branches.ts";
import { agrees, slopeOf } from "./differences.ts";
import { law } from "./law.ts";
import { pushforwards } from "./pushforwards.ts";
import {
  demand,
  demandAlike,
  demandClose,
  gradientOf,
  outcome,
  subjectOf,
  type Callable,
  type Subject,
} from "./subject.ts";

const options = { size: 70 };
const exact: readonly Trait[] = ["throws", "stops", "rounds"];

/** The function along a component of its arguments; NaN where a branch goes another way than at 0. */
async function alongComponents({ program, f, args }: Subject): Promise<(i: number) => (t: number) => number> {
  const moved = (i: number, t: number): unknown[] => {
    const leaves = leavesOf(args());
    return withLeaves(args(), leaves.with(i, (leaves[i] as number) + t));
  };
  if (program.isSmooth) return (i) => (t) => f(...moved(i, t)) as number;
  const { run } = await watchBranches(program);
  const here = run(args());
  demand(Object.is(here.value, f(...args())), () => `watched, the program gives ${String(here.value)}`);
  fc.pre(here.margin > 1e-9);
  return (i) => (t) => {
    const { decisions, value } = run(moved(i, t));
    return decisions === here.decisions ? (value as number) : NaN;
  };
}

law("gradients agree with differences", { options, except: exact, share: 0.4 }, async (subject, counter) => {
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

/** The arguments' unit directions, one for each number. */
const units = (args: readonly unknown[]): readonly (readonly unknown[])[] =>
  leavesOf(args).map((_, i, leaves) =>
    withLeaves(
      args,
      leaves.map((_, j) => (i === j ? 1 : 0)),
    ),
  );

law("gradients are those of forward mode", { options, share: 0.4, turns: 3 }, (subject) => {
  const { f, args } = subject;
  const gradient = gradientOf(subject)(...args());
  for (const { name, along } of pushforwards) {
    const slopes = units(args()).map((direction) => along(f, args(), direction));
    demandClose(gradient, slopes, 1e-9, `the gradient, against ${name}`);
  }
});

// Of numbers that are infinite, complex arithmetic makes NaN.
law(
  "gradients are those of the complex step",
  { options, except: [...exact, "edges"], share: 0.3 },
  (subject, counter) => {
    const { f, args } = subject;
    const gradient = leavesOf(gradientOf(subject)(...args()));
    for (const [i, direction] of units(args()).entries()) {
      const slope = analyticSlope(f, args(), direction);
      if (slope === null) return;
      counter.count("components that agree with the complex step");
      demandClose(gradient[i], slope, 1e-8, `component ${i}`);
    }
  },
);

/** The derivative along a direction by the complex step; null where the program is not analytic. */
function analyticSlope(f: Callable, args: readonly unknown[], tangents: readonly unknown[]): number | null {
  try {
    return complexStep(f, args, tangents, valueHost).tangent as number;
  } catch (error) {
    if (error instanceof ZerothError && error.kind === "unsupported") return null;
    throw error;
  }
}

law("gradients by the interpreter are those of generated code", { options, except: [], share: 0.4 }, (subject) => {
  const gradient = gradientOf(subject);
  const expected = outcome(gradient, subject.args());
  demandAlike(outcome(interpreted(gradient) as Callable, subject.args()), expected);
});

law(
  "specialised code gives what general code gives",
  { options, except: [], share: 0.1, turns: 8 },
  async ({ program, f, args }) => {
    const own = await subjectOf(program, render(program), { zeroth });
    demandAlike(outcome(own.f, args()), outcome(f, args()));
    const argnums = args().map((_, k) => k);
    const by = (operator: unknown, g: Callable): Callable =>
      (operator as (g: unknown, options: unknown) => Callable)(g, { argnums });
    demandAlike(outcome(by(grad, own.f), args()), outcome(by(general.grad, f), args()));
  },
);

const smooth = { size: 45, isSmooth: true };

law(
  "specialised code gives the second derivatives that general code gives",
  { options: smooth, share: 0.07, turns: 16 },
  ({ f, args }) => {
    const [x, ...rest] = args();
    const by = (operator: unknown): unknown =>
      (operator as (g: unknown) => Callable)(f)(...structuredClone([x, x, ...rest]));
    demandClose(by(hvp), by(general.hvp), 1e-8, "hvp");
  },
);
