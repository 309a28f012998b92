// Classes: fields, constructors, methods, statics; instances made inside, passed on and captured.

import { grad } from "zeroth";
import { conformance } from "./conform.ts";
import { polynomial, refused, scalar, squares, thrown, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

class Point {
  x: number;
  y: number;
  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }
  dot(other: Point): number {
    return this.x * other.x + this.y * other.y;
  }
  plus(other: Point): Point {
    return new Point(this.x + other.x, this.y + other.y);
  }
  scale(k: number): this {
    this.x *= k;
    this.y *= k;
    return this;
  }
  static readonly origin = new Point(0, 0);
  static polar(r: number, phi: number): Point {
    return new Point(r * Math.cos(phi), r * Math.sin(phi));
  }
  static square(x: number): Point {
    return new this(x, x);
  }
}

class Defaults {
  a = 2;
  b = this.a * 3;
  list: number[] = [];
  unset?: number;
  readonly 7 = 5;
  "two words" = 4;
  constructor(x: number) {
    this.list.push(x, this.b);
  }
}

class Account {
  balance = 0;
  private readonly history: number[] = [];
  deposit(amount: number): void {
    this.balance += amount;
    this.history.push(this.balance);
  }
  withdraw(amount: number): void {
    if (amount > this.balance) throw new RangeError("insufficient funds");
    this.deposit(-amount);
  }
  accrue(rate: number, years: number): number {
    for (let k = 0; k < years; k++) this.deposit(this.balance * rate);
    return this.balance;
  }
  mean(): number {
    return this.history.reduce((sum, b) => sum + b, 0) / this.history.length;
  }
}

class Tally {
  static runs = 0;
  static weights = [1, 2];
  static next(x: number): number {
    Tally.runs += x;
    return Tally.runs * this.weights[1]!;
  }
  static reset(): void {
    Tally.runs = 0;
  }
}

const captured = new Point(2, 3);

const shared = new Account();

