import { expect, test } from "vitest";
import type { Entry } from "./entry.ts";
import { KnownEntries } from "./known-entries.ts";
import { mostShapes } from "./families.ts";
import type { Plan } from "./plan.ts";

const plans = [0, 1, 2].map((k) => ({ name: `f.${k}` }) as Plan);
const [first, second, third] = plans as [Plan, Plan, Plan];
const run: Entry = () => undefined;
const list = plans.reduceRight<KnownEntries | null>((next, plan) => new KnownEntries(plan, run, next), null);

function plansIn(known: KnownEntries | null): readonly Plan[] {
  return known === null ? [] : [known.plan, ...plansIn(known.next)];
}

test("the entry of a plan is taken out wherever it is, and the others keep their order", () => {
  expect(plansIn(KnownEntries.without(list, first, 3))).toEqual([second, third]);
  expect(plansIn(KnownEntries.without(list, second, 3))).toEqual([first, third]);
  expect(plansIn(KnownEntries.without(list, third, 3))).toEqual([first, second]);
  expect(plansIn(KnownEntries.without(list, undefined, 3))).toEqual(plans);
});

test("at most so many stay", () => {
  expect(plansIn(KnownEntries.without(list, undefined, 2))).toEqual([first, second]);
  expect(plansIn(KnownEntries.without(list, first, 1))).toEqual([second]);
});

test("an entry comes first once, and the list stays short", () => {
  expect(plansIn(KnownEntries.withFirst(second, run, list))).toEqual([second, first, third]);
  let known = list;
  for (let k = 0; k < 20; k++) known = KnownEntries.withFirst({ name: `g.${k}` } as Plan, run, known);
  expect(plansIn(known)).toHaveLength(mostShapes);
});

test("an entry is found by its plan", () => {
  expect(plans.every((plan) => KnownEntries.has(list, plan))).toBe(true);
  expect(KnownEntries.has(KnownEntries.without(list, second, 3), second)).toBe(false);
});
