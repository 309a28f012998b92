// Classes: accessors, private members, arrows in methods; and what people build of classes.

import { conformance } from "./conform.ts";
import { polynomial, product, scalar, thrown, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

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

const quadratic = new Builder().term(3, 2).term(-1, 1).term(4, 0).build();

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

const larger = [
  scalar("a captured closure that a class made", (x) => quadratic(x), 1.5, polynomial(4, -1, 3)),
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
  scalar("a parser", (x) => new Parser("2*x*(x+3)+x", x).sum(), 1.5, polynomial(0, 7, 2)),
  scalar(
    "instances that are frozen",
    (x) => new Reading(x).with(x * x).value * new Reading(x).value,
    1.5,
    polynomial(0, 0, 0, 1),
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
  scalar("a static accessor", (x) => x * Oven.standardOven.kelvins, 1.5, polynomial(0, 300)),
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
];

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
];

conformance("uses of classes", [...accessors, ...privates, ...closures, ...larger], { throwing });
