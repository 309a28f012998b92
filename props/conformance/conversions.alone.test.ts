// Objects that become numbers: valueOf, toString and Symbol.toPrimitive.

import { conformance } from "./conform.ts";
import { polynomial, scalar } from "./program.ts";

class Money {
  readonly amount: number;
  constructor(amount: number) {
    this.amount = amount;
  }
  valueOf(): number {
    return this.amount;
  }
}

class Metres {
  readonly metres: number;
  constructor(metres: number) {
    this.metres = metres;
  }
  [Symbol.toPrimitive](hint: string): number | string {
    return hint === "string" ? "metres" : this.metres * 2;
  }
}

const money = (x: number): number => new Money(x) as unknown as number;

const programs = [
  scalar("valueOf in a product", (x) => money(x) * money(x), 1.5, polynomial(0, 0, 1)),
  scalar("valueOf in a sum", (x) => 1 + money(x * x), 1.5, polynomial(1, 0, 1)),
  scalar("valueOf in a comparison", (x) => (money(x) > 1 ? x * x : x), 1.5, polynomial(0, 0, 1)),
  scalar("valueOf in a call of Math", (x) => Math.abs(money(x * x)), 1.5, polynomial(0, 0, 1)),
  scalar("Number of an object", (x) => Number(new Money(x)) * x, 1.5, polynomial(0, 0, 1)),
  scalar("unary operators", (x) => -money(x) * +money(x), 1.5, polynomial(0, 0, -1)),
  scalar(
    "Symbol.toPrimitive",
    (x) => (new Metres(x) as unknown as number) * x + `${new Metres(x) as unknown as string}`.length,
    1.5,
    polynomial(6, 0, 2),
  ),
  scalar("valueOf of a record", (x) => (({ valueOf: () => x * x }) as unknown as number) * 2, 1.5, polynomial(0, 0, 2)),
  scalar(
    "compound assignment",
    (x) => {
      let y = x;
      y *= money(x);
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
];

conformance("conversions", programs);
