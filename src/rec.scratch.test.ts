import { test, expect } from "vitest";
import { grad, valueAndGrad, hvp, derivative } from "./index.ts";
import { codeOf } from "./host/specialised.ts";
const seen: string[] = [];
const F = globalThis.Function;
globalThis.Function = new Proxy(F, { construct(t, a) { if (/return \(function \(self, env/.test(String(a.at(-1)))) seen.push(String(a.at(-1))); return Reflect.construct(t, a); } });
const tree = (x: number, depth: number): number =>
  depth === 0 ? Math.sin(x) : tree(0.9 * x, depth - 1) + 0.5 * tree(x + 0.1, depth - 1);
const chain = (x: number, n: number): number => (n === 0 ? x : Math.sin(chain(x, n - 1)) + 0.5);
test("x", () => {
  for (const f of [tree, chain]) {
    seen.length = 0;
    console.log(codeOf(grad(f), 0.3, 5));
    const g = grad(f)(0.3, 5);
    console.log(seen.filter((s) => /gradient|forth|back/.test(s)).join("\n"));
    const e = 1e-5;
    console.log(g, (f(0.3 + e, 5) - f(0.3 - e, 5)) / 2e-5);
  }
});
