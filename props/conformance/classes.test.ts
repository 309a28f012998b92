// Classes: fields, constructors, methods, statics, accessors, private members; instances made inside, passed in and captured.

import { grad } from "zeroth";
import { conformance } from "./conform.ts";
import { polynomial, product, refused, scalar, squares, thrown, vector } from "./program.ts";

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

class Oven {
  kelvins: number;
  constructor(kelvins: number) {
    this.kelvins = kelvins;
  }
  get fahrenheit(): number {
    return this.kelvins * 1.8 - 459;
  }
  set fahrenheit(value: number) {
    this.kelvins = (value + 459) / 1.8;
  }
  get kelvinSquared(): number {
    return this.kelvins ** 2;
  }
  static get standardOven(): Oven {
    return new Oven(300);
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

class Cell {
  #value: number;
  #reads = 0;
  static #made = 1;
  constructor(value: number) {
    this.#value = value;
  }
  #bump(by: number): number {
    this.#reads++;
    return (this.#value += by);
  }
  get #doubledCell(): number {
    return this.#value * 2;
  }
  set #doubledCell(v: number) {
    this.#value = v / 2;
  }
  raise(by: number): number {
    this.#bump(by);
    return this.#bump(by) * this.#reads;
  }
  twice(): number {
    this.#doubledCell = this.#doubledCell * this.#value;
    return this.#doubledCell;
  }
  larger(other: Cell): Cell {
    return this.#value > other.#value ? this : other;
  }
  read(): number {
    return this.#value;
  }
  reader(): () => number {
    return () => this.#value * this.#value;
  }
  static #halve(x: number): number {
    return (x / 2) * Cell.#made;
  }
  static half(x: number): number {
    return Cell.#halve(x);
  }
  static isCell(o: object): boolean {
    return #value in o;
  }
}

class Button {
  clicks = 0;
  step: number;
  constructor(step: number) {
    this.step = step;
  }
  readonly onClick = (): number => (this.clicks += this.step);
  doubling(): (v: number) => number {
    return (v) => v * this.step * 2;
  }
  all(xs: readonly number[]): number {
    return xs.map((v) => v * this.step).reduce((a, b) => a + b, 0);
  }
  all2(xs: readonly number[]): number {
    const self = this;
    return xs.reduce(function (total, v) {
      return total + v * self.step;
    }, 0);
  }
}

class Node {
  value: number;
  next: Node | null = null;
  constructor(value: number) {
    this.value = value;
  }
}

class List {
  head: Node | null = null;
  size = 0;
  push(value: number): this {
    const node = new Node(value);
    node.next = this.head;
    this.head = node;
    this.size++;
    return this;
  }
  fold(f: (acc: number, v: number) => number, start: number): number {
    let acc = start;
    for (let node = this.head; node !== null; node = node.next) acc = f(acc, node.value);
    return acc;
  }
}

class Matrix {
  readonly rows: readonly (readonly number[])[];
  constructor(rows: readonly (readonly number[])[]) {
    this.rows = rows;
  }
  times(other: Matrix): Matrix {
    return new Matrix(
      this.rows.map((row) => other.rows[0]!.map((_, j) => row.reduce((sum, v, k) => sum + v * other.rows[k]![j]!, 0))),
    );
  }
  trace(): number {
    return this.rows.reduce((sum, row, i) => sum + row[i]!, 0);
  }
}

class Complex {
  readonly re: number;
  readonly im: number;
  constructor(re: number, im = 0) {
    this.re = re;
    this.im = im;
  }
  static readonly i = new Complex(0, 1);
  times(b: Complex): Complex {
    return new Complex(this.re * b.re - this.im * b.im, this.re * b.im + this.im * b.re);
  }
  pow(n: number): Complex {
    return n === 0 ? new Complex(1) : this.times(this.pow(n - 1));
  }
  abs2(): number {
    return this.re ** 2 + this.im ** 2;
  }
}

class Builder {
  private terms: (readonly [number, number])[] = [];
  term(c: number, k: number): Builder {
    this.terms.push([c, k]);
    return this;
  }
  build(): (x: number) => number {
    const terms = this.terms;
    return (x) => terms.reduce((sum, [c, k]) => sum + c * x ** k, 0);
  }
}

