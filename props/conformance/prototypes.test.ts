// Constructors and prototypes as people wrote them before there were classes; Object.create.

import { conformance } from "./conform.ts";
import { polynomial, product, scalar, vector } from "./program.ts";

const x3 = [1.5, -0.5, 2];

interface Counter {
  n: number;
  step: number;
  next: () => number;
}

function Counter(this: Counter, step: number): void {
  this.n = 0;
  this.step = step;
}

Counter.prototype.next = function (this: Counter): number {
  this.n += this.step;
  return this.n * this.step;
};

const CounterClass = Counter as unknown as new (step: number) => Counter;

interface Animal {
  weight: number;
  readonly factor: number;
  weigh: () => number;
}

function Animal(this: Animal, weight: number): void {
  this.weight = weight;
}

Animal.prototype = {
  constructor: Animal,
  factor: 2,
  weigh(this: Animal): number {
    return this.weight * this.factor;
  },
} as unknown as Animal;

const AnimalClass = Animal as unknown as new (weight: number) => Animal;

interface Pair {
  x: number;
  y: number;
}

function Pair(this: Pair | undefined, x: number, y: number): Pair | undefined {
  if (!(this instanceof (Pair as unknown as () => void)))
    return new (Pair as unknown as new (x: number, y: number) => Pair)(x, y);
  this.x = x;
  this.y = y;
  return undefined;
}

function Adder(this: { add: (x: number) => unknown; read: () => number }): void {
  let total = 0;
  this.add = function (x) {
    total += x;
    return this;
  };
  this.read = () => total;
}

interface Fast extends Counter {
  boost: number;
}

function FastCounter(this: Fast, step: number): void {
  Counter.call(this, step * 2);
  this.boost = step;
}

FastCounter.prototype = Object.create(Counter.prototype) as Fast & { total: () => number };

FastCounter.prototype.constructor = FastCounter;

FastCounter.prototype.total = function (this: Fast): number {
  return this.next() + this.boost;
};

const FastClass = FastCounter as unknown as new (step: number) => Fast & { total: () => number };

const vehicle = {
  wheels: 4,
  speed(this: { power: number; wheels: number }): number {
    return this.power * this.wheels;
  },
};

class FromFunction extends CounterClass {
  twice(): number {
    this.next();
    return this.next();
  }
}

const old = [
  scalar(
    "an old constructor",
    (x) => {
      const counter = new CounterClass(x);
      counter.next();
      return counter.next();
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar("a prototype that is a literal", (x) => new AnimalClass(x).weigh() * x, 1.5, polynomial(0, 0, 2)),
  scalar(
    "a constructor that may be called without new",
    (x) => (Pair as unknown as (x: number, y: number) => Pair)(x, x * x).y,
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "a constructor that makes closures",
    (x) => {
      const adder = new (Adder as unknown as new () => { add: (x: number) => unknown; read: () => number })();
      adder.add(x);
      adder.add(x * x);
      return adder.read();
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar("an old constructor that inherits", (x) => new FastClass(x).total(), 1.5, polynomial(0, 1, 4)),
  scalar("a class that extends an old constructor", (x) => new FromFunction(x).twice(), 1.5, polynomial(0, 0, 2)),
  scalar(
    "instanceof of old constructors",
    (x) => (new FastClass(x) instanceof CounterClass ? x * x : 0),
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "Object.create",
    (x) => {
      const car = Object.create(vehicle) as typeof vehicle & { power: number };
      car.power = x * x;
      return car.speed() * (Object.keys(car).length + (Object.hasOwn(car, "wheels") ? 10 : 0));
    },
    1.5,
    polynomial(0, 0, 4),
  ),
  scalar(
    "an own property hides that of the prototype",
    (x) => {
      const car = Object.create(vehicle) as typeof vehicle & { power: number };
      car.power = x;
      car.wheels = x;
      return car.speed() * vehicle.wheels;
    },
    1.5,
    polynomial(0, 0, 4),
  ),
  vector(
    "a method that is borrowed",
    (x) => {
      const counter = { n: x[0]!, step: x[2]! };
      return Counter.prototype.next.call(counter) as number;
    },
    x3,
    product([1, 0, 1], [0, 0, 1]),
  ),
];

conformance("prototypes", old);
