// Classes that extend others: super, overriding, new.target, mixins.

import { conformance } from "./conform.ts";
import { polynomial, refused, scalar, squares, thrown, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

class Shape {
  readonly name: string;
  scale = 1;
  constructor(name = "shape") {
    this.name = name;
  }
  area(): number {
    return 0;
  }
  volume(height: number): number {
    return this.area() * height * this.scale;
  }
  static unit(k: number): Shape {
    const shape = new this();
    shape.scale = k;
    return shape;
  }
}

class Rectangle extends Shape {
  width: number;
  height: number;
  constructor(width = 1, height = 1) {
    super("rectangle");
    this.width = width;
    this.height = height;
  }
  override area(): number {
    return this.width * this.height;
  }
  get perimeterOf(): number {
    return 2 * (this.width + this.height);
  }
  set perimeterOf(p: number) {
    this.width = this.height = p / 4;
  }
}

class Square extends Rectangle {
  constructor(side: number) {
    super(side, side);
  }
  override volume(height: number): number {
    return super.volume(height) + super.area();
  }
  override get perimeterOf(): number {
    return super.perimeterOf * 10;
  }
  override set perimeterOf(p: number) {
    this.width = this.height = p / 4;
  }
}

class Putting extends Rectangle {
  put(p: number): number {
    super.perimeterOf = p;
    return this.width;
  }
}

class Tagged extends Square {
  tag = this.area();
  readonly later = (): number => super.area() * this.tag;
}

class Base {
  seen: number;
  extra = 5;
  constructor(x: number) {
    this.seen = this.init(x);
  }
  init(x: number): number {
    return x;
  }
}

class Derived extends Base {
  factor = 2;
  override init(x: number): number {
    // The fields of this class are not there yet.
    return x * (this.factor ?? 3);
  }
}

class Abstract {
  readonly kind: string;
  readonly weight: number;
  constructor(weight: number) {
    this.kind = new.target === Abstract ? "abstract" : "concrete";
    this.weight = weight;
  }
}

class Concrete extends Abstract {}

class NotNegative extends RangeError {
  readonly value: number;
  constructor(value: number) {
    super(`${value} < 0`);
    this.name = "NotNegative";
    this.value = value;
  }
}

// TypeScript demands this type of a mixin.
// oxlint-disable-next-line typescript/no-explicit-any
const Doubling = <B extends new (...args: any[]) => Shape>(Parent: B) =>
  class extends Parent {
    override area(): number {
      return 2 * super.area();
    }
  };

const DoubleSquare = Doubling(Square);

abstract class Activation {
  abstract apply(x: number): number;
  twice(x: number): number {
    return this.apply(this.apply(x));
  }
}

class Cube extends Activation {
  apply(x: number): number {
    return x ** 3;
  }
}

class Tanh extends Activation {
  apply(x: number): number {
    return Math.tanh(x);
  }
}

class Shifted extends Activation {
  readonly inner: Activation;
  constructor(inner: Activation) {
    super();
    this.inner = inner;
  }
  apply(x: number): number {
    return this.inner.apply(x) + 1;
  }
}

class Parent {
  static factor = 2;
  static times(x: number): number {
    return x * this.factor;
  }
}

class Child extends Parent {
  static override factor = 3;
  static override times(x: number): number {
    return super.times(x) + 1;
  }
}

class Expr {
  evaluate(x: number): number {
    return x;
  }
}

class Constant extends Expr {
  readonly c: number;
  constructor(c: number) {
    super();
    this.c = c;
  }
  override evaluate(): number {
    return this.c;
  }
}

class Variable extends Expr {
  override evaluate(x: number): number {
    return x;
  }
}

class Sum extends Expr {
  readonly parts: readonly Expr[];
  constructor(...parts: readonly Expr[]) {
    super();
    this.parts = parts;
  }
  override evaluate(x: number): number {
    return this.parts.reduce((total, part) => total + part.evaluate(x), 0);
  }
}

class Product extends Sum {
  override evaluate(x: number): number {
    return this.parts.reduce((total, part) => total * part.evaluate(x), 1);
  }
}

const expression = new Product(new Sum(new Variable(), new Constant(2)), new Variable());

const overriding = [
  scalar("assignment to a property of super", (x) => new Putting().put(x * x), 1.5, polynomial(0, 0, 0.25)),
  scalar("a method that is overridden", (x) => new Rectangle(x, x + 1).volume(2), 1.5, polynomial(0, 2, 2)),
  scalar("super in a method", (x) => new Square(x).volume(x), 1.5, polynomial(0, 0, 1, 1)),
  scalar(
    "fields of the parent",
    (x) => {
      const square = new Square(x);
      square.scale *= x;
      return square.volume(1);
    },
    1.5,
    polynomial(0, 0, 1, 1),
  ),
  scalar("fields after super, and super in an arrow", (x) => new Tagged(x).later(), 1.5, polynomial(0, 0, 0, 0, 1)),
  scalar(
    "a constructor that calls what is overridden",
    (x) => new Derived(x).seen * new Derived(x).factor + new Base(x).extra,
    1.5,
    polynomial(5, 6),
  ),
  scalar(
    "accessors of the parent",
    (x) => {
      const square = new Square(x);
      const before = square.perimeterOf;
      square.perimeterOf = x * x;
      return before + square.width;
    },
    1.5,
    polynomial(0, 40, 0.25),
  ),
  scalar(
    "an accessor that is inherited",
    (x) => {
      const rectangle = new Rectangle(x, 2);
      rectangle.perimeterOf += 4;
      return rectangle.width * rectangle.height;
    },
    1.5,
    polynomial(4, 2, 0.25),
  ),
  scalar(
    "instanceof along the chain",
    (x) => {
      const square = new Square(x);
      const isAll = square instanceof Square && square instanceof Rectangle && square instanceof Shape;
      return isAll && !(new Shape() instanceof Square) ? square.area() : 0;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "new.target",
    (x) => {
      const [a, b] = [new Abstract(x), new Concrete(x)];
      return a.kind.length * a.weight + b.kind.length * b.weight * x;
    },
    1.5,
    polynomial(0, 8, 8),
  ),
  scalar("a mixin", (x) => new DoubleSquare(x).area(), 1.5, polynomial(0, 0, 2)),
  scalar("an abstract class", (x) => new Cube().twice(x), 1.1, polynomial(0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
  scalar(
    "instances of several classes at one place",
    (x) => [new Cube(), new Tanh(), new Shifted(new Cube())].reduce((y, a) => y + a.apply(x), 0),
    0.5,
    (xs) => {
      const t = Math.tanh(xs[0]!);
      return { gradient: [6 * xs[0]! ** 2 + 1 - t * t], hessian: [[12 * xs[0]! - 2 * t * (1 - t * t)]] };
    },
  ),
  scalar("a class chosen by the number", (x) => new (x > 1 ? Cube : Tanh)().apply(x), 1.5, polynomial(0, 0, 0, 1)),
  scalar("decorating instances", (x) => new Shifted(new Shifted(new Cube())).apply(x), 1.5, polynomial(2, 0, 0, 1)),
  scalar("static inheritance and super", (x) => Child.times(x) * Parent.times(x), 1.5, polynomial(0, 2, 6)),
  scalar(
    "this in an inherited static method",
    (x) => Square.prototype.volume.length * (Rectangle.unit(x) as Rectangle).volume(x),
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a tree of expressions",
    (x) => new Sum(new Product(new Variable(), new Variable(), new Constant(3)), new Constant(1)).evaluate(x),
    1.5,
    polynomial(1, 0, 3),
  ),
  scalar("a tree of expressions that is captured", (x) => expression.evaluate(x), 1.5, polynomial(0, 2, 1)),
  vector(
    "instances of a hierarchy by map",
    (x) =>
      x.map((v, i) => (i === 1 ? new Square(v) : new Rectangle(v, 3 * v))).reduce((s, shape) => s + shape.area(), 0),
    x3,
    squares([3, 1, 3]),
  ),
  scalar(
    "Object.getPrototypeOf",
    (x) => (Object.getPrototypeOf(new Square(x)) === Square.prototype ? x * x : x),
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar("isPrototypeOf", (x) => (Shape.prototype.isPrototypeOf(new Square(x)) ? x * x : x), 1.5, polynomial(0, 0, 1)),
];

const throwing = [
  thrown(
    "an error of the program's own class",
    (x) => {
      if (x > 0) throw new NotNegative(-x);
      return x;
    },
    1.5,
    RangeError,
    "-1.5 < 0",
  ),
];

function Row(this: any, x: number) {
  this.x = x;
}
Row.prototype = [0, 3];

const ofArrays = [
  scalar(
    "an object whose prototype is an array is none",
    (x) => {
      const row = new (Row as any)(x * x);
      return (Array.isArray(row) ? 0 : row.x) * row[1] * (row.length + x);
    },
    1.5,
  ),
];

const refusals = [
  refused(
    "new.target in a function",
    (x) => {
      function f(this: unknown): number {
        return new.target === undefined ? x : 0;
      }
      return f() * x;
    },
    1.5,
    /`new\.target` outside of a class/,
  ),
];

conformance("inheritance", [...overriding, ...ofArrays], { throwing, refusals });
