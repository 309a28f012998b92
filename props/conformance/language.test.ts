// Enums, namespaces, types, big integers, dates, labelled blocks, switch.

import { conformance } from "./conform.ts";
import { Direction, Level, Units } from "./fixtures/enums.ts";
import { polynomial, refused, scalar, slopes, thrown, type Program } from "./program.ts";

const typescript: readonly Program[] = [
  scalar(
    "an enum of numbers",
    (x) => (Direction.Down + 2) * x + (Direction[0] === "Up" ? x * x : 0),
    1.5,
    polynomial(0, 3, 1),
  ),
  scalar(
    "an enum of texts",
    (x) => (Level.High === ("high" as Level) ? x * x : x) * Level.Low.length,
    1.5,
    polynomial(0, 0, 3),
  ),
  scalar(
    "an enum in a switch",
    (x) => {
      const step = (d: Direction): number => {
        switch (d) {
          case Direction.Up:
            return x;
          case Direction.Down:
            return -x;
          default:
            return x * x;
        }
      };
      return step(Direction.Up) * 3 + step(Direction.Down) + step(Direction.Left);
    },
    1.5,
    polynomial(0, 2, 1),
  ),
  scalar("a namespace", (x) => Units.toMetres(x) * Units.Deep.factor, 1.5, polynomial(0, 600)),
  scalar(
    "a variable of a namespace",
    (x) => {
      Units.offset = 0;
      Units.shift(x);
      Units.shift(x * x);
      return Units.offset * x;
    },
    1.5,
    polynomial(0, 0, 1, 1),
  ),
  scalar(
    "as const, satisfies and !",
    (x) => {
      const coefficients = [1, 2, 3] as const satisfies readonly number[];
      return coefficients.reduce<number>((y, c, k) => y + c * x ** k, 0) * coefficients[0];
    },
    1.5,
    polynomial(1, 2, 3),
  ),
  scalar(
    "a union with a tag",
    (x) => {
      type Shape = { readonly kind: "circle"; readonly r: number } | { readonly kind: "square"; readonly side: number };
      const area = (s: Shape): number => (s.kind === "circle" ? 3 * s.r ** 2 : s.side ** 2);
      return (
        [
          { kind: "circle", r: x },
          { kind: "square", side: 2 * x },
        ] as Shape[]
      ).reduce((y, s) => y + area(s), 0);
    },
    1.5,
    polynomial(0, 0, 7),
  ),
  scalar(
    "overloads and generics",
    (x) => {
      function first<T>(xs: readonly T[]): T;
      function first<T>(xs: readonly T[], otherwise: T): T;
      function first<T>(xs: readonly T[], otherwise?: T): T {
        return xs[0] ?? (otherwise as T);
      }
      return first([x, 2]) * first([], x);
    },
    1.5,
    polynomial(0, 0, 1),
  ),
];