const fields = [
  scalar(
    "fields that a constructor sets",
    (x) => new Point(x, x * x).dot(new Point(2, x)),
    1.5,
    polynomial(0, 2, 0, 1),
  ),
  scalar(
    "fields with values",
    (x) => {
      const d = new Defaults(x);
      return d.a * x + d.b + d.list[0]! * d.list[1]! + d[7] + d["two words"];
    },
    1.5,
    polynomial(15, 8),
  ),
  scalar(
    "fields of each instance are its own",
    (x) => {
      const [p, q] = [new Defaults(x), new Defaults(2 * x)];
      p.list.push(x);
      return p.list.length * q.list.length * q.list[0]!;
    },
    1.5,
    polynomial(0, 12),
  ),
  scalar(
    "a field that is not set",
    (x) => {
      const d = new Defaults(x);
      const before = "unset" in d ? 1 : 2;
      d.unset ??= x * x;
      return before * d.unset;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "fields are written by others",
    (x) => {
      const p = new Point(1, 1);
      p.x += x;
      p["y"] *= x;
      return p.x * p.y;
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "keys of an instance",
    (x) => {
      const p = new Point(x, x * x);
      return Object.keys(p).length * Object.values(p).reduce<number>((s, v) => s + (v as number), 0);
    },
    1.5,
    polynomial(0, 2, 2),
  ),
  scalar(
    "the spread of an instance is a record",
    (x) => {
      const copy = { ...new Point(x, 2) };
      return copy.x * copy.y * ("dot" in copy ? 10 : 1);
    },
    1.5,
    polynomial(0, 2),
  ),
  scalar(
    "destructuring an instance",
    (x) => {
      const { x: a, y: b, dot } = new Point(x, 3 * x);
      return a * b * (typeof dot === "function" ? 1 : 0);
    },
    1.5,
    polynomial(0, 0, 3),
  ),
];

const methods = [
  scalar("a method", (x) => new Point(x, 1).plus(new Point(1, x)).dot(new Point(x, x)), 1.5, polynomial(0, 2, 2)),
  scalar("methods in a chain", (x) => new Point(x, 1).scale(x).scale(2).dot(new Point(1, x)), 1.5, polynomial(0, 0, 4)),
  scalar(
    "a method by a computed name",
    (x) => {
      const name = x > 1 ? "plus" : "scale";
      return (new Point(x, 0)[name] as (p: Point) => Point)(new Point(1, 1)).dot(new Point(x, 1)) || 1;
    },
    1.5,
    null,
  ),
  scalar(
    "a method that is called on another object",
    (x) => Point.prototype.dot.call(new Point(x, 1), new Point(x, x)),
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "a method that is bound",
    (x) => {
      const dot = Point.prototype.dot.bind(new Point(x, 2));
      return dot(new Point(x, x));
    },
    1.5,
    polynomial(0, 2, 1),
  ),
  scalar(
    "a method that changes state",
    (x) => {
      const account = new Account();
      account.deposit(x);
      account.deposit(x * x);
      account.withdraw(1);
      return account.mean() * 3;
    },
    1.5,
    polynomial(-1, 3, 2),
  ),
  scalar(
    "a loop in a method",
    (x) => {
      const account = new Account();
      account.deposit(100);
      return account.accrue(x / 10, 3);
    },
    0.5,
    polynomial(100, 30, 3, 0.1),
  ),
  scalar(
    "an own property hides a method",
    (x) => {
      const p = new Point(x, 2) as Point & { dot: (o: Point) => number };
      p.dot = (o) => o.x * 5;
      return p.dot(p) * x;
    },
    1.5,
    polynomial(0, 0, 5),
  ),
];

const statics = [
  scalar("a static method", (x) => Point.polar(x, 0.5).x ** 2 + Point.polar(x, 0.5).y ** 2, 1.5, polynomial(0, 0, 1)),
  scalar("this in a static method", (x) => Point.square(x).dot(Point.square(2)), 1.5, polynomial(0, 4)),
  scalar(
    "a static field",
    (x) => Point.origin.plus(new Point(x, x)).dot(new Point(x, 1)) + Defaults.length,
    1.5,
    polynomial(1, 1, 1),
  ),
  scalar(
    "static state",
    (x) => {
      Tally.reset();
      Tally.next(x);
      return Tally.next(x * x);
    },
    1.5,
    polynomial(0, 2, 2),
  ),
  scalar(
    "the class as a value",
    (x) => {
      const make = (C: new (x: number, y: number) => Point): Point => new C(x, 3);
      return make(Point).x * make(Point).y;
    },
    1.5,
    polynomial(0, 3),
  ),
  scalar(
    "the class of an instance",
    (x) => {
      const p = new Point(x, 1);
      const again = new (p.constructor as typeof Point)(p.x * 2, 1);
      return again.x * x;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "instanceof",
    (x) => {
      const o: Point | number[] = x > 1 ? new Point(x, x) : [x];
      return o instanceof Point ? o.x * o.y : o[0]!;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "the name of the class",
    (x) => Point.name.length * new Point(x, x).constructor.name.length * x,
    1.5,
    polynomial(0, 25),
  ),
];

const places = [
  scalar("an instance that is captured", (x) => captured.dot(new Point(x, x * x)), 1.5, polynomial(0, 2, 3)),
  scalar(
    "a captured instance that is written, and restored",
    (x) => {
      const before = captured.x;
      captured.x *= x;
      const y = captured.x * x;
      captured.x = before;
      return y;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "a captured instance with state",
    (x) => {
      const before = shared.balance;
      shared.deposit(x * x);
      const y = shared.balance - before;
      shared.balance = before;
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar("an instance in an array that is captured", (x) => points[1]!.dot(new Point(x, x)), 1.5, polynomial(0, 7)),
  scalar(
    "the gradient of an instance",
    (x) => {
      const slope = grad((p: Point) => p.x * p.x * p.y)(new Point(x, 2));
      return slope.x * slope.y;
    },
    1.5,
    polynomial(0, 0, 0, 4),
  ),
  scalar(
    "two names for one instance",
    (x) => {
      const p = new Point(x, 1);
      const q = p;
      q.x *= x;
      return p.x * (p === q ? 1 : 0);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "an instance in a record",
    (x) => {
      const body = { at: new Point(x, 0), velocity: new Point(1, x), mass: 2 };
      for (let k = 0; k < 3; k++) body.at = body.at.plus(new Point(body.velocity.x, body.velocity.y));
      return body.at.dot(body.velocity) * body.mass;
    },
    1.5,
    polynomial(6, 2, 6),
  ),
  vector(
    "instances made by map",
    (x) => x.map((v, i) => new Point(v, i)).reduce((sum, p) => sum + p.x * p.x * p.y, 0),
    x3,
    squares([0, 1, 2]),
  ),
  scalar(
    "a function that makes instances",
    (x) => {
      const make = (k: number): Point => new Point(k * x, k);
      return make(2).dot(make(3));
    },
    1.5,
    polynomial(6, 0, 6),
  ),
];

const points = [new Point(1, 1), new Point(3, 4)];

const throwing = [
  thrown(
    "a method",
    (x) => {
      const account = new Account();
      account.deposit(x);
      account.withdraw(x * x);
      return account.balance;
    },
    1.5,
    RangeError,
    "insufficient funds",
  ),
];

const refusals = [
  refused(
    "a class that is called without new",
    (x) => (Point as unknown as (x: number) => Point)(x).x,
    1.5,
    /a class as a function: `Point`/,
  ),
];

conformance("classes", [...fields, ...methods, ...statics, ...places], { throwing, refusals });
