// What text cannot say; each rule has a fixture besides (fixtures/verify).

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Func, Module, ValueId } from "./model.ts";
import { valueId } from "./model.ts";
import { printModule } from "./print.ts";
import { parseFunc, parseModule } from "./parse.ts";
import { changedFunctions, type Pass, type PassEvent, runPasses, traced, untilStable } from "./pass.ts";
import { assertVerified, verifyFunc, verifyModule } from "./verify.ts";

const f = parseFunc("fn @f {\nbb0(%self; %x: num):\n  %y = mul %x, %x\n  return %y\n}");
const moduleOf = (func: Func): Module => ({ functions: { [func.name]: func }, sources: {} });
const rules = (func: Func): readonly string[] => verifyFunc(func, moduleOf(func)).map(({ rule }) => rule);

describe("verify", () => {
  test("the entry takes self and this, and rest is a parameter", () => {
    const [entry] = f.blocks;
    expect(rules({ ...f, blocks: [{ ...(entry as Func["blocks"][0]), params: [valueId(0)] }] })).toEqual(["entry"]);
    expect(rules({ ...parseFunc("fn @f {\nbb0(%self):\n  return 1\n}"), rest: true })).toEqual(["entry"]);
  });

  test("a value is defined once, and in the table", () => {
    const withResult = (id: ValueId): Func => {
      const [entry] = f.blocks;
      const [instr] = entry?.instrs ?? [];
      return {
        ...f,
        blocks: [
          { ...(entry as Func["blocks"][0]), instrs: [{ ...(instr as Func["blocks"][0]["instrs"][0]), result: id }] },
        ],
      };
    };
    expect(rules(withResult(valueId(2)))).toContain("defined-once");
    expect(rules(withResult(valueId(99)))).toContain("defined-once");
  });

  test("an edge leads to a block", () => {
    const func = parseFunc("fn @f {\nbb0(%self):\n  jump bb1\nbb1:\n  return 1\n}");
    expect(rules({ ...func, blocks: func.blocks.slice(0, 1) })).toEqual(["target"]);
  });

  test("alphas stand inside the reverse transform only", () => {
    const module = parseModule("fn @f {\nbb0(%self):\n  return @%#1\n}");
    expect(verifyModule(module).map(({ rule }) => rule)).toEqual(["alpha"]);
    expect(verifyModule(module, { alphas: true })).toEqual([]);
  });

  test("a refused function needs no blocks", () => {
    expect(verifyModule(parseModule('fn @f refused "no" "yes" {\n}'))).toEqual([]);
  });

  test("an ill-formed module is a bug of the pass, with an arrow under the line", () => {
    const broken = parseModule("fn @f {\nbb0(%self; %x):\n  %y = mul %x\n  return %y\n}");
    expect(() => assertVerified(broken, "shrink")).toThrow(
      "bug in zeroth: ill-formed code after shrink\nfn @f {\nbb0(%self; %x):\n  %y = mul %x\n  ^ prim-arity: mul takes 2 operands, here are 1\n  return %y\n}",
    );
    expect(() => assertVerified(broken, "shrink", broken)).not.toThrow();
  });
});

test("each rule has a fixture that breaks it, but for the one that text cannot break", () => {
  const folder = new URL("fixtures/verify/", import.meta.url);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
  const broken = new Set(
    texts.flatMap((text) => [...text.matchAll(/(?:error|;) ?:? ?([\w-]+): /gu)].map(([, rule]) => rule)),
  );
  const head = readFileSync(new URL("verify.ts", import.meta.url), "utf8");
  const rules = [...head.matchAll(/^\/\/ {3}([\w-]+) /gmu)].map(([, rule]) => rule);
  expect(rules.filter((rule) => !broken.has(rule))).toEqual(["defined-once"]);
});

describe("passes", () => {
  const drop: Pass = { name: "drop", phase: "any", run: (module) => ({ ...module, functions: {} }) };
  const keep: Pass = { name: "keep", phase: "any", run: (module) => module };

  test("run in order and are traced where they change something", () => {
    const events: string[] = [];
    const trace = ({ pass, before, after }: PassEvent): void => {
      events.push(`${pass}: ${changedFunctions(before, after).join(" ")}`);
    };
    const run = (): Module => runPasses([keep, untilStable("all", [drop]), keep], moduleOf(f), { verify: true });
    expect(traced(trace, run).functions).toEqual({});
    expect(events).toEqual(["drop: f"]);
  });

  test("are verified on request", () => {
    const broken = parseModule("fn @g {\nbb0(%self):\n  %y = mul 1\n  return %y\n}");
    const spoil: Pass = { name: "spoil", phase: "any", run: () => broken };
    expect(() => runPasses([spoil], moduleOf(f), { verify: true })).toThrow("ill-formed code after spoil");
    expect(runPasses([spoil], moduleOf(f), { verify: false })).toBe(broken);
  });

  test("repeat until nothing changes", () => {
    // The first has something to do whenever the second has done something.
    let left = 3;
    let isDue = true;
    const first: Pass = {
      name: "first",
      phase: "any",
      run: (module) => (isDue ? ((isDue = false), { ...module }) : module),
    };
    const second: Pass = {
      name: "second",
      phase: "any",
      run: (module) => (left > 0 ? (left--, (isDue = true), { ...module }) : module),
    };
    untilStable("both", [first, keep, second]).run(moduleOf(f));
    expect([left, isDue]).toEqual([0, false]);
  });

  test("that repeat are verified after each step, though a later one mends what is broken", () => {
    const broken = parseModule("fn @f {\nbb0(%self):\n  %y = mul 1\n  return %y\n}");
    const spoil: Pass = {
      name: "spoil",
      phase: "any",
      run: (module) => (module.functions["f"] === f ? broken : module),
    };
    const mended = moduleOf({ ...f });
    const mend: Pass = { name: "mend", phase: "any", run: (module) => (module === broken ? mended : module) };
    expect(() => untilStable("both", [spoil, mend]).run(moduleOf(f))).toThrow("ill-formed code after both: spoil");
  });

  test("that repeat may mention functions that are elsewhere, and leave canonical flow canonical", () => {
    const part = parseModule(
      "fn @g base @h {\nbb0(%self):\n  %y = capture %self, 3\n  %z = closure @k [%y]\n  return %z\n}",
    );
    const twice = (text: string, other: string): Pass => {
      const [from, to] = [parseModule(text), parseModule(other)];
      const turn: Pass = { name: "turn", phase: "any", run: (module) => (module === from ? to : module) };
      return { name: "turned", phase: "any", run: () => untilStable("turning", [turn]).run(from) };
    };
    expect(twice(printModule(part), printModule(part)).run(part)).toBeDefined();
    const [one, two] = ["fn @f {\nbb0(%self; %x):\n  return %x\n}", returningTwice];
    expect(() => twice(one, two).run(part)).toThrow("one-return");
    expect(twice(two, returningTwice.replace("return %x", "return 1")).run(part)).toBeDefined();
  });
});

const returningTwice = "fn @f {\nbb0(%self; %x):\n  branch %x, bb1, bb2\nbb1:\n  return %x\nbb2:\n  return 2\n}";