const rest: readonly Program[] = [
  scalar(
    "big integers",
    (x) => Number(2n ** 70n / 2n ** 68n) * x + Number(BigInt.asUintN(8, 257n)) * x * x,
    1.5,
    polynomial(0, 4, 1),
  ),
  scalar(
    "big integers in a loop",
    (x) => {
      let n = 1n;
      let y = 0;
      while (n < 100n) {
        n *= 3n;
        y += x;
      }
      return y * (n % 2n === 1n ? x : 1);
    },
    1.5,
    polynomial(0, 0, 5),
  ),
  scalar("a date", (x) => new Date(Date.UTC(2020, 4, 17)).getUTCDate() * x, 1.5, polynomial(0, 17)),
  scalar(
    "arithmetic of dates",
    (x) => ((Number(new Date("2020-01-03T00:00:00Z")) - Number(new Date("2020-01-01T00:00:00Z"))) / 86_400_000) * x * x,
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar("a format of Intl", (x) => new Intl.NumberFormat("en-US").format(1234).length * x, 1.5, polynomial(0, 5)),
  scalar(
    "a labelled block",
    (x) => {
      let y = x;
      block: {
        y *= x;
        if (y > 1) break block;
        y += 100;
      }
      return y;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "switch",
    (x) => {
      switch (Math.floor(x)) {
        case 0:
          return x;
        case 1:
          return x * x;
        default:
          return 7;
      }
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "switch that falls through",
    (x) => {
      let y = 0;
      switch (2 as number) {
        case 1:
          y += 100;
        case 2:
          y += x;
        case 3:
          y += x * x;
          break;
        case 4:
          y += 100;
      }
      return y;
    },
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "switch with a default in the middle",
    (x) => {
      const f = (k: number): number => {
        let y = 0;
        switch (k) {
          case 1:
            y += x;
            break;
          default:
            y += 2 * x;
          case 3:
            y *= x;
        }
        return y;
      };
      return f(1) + f(3) + f(9);
    },
    1.5,
    polynomial(0, 1, 2),
  ),
  scalar(
    "switch (true)",
    (x) => {
      switch (true) {
        case x < 1:
          return x;
        case x < 2:
          return x ** 3;
        default:
          return 0;
      }
    },
    1.5,
    polynomial(0, 0, 0, 1),
  ),
  scalar(
    "switch in a loop, with continue",
    (x) => {
      let y = 0;
      for (const c of "abca") {
        switch (c) {
          case "a":
            y += x;
            continue;
          case "b":
            y *= x;
            break;
          default:
            y += 1;
        }
        y += 2;
      }
      return y;
    },
    1.5,
    polynomial(5, 1, 1),
  ),
  scalar(
    "switch with names of its own",
    (x) => {
      switch ("k" as string) {
        case "j": {
          const y = 3;
          return y;
        }
        case "k": {
          const y = x * x;
          return y;
        }
      }
      return 0;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar(
    "cases that are computed",
    (x) => {
      let asked = 0;
      const one = (): number => (asked++, 1);
      switch (1) {
        case one() + 1:
          return 0;
        case one():
          return x * x * asked;
        case one():
          return 9;
      }
      return 8;
    },
    1.5,
    polynomial(0, 0, 2),
  ),
  scalar("numbers from text and booleans", (x) => (Number(true) + Number("") + +"3") * x, 1.5, polynomial(0, 4)),
  scalar(
    "constants of Math and Number",
    (x) => Math.PI * x * x + (Number.MAX_SAFE_INTEGER > 1 ? 1 : 0),
    1.5,
    slopes(
      (v) => 2 * Math.PI * v,
      () => 2 * Math.PI,
    ),
  ),
  scalar("functions of Math", (x) => Math.sin(x) * Math.exp(-x) + Math.log1p(x) + Math.cbrt(x) + Math.atan2(x, 2), 1.5),
  scalar(
    "functions of Math that round",
    (x) => Math.floor(x) * x + Math.trunc(x) * x * x + Math.sign(x) + Math.round(x),
    1.7,
    polynomial(3, 1, 1),
  ),
  scalar(
    "globals",
    (x) => (globalThis.Math === Math ? x : 0) * (typeof window === "undefined" ? x : 1) + (isFinite(x) ? 1 : 0),
    1.5,
    polynomial(1, 0, 1),
  ),
  scalar(
    "console",
    (x) => {
      console.debug("");
      return x * x;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
];

declare const window: unknown;

const throwing = [
  thrown(
    "a text where a method is missing",
    (x) => ("abc" as unknown as { none: () => number }).none() * x,
    1.5,
    TypeError,
    /is not a function/,
  ),
  thrown("big integers and numbers", (x) => Number((1n as unknown as number) + x) ** 2, 1.5, TypeError, /BigInt/),
  thrown("repeat of a negative number", (x) => "a".repeat(-1).length * x, 1.5, RangeError, /-1/),
];

const refusals = [
  refused("an array of one number as a number", (x) => Number([x]) * 2, 1.5, /an array used as a number/),
  refused(
    "an array that a function made in arithmetic",
    (x) => ([x].map((y) => y * y) as unknown as number) * 2,
    1.5,
    /an array used as a number/,
  ),
  refused(
    "an element that is an array in arithmetic",
    (x) => [[x], [x]].reduce((sum, each) => sum - (each as unknown as number), 0),
    1.5,
    /an array used as a number/,
  ),
  ...(
    [
      ["written", (t, x) => void (t[0] = [x] as never)],
      ["given to from", (t, x) => t.set(Float64Array.from([[x]] as never))],
      ["given to of", (t, x) => t.set(Float64Array.of([x] as never))],
      ["given to a constructor", (t, x) => t.set(new Float64Array([[x]] as never))],
      ["set", (t, x) => t.set([[x]] as never)],
      ["given by map", (t, x) => t.set(Float64Array.of(x).map((y) => [y] as never))],
    ] as readonly (readonly [name: string, store: (t: Float64Array, x: number) => void])[]
  ).map(([name, store]) =>
    refused(
      `an array in a typed array, ${name}`,
      (x) => {
        const t = new Float64Array(1);
        store(t, x);
        return t[0]! * 2;
      },
      1.5,
      /an array used as a number/,
    ),
  ),
  refused(
    "a typed array in Math",
    (x) => Math.sin(Float64Array.of(x) as unknown as number),
    1.5,
    /a typed array used as a number/,
  ),
  refused("an array in arithmetic", (x) => ([x] as unknown as number) * 2, 1.5, /an array used as a number/),
  refused(
    "replace with a function",
    (x) => "aXb".replace("X", (m) => m + m).length * x,
    1.5,
    /`replace` with a function/,
  ),
  refused(
    "a variable of a namespace by its plain name",
    (x) => {
      Units.grow(x);
      return x;
    },
    1.5,
    /a variable that a namespace exports, by its plain name/,
  ),
];

conformance("the rest of the language", [...typescript, ...rest], { throwing, refusals });
