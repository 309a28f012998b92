/**
 * The split leaks nothing, the gradient of a network is that of its closures, and a short training suffices.
 */

import { expect, test } from "vitest";
import { grad, J, treeFlatten } from "zeroth";
import { learn } from "./learn.ts";
import { network } from "./network.ts";
import { examples, readPenguins, species, split } from "./penguins.ts";
import { randomFrom, shuffled } from "./random.ts";
import { accuracy, lossOver } from "./training.ts";

const penguins = readPenguins();

test("all penguins that were measured are read", () => {
  const counts = species.map((_, kind) => penguins.filter((penguin) => penguin.kind === kind).length);
  expect(counts).toEqual([151, 68, 123]);
  expect(penguins[0]).toEqual({ beak: [39.1, 18.7], kind: 0 });
});

test("a shuffle keeps all items and is determined by its seed", () => {
  const items = Array.from({ length: 50 }, (_, i) => i);
  const once = shuffled(items, randomFrom(7));
  expect(once).toEqual(shuffled(items, randomFrom(7)));
  expect(once).not.toEqual(shuffled(items, randomFrom(8)));
  expect(once.toSorted((a, b) => a - b)).toEqual(items);
});

test("30 % are held out, and do not enter the standardisation", () => {
  const parts = split(penguins, 1);
  expect([parts.training.length, parts.heldOut.length]).toEqual([239, 103]);
  expect(new Set([...parts.training, ...parts.heldOut])).toEqual(new Set(penguins));
  const seen = examples(parts.training, parts);
  for (const k of [0, 1] as const) {
    const sum = seen.reduce((total, { x }) => total + x[k]!, 0);
    const squares = seen.reduce((total, { x }) => total + x[k]! ** 2, 0);
    expect(sum / seen.length).toBeCloseTo(0, 12);
    expect(squares / seen.length).toBeCloseTo(1, 12);
  }
});

test("the gradient of a network has what its closures captured, and is right along a random direction", () => {
  const parts = split(penguins, 1);
  const seen = examples(parts.training.slice(0, 20), parts);
  const model = network(2, 3, 3, randomFrom(5));
  const loss = lossOver(seen);
  const gradient = grad(loss)(model) as { readonly layers: readonly unknown[] };
  expect(gradient.layers.map((layer) => layer && Object.keys(layer))).toEqual([
    ["weights", "biases"],
    null,
    ["weights", "biases"],
  ]);

  const [numbers, unflatten] = treeFlatten(model);
  const [slopes] = treeFlatten(gradient);
  expect([numbers.length, slopes.length]).toEqual([21, 21]);
  const random = randomFrom(6);
  const direction = numbers.map(() => random() - 0.5);
  const along = (h: number): number => loss(unflatten(numbers.map((p, i) => p + h * direction[i]!)));
  const expected = slopes.reduce((sum, slope, i) => sum + slope * direction[i]!, 0);
  expect((along(1e-5) - along(-1e-5)) / 2e-5).toBeCloseTo(expected, 8);

  // By hand: the cotangent of the scores is what the loss's derivative is, probability minus truth.
  const one = [seen[0]!];
  const [scores, pullback] = J(model, one[0]!.x);
  const exps = scores.map((score) => Math.exp(score));
  const total = exps.reduce((a, b) => a + b);
  const cotangent = exps.map((e, k) => e / total - (k === one[0]!.kind ? 1 : 0));
  const [self] = treeFlatten(pullback(cotangent)[0]);
  const [whole] = treeFlatten(grad(lossOver(one))(model));
  expect(self.some((slope) => Math.abs(slope) > 0.01)).toBe(true);
  for (const [i, slope] of self.entries()) expect(slope).toBeCloseTo(whole[i]!, 14);
});

test("a short training tells 95 % of the held-out penguins apart", { timeout: 120_000 }, () => {
  const { training, seen, unseen } = learn({ seed: 1, steps: 60 });
  const { model, losses } = training;
  expect(losses).toHaveLength(61);
  expect(losses[0]!).toBeGreaterThan(1);
  expect(losses.at(-1)!).toBeLessThan(0.12);
  expect(losses.at(-1)!).toBeCloseTo(lossOver(seen)(model), 14);
  expect(accuracy(model, seen)).toBeGreaterThan(0.94);
  expect(accuracy(model, unseen)).toBeGreaterThanOrEqual(0.95);
});
