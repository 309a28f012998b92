// Modules: imports of all kinds, JSON, modules that import each other, state of a module, packages of Node.

import { strict } from "node:assert";
import { conformance } from "./conform.ts";
import whole, { again as renamed, area, counter, increase, lists, Square, type Sized } from "./fixtures/shapes.ts";
import * as shapes from "./fixtures/shapes.ts";
import { isEvenPower, nested } from "./fixtures/circular-a.ts";
import { isOddPower } from "./fixtures/circular-b.ts";
import { area as areaAgain, deep, star } from "./fixtures/barrel.ts";
import settings from "./fixtures/settings.json" with { type: "json" };
import { polynomial, refused, scalar } from "./program.ts";

const programs = [
  scalar("a function that is imported", (x) => area({ size: x }), 1.5, polynomial(0, 0, 1)),
  scalar("a default export", (x) => whole(x) * x, 1.5, polynomial(0, 0, 10)),
  scalar("an import under another name", (x) => renamed(x), 1.5, polynomial(0, 3)),
  scalar("a module as an object", (x) => shapes.area({ size: x }) * shapes.unit.size, 1.5, polynomial(0, 0, 2)),
  scalar(
    "a function by its name in a module",
    (x) => (shapes as unknown as Record<string, (s: Sized) => number>)["area"]!({ size: 2 * x }),
    1.5,
    polynomial(0, 0, 4),
  ),
  scalar("keys of a module", (x) => (Object.keys(shapes).includes("area") ? x * x : x), 1.5, polynomial(0, 0, 1)),
  scalar("a class that is imported", (x) => new Square(x).doubleArea(), 1.5, polynomial(0, 0, 2)),
  scalar(
    "a variable of another module",
    (x) => {
      const before = counter;
      increase(3);
      return (counter - before) * x;
    },
    1.5,
    polynomial(0, 3),
  ),
  scalar(
    "memory of another module",
    (x) => {
      lists.numbers.length = 0;
      lists.numbers.push(x, x * x);
      return shapes.total();
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar("exports of exports", (x) => areaAgain({ size: x }) * deep.k + star(x), 1.5, polynomial(0, 1, 3)),
  scalar(
    "modules that import each other",
    (x) => (isEvenPower(4) ? x ** 2 : x) + (isOddPower(4) ? 100 : 0),
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar("recursion across modules", (x) => nested(x, 4), 1.5, polynomial(0, 0, 0, 0, 16)),
  scalar(
    "JSON that is imported",
    (x) => settings.weights.reduce((y, w, k) => y + w * x ** k, 0) * settings.nested.scale,
    1.5,
    polynomial(2, 4, 6),
  ),
  scalar("import.meta", (x) => (url.length > 0 ? x * x : x), 1.5, polynomial(0, 0, 1)),
  scalar("a constant of the module that is computed", (x) => table[2]! * x, 1.5, polynomial(0, 4)),
  scalar(
    "a variable of the module",
    (x) => {
      state = x;
      bump();
      return state * x;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar("a function of the module that stands below", (x) => below(x) * x, 1.5, polynomial(0, 1, 1)),
];

const url = import.meta.url;
const table = [0, 1, 2].map((k) => k * k);
let state = 0;
const bump = (): void => {
  state *= 2;
};
function below(x: number): number {
  return x + 1;
}

const refusals = [
  refused(
    "a timer",
    (x) => {
      clearTimeout(0);
      return x * x;
    },
    1.5,
    /`clearTimeout` is not compiled by zeroth/,
  ),
  refused(
    "a function of a package that is not compiled",
    (x) => {
      strict.ok(true);
      return x * x;
    },
    1.5,
    /`ok` is not compiled by zeroth/,
  ),
  refused("a dynamic import", (x) => (typeof import("./fixtures/shapes.ts") === "object" ? x * x : x), 1.5, /import/),
];

conformance("modules", programs, { refusals });
