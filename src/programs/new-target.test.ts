// `new.target` in constructors: which class is constructed. What it decides carries no derivative.

import { expect, test } from "vitest";
import { grad } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

abstract class Shape {
  readonly kind: string;
  readonly scale: number;
  constructor(scale: number) {
    if (new.target === Shape) throw new TypeError("abstract");
    this.kind = new.target.name;
    const isSquare = (): boolean => new.target === Square;
    this.scale = isSquare() ? scale * scale : scale;
  }
  area(): number {
    return this.scale;
  }
}

class Square extends Shape {}

class Circle extends Shape {
  readonly width: number;
  constructor(radius: number) {
    const top: unknown = new.target;
    super(3 * radius);
    this.width = top === Circle ? 2 * radius : 0;
  }
}

const programs: readonly AnyProgram[] = [
  program(
    "a class that asks which one of those that extend it is constructed",
    (x: number) => {
      const [square, circle] = [new Square(x), new Circle(x)];
      return square.area() * square.kind.length + circle.area() * circle.width * circle.kind.length;
    },
    [[1.5]],
    (x) => [12 * x + 72 * x],
  ),
];

test.each(programs)("$name", (each) => {
  checkProgram(each);
});

test("a class that must not be constructed itself", () => {
  const made = (x: number): number => new (Shape as unknown as typeof Square)(x).scale;
  expect(() => grad(made)(1)).toThrow("abstract");
});

test("functions that are not of a class are refused, and so is import.meta, with what to write instead", () => {
  function Point(this: { x: number } | undefined, x: number): number {
    if (new.target) throw new Error("constructed");
    return x * x;
  }
  expect(() => grad(Point)(1)).toThrow("`new.target` outside of a class");
  expect(() => grad(Point)(1)).toThrow("write a class");
  const here = (x: number): number => x * import.meta.url.length;
  expect(() => grad(here)(1)).toThrow(/new-target\.test\.ts:\d+:\d+: unsupported: `import\.meta`/);
  expect(() => grad(here)(1)).toThrow("read it into a constant at the top level");
  const place = import.meta.url.length;
  expect(grad((x: number) => x * x * Math.sign(place))(1)).toBe(2);
});
