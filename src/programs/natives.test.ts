// Values of the language that carry no derivative: dates, formats, expressions, errors. They are made and used as JavaScript does
// it, and a number that a derivative would be lost with is refused.

import { describe, expect, test } from "vitest";
import { grad, jvp } from "zeroth";
import { checkProgram, program, type AnyProgram } from "../test-support/check-program.ts";

const euros = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });
const order = new Intl.Collator("en", { numeric: true });

class Failure extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message, { cause: at * at });
    this.at = at;
  }
}

const programs: readonly AnyProgram[] = [
  program(
    "dates",
    (x: number) => {
      const start = new Date(0);
      const end = new Date(86_400_000);
      end.setUTCHours(12);
      const days = (end.getTime() - start.getTime()) / 86_400_000;
      return x * x * days * (+end > +start ? start.toISOString().length : 0);
    },
    [[1.5]],
    (x) => [72 * x],
  ),
  program(
    "a date of a number that varies: whole milliseconds",
    (x: number) => x * x * (1 + new Date(Math.abs(x)).getTime()) * Math.sign(Date.UTC(2000, x)),
    [[0.5]],
    (x) => [2 * x],
    { kink: true },
  ),
  program(
    "the present time",
    (x: number) => {
      const started = performance.now();
      const today = new Date();
      const passed = Date.now() - today.getTime() + (performance.now() - started);
      return passed >= 0 && Date().length > 10 && today instanceof Date ? x ** 3 : x;
    },
    [[0.7]],
    (x) => [3 * x * x],
  ),
  program(
    "formats that are made here and elsewhere",
    (x: number) => {
      const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
      const dates = new Intl.DateTimeFormat("en", { timeZone: "UTC", year: "numeric" });
      const text = euros.format(x) + plain.format(12) + dates.format(new Date(0));
      const plural = new Intl.PluralRules("en").select(1);
      const list = new Intl.ListFormat("en").format(["a", plural]);
      const parts = plain.formatToParts(1234).map(({ type }) => type);
      return x * x * (text === `€${x.toFixed(2)}121970` ? list.length + parts.length : 0) * -order.compare("2", "10");
    },
    [[1.5]],
    (x) => [2 * 12 * x],
    { kink: true },
  ),
  program(
    "a comparison of texts that sorts records",
    (x: number) => {
      const rows = [
        { name: "b10", v: x },
        { name: "b2", v: x * x },
      ].sort((a, b) => order.compare(a.name, b.name));
      return (rows[0]?.v ?? 0) * 3 + (rows[1]?.v ?? 0) * ["b", "a"].sort(order.compare).length;
    },
    [[1.5]],
    (x) => [6 * x + 2],
  ),
  program(
    "regular expressions",
    (x: number) => {
      const found = new RegExp("(?<n>\\d+)", "g").exec("a12b");
      const again = new RegExp(/b/, "i");
      return x * x * Number(found?.groups?.["n"]) * (again.test("B") ? again.flags.length : 0) * (found?.index ?? 0);
    },
    [[1.5]],
    (x) => [24 * x],
  ),
  program(
    "objects that hold texts and booleans",
    (x: number) => {
      const text = new String("abc");
      const yes = new Boolean(false);
      // oxlint-disable-next-line typescript/strict-boolean-expressions -- an object is true, whatever it holds
      return x * x * text.length * (yes ? 2 : 1) * (yes.valueOf() ? 0 : 1) * `${text.valueOf()}${String(yes)}`.length;
    },
    [[1.5]],
    (x) => [96 * x],
  ),
  program(
    "symbols, buffers and random bytes",
    (x: number) => {
      const key = Symbol("key");
      const o = { [key]: x * x };
      const buffer = new ArrayBuffer(16);
      const numbers = new Float64Array(buffer);
      numbers[1] = o[key];
      const bytes = crypto.getRandomValues(new Uint8Array(3));
      return (
        (numbers[1] ?? 0) *
        buffer.byteLength *
        bytes.length *
        (crypto.randomUUID().length / 36) *
        (key.description ?? "").length
      );
    },
    [[1.5]],
    (x) => [2 * 16 * 9 * x],
  ),
  program(
    "the cause of an error, and its errors",
    (x: number) => {
      const error = new Error("a", { cause: x * x });
      const called = TypeError("b", { cause: { x } });
      const many = new AggregateError([x ** 3, error], "c", { cause: x });
      const first = many.errors[0] as number;
      const same = many.errors[1] === error && Object.keys(many).length === 0 && many.message === "c";
      return (error.cause as number) + (called.cause as { x: number }).x + (same ? first : 0) + (many.cause as number);
    },
    [[1.5]],
    (x) => [2 * x + 2 + 3 * x * x],
  ),
  program(
    "the cause of an error of the program's own",
    (x: number) => {
      const failure = new Failure("a", x);
      return (
        (failure.cause as number) + failure.at + (Object.keys(failure).join() === "at" ? failure.message.length : 0)
      );
    },
    [[1.5]],
    (x) => [2 * x + 1],
  ),
  program(
    "valueOf of a number",
    (x: number) => x.valueOf() * x,
    [[1.5]],
    (x) => [2 * x],
  ),
];

describe("programs", () => {
  test.each(programs)("$name", (each) => {
    checkProgram(each);
  });
});

const refusal = (f: (x: number) => number): string => {
  try {
    grad(f)(2);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("refusals", () => {
  test("an object that holds a number, with what to write instead", () => {
    const said = refusal((x) => (new Number(x) as number) * x);
    expect(said).toMatch(/natives\.test\.ts:\d+:\d+: unsupported: the construction of Number/);
    expect(said).toContain("use the number itself, or Number(x) without new");
    expect(() => jvp((x: number) => (new Number(x) as number) * x, [2], [1])).toThrow("the construction of Number");
    expect(grad((x: number) => Number(x) * x)(2)).toBe(4);
  });

  test("views of bytes, which would lose a derivative", () => {
    const viaBytes = (x: number): number => {
      const view = new DataView(new ArrayBuffer(8));
      view.setFloat64(0, x);
      return view.getFloat64(0);
    };
    expect(refusal(viaBytes)).toContain("the construction of DataView");
  });
});
