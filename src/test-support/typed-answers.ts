// Demands of a function of three numbers that typed code answers for its derivatives, and that these are right.

import { expect } from "vitest";
import { grad, hvp, jvp, ready } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import { expectClose } from "./expect-close.ts";
import { isAnswered } from "./is-answered.ts";

type Numbers = readonly number[];

export const givenNumbers: Numbers = [1.2, 0.7, 1.9];

/** Gradients are those of general code, for fewer and more numbers too; products are differences of gradients; tangents agree. */
export async function expectTypedAnswers(f: (xs: Numbers) => number): Promise<void> {
  const [xs, along] = [givenNumbers, [1, 0.5, 2]];
  await ready(grad(f), xs);
  await ready(hvp(f), xs, along);
  expect(isAnswered(grad(f), xs)).toBe(true);
  for (const own of [xs, [0.4, 1.3], [1.1, 0.2, 0.1, 0.6]])
    expectClose(grad(f)(own), (general.grad as unknown as typeof grad)(f)(own), 1e-12, "gradient");
  const moved = (h: number): Numbers => grad(f)(xs.map((x, k) => x + h * (along[k] as number)));
  const [ahead, behind] = [moved(1e-5), moved(-1e-5)];
  hvp(f)(xs, along).forEach((x, k) => {
    expect(x / 100).toBeCloseTo(((ahead[k] as number) - (behind[k] as number)) / 2e-3, 5);
  });
  const slope = grad(f)(xs).reduce((sum, g, k) => sum + g * (along[k] as number), 0);
  expect(jvp(f, [xs], [along])[1]).toBeCloseTo(slope, 9);
}
