// Classes with private members.

import { describe, expect, test } from "vitest";
import { checkpoint, grad, hvp, jvp, vjp } from "zeroth";
import { checkGradients } from "zeroth/testing";

class Counter {
  static #made = 0;
  static total(): number {
    return Counter.#made;
  }
  static #half(x: number): number {
    return x / 2;
  }
  static halved(x: number): number {
    return Counter.#half(x) * x;
  }
  #value: number;
  #log: number[] = [];
  constructor(value: number) {
    this.#value = value;
    Counter.#made++;
  }
  get #doubled(): number {
    return this.#value * 2;
  }
  set #doubled(value: number) {
    this.#value = value / 2;
  }
  #scale(by: number): number {
    return this.#value * by;
  }
  read(): number {
    return this.#value;
  }
  square(): number {
    return this.#scale(this.#value);
  }
  add(x: number): this {
    this.#value += x;
    this.#log.push(this.#value * x);
    return this;
  }
  logged(): number {
    return this.#log.reduce((sum, x) => sum + x, 0);
  }
  double(): number {
    this.#doubled = this.#doubled * this.#value;
    return this.#doubled;
  }
  later(): () => number {
    return () => this.#value * this.#scale(3);
  }
  method(): number {
    const scale = this.#scale;
    return scale.call(this, 2);
  }
  static isCounter(x: object): boolean {
    return #value in x && #scale in x;
  }
  times(other: Counter): number {
    return this.#value * other.#value;
  }
}

class Named extends Counter {
  #own = 0.5;
  #name = "n";
  constructor(x: number) {
    super(x * x);
    this.#own = x;
  }
  whole(): number {
    return this.#own * this.read() * this.#name.length;
  }
}

class Over extends Counter {
  override read(): number {
    return super.read() * 2;
  }
}

const cases: Readonly<Record<string, readonly [f: (x: number) => number, value: number, slope: number, bend: number]>> =
  {
    "a field": [(x) => new Counter(x * x).read() * x, 8, 12, 12],
    "a method": [(x) => new Counter(x).square(), 4, 4, 2],
    "a field that is changed": [(x) => new Counter(x).add(x * x).read(), 6, 5, 2],
    "a field that holds an array": [(x) => new Counter(x).add(x).add(1).logged(), 8 + 5, 4 * 2 + 2, 4],
    "a getter and a setter": [(x) => new Counter(x).double(), 8, 8, 4],
    "an arrow function": [(x) => new Counter(x).later()(), 12, 12, 6],
    "a method as a value": [(x) => new Counter(x).method() * x, 8, 8, 4],
    "another object": [(x) => new Counter(x).times(new Counter(x * x)), 8, 12, 12],
    "a class that extends it": [(x) => new Named(x).whole(), 8, 12, 12],
    "a static method": [(x) => Counter.halved(x), 2, 2, 1],
    in: [(x) => (Counter.isCounter(new Named(x)) && !Counter.isCounter({}) ? x * x : 0), 4, 4, 2],
    "of an instance from outside": [(x) => outside.times(new Counter(x * x)) * outside.square(), 108, 108, 54],
  };

const outside = new Counter(3);
outside.add(0);

describe("private members:", () => {
  test.each(Object.entries(cases))("%s", (_, [f, value, slope, bend]) => {
    expect(f(2)).toBe(value);
    for (let k = 0; k < 4; k++) expect(grad(f)(2)).toBeCloseTo(slope, 12);
    expect(jvp(f, [2], [1])).toEqual([value, slope]);
    expect(grad(grad(f))(2)).toBeCloseTo(bend, 12);
    expect(hvp(f)(2, 1)).toBeCloseTo(bend, 12);
    checkGradients(f, [2]);
  });

  test("instances have no gradient if it would be that of private fields", () => {
    const f = (counter: Counter, x: number): number => counter.read() * x;
    expect(grad(f, { argnums: [1] })(new Counter(3), 2)).toEqual([3]);
    expect(() => grad(f)(new Counter(3), 2)).toThrow(/with respect to an instance of Counter/);
    const changed = (counter: Counter): number => {
      const y = counter.read();
      counter.add(-y);
      return y * y;
    };
    expect(() => grad(changed)(new Counter(3))).toThrow(/with respect to an instance of Counter/);
  });

  test("instances that differentiated code made may leave it", () => {
    const [made] = vjp((x: number) => new Named(x), 2) as unknown as [Named];
    expect([made.read(), made.square(), made.whole(), made.add(1).logged()]).toEqual([4, 16, 8, 5]);
    expect([made instanceof Named, made instanceof Counter, made.constructor === Named]).toEqual([true, true, true]);
    expect(Object.keys(made)).toEqual([]);
    expect(grad((x: number) => made.times(new Counter(x)) * x)(3)).toBe(30);
    const kept: Over[] = [];
    const f = (x: number): number => {
      const over = new Over(x);
      kept.push(over);
      return over.read() * over.square();
    };
    expect(grad(f)(2)).toBe(2 * (3 * 4));
    expect(kept[0]?.read()).toBe(4);
  });

  test("a checkpointed function uses them", () => {
    const f = (rewrite: boolean) => (x: number) => {
      const counter = new Counter(x);
      const y = checkpoint((t: number) => counter.square() * t)(x);
      if (rewrite) counter.add(0);
      return y;
    };
    expect(grad(f(false))(2)).toBe(12);
    expect(() => grad(f(true))(2)).toThrow(/was written to after the call/);
  });

  test("an object that has not the member throws as in JavaScript", () => {
    const read = Reflect.get(Counter.prototype, "read");
    const f = (x: number): number => read.call({ x }) * x;
    expect(() => f(2)).toThrow(/Cannot read private member #value from an object whose class did not declare it/);
    expect(() => grad(f)(2)).toThrow(/Cannot read private member #value from an object whose class did not declare it/);
  });

  test("functions of their own within a method are refused with a remedy", () => {
    const f = (x: number): number => new Outer(x).sum();
    expect(f(2)).toBe(4);
    expect(() => grad(f)(2)).toThrow(/a private name outside of the methods of its class[\s\S]*an arrow function/);
  });
});

class Outer {
  #x: number;
  constructor(x: number) {
    this.#x = x;
  }
  sum(): number {
    // oxlint-disable-next-line func-names, prefer-arrow-callback
    return [this, this].reduce(function (s, o) {
      return s + o.#x;
    }, 0);
  }
}
