import { expect, test } from "vitest";
import * as zeroth from "zeroth";
import { evaluateModule } from "./compile.ts";

const imports = { zeroth, "./shapes.ts": { default: 5, half: (x: number) => x / 2 } };

test("the exports of a text are differentiable", async () => {
  const text = `
    import { grad } from "zeroth";
    import five, { half as h } from "./shapes.ts";
    import * as shapes from "./shapes.ts";
    let n = 2;
    export const f = (x: number): number => n * x * x;
    export function bump(by = 1): void { n += by; }
    export const slope = grad(f), [first, { second }] = [1, { second: 2 }];
    export default (x: number): number => x * five * shapes.default;
    const local = 7;
    export { local as renamed, n };
    export { half } from "./shapes.ts";
    export * as all from "./shapes.ts";
    interface Unused { x: number }
    export type { Unused };
    export class Made { value = h(4) }
  `;
  const module = await evaluateModule(text, { imports });
  const f = module["f"] as (x: number) => number;
  expect(zeroth.grad(f)(3)).toBe(12);
  (module["bump"] as () => void)();
  expect(zeroth.grad(f)(3)).toBe(18);
  expect((module["slope"] as (x: number) => number)(1)).toBe(6);
  expect(zeroth.grad(module["default"] as (x: number) => number)(1)).toBe(25);
  expect(module).toMatchObject({ n: 3, renamed: 7, first: 1, second: 2, all: { default: 5 } });
  expect((module["half"] as (x: number) => number)(3)).toBe(1.5);
  expect(new (module["Made"] as new () => { value: number })().value).toBe(2);
});

test("a named default export, Node's own modules, and a text without functions", async () => {
  const module = await evaluateModule(
    `import { sep } from "node:path"; export default function f(x) { return x ** 3 } export { sep };`,
    {
      file: "cube.js",
    },
  );
  expect(zeroth.grad(module["default"] as (x: number) => number)(2)).toBe(12);
  expect(module["sep"]).toMatch(/^[/\\]$/);
  expect(await evaluateModule("export const a: number = 1")).toEqual({ a: 1 });
});

test("texts that cannot be compiled say why", async () => {
  await expect(evaluateModule("import 'elsewhere'")).rejects.toThrow(/imports "elsewhere", which it was not given/);
  await expect(evaluateModule("const = 3", { file: "bad.ts" })).rejects.toThrow(/bad\.ts/);
});
