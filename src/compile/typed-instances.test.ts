// Instances of classes in specialised code that are made, or were made before: their types tell their class.

import { describe, expect, test } from "vitest";
import { explain, grad, jvp, ready } from "zeroth";
import { isAnswered } from "../test-support/is-answered.ts";
import { sameGradients } from "../test-support/same-gradients.ts";

class Shape {
  size: number;
  constructor(size: number) {
    this.size = size;
  }
  area(): number {
    return this.size;
  }
  twice(): number {
    return 2 * this.area();
  }
  get half(): number {
    return this.size / 2;
  }
}

class Disc extends Shape {
  override area(): number {
    return 3 * this.size ** 2;
  }
  override get half(): number {
    return super.half * this.size;
  }
}

class Ring extends Disc {
  inner: number;
  constructor(size: number, inner: number) {
    super(size);
    this.inner = inner;
  }
  override area(): number {
    return super.area() - 3 * this.inner ** 2;
  }
}

class Link {
  value: number;
  rest: Link | null = null;
  constructor(value: number) {
    this.value = value;
  }
  add(value: number): void {
    if (this.rest === null) this.rest = new Link(value);
    else this.rest.add(value);
  }
  sum(): number {
    return this.value ** 2 + (this.rest === null ? 0 : this.rest.sum() * this.value);
  }
}

class Unit {
  static readonly one = new Unit(1, 0);
  static factor = 2;
  re: number;
  im: number;
  constructor(re: number, im: number) {
    this.re = re;
    this.im = im;
  }
  times(z: Unit): Unit {
    return new Unit(this.re * z.re - this.im * z.im, this.re * z.im + this.im * z.re);
  }
}

class Tally {
  #sum = 0;
  #weight: number;
  constructor(weight: number) {
    this.#weight = weight;
  }
  #scaled(x: number): number {
    return x * this.#weight;
  }
  add(x: number): this {
    this.#sum += this.#scaled(x);
    return this;
  }
  get mean(): number {
    return this.#sum / this.#weight ** 2;
  }
  static is(x: object): boolean {
    return #sum in x;
  }
}

class Own {
  level: number;
  constructor(level: number) {
    this.level = level;
  }
}

class Given {
  declare level: number;
}
Given.prototype.level = 3;

class Holder {
  list: number[];
  constructor(list: number[]) {
    this.list = list;
  }
}

const second = new Ring(3, 2);
const rings = [new Ring(2, 1), second];
const mixed = [new Disc(2), new Ring(3, 2), new Shape(4)];
const xs = [1.5, 0.5, 2, 3];

describe("specialised code answers", () => {
  test.each<readonly [string, (p: number[]) => number]>([
    [
      "objects in a list whose length is not known",
      (p) => {
        const list = p.map((v) => new Disc(v));
        let sum = 0;
        for (const d of list) sum += d.twice() * list[0]!.half;
        return sum;
      },
    ],
    [
      "objects that methods change, in a list",
      (p) => {
        const list = p.map((v) => new Disc(v));
        for (let k = 0; k < 3; k++) for (const d of list) d.size *= d.half * 0.3;
        return list.reduce((sum, d) => sum + d.area(), 0);
      },
    ],
    [
      "objects of several classes in a list: methods, getters, fields that one has, and their class",
      (p) => {
        const list: Shape[] = [];
        for (let k = 0; k < p.length; k++) {
          const v = p[k]!;
          list.push(k % 3 === 0 ? new Shape(v) : k % 3 === 1 ? new Disc(v) : new Ring(v, v / 2));
        }
        let sum = 0;
        for (const s of list) {
          sum += s.twice() * s.half;
          if (s instanceof Ring) sum += s.inner;
          if (s instanceof Disc) sum += s.size;
          if (!(s instanceof Link)) sum += s.size ** 2;
        }
        return sum;
      },
    ],
    [
      "an object of one of two classes",
      (p) => {
        const s = p[0]! > 1 ? new Disc(p[1]!) : new Shape(p[1]!);
        return s.area() * p[2]!;
      },
    ],
    [
      "an object, or none",
      (p) => {
        let best: Disc | null = null;
        for (const v of p) if (best === null || v > best.size) best = new Disc(v);
        return best === null ? 0 : best.area();
      },
    ],
    [
      "a list that methods make, and walk",
      (p) => {
        const head = new Link(p[0]!);
        for (let k = 1; k < p.length; k++) head.add(p[k]!);
        return head.sum();
      },
    ],
    [
      "a static field that is an instance",
      (p) => p.reduce((z, v) => z.times(new Unit(v, 1)), Unit.one).re * Unit.factor,
    ],
    ["instances that exist", (p) => rings.reduce((sum, r) => sum + r.area() * p[0]! + r.half * p[1]!, 0)],
    ["instances of several classes that exist", (p) => mixed.reduce((sum, s) => sum + s.twice() * p[0]!, 0)],
    [
      "an instance that is one that exists",
      (p) => rings.reduce((sum, r) => sum + (r === second ? 5 : 1) * r.size * p[0]!, 0),
    ],
    [
      "what one class has as a field, and another one inherits",
      (p) => {
        const list: { level: number }[] = p.map((v, k) => (k % 2 === 0 ? new Own(v) : new Given()));
        return list.reduce((sum, o, k) => sum + o.level * p[k]!, 0);
      },
    ],
    [
      "private members",
      (p) => {
        const tally = new Tally(p[0]!);
        for (const v of p) tally.add(v * v);
        return tally.mean * (Tally.is(tally) ? 1 : 7) * (Tally.is(new Disc(p[1]!)) ? 7 : 1);
      },
    ],
  ])("%s", (_, f) => {
    expect(isAnswered(grad(f) as never, xs)).toBe(true);
    sameGradients(f, [xs], [xs.map((v) => v + 0.25)], [[0.5, 2, 3]]);
  });
});

