// Classes in differentiated code: constructors, fields, methods, `super`, static members, instances as arguments.

import { describe, expect, test } from "vitest";
import { grad, hessian, hvp, jacobian, jvp, treeMap, valueAndGrad, vjp } from "zeroth";
import * as assigned from "./fixtures/assigned-fields/classes.ts";
import { Ordered } from "./fixtures/parameter-fields.ts";

const factor = 3;

class Vector {
  x: number;
  y: number;
  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }
  add(other: Vector): Vector {
    return new Vector(this.x + other.x, this.y + other.y);
  }
  scale(k: number): this {
    this.x *= k;
    this.y *= k;
    return this;
  }
  dot(other: Vector): number {
    return this.x * other.x + this.y * other.y;
  }
  static of(x: number): Vector {
    return new this(x, x * x);
  }
}

class Shape {
  size: number;
  doubled: number;
  constructor(size: number) {
    this.size = size;
    this.doubled = this.area(2);
  }
  area(k: number): number {
    return k * this.size;
  }
}

class Disc extends Shape {
  power = 2;
  readonly powers = [this.power, this.size];
  constructor(radius: number, shift = 0.5) {
    const moved = radius + shift;
    super(moved * moved);
    this.size += shift;
  }
  override area(k: number): number {
    // The parent's constructor calls this before the fields are there.
    return super.area(k) ** (this.power ?? 1) * factor;
  }
}

class Ring extends Disc {
  width = this.size / 2;
  readonly weigh = (k: number): number => this.width * k * this.size;
}

class Temperature {
  kelvin: number;
  constructor(celsius: number) {
    this.kelvin = celsius + 273;
  }
  get celsius(): number {
    return this.kelvin - 273;
  }
  set celsius(value: number) {
    this.kelvin = value * value + 273;
  }
  static get boiling(): Temperature {
    return new Temperature(100);
  }
}

class Reading extends Temperature {
  weight = 2;
  override get celsius(): number {
    return super.celsius * this.weight;
  }
  override set celsius(value: number) {
    this.weight = value;
  }
}

const celsiusOf = {
  value: 1,
  get doubled(): number {
    return 2 * this.value;
  },
  set doubled(value: number) {
    this.value = value / 2;
  },
};

class Weighted extends Shape {
  readonly before = super.area(3);
  readonly later = (k: number): number => super.area(k) * 2;
  same: boolean;
  // oxlint-disable-next-line eslint/constructor-super -- it does not see it here
  constructor(size: number) {
    const self: unknown = super(size);
    this.same = self === this;
  }
  override area(k: number): number {
    return [1, 2].map((f) => super.area(f * k)).reduce((sum, area) => sum + area, 0);
  }
  [Symbol.unscopables](): number {
    return this.size;
  }
}

class SubPoint extends (Point as unknown as new (x: number) => { x: number; square: () => number }) {
  weight: number;
  constructor(x: number) {
    super(x);
    this.weight = x;
  }
}

class Self {
  static readonly self = new Self();
  static readonly k = 2;
  times(x: number): number {
    return x * Self.k;
  }
  static readonly slope = grad((x: number) => Self.self.times(x) * x)(3);
}

/** Its number is in an array within, so only what accumulates in the instance tells that it matters. */
class Holder {
  inner: number[];
  constructor(x: number) {
    this.inner = [x];
  }
  get length(): number {
    return this.inner[0]!;
  }
  set length(value: number) {
    this.inner[0] = value * 2;
  }
  get [Symbol.toStringTag](): string {
    return "Holder";
  }
}

const Named = class Inner extends Shape {
  twin(): Shape {
    return new Inner(this.size * 2);
  }
};

// TypeScript demands this type of a mixin.
// oxlint-disable-next-line typescript/no-explicit-any
const scaled = <B extends new (...args: any[]) => Shape>(Base: B) =>
  class extends Base {
    scale = 2;
    override area(k: number): number {
      return this.scale * super.area(k);
    }
  };
const ScaledDisc = scaled(Disc);

function Point(this: { x: number }, x: number): void {
  this.x = x;
}
(Point.prototype as { square: unknown }).square = function (this: { x: number }): number {
  return this.x * this.x;
};
type PointType = new (x: number) => { x: number; square: () => number };

class OutOfRange extends RangeError {
  readonly limit: number;
  constructor(limit: number) {
    super(`beyond ${limit}`);
    this.name = "OutOfRange";
    this.limit = limit;
  }
}

