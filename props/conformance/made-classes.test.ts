// Classes, and objects with getters and setters, that the function makes itself; classes that extend arrays, maps and sets.

import { conformance } from "./conform.ts";
import { polynomial, refused, scalar, thrown } from "./program.ts";

const cubic = polynomial(0, 0, 0, 1);
const square = polynomial(0, 0, 1);

interface Twice {
  twice(): number;
}

class Samples extends Array<number> {
  mean(): number {
    return this.reduce((sum, v) => sum + v, 0) / this.length;
  }
  static readonly kind = 2;
}

class Doubling extends Map<string, number> {
  override set(key: string, value: number): this {
    return super.set(key, 2 * value);
  }
  total(): number {
    let sum = 0;
    for (const value of this.values()) sum += value;
    return sum;
  }
}

class Bag extends Set<number> {
  sum(): number {
    let sum = 0;
    for (const value of this) sum += value;
    return sum;
  }
}

class Base {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
}

/** `super` in branches: the type checker cannot see that they are complete. */
class Branching extends Base {
  constructor(v: number, isPlain: boolean) {
    if (isPlain) {
      super(v);
    } else {
      super(v * v);
    }
    this.v *= v;
  }
}

conformance(
  "classes that functions make",
  [
    scalar(
      "a field and a method that captured a number",
      (x) => {
        class Scale {
          k = x * x;
          of(v: number): number {
            return this.k * v;
          }
        }
        return new Scale().of(x);
      },
      1.5,
      cubic,
    ),
    scalar(
      "a constructor that captured a number",
      (x) => {
        class Point {
          readonly v: number;
          constructor(u: number) {
            this.v = u * x;
          }
        }
        return new Point(x).v * new Point(1).v;
      },
      1.5,
      cubic,
    ),
    scalar(
      "a parent that captured a number",
      (x) => {
        class Parent {
          v = x;
          scaled(): number {
            return this.v * x;
          }
        }
        class Child extends Parent {
          override scaled(): number {
            return super.scaled() * this.v;
          }
        }
        return new Child().scaled();
      },
      1.5,
      cubic,
    ),
    scalar(
      "a parent's constructor with arguments",
      (x) => {
        class Parent {
          v: number;
          constructor(v: number) {
            this.v = v * x;
          }
        }
        class Child extends Parent {
          w = this.v * x;
          constructor(v: number) {
            super(v);
            this.w += 0;
          }
        }
        return new Child(x).w;
      },
      1.5,
      cubic,
    ),
    scalar(
      "a mixin",
      (x) => {
        type Made = new () => { v: number };
        const twice = (Parent: Made): new () => Twice =>
          class extends Parent {
            twice(): number {
              return 2 * this.v * x;
            }
          };
        return new (twice(
          class {
            v = x * x;
          },
        ))().twice();
      },
      1.5,
      polynomial(0, 0, 0, 2),
    ),
    scalar(
      "a class that names itself",
      (x) => {
        class List {
          static made = 0;
          v: number;
          next: List | null;
          constructor(v: number, n: number) {
            List.made += x;
            this.v = v;
            this.next = n > 0 ? new List(v * x, n - 1) : null;
          }
          last(): number {
            return this.next === null ? this.v : this.next.last();
          }
        }
        return new List(x, 2).last() * List.made;
      },
      1.2,
      polynomial(0, 0, 0, 0, 3),
    ),
    scalar(
      "static fields, methods and blocks",
      (x) => {
        class Table {
          static k = x;
          static twice: number;
          static {
            this.twice = this.k * 2;
          }
          static of(v: number): number {
            return this.k * this.twice * v;
          }
        }
        return Table.of(x);
      },
      1.5,
      polynomial(0, 0, 0, 2),
    ),
    scalar(
      "super in static methods",
      (x) => {
        class Parent {
          static of(v: number): number {
            return v * x;
          }
        }
        class Child extends Parent {
          static override of(v: number): number {
            return super.of(v) * x;
          }
        }
        return Child.of(x);
      },
      1.5,
      cubic,
    ),
    scalar(
      "getters and setters",
      (x) => {
        class Held {
          #v = x;
          get heldInClass(): number {
            return this.#v * x;
          }
          set heldInClass(v: number) {
            this.#v = v * x;
          }
        }
        const held = new Held();
        held.heldInClass = x;
        return held.heldInClass;
      },
      1.5,
      cubic,
    ),
    scalar(
      "getters and setters of parents",
      (x) => {
        class Parent {
          v = 1;
          get heldByParent(): number {
            return this.v;
          }
          set heldByParent(v: number) {
            this.v = v * x;
          }
        }
        class Child extends Parent {
          override get heldByParent(): number {
            return super.heldByParent * x;
          }
          override set heldByParent(v: number) {
            super.heldByParent = v;
          }
        }
        const child = new Child();
        child.heldByParent = x;
        return child.heldByParent;
      },
      1.5,
      cubic,
    ),
    scalar(
      "private methods and static private fields",
      (x) => {
        class Secret {
          static #k = x;
          static #scale(v: number): number {
            return v * this.#k;
          }
          #square(v: number): number {
            return v * v;
          }
          of(v: number): number {
            return Secret.#scale(this.#square(v));
          }
          static has(o: object): boolean {
            return #square in o;
          }
        }
        const secret = new Secret();
        return Secret.has(secret) && !Secret.has({}) ? secret.of(x) : 0;
      },
      1.5,
      cubic,
    ),
    scalar(
      "private functions that captured a number",
      (x) => {
        class Secret {
          #scaled(v: number): number {
            return v * x;
          }
          get #own(): number {
            return x;
          }
          static #twice(v: number): number {
            return 2 * v * x;
          }
          of(v: number): number {
            return this.#scaled(v) * this.#own + Secret.#twice(v);
          }
        }
        return new Secret().of(x);
      },
      1.5,
      polynomial(0, 0, 2, 1),
    ),
    scalar(
      "a class made anew in each step of a loop",
      (x) => {
        let product = 1;
        for (let i = 1; i <= 3; i++) {
          class Step {
            v = x * i;
            of(): number {
              return this.v / i;
            }
          }
          product *= new Step().of();
        }
        return product;
      },
      1.5,
      cubic,
    ),
    scalar(
      "the constructor of an instance",
      (x) => {
        class Point {
          v: number;
          constructor(v: number) {
            this.v = v * x;
          }
          again(): Point {
            return new (this.constructor as typeof Point)(this.v);
          }
        }
        return new Point(x).again().v;
      },
      1.5,
      cubic,
    ),
    scalar(
      "computed names of methods and static fields",
      (x) => {
        const key = `of${1 + 1}`;
        class Named {
          [key](): number {
            return x * x;
          }
          // @ts-expect-error -- only a run tells the name
          static [`${key}s`] = x;
        }
        type Read = Record<string, unknown>;
        return (
          ((new Named() as unknown as Read)["of2"] as () => number)() * ((Named as unknown as Read)["of2s"] as number)
        );
      },
      1.5,
      cubic,
    ),
    scalar(
      "computed names of fields, getters and setters",
      (x) => {
        const key = Symbol("k");
        const name = ["computed", "Getter"].join("");
        class A {
          [key] = x;
          get [name](): number {
            return 3;
          }
        }
        return new A()[key] ** ((new A() as unknown as Record<string, number>)[name]! > 2 ? 3 : 1);
      },
      1.5,
      cubic,
    ),
    scalar(
      "a class in a field",
      (x) => {
        class Outer {
          Inner = class {
            v = x;
          };
        }
        return new new Outer().Inner().v ** 2;
      },
      1.5,
      square,
    ),
    scalar(
      "names and keys of what classes have",
      (x) => {
        class Named {
          method(): void {}
          get readInNamed(): number {
            return 1;
          }
          field = 1;
        }
        const counted = Object.keys(new Named()).length + Object.keys(Named.prototype).length;
        return Named.name === "Named" && Named.prototype.method.name === "method" ? x ** (counted + 1) : 0;
      },
      1.5,
      square,
    ),
    scalar(
      "instanceof",
      (x) => {
        class A {}
        class B extends A {}
        const b = new B();
        return b instanceof A && b instanceof B && !(new A() instanceof B) ? x * x : 0;
      },
      1.5,
      square,
    ),
    scalar(
      "an error of a class made here",
      (x) => {
        class Found extends Error {
          readonly v: number;
          constructor(v: number) {
            super("found");
            this.v = v;
          }
        }
        try {
          throw new Found(x * x);
        } catch (error) {
          return (error as Found).v * x;
        }
      },
      1.5,
      cubic,
    ),
    scalar(
      "an iterable class",
      (x) => {
        class Powers {
          readonly n: number;
          constructor(n: number) {
            this.n = n;
          }
          *[Symbol.iterator](): Generator<number> {
            let p = 1;
            for (let k = 0; k < this.n; k++) yield (p *= x);
          }
        }
        let last = 0;
        for (const p of new Powers(3)) last = p;
        return last;
      },
      1.5,
      cubic,
    ),
    scalar(
      "a constructor that returns an object",
      (x) => {
        class Other {
          v = 0;
          constructor(v: number) {
            return { v: v * x } as Other;
          }
        }
        return new Other(x).v;
      },
      1.5,
      square,
    ),
    scalar(
      "super in branches",
      (x) => new Branching(x, true).v * new Branching(x, false).v,
      1.2,
      polynomial(0, 0, 0, 0, 0, 1),
    ),
    scalar(
      "an old constructor that captured a number",
      (x) => {
        function Old(this: { v: number }, v: number): void {
          this.v = v * x;
        }
        Old.prototype.of = function (this: { v: number }): number {
          return this.v * x;
        };
        return new (Old as unknown as new (v: number) => { of(): number })(x).of();
      },
      1.5,
      cubic,
    ),
    scalar(
      "a class that extends an old constructor",
      (x) => {
        function Old(this: { v: number }, v: number): void {
          this.v = v * x;
        }
        class Young extends (Old as unknown as typeof Base) {
          of(): number {
            return this.v * x;
          }
        }
        return new Young(x).of();
      },
      1.5,
      cubic,
    ),
    scalar(
      "getters and setters in a literal",
      (x) => {
        let k = x;
        const o = {
          get heldInLiteral(): number {
            return k * x;
          },
          set heldInLiteral(v: number) {
            k = v * this.scale;
          },
          scale: x,
        };
        o.heldInLiteral = x;
        return o.heldInLiteral;
      },
      1.5,
      cubic,
    ),
    scalar(
      "a getter of the length of an array-like",
      (x) => {
        const o = {
          0: x,
          1: x * x,
          get length(): number {
            return x > 1 ? 2 : 1;
          },
        };
        const reduce = Array.prototype.reduce as (this: unknown, f: (a: number, b: number) => number) => number;
        return reduce.call(o, (a, b) => a * b);
      },
      1.5,
      cubic,
    ),
    scalar(
      "a class whose name and length are static fields",
      (x) => {
        class A {
          static name = x * x;
          static length = x;
        }
        return (A.name as unknown as number) * (A.length as unknown as number);
      },
      1.5,
      cubic,
    ),
    scalar(
      "a class of arrays with its own push and pop",
      (x) => {
        class Twice extends Array<number> {
          override push(v: number): number {
            return super.push(2 * v);
          }
          override pop(): number {
            return 2 * (super.pop() as number);
          }
        }
        const twice = new Twice();
        twice.push(x);
        twice.push(x * x);
        return twice.pop() * twice.pop();
      },
      1.5,
      polynomial(0, 0, 0, 16),
    ),
    scalar(
      "a named property of an array that is deleted",
      (x) => {
        const a = [x] as number[] & { k?: number };
        a.k = x * x;
        const u = a.k * (a[0] as number);
        delete a.k;
        return u;
      },
      1.5,
      cubic,
    ),
    scalar(
      "getters that throw, and writes that getters refuse, in `try`",
      (x) => {
        const o = {
          get thrownHere(): number {
            throw new RangeError("no");
          },
        };
        class A {
          static get thrownByClass(): number {
            throw new RangeError("no");
          }
          get readOnlyHere(): number {
            return 1;
          }
        }
        let y = x;
        for (const step of [
          () => o.thrownHere,
          () => A.thrownByClass,
          () => ((new A() as { readOnlyHere: number }).readOnlyHere = 2),
        ]) {
          try {
            y += step();
          } catch (error) {
            y *= error instanceof RangeError ? x : x * x;
          }
        }
        try {
          y += o.thrownHere;
        } catch {
          try {
            y += A.thrownByClass;
          } catch {
            y *= x;
          }
        }
        return y;
      },
      1.2,
      polynomial(0, 0, 0, 0, 0, 0, 1),
    ),
    scalar(
      "a class that extends arrays",
      (x) => {
        const samples = new Samples(x, x * x);
        samples.push(x);
        return samples.mean() * samples.length * Samples.kind;
      },
      1.5,
      polynomial(0, 4, 2),
    ),
    scalar(
      "a class that extends arrays, made here",
      (x) => {
        class Filled extends Array<number> {
          constructor(n: number) {
            super(n);
            this.fill(x);
          }
          sum(): number {
            return this.reduce((sum, v) => sum + v * x, 0);
          }
        }
        return new Filled(4).sum();
      },
      1.5,
      polynomial(0, 0, 4),
    ),
    scalar(
      "a class that extends maps",
      (x) => {
        const map = new Doubling([
          ["a", x],
          ["b", x * x],
        ]);
        map.set("a", 3 * x);
        return map.total() + (map.get("b") as number) * map.size;
      },
      1.5,
      polynomial(0, 6, 6),
    ),
    scalar("a class that extends sets", (x) => new Bag([x, x * x, x]).sum() * x, 1.5, polynomial(0, 0, 1, 1)),
    scalar(
      "a class that extends Object",
      (x) => {
        class Plain extends Object {
          v = x;
          constructor() {
            super();
            this.v *= x;
          }
        }
        return new Plain().v;
      },
      1.5,
      square,
    ),
  ],
  {
    throwing: [
      thrown(
        "a class that is called",
        (x) => {
          class A {
            v = x;
          }
          return (A as unknown as () => A)().v;
        },
        1.5,
        TypeError,
        "Class constructor A cannot be invoked without 'new'",
      ),
      thrown(
        "a constructor that does not call super",
        (x) => {
          class A {}
          class B extends A {
            // oxlint-disable-next-line constructor-super -- this is what throws
            constructor(isMade: boolean) {
              if (isMade) super();
            }
          }
          return new B(x > 5) instanceof A ? x : 0;
        },
        1.5,
        ReferenceError,
        "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
      ),
      thrown(
        "super that is called twice",
        (x) => {
          class A {}
          class B extends A {
            constructor() {
              super();
              // oxlint-disable-next-line constructor-super -- this is what throws
              super();
            }
          }
          return new B() instanceof A ? x : 0;
        },
        1.5,
        ReferenceError,
        "Super constructor may only be called once",
      ),
      thrown(
        "a parent that is no constructor",
        (x) => {
          const parent = x as unknown as new () => object;
          class A extends parent {}
          return new A() instanceof A ? x : 0;
        },
        1.5,
        TypeError,
        "Class extends value 1.5 is not a constructor or null",
      ),
    ],
    refusals: [
      refused(
        "what an object had in place of a method, and has lost",
        (x) => {
          class A {
            of(): number {
              return x;
            }
          }
          const a = new A() as { of?: () => number };
          a.of = () => x * x;
          const y = a.of();
          delete a.of;
          return y;
        },
        1.5,
        /the property "of" of A, which is written or deleted/,
      ),
      refused(
        "what a prototype had, and has lost",
        (x) => {
          class A {}
          const prototype = A.prototype as { k?: number };
          prototype.k = x * x;
          const y = (new A() as { k?: number }).k as number;
          delete prototype.k;
          return y;
        },
        1.5,
        /the property "k" of A, which is written or deleted/,
      ),
      refused(
        "a derivative through a getter with a computed name",
        (x) => {
          const name = `computed${x}`;
          const o = {
            get [name](): number {
              return x;
            },
          };
          return (o as Record<string, number>)[name]! * x;
        },
        1.5,
        /the derivative passes through the accessor "computed1.5"/,
      ),
      refused(
        "a getter that is spread",
        (x) => {
          const o = {
            get spreadHere(): number {
              return x * x;
            },
            b: x,
          };
          const { spreadHere, b } = { ...o };
          return spreadHere * b;
        },
        1.5,
        /the derivative passes through the accessor "spreadHere"/,
      ),
    ],
  },
);