class Emitter {
  private readonly handlers: Record<string, ((v: number) => number)[]> = {};
  on(name: string, handler: (v: number) => number): this {
    (this.handlers[name] ??= []).push(handler);
    return this;
  }
  emit(name: string, v: number): number {
    return (this.handlers[name] ?? []).map((handler) => handler(v)).reduce((a, b) => a + b, 0);
  }
}

class Subject {
  readonly #observers = new Set<(v: number) => void>();
  subscribe(observer: (v: number) => void): () => void {
    this.#observers.add(observer);
    return () => {
      this.#observers.delete(observer);
    };
  }
  next(v: number): void {
    this.#observers.forEach((observer) => {
      observer(v);
    });
  }
}

class Graph {
  readonly #edges = new Map<string, { to: string; weight: number }[]>();
  connect(from: string, to: string, weight: number): this {
    for (const node of [from, to]) if (!this.#edges.has(node)) this.#edges.set(node, []);
    this.#edges.get(from)!.push({ to, weight });
    return this;
  }
  distance(from: string, goal: string): number {
    const distances = new Map([[from, 0]]);
    const queue = [from];
    while (queue.length > 0) {
      const node = queue.shift()!;
      for (const { to, weight } of this.#edges.get(node)!) {
        const distance = distances.get(node)! + weight;
        if (distance >= (distances.get(to) ?? Infinity)) continue;
        distances.set(to, distance);
        queue.push(to);
      }
    }
    return distances.get(goal)!;
  }
}

class Parser {
  private readonly tokens: string[];
  private readonly x: number;
  constructor(source: string, x: number) {
    this.tokens = source.match(/\d+|\S/g) ?? [];
    this.x = x;
  }
  sum(): number {
    let value = this.product();
    while (this.tokens[0] === "+") {
      this.tokens.shift();
      value += this.product();
    }
    return value;
  }
  product(): number {
    let value = this.atom();
    while (this.tokens[0] === "*") {
      this.tokens.shift();
      value *= this.atom();
    }
    return value;
  }
  atom(): number {
    const token = this.tokens.shift();
    if (token !== "(") return token === "x" ? this.x : Number(token);
    const value = this.sum();
    this.tokens.shift();
    return value;
  }
}

class Reading {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
    Object.freeze(this);
  }
  with(value: number): Reading {
    return new Reading(value);
  }
}