const functions: Readonly<Record<string, (x: number) => number>> = {
  "a method of a new instance": (x) => new Vector(x, x * x).dot(new Vector(2, x)),
  "a method that returns an instance": (x) => new Vector(x, 1).add(new Vector(x * x, x)).dot(Vector.of(x)),
  "a method that writes to its object": (x) => new Vector(x, 1).scale(x).scale(2).dot(new Vector(x, 3)),
  "a constructor that calls a method of a derived class": (x) => new Disc(x).doubled,
  "fields, and what a constructor changes": (x) => new Disc(x, x).area(x) + new Disc(x).powers[1]!,
  "a constructor that is not written": (x) => new Ring(x, 0.1).width,
  "an arrow function in a field": (x) => new Ring(x, 0.1).weigh(x),
  "a class expression that names itself": (x) => new Named(x).twin().area(x),
  "super in fields, in functions within methods, and as a value": (x) => {
    const shape = new Weighted(x);
    return shape.before * shape.later(x) * shape.area(1) * (shape.same ? 1 : 2);
  },
  "a class whose parent is a function": (x) => new SubPoint(x).square() * new SubPoint(x).weight,
  "a getter": (x) => new Temperature(x).celsius * x,
  "a setter": (x) => {
    const t = new Temperature(1);
    t.celsius = x;
    t.celsius += x;
    return t.kelvin;
  },
  "a getter and a setter of a derived class": (x) => {
    const reading = new Reading(x);
    const before = reading.celsius;
    reading.celsius = x * x;
    return before * reading.celsius * reading.kelvin;
  },
  "a getter and a setter called length": (x) => {
    const holder = new Holder(x);
    const before = holder.length;
    holder.length = x * x;
    return before * holder.length * [x, 2].length;
  },
  "parameters that are fields, and come first among the names": (x) => {
    const ordered = new Ordered(x) as unknown as Record<string, number>;
    return Object.keys(ordered).reduce((sum, key, place) => sum + ordered[key]! * x * (place + 1), 0);
  },
  "a static getter": (x) => Temperature.boiling.celsius * x,
  "a getter and a setter of a record": (x) => {
    celsiusOf.value = x;
    const before = celsiusOf.doubled;
    celsiusOf.doubled = x * x;
    return before * celsiusOf.value;
  },
  "a class that a function makes": (x) => new ScaledDisc(x).area(x),
  "a static method": (x) => Vector.of(x).dot(Vector.of(2)),
  "instances in a list": (x) => [1, 2, 3].map((k) => new Vector(k * x, x)).reduce((sum, v) => sum + v.dot(v), 0),
  "instances of several classes": (x) =>
    [new Shape(x), new Disc(x), new Ring(x)].reduce((sum, shape) => sum + shape.area(x), 0),
  "a question for the class": (x) =>
    [new Shape(x), new Disc(x)].reduce((sum, shape) => sum + (shape instanceof Disc ? x * x : x), 0),
  "Object.assign to an instance": (x) => Object.assign(new Vector(x, x), { y: x ** 3 }).dot(new Vector(1, x)),
  // oxlint-disable-next-line typescript/no-misused-spread -- as programs do
  "spread of an instance": (x) => ({ ...new Vector(x, x * x) }).y,
  "destructuring of an instance": (x) => {
    const { x: a, y: b } = new Vector(x, x * x);
    return a * b;
  },
  "new of the instance's own class": (x) => {
    const v = new Vector(x, 2);
    return new (v.constructor as typeof Vector)(v.y * x, x).dot(v);
  },
  "a constructor function": (x) => new (Point as unknown as PointType)(x).square(),
  "an exception that is not thrown": (x) => {
    if (x > 100) throw new OutOfRange(100);
    return x * x;
  },
};

