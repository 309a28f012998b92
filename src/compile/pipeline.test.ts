// The pipeline: its phases are in order, and a pass in the wrong one is an error when it is bound.

import { expect, test } from "vitest";
import * as passesOfOpt from "../opt/index.ts";
import { parseModule, runPasses, type Pass } from "../ir/index.ts";
import { allPasses, passesByPhase } from "./passes.ts";
import { asPhase, bound, inOrder, pipeline } from "./pipeline.ts";

test("code is nested, then closed, then final", () => {
  const order = ["nested", "closed", "final"];
  const places = pipeline.map(({ on }) => order.indexOf(on));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("each phase has the passes that are named, and every pass stands in a phase", () => {
  for (const { name, passes } of pipeline) expect(passesByPhase[name].map((pass) => pass.name)).toEqual(passes);
  const isPass = (value: unknown): value is Pass => typeof value === "object" && value !== null && "run" in value;
  const others = Object.values(passesOfOpt).filter(isPass);
  expect(others.filter((pass) => !allPasses.includes(pass)).map(({ name }) => name)).toEqual([]);
  expect(others.length).toBeGreaterThan(25);
});

test("a pass out of its phase is an error", () => {
  const pass = (name: string, phase: Pass["phase"]): Pass => ({ name, phase, run: (module) => module });
  const close = ["box-assigned", "convert-closures", "split-generators"].map((name) => pass(name, "nested"));
  expect(bound("close", close.toReversed())).toEqual(close);
  expect(() => bound("close", close.slice(1))).toThrow("no pass box-assigned in the phase close");
  expect(() => bound("close", [...close, pass("gvn", "any")])).toThrow("the pass gvn, which is not named, in");
  expect(() => bound("clean", [pass("dce", "final")])).toThrow("the pass dce, for final code, in the phase clean");
  expect(() => bound("store", [pass("tapes-to-arrays", "nested")])).toThrow("for nested code");
  expect(bound("store", [pass("tapes-to-arrays", "any")]).length).toBe(1);
});

test("phases run in the order of the pipeline", () => {
  const [reuse, polish] = [asPhase("reuse", []), asPhase("polish", [])];
  expect(inOrder(reuse, polish)).toEqual([]);
  expect(() => inOrder(polish, reuse)).toThrow("phases out of order: polish, reuse");
  expect(() => inOrder(reuse, reuse)).toThrow("phases out of order: reuse, reuse");
  expect(() => inOrder(reuse, [])).toThrow("phases out of order: reuse, passes of no phase");
});

test("a pass that needs a whole module is not run on a part of one", () => {
  const needy: Pass = { name: "needy", phase: "final", requires: ["whole-module"], run: (module) => module };
  const module = parseModule("fn @f {\nbb0(%self):\n  %g = closure @g\n  return %g\n}");
  expect(() => runPasses([needy], module, { verify: true })).toThrow("@f refers to @g, which is elsewhere");
});
