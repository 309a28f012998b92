import { expect, test } from "vitest";
import { parseModule } from "./parse.ts";
import { untilStable, type Pass } from "./pass.ts";
import type { Func } from "./model.ts";
import { Program, type Differentiate } from "./program.ts";
import { atOnce } from "./steps.ts";
import { verified } from "./verify.ts";

const module = parseModule(`
fn @f {
bb0(%self; %x):
  return %x
}
fn @f.J {
bb0(%self; %x):
  return %x
}`);
const derive: Differentiate = () => atOnce(() => [module.functions["f.J"] as Func]);

test("what final passes have gone over is not differentiated", () => {
  const open = new Program({ ...module, functions: {} }, derive);
  open.add(module.functions["f"] as Func);
  expect(open.derived("f", "J")).toBe("f.J");
  const closed = new Program({ ...module, functions: {} }, derive);
  closed.addFinal(module.functions["f"] as Func);
  expect(closed.func("f")).toBe(module.functions["f"]);
  expect(() => closed.derived("f", "J")).toThrow("a derivative of the final @f");
});

test("derivatives are verified, with the functions that are there already", () => {
  const derived = (base: string): (() => string) => {
    const made = { ...(module.functions["f.J"] as Func), base };
    return () =>
      new Program(
        module,
        verified(() => atOnce(() => [made])),
      ).derived("f", "J");
  };
  expect(derived("f")()).toBe("f.J");
  expect(derived("g")).toThrow("the base @g is not in the module");
});

test("passes that derivatives go through are not final", () => {
  const pass: Pass = { name: "p", phase: "any", run: (given) => given };
  expect(untilStable("all", [pass]).run(module)).toBe(module);
  expect(() => untilStable("all", [pass, { ...pass, name: "q", phase: "final" }])).toThrow("q, a final pass, in all");
});