describe("derivatives are those of differences", () => {
  const slope = (f: (x: number) => number, x: number): number => (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
  test.each(Object.entries(functions))("%s", (_, f) => {
    const expected = slope(f, 1.5);
    for (let call = 0; call < 25; call++) expect(grad(f)(1.5)).toBeCloseTo(expected, 4);
    expect(valueAndGrad(f)(1.5)[0]).toBe(f(1.5));
    expect(jvp(f, [1.5], [1])[1]).toBeCloseTo(expected, 4);
    const bend = slope(grad(f), 1.5);
    expect(grad(grad(f))(1.5)).toBeCloseTo(bend, 3);
    expect(hessian(f)(1.5)).toBeCloseTo(bend, 3);
  });
});

class Model {
  w = [
    [1, 2],
    [3, 4],
  ];
  v = new Vector(1, 2);
  name = "model";
  loss(xs: readonly number[]): number {
    const ys = this.w.map((row) => row.reduce((sum, a, i) => sum + a * xs[i]!, 0));
    return ys.reduce((sum, y) => sum + Math.tanh(y) ** 2, 0) + this.v.dot(this.v.add(Vector.of(1)));
  }
}

describe("instances as arguments", () => {
  const xs = [0.3, -0.2];
  const loss = (model: Model): number => model.loss(xs);

  test("the gradient is a record of the fields", () => {
    const model = new Model();
    const gradient = grad(loss)(model) as unknown as { w: number[][]; v: { x: number; y: number }; name: null };
    expect(Object.getPrototypeOf(gradient)).toBe(Object.prototype);
    expect(Object.keys(gradient)).toEqual(["w", "v", "name"]);
    expect(gradient.v).toEqual({ x: 3, y: 5 });
    const sech = 1 - Math.tanh(-0.1) ** 2;
    expect(gradient.w[0]![1]).toBeCloseTo(2 * Math.tanh(-0.1) * sech * -0.2, 12);
  });

  test("treeMap keeps the classes", () => {
    const model = new Model();
    const next = treeMap((p, g) => p - 0.1 * g, model, grad(loss)(model));
    expect(next).toBeInstanceOf(Model);
    expect(next.v).toBeInstanceOf(Vector);
    expect(next.loss(xs)).toBeLessThan(model.loss(xs));
    expect(model.v.x).toBe(1);
  });

  test("in the other operators", () => {
    const model = new Model();
    const along = {
      w: [
        [0, 0],
        [0, 0],
      ],
      v: { x: 1, y: 0 },
      name: null,
    } as never;
    expect(jvp(loss, [model], [along])[1]).toBeCloseTo(3, 12);
    expect((hvp(loss)(model, along) as unknown as { v: unknown }).v).toEqual({ x: 2, y: 0 });
    const [, back] = vjp((v: Vector, k: number) => v.scale(k).add(v), new Vector(1, 2), 3);
    expect(back({ x: 1, y: 1 } as never)).toEqual([{ x: 6, y: 6 }, 6]);
  });
});

test("a class in the derivative of its own static field", () => {
  expect(Self.slope).toBe(12);
});

describe("what methods do is seen where arguments share memory", () => {
  class Cell {
    v = 2;
    bump(): void {
      this.v *= 2;
    }
    is(other: Cell): boolean {
      return this === other;
    }
    get bumping(): number {
      this.v *= 2;
      return 1;
    }
  }
  class Changing {
    constructor(cell: { v: number }) {
      cell.v *= 3;
    }
  }
  class Pair {
    w = shared;
    x = 1;
  }
  const shared = [2];

  test.each<readonly [string, (o: { a: Cell; b: Cell }) => number, number]>([
    ["a method that writes", (o) => (o.a.bump(), o.a.v * o.b.v), 16],
    ["a method that compares", (o) => (o.a.is(o.b) ? o.a.v * o.b.v : -1), 4],
    ["a getter that writes", (o) => o.a.bumping * o.a.v * o.b.v, 16],
    [
      "a property with a setter elsewhere",
      (o) => (
        ((o.a as unknown as { celsius: number }).celsius = 5),
        o.a.v * (o.b as unknown as { celsius: number }).celsius
      ),
      10,
    ],
    ["a constructor that writes", (o) => (void new Changing(o.a), o.a.v * o.b.v), 36],
  ])("%s", (_, f, expected) => {
    const cell = new Cell();
    expect(f({ a: cell, b: cell })).toBe(expected);
    const other = new Cell();
    expect(valueAndGrad(f)({ a: other, b: other })[0]).toBe(expected);
  });

  test("a captured instance", () => {
    const cell = new Cell();
    expect(valueAndGrad((o: Cell) => (o.bump(), cell.v * o.v))(cell)[0]).toBe(16);
  });

  test("memory within instances", () => {
    const f = ({ a, b }: { a: Pair; b: Pair }): number => a.w[0]! * b.w[0]! * a.x;
    const gradient = grad(f)({ a: new Pair(), b: new Pair() }) as unknown as { a: { w: number[] }; b: { w: number[] } };
    expect([gradient.a.w, gradient.b.w]).toEqual([[2], [2]]);
  });

  test("memory that methods and constructors capture, and that static fields hold", () => {
    const weights = [1, 2];
    class Weighing {
      static readonly data = weights;
      use(xs: number[]): number {
        return xs[0]! * weights[0]! * 2;
      }
    }
    const weighing = new Weighing();
    expect(grad((xs: number[]) => weighing.use(xs))(weights)).toEqual([2, 0]);
    expect(jvp((xs: number[]) => weighing.use(xs), [weights], [[1, 0]])).toEqual([2, 2]);
    expect(grad((xs: number[]) => xs[0]! * Weighing.data[0]!)(weights)).toEqual([1, 0]);
  });

  test("a method with the name of one that copies", () => {
    const data = [2, 3];
    class Buffer {
      data = data;
      slice(): number[] {
        return this.data;
      }
    }
    const buffer = new Buffer();
    const f = (xs: number[]): number => {
      buffer.slice()[0] = 5;
      return xs[0]! * xs[1]!;
    };
    expect(valueAndGrad(f)(data)[0]).toBe(15);
  });

  test("runs that can be told apart are made once", () => {
    const cell = new Cell();
    const f = (xs: number[]): number[] => {
      cell.bump();
      return Array.from({ length: 40 }, (_, i) => xs[0]! * i + xs[1]! * cell.v);
    };
    jacobian(f)([1, 2]);
    expect(cell.v).toBe(4);
  });
});

test("copies of instances have all that the instances have", () => {
  const key = Symbol("key");
  class Hidden {
    v = 2;
    constructor() {
      Object.defineProperty(this, "hidden", { value: 3 });
      Object.assign(this, { [key]: 5 });
      Object.seal(this);
    }
    product(): number {
      const { hidden, [key]: symbol } = this as unknown as { hidden: number; [key]: number };
      return this.v * hidden * symbol * (Object.isSealed(this) ? 1 : 2);
    }
  }
  expect(treeMap((v) => v * 2, new Hidden()).product()).toBe(120);
  const hidden = new Hidden();
  expect(valueAndGrad((o: { a: Hidden; b: Hidden }) => o.a.product() * o.b.v)({ a: hidden, b: hidden })[0]).toBe(60);
});

test("accessors whose names are not known when they are used are refused, wherever their numbers are", () => {
  const name = (text: string): string => text;
  class Tripled {
    inner: number[];
    constructor(x: number) {
      this.inner = [x];
    }
    get [name("tripled")](): number {
      return this.inner[0]! * 3;
    }
    get plain(): number {
      return this.inner[0]!;
    }
    set plain(value: number) {
      this.inner[0] = value;
    }
  }
  type Any = Record<string, number>;
  for (const f of [
    (x: number) => (new Tripled(x) as unknown as Any)["tripled"]! * x,
    (x: number) => ["plain"].reduce((sum, key) => sum + (new Tripled(x) as unknown as Any)[key]! * x, 0),
    (x: number) => Object.assign(new Tripled(1), { plain: x }).inner[0]! * x,
  ])
    expect(() => grad(f)(2)).toThrow(/the derivative passes through the accessor/);
});

test("a getter of the parent is called for the object, or refused, whatever its name is", () => {
  const name = (text: string): string => text;
  class Sized {
    size: number;
    constructor(size: number) {
      this.size = size;
    }
    get [Symbol.toStringTag](): string {
      return this.size > 2 ? "large" : "small";
    }
    get [name("isLarge")](): boolean {
      return this.size > 2;
    }
  }
  class Named extends Sized {
    byTag(x: number): number {
      return super[Symbol.toStringTag] === "large" ? x * x : x;
    }
    byName(x: number): number {
      return super["isLarge" as "size"] ? x * x : x;
    }
  }
  expect(valueAndGrad((x: number) => new Named(3).byTag(x))(5)).toEqual([25, 10]);
  expect(jvp((x: number) => new Named(3).byTag(x), [5], [1])).toEqual([25, 10]);
  expect(() => grad((x: number) => new Named(3).byName(x))(5)).toThrow(/`get isLarge` is not compiled/);
});

test("classes whose fields are assigned are refused where it matters", () => {
  for (const f of [assigned.inherited, assigned.parameter])
    expect(() => grad(f)(3)).toThrow(/whose fields are assigned and not defined[^]*set useDefineForClassFields/);
  expect(grad(assigned.plain)(3)).toBe(6);
});

test("exceptions of a class of the program's own", () => {
  const f = (x: number): number => {
    if (x > 100) throw new OutOfRange(100);
    return x;
  };
  for (const run of [() => grad(f)(200), () => jvp(f, [200], [1]), () => grad(grad(f))(200)]) {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(OutOfRange);
    expect(thrown).toBeInstanceOf(RangeError);
    expect(thrown).toMatchObject({ name: "OutOfRange", message: "beyond 100", limit: 100 });
    expect((thrown as Error).stack).toContain("classes.test.ts");
  }
});

describe("refused", () => {
  const refused = (f: (x: number) => number): string => {
    try {
      grad(f)(2);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };

  const key = Symbol("key");
  class Computed {
    [key] = 1;
  }
  class Reals extends Float64Array {}
  const anonymous = class extends Shape {
    override area(k: number): number {
      return [k].map((f) => super.area(f))[0]!;
    }
  };

  test.each<readonly [string, RegExp, (x: number) => number]>([
    [
      "`super` in a function of a class without a name",
      /without a name[^]*name the class/,
      (x) => new anonymous(x).area(x),
    ],
    [
      "a parent of the language's own",
      /the construction of Reals|extends Float64Array/,
      (x) => new Reals(2).length * x,
    ],
    [
      "fields with computed names",
      /unsupported: fields with computed names/,
      (x) => Object.keys(new Computed()).length * x,
    ],
  ])("%s", (_, message, f) => {
    expect(refused(f)).toMatch(message);
  });
});
