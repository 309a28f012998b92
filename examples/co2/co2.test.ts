/**
 * The fit against one found without zeroth: linear least squares for everything but b, a line search over b,
 * and a Hessian written out by hand.
 */

import { expect, test } from "vitest";
import { fitCarbonDioxide } from "./fit.ts";
import { readObservations } from "./observations.ts";
import { pack, unpack } from "./parameters.ts";
import { draw } from "./picture.ts";

const observations = readObservations();
const fit = fitCarbonDioxide(observations);
const first = fit.steps[0]!;
const last = fit.steps.at(-1)!;

test("the record is whole", () => {
  expect(observations).toHaveLength(741);
  expect(observations[0]).toMatchObject({ t: 0, ppm: 315.7 });
  expect(observations.at(-1)).toMatchObject({ t: 1, ppm: 416.18 });
});

test("parameters survive packing", () => {
  expect(pack(unpack([1, 2, 3, 4, 5, 6, 7, 8]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("Newton–CG starts far away and converges", () => {
  expect(first.loss / last.loss).toBeGreaterThan(1000);
  expect(last.gradientNorm / first.gradientNorm).toBeLessThan(1e-8);
  expect(last.loss).toBeCloseTo(195.020697516, 7);
});

test("the parameters are those of the minimum", () => {
  const expected = [
    111.601895, -69.1852033, 202.491223, 0.603821516, -1.04605015, 2.65330139, 0.69143805, -0.431244642, 0.0624212959,
    -0.085450974, -0.0783005689, 0.0605583225,
  ];
  // A hundredth of a standard error: along the valley, where level and a trade off, more would be chance.
  for (const [j, { value, error }] of fit.estimates.entries()) {
    expect(Math.abs(value - expected[j]!)).toBeLessThan(0.01 * error);
  }
});

test("the standard errors are those of the exact Hessian", () => {
  const expected = [
    72.8476, 25.9002, 72.9253, 0.0937834, 0.0380086, 0.0380029, 0.0380026, 0.0380021, 0.0380048, 0.0380048, 0.0380025,
    0.0380021,
  ];
  for (const [j, { error }] of fit.estimates.entries()) {
    expect(error / expected[j]!).toBeCloseTo(1, 3);
  }
});

test("the growth rate, a derivative, has an error of its own", () => {
  expect(fit.growth(0).value).toBeCloseTo(0.85503, 4);
  expect(fit.growth(0).error).toBeCloseTo(0.014528, 4);
  expect(fit.growth(1).value).toBeCloseTo(2.48788, 4);
  expect(fit.growth(1).error).toBeCloseTo(0.01827, 4);
});

test("the picture shows every observation", async () => {
  const svg = await draw(fit, observations);
  expect(svg).toMatch(/^<svg /);
  expect(svg).not.toContain("NaN");
  expect(svg.match(/aria-roledescription="circle"/g)?.length).toBeGreaterThan(3 * 741);
});
