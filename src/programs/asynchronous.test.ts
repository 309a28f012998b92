// Modules with async functions and async generators: they run unchanged, and what they call between their awaits is differentiated.
// Only a derivative that would have to pass an await is refused.

import { expect, test } from "vitest";
import { grad, jvp } from "zeroth";

async function* targets(n: number): AsyncGenerator<number> {
  for (let k = 1; k <= n; k++) {
    await Promise.resolve();
    yield k;
  }
}

/** A step towards each target. */
async function fitted(start: number): Promise<number> {
  let x = start;
  for await (const target of targets(3)) {
    const loss = (y: number): number => (y - target) ** 2;
    x -= 0.25 * grad(loss)(x);
  }
  return x;
}

class Model {
  readonly weight: number;
  constructor(weight: number) {
    this.weight = weight;
  }
  async slope(x: number): Promise<number> {
    const local = await Promise.resolve(x);
    return grad((y: number) => this.weight * y * local)(1);
  }
  static async curvature(x: number): Promise<number> {
    await Promise.resolve();
    return grad(grad((y: number) => y ** 3))(x);
  }
}

const later = async (x: number): Promise<number> => (await Promise.resolve(x)) * x;

test("derivatives between awaits, of functions that captured what an await gave", async () => {
  expect(await fitted(1)).toBe(2.25);
  expect(await new Model(3).slope(2)).toBe(6);
  expect(await Model.curvature(2)).toBe(12);
  const sums = [];
  for await (const k of targets(2)) sums.push(jvp((x: number) => x * x * k, [2], [1]));
  expect(sums).toEqual([
    [4, 4],
    [8, 8],
  ]);
});

test("async functions, methods and generators keep what they are", async () => {
  expect(await later(3)).toBe(9);
  expect(later.name).toBe("later");
  expect(later(1)).toBeInstanceOf(Promise);
  expect(Object.prototype.toString.call(fitted)).toBe("[object AsyncFunction]");
  expect(Object.prototype.toString.call(targets)).toBe("[object AsyncGeneratorFunction]");
});

test("a derivative that would pass an await is refused, at its place", () => {
  const asynchronous: readonly ((x: number) => unknown)[] = [
    later,
    fitted,
    Model.curvature,
    (x) => later(x),
    (x) => targets(x),
    (x) => new Model(x).slope(x),
  ];
  for (const f of asynchronous) {
    const derive = (): unknown => grad(f as (x: number) => number)(1);
    expect(derive).toThrow(/asynchronous\.test\.ts:\d+:\d+: unsupported: (?:`async` functions|generators)/);
    expect(derive).toThrow(/differentiate the part that does not wait|collect the values in an array/);
  }
});

test("an async function that a program calls for nothing but its effects is refused as well", () => {
  const f = (x: number): number => {
    void later(x);
    return x * x;
  };
  expect(() => grad(f)(1)).toThrow("`async` functions");
});
