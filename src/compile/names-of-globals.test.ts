// A program may call its variables what JavaScript's own globals are called: specialised code mentions some of these.

import { expect, test } from "vitest";
import { expectClose } from "../test-support/expect-close.ts";
import { compile, grad, ready, vjp } from "../index.ts";

type Operator = (f: unknown, ...args: readonly unknown[]) => readonly [unknown, (g: number) => unknown];

const mean = (names: readonly string[]): string => `((${names.join(" + ")}) / ${names.length})`;

/** Arrays, typed arrays and records that are guarded, made and absent. */
const source = (names: readonly string[]): string => `
export const product = (xs: number[]): number => {
  let ${names.map((name) => `${name} = 1`).join(", ")};
  for (const x of xs) { ${names.map((name) => `${name} *= x;`).join(" ")} }
  return [...xs, ${mean(names)}].map((v) => v * v).reduce((a, b) => a + b, 0);
};
export const weights = (rs: { w: Float64Array; v: Float32Array; u: number[] }[]): number => {
  let ${names.map((name) => `${name} = 1`).join(", ")};
  for (const r of rs) { ${names.map((name) => `${name} *= r.w[0]! + r.v[0]! + r.u[0]!;`).join(" ")} }
  return ${mean(names)} ** 2;
};`;

/** The name of the function `Array.isArray` is that of an input here. */
const rec = (n: number, x: number): { readonly l: readonly number[]; readonly s?: readonly number[] } => {
  if (n === 0) return { l: [x] };
  const r = rec(n - 1, x);
  return { l: r.l.concat(r.s ?? []), s: r.l };
};

test("a method of a global is an input", async () => {
  const f = (x: number, n: number): number => rec(n, x).l[0]!;
  expect(await ready(vjp as never, f as never, ...([1.1, 2] as never[]))).toBe("specialised");
  for (const n of [2, 0, 1, 3]) expect((vjp as unknown as Operator)(f, 1.1, n)[1](1)).toEqual([1, 0]);
});

const isName = (name: string): boolean => /^[A-Z]\w*$/.test(name) || ["isNaN", "parseFloat"].includes(name);

test("local variables with the names of globals", async () => {
  const rows = [{ w: Float64Array.of(2), v: Float32Array.of(0.5), u: [3] }];
  const all = Object.getOwnPropertyNames(globalThis).filter(isName);
  for (let k = 0; k < all.length; k += 8) {
    const names = all.slice(k, k + 8);
    const { product, weights } = (await compile(source(names))) as { product: never; weights: never };
    const slopes = [grad(product), grad(weights)] as unknown as ((x: unknown) => unknown)[];
    expect(await ready(slopes[0] as never, [1, 2] as never)).toBe("specialised");
    expect(await ready(slopes[1] as never, rows as never)).toBe("specialised");
    expectClose(slopes[0]!([1, 2]), [10, 8], 1e-13, String(names));
    const expected = [{ w: Float64Array.of(11), v: Float32Array.of(11), u: [11] }];
    expectClose(slopes[1]!(rows), expected, 1e-6, String(names));
  }
}, 120_000);
