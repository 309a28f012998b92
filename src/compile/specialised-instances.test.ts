// Instances of classes in specialised code: those that need not be made, and those that others see.

import { describe, expect, test } from "vitest";
import { grad, ready } from "zeroth";
import { isAnswered } from "../test-support/is-answered.ts";
import { sameGradients } from "../test-support/same-gradients.ts";

class Vector {
  x: number;
  y: number;
  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }
  plus(other: Vector): Vector {
    return new Vector(this.x + other.x, this.y + other.y);
  }
  times(k: number): Vector {
    return new Vector(this.x * k, this.y * k);
  }
  dot(other: Vector): number {
    return this.x * other.x + this.y * other.y;
  }
  get squaredLength(): number {
    return this.dot(this);
  }
  set squaredLength(s: number) {
    this.x = Math.sqrt(s);
    this.y = 0;
  }
  static of(k: number): Vector {
    return new this(k, k);
  }
}

class Shape {
  size = 2;
  scale: number;
  constructor(scale: number) {
    this.scale = scale * this.size;
  }
  area(t: number): number {
    return this.scale * t;
  }
}

class Disc extends Shape {
  extra = 3;
  constructor(r: number) {
    super(r * r);
    this.scale += this.extra * r;
  }
  override area(t: number): number {
    return super.area(t) * this.extra;
  }
}

const xs = [1.5, 0.5, 2, 3];

describe("specialised code answers", () => {
  test.each<readonly [string, (p: number[]) => number]>([
    ["a method of a new object", (p) => new Vector(p[0]!, p[1]!).dot(new Vector(2, p[2]!))],
    [
      "objects that a loop replaces",
      (p) => {
        let sum = Vector.of(0);
        for (const v of p) sum = sum.plus(Vector.of(v).times(v));
        return sum.squaredLength;
      },
    ],
    [
      "a setter",
      (p) => {
        const v = Vector.of(p[0]!);
        v.squaredLength = p[1]! * p[2]!;
        return v.x * v.y + v.squaredLength + v.x;
      },
    ],
    ["a parent, fields and overridden methods", (p) => p.reduce((sum, v) => sum + new Disc(v).area(v), 0)],
    [
      "instanceof",
      (p) => {
        const d = new Disc(p[0]!);
        const s = new Shape(p[1]!);
        return (
          (d instanceof Shape ? d.area(2) : 7) * (s instanceof Disc ? 5 : s.area(p[2]!)) * (d instanceof Vector ? 0 : 1)
        );
      },
    ],
    [
      "objects in a list whose length is known",
      (p) => {
        const list = [new Vector(p[0]!, 1), new Vector(p[1]!, p[2]!)];
        let sum = 0;
        for (const v of list) sum += v.squaredLength;
        return sum;
      },
    ],
    [
      "its keys",
      (p) => {
        const v = new Vector(p[0]!, p[1]!);
        return Object.keys(v).length * v.x + ("x" in v ? v.y : 0) + ("dot" in v ? v.x : 0) + ("z" in v ? 9 : 0);
      },
    ],
    [
      "a record that is spread from one",
      (p) => {
        // oxlint-disable-next-line no-misused-spread -- only its fields are used
        const { x, y } = { ...new Vector(p[0]!, p[1]!) };
        return x * y;
      },
    ],
  ])("%s", (_, f) => {
    expect(isAnswered(grad(f) as never, xs)).toBe(true);
    sameGradients(f, [xs], [xs.map((v) => v + 0.25)]);
  });
});

describe("what others see is an instance", () => {
  test("an object of one of two classes", () => {
    const f = (p: number[]): number => {
      const s = p[0]! > 1 ? new Disc(p[1]!) : new Shape(p[1]!);
      return s.area(p[2]!);
    };
    sameGradients(f, [xs], [[0.5, 2, 3]]);
  });

  test("an object that is kept", () => {
    const kept: Vector[] = [];
    const f = (p: number[]): number => {
      const v = new Vector(p[0]!, p[1]!);
      kept.push(v);
      return v.squaredLength;
    };
    expect(grad(f)([3, 4])).toEqual([6, 8]);
    expect(kept.at(-1)).toBeInstanceOf(Vector);
    expect(kept.at(-1)?.squaredLength).toBe(25);
  });

  test("objects in lists whose length is not known", () => {
    const f = (p: number[]): number => {
      const list = p.map((v) => new Vector(v, v * v));
      return list.map((v) => v.dot(list[0]!)).reduce((a, b) => a + b, 0) * (list[0] instanceof Vector ? 1 : 0);
    };
    sameGradients(f, [xs], [[2, 1]]);
  });
});

class Changing {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
  scaled(): number {
    return 2 * this.v;
  }
}

test("a method that is replaced, or appears, is seen at the next call", async () => {
  const f = (x: number): number => {
    const c = new Changing(x) as Changing & { offset?: number };
    return c.scaled() + (c.offset ?? 0) * x;
  };
  const g = grad(f);
  await ready(g, 3);
  expect(isAnswered(g as never, 3)).toBe(true);
  expect(g(3)).toBe(2);
  Changing.prototype.scaled = function (this: Changing) {
    return 5 * this.v;
  };
  expect(g(3)).toBe(5);
  (Changing.prototype as { offset?: number }).offset = 4;
  expect(g(3)).toBe(9);
});

class Shared {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
  of(k: number): number {
    return this.v * k;
  }
}

test("a function that writes to a prototype", async () => {
  const f = (x: number): number => {
    const before = new Shared(x).of(2);
    Shared.prototype.of = function (this: Shared, k: number): number {
      return this.v * k * 10;
    };
    return before + new Shared(x).of(2);
  };
  const g = grad(f);
  expect(g(1)).toBe(22);
  await ready(g, 1);
  expect(g(1)).toBe(40);
});

class Doubled {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
  scaled(): number {
    return 2 * this.v;
  }
}

class Squared {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
  scaled(): number {
    return this.v * this.v;
  }
}

test("objects of two classes with the same fields are told apart", async () => {
  const f = (x: number): number => {
    const o = x > 1 ? new Doubled(x) : new Squared(x);
    return o.scaled() * x;
  };
  const g = grad(f);
  await ready(g, 3);
  for (const x of [3, 0.5, 2]) expect(g(x)).toBeCloseTo(x > 1 ? 4 * x : 3 * x * x, 12);
});

test("an inherited number is the prototype's", () => {
  class Base {
    declare level: number;
  }
  Base.prototype.level = 3;
  const f = (x: number): number => {
    const b = new Base();
    return b.level * x * x;
  };
  sameGradients(f, [2], [5]);
  expect(grad(f)(2)).toBe(12);
});

test("an object inherits from another one that the function makes, or writes to", async () => {
  const base = { level: 1 };
  const made = (x: number): number => (Object.create({ level: x }) as typeof base).level * x;
  const written = (x: number): number => {
    base.level = x;
    return (Object.create(base) as typeof base).level * x;
  };
  const method = (x: number): number => (Object.create({ level: () => x }) as { level(): number }).level() * x;
  for (const f of [made, written, method]) {
    const g = grad(f);
    await ready(g, 2);
    for (const x of [2, 3]) expect(g(x)).toBe(2 * x);
  }
});