describe("what the code takes for granted is checked", () => {
  test("the class of an element", async () => {
    const list: Shape[] = [new Disc(2)];
    const f = (x: number): number => list.reduce((sum, s) => sum + s.area() * x, 0);
    const g = grad(f);
    await ready(g, 3);
    expect(isAnswered(g as never, 3)).toBe(true);
    expect(g(3)).toBe(12);
    list.push(new Shape(5));
    expect(g(3)).toBe(17);
    list[0] = new Ring(2, 1);
    expect(g(3)).toBe(14);
  });

  test("that an object has no method of its own", async () => {
    const disc = new Disc(2);
    const list = [disc];
    const f = (x: number): number => list[0]!.area() * x;
    const g = grad(f);
    await ready(g, 3);
    expect(isAnswered(g as never, 3)).toBe(true);
    expect(g(3)).toBe(12);
    disc.area = () => 100;
    expect(g(3)).toBe(100);
  });

  test("that an object has no accessor of its own", async () => {
    const disc = new Disc(2);
    const list = [disc];
    const f = (x: number): number => list[0]!.size * list[0]!.half * x;
    const g = grad(f);
    await ready(g, 3);
    expect(g(3)).toBe(4);
    Object.defineProperty(disc, "half", { value: 10 });
    expect(g(3)).toBe(20);
    Object.defineProperty(disc, "size", { get: () => 3 });
    expect(g(3)).toBe(30);
  });

  test("the class of an argument", async () => {
    const f = (x: number, s: Shape): number => s.area() * x;
    const g = grad(f);
    await ready(g, 3, new Disc(2));
    expect(isAnswered(g as never, 3, new Disc(4))).toBe(true);
    expect(isAnswered(g as never, 3, new Ring(4, 1))).toBe(true);
    expect([new Disc(2), new Shape(2), new Ring(2, 1), Object.create(new Disc(2)) as Disc].map((s) => g(3, s))).toEqual(
      [12, 2, 9, 12],
    );
  });

  test("the methods of arrays in instances", async () => {
    const f = (x: number, hs: Holder[]): number => hs[0]!.list.reduce((sum, v) => sum + v * x, 0);
    const g = grad(f);
    const holder = new Holder([1, 2]);
    await ready(g, 3, [holder]);
    expect(g(3, [holder])).toBe(3);
    holder.list.reduce = () => 100;
    expect(g(3, [holder])).toBe(0);
  });

  test("that a class has the method", async () => {
    class Late {
      declare v: number;
      constructor(v: number) {
        this.v = v;
      }
      of(x: number): number {
        return this.v * x;
      }
    }
    const f = (p: number[]): number => {
      const list = p.map((v) => new Late(v));
      return list.reduce((sum, o) => sum + o.of(2), 0);
    };
    const g = grad(f);
    await ready(g, [1, 2]);
    expect(g([1, 2])).toEqual([2, 2]);
    Late.prototype.of = function (x) {
      return this.v * this.v * x;
    };
    expect(g([1, 2])).toEqual([4, 8]);
    // A field by the name of what the class has from now on.
    const written: number[] = [];
    Object.defineProperty(Late.prototype, "v", {
      get: () => 3,
      set: (v: number) => {
        written.push(v);
      },
      configurable: true,
    });
    expect(g([1, 2])).toEqual([0, 0]);
  });
});

describe("what others see is an instance", () => {
  test("an object that is kept", async () => {
    const kept: Ring[] = [];
    const f = (p: number[]): number => {
      const list = p.map((v) => new Ring(v, 1));
      kept.push(list[1]!);
      return list.reduce((sum, r) => sum + r.area(), 0);
    };
    const g = grad(f);
    await ready(g, [3, 4]);
    expect(g([3, 4])).toEqual([18, 24]);
    const last = kept.at(-1);
    expect(last).toBeInstanceOf(Ring);
    expect([last?.area(), Object.keys(last as object)]).toEqual([45, ["size", "inner"]]);
  });

  test("the result of a tangent", () => {
    const f = (x: number): Disc[] => [new Disc(x), new Ring(2 * x, x)];
    const [discs, tangents] = jvp(f, [3], [1]);
    expect(discs.map((d) => [d.constructor.name, d.area()])).toEqual([
      ["Disc", 27],
      ["Ring", 81],
    ]);
    expect(tangents).toEqual([{ size: 1 }, { size: 2, inner: 1 }]);
  });
});

test("a property that comes after the constructor, once others know the object, is left to general code", async () => {
  const f = (p: number[]): number => {
    const list = p.map((v) => new Disc(v)) as (Disc & { extra?: number })[];
    for (const d of list) d.extra = d.size * 2;
    return list.reduce((sum, d) => sum + (d.extra ?? 0) * d.size, 0);
  };
  const g = grad(f);
  await ready(g, xs);
  expect(g(xs)).toEqual(xs.map((v) => 4 * v));
  expect(explain(g, xs)).toContain("give it all its properties in the constructor");
});