const captured = new Point(2, 3);
const shared = new Account();
const quadratic = new Builder().term(3, 2).term(-1, 1).term(4, 0).build();

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
  scalar("recursion in a method", (x) => new Complex(x, 1).pow(3).re, 1.5, polynomial(0, -3, 0, 1)),
  scalar(
    "an instance that is returned early",
    (x) => new Complex(x, x).times(Complex.i).abs2(),
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar(
    "products of matrices",
    (x) => {
      const m = new Matrix([
        [x, 1],
        [2, x],
      ]);
      return m.times(m).times(m).trace();
    },
    1.5,
    polynomial(0, 12, 0, 2),
  ),
  vector(
    "a linked list",
    (x) => {
      const list = new List();
      for (const v of x) list.push(v);
      return list.fold((acc, v) => acc * 2 + v, 0) ** 2 * list.size;
    },
    x3,
    (x) => {
      const { gradient, hessian } = product([3, 6, 12], [1, 2, 4])(x);
      return { gradient, hessian };
    },
  ),
  scalar("a builder", (x) => new Builder().term(2, 3).term(x, 1).build()(x), 1.5, polynomial(0, 0, 1, 2)),
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

const larger = [
  scalar(
    "handlers of events",
    (x) =>
      new Emitter()
        .on("a", (v) => v * x)
        .on("a", (v) => v + 1)
        .on("b", () => 100)
        .emit("a", x),
    1.5,
    polynomial(1, 1, 1),
  ),
  scalar(
    "observers",
    (x) => {
      const subject = new Subject();
      let y = 0;
      const stop = subject.subscribe((v) => {
        y += v * x;
      });
      subject.next(x);
      stop();
      subject.next(100);
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a graph",
    (x) =>
      new Graph()
        .connect("a", "b", x)
        .connect("b", "c", x * x)
        .connect("a", "c", 10)
        .distance("a", "c"),
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar("a parser", (x) => new Parser("2*x*(x+3)+x", x).sum(), 1.5, polynomial(0, 7, 2)),
  scalar(
    "instances that are frozen",
    (x) => new Reading(x).with(x * x).value * new Reading(x).value,
    1.5,
    polynomial(0, 0, 0, 1),
  ),
];

const statics = [
  scalar("a static method", (x) => Point.polar(x, 0.5).x ** 2 + Point.polar(x, 0.5).y ** 2, 1.5, polynomial(0, 0, 1)),
  scalar("this in a static method", (x) => Point.square(x).dot(Point.square(2)), 1.5, polynomial(0, 4)),
  scalar(
    "a static field",
    (x) => Point.origin.plus(new Point(x, x)).dot(new Point(x, 1)) + Complex.i.im,
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
  scalar("a static accessor", (x) => Point.square(x).x * Oven.standardOven.kelvins, 1.5, polynomial(0, 300)),
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

const accessors = [
  scalar("a getter", (x) => new Oven(x * x).fahrenheit, 1.5, polynomial(-459, 0, 1.8)),
  scalar(
    "a setter",
    (x) => {
      const oven = new Oven(0);
      oven.fahrenheit = 1.8 * x - 459;
      return oven.kelvins * oven.kelvinSquared;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "compound assignment to an accessor",
    (x) => {
      const oven = new Oven(x);
      oven.fahrenheit += 18 * x;
      return oven.kelvins;
    },
    1.5,
    polynomial(0, 11),
  ),
  scalar(
    "a getter by destructuring",
    (x) => {
      const { kelvinSquared, kelvins } = new Oven(x);
      return kelvinSquared * kelvins;
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
];

const privates = [
  scalar("a private field", (x) => new Cell(x).read() * x, 1.5, polynomial(0, 0, 1)),
  scalar("a private method", (x) => new Cell(x).raise(x * x), 1.5, polynomial(0, 2, 4)),
  scalar("private accessors", (x) => new Cell(x).twice(), 1.5, polynomial(0, 0, 2)),
  scalar(
    "a private field of another instance",
    (x) => new Cell(x).larger(new Cell(x * x)).read(),
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar("a private static method and field", (x) => Cell.half(x * x), 1.5, polynomial(0, 0, 0.5)),
  scalar(
    "a private name in an object",
    (x) => (Cell.isCell(new Cell(x)) ? x * x : 0) + (Cell.isCell({}) ? 10 : 0),
    1.5,
    polynomial(0, 0, 1),
  ),
];

const closures = [
  scalar(
    "an arrow in a field",
    (x) => {
      const { onClick } = new Button(x);
      onClick();
      return onClick() * x;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar("an arrow with this that a method returns", (x) => new Button(x).doubling()(x), 1.5, polynomial(0, 0, 2)),
  vector("arrows with this as callbacks", (x) => new Button(x[0]!).all(x), x3, product([1, 0, 0], [1, 1, 1])),
  vector("this under another name", (x) => new Button(x[0]!).all2(x), x3, product([1, 0, 0], [1, 1, 1])),
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
  scalar("a captured closure that a class made", (x) => quadratic(x), 1.5, polynomial(4, -1, 3)),
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
    "instances that know each other",
    (x) => {
      const [a, b] = [new Node(x), new Node(x * x)];
      a.next = b;
      b.next = a;
      return a.next.next!.value * b.next.next!.value;
    },
    1.5,
    polynomial(0, 0, 0, 1),
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
];

const points = [new Point(1, 1), new Point(3, 4)];

const throwing = [
  thrown(
    "a write to a frozen instance",
    (x) => {
      const reading = new Reading(x) as { value: number };
      reading.value = 2;
      return reading.value;
    },
    1.5,
    TypeError,
    /read only/,
  ),
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
  refused(
    "a class declared in the function",
    (x) => {
      class Local {
        v = x;
      }
      return new Local().v * x;
    },
    1.5,
    /class/,
  ),
];

conformance(
  "classes",
  [...fields, ...methods, ...larger, ...statics, ...accessors, ...privates, ...closures, ...places],
  { throwing, refusals },
);
