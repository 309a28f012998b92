// Derivatives with respect to instances of classes run specialised code, and are those of general code.

import { expect, test } from "vitest";
import { explain, grad, hvp, ready, valueAndGrad } from "zeroth";
import * as general from "../prelude/derivatives.ts";

class Layer {
  w: number[];
  b: number;
  constructor(w: number[], b: number) {
    this.w = w;
    this.b = b;
  }
  apply(x: readonly number[]): number {
    let s = this.b;
    for (let i = 0; i < x.length; i++) s += this.w[i]! * x[i]!;
    return Math.tanh(s);
  }
}

class Scaled extends Layer {
  k: number;
  constructor(w: number[], b: number, k: number) {
    super(w, b);
    this.k = k;
  }
  override apply(x: readonly number[]): number {
    return this.k * super.apply(x);
  }
}

class Model {
  first: Layer;
  second: Layer;
  constructor(first: Layer, second: Layer) {
    this.first = first;
    this.second = second;
  }
  predict(x: readonly number[]): number {
    return this.first.apply(x) * this.second.apply(x);
  }
}

const xs = [
  [1, 2],
  [0.5, -1],
];
const layer = (): Layer => new Layer([0.1, 0.2], 0.3);
const scaled = (): Scaled => new Scaled([0.4, -0.2], 0.1, 1.5);
const loss = (m: Model): number => {
  let total = 0;
  for (const x of xs) total += (m.predict(x) - 1) ** 2;
  return total;
};

type Operator = (f: unknown) => (...args: unknown[]) => unknown;

test.each<readonly [string, (...args: never[]) => number, () => unknown, () => unknown]>([
  ["one", (l: Layer) => l.apply([1, 2]), layer, () => new Layer([1, 2, 3], -1)],
  ["of a class that extends another", (l: Scaled) => l.apply([1, 2]), scaled, () => new Scaled([1], 0, 2)],
  ["in another", loss, () => new Model(layer(), layer()), () => new Model(layer(), scaled())],
  ["of two classes", loss, () => new Model(layer(), scaled()), () => new Model(scaled(), layer())],
])("%s", async (_, f, like, other) => {
  for (const [own, expected] of [
    [grad, general.grad],
    [valueAndGrad, general.valueAndGrad],
  ] as unknown as readonly (readonly [Operator, Operator])[]) {
    const derivative = own(f);
    await ready(derivative as never, like() as never);
    expect(explain(derivative as never, like() as never)).toContain("Specialised code runs");
    for (const make of [like, other, like]) expect(derivative(make())).toEqual(expected(f)(make()));
  }
  const product = (hvp as unknown as Operator)(f);
  const direction = (general.grad as unknown as Operator)(f)(like());
  await ready(product as never, like() as never, direction as never);
  expect(product(like(), direction)).toEqual((general.hvp as unknown as Operator)(f)(like(), direction));
});

test("that share memory with each other", async () => {
  const gradient = grad(loss);
  await ready(gradient, new Model(layer(), layer()));
  const tied = layer();
  for (const model of [new Model(tied, tied), new Model(tied, new Layer(tied.w, 2))])
    expect(gradient(model)).toEqual((general.grad as unknown as Operator)(loss)(model));
});
