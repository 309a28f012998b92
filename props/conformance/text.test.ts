// Texts, regular expressions, tagged templates.

import { conformance } from "./conform.ts";
import { polynomial, scalar, type Program } from "./program.ts";

const texts: readonly Program[] = [
  scalar("template strings", (x) => `${1 + 1}${"a".repeat(3)}`.length * x, 1.5, polynomial(0, 4)),
  scalar(
    "numbers in text",
    (x) => Number("2.5") * x + parseFloat("3abc") * x * x + parseInt("101", 2),
    1.5,
    polynomial(5, 2.5, 3),
  ),
  scalar(
    "methods of texts",
    (x) => " Hello ".trim().toUpperCase().indexOf("L") * x + "abc".padStart(5, "-").length,
    1.5,
    polynomial(5, 2),
  ),
  scalar(
    "split and join",
    (x) =>
      "1,2,3"
        .split(",")
        .map(Number)
        .reduce((y, c, k) => y + c * x ** k, 0),
    1.5,
    polynomial(1, 2, 3),
  ),
  scalar(
    "slice, substring and at",
    (x) => ("abcdef".slice(1, -1).length + "abcdef".substring(4, 1).length) * x + ("abc".at(-1) === "c" ? 1 : 0),
    1.5,
    polynomial(1, 7),
  ),
  scalar(
    "codes of characters",
    (x) => ("b".charCodeAt(0) - "a".charCodeAt(0)) * x + String.fromCharCode(65).length * x * x,
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "comparison of texts",
    (x) => ("a" < "b" ? x : 0) + ["b", "a"].sort((p, q) => p.localeCompare(q))[0]!.length * x * x,
    1.5,
    polynomial(0, 1, 1),
  ),
  scalar(
    "startsWith, endsWith, includes",
    (x) => ("file.ts".endsWith(".ts") ? x : 0) * ("file.ts".startsWith("f") ? x : 0) + ("abc".includes("z") ? 9 : 1),
    1.5,
    polynomial(1, 0, 1),
  ),
  scalar(
    "an accumulator of text",
    (x) => {
      let text = "";
      for (let i = 0; i < 4; i++) text += i;
      return text === "0123" ? x * x : x;
    },
    1.5,
    polynomial(0, 0, 1),
  ),
  scalar("toFixed and String in a message", (x) => (x.toFixed(1).length + String(x).length) * x, 1.5, polynomial(0, 6)),
  scalar(
    "text as keys of a table",
    (x) => {
      const table: Record<string, (v: number) => number> = { "+": (v) => v + 1, "*": (v) => v * 2 };
      return [..."+*+"].reduce((y, op) => table[op]!(y), x) * x;
    },
    1.5,
    polynomial(0, 3, 2),
  ),
  scalar(
    "a small parser",
    (x) => {
      const source = "x*x+3*x";
      return source
        .split("+")
        .reduce((y, term) => y + term.split("*").reduce((p, f) => p * (f === "x" ? x : Number(f)), 1), 0);
    },
    1.5,
    polynomial(0, 3, 1),
  ),
  scalar(
    "a calculator in reverse Polish notation",
    (x) => {
      const stack: number[] = [];
      for (const token of "x 2 * x + x *".split(" ")) {
        if (token === "x") stack.push(x);
        else if (token === "*") stack.push(stack.pop()! * stack.pop()!);
        else if (token === "+") stack.push(stack.pop()! + stack.pop()!);
        else stack.push(Number(token));
      }
      return stack[0]!;
    },
    1.5,
    polynomial(0, 0, 3),
  ),
];

const tag = (strings: TemplateStringsArray, ...values: readonly number[]): number =>
  values.reduce((y, v, i) => y + v * strings[i]!.length, strings.at(-1)!.length);

const patterns: readonly Program[] = [
  scalar("a regular expression that tests", (x) => (/^a+b$/.test("aaab") ? x * x : 0), 1.5, polynomial(0, 0, 1)),
  scalar(
    "groups of a match",
    (x) => {
      const [, n = "", unit = ""] = /^(\d+)(\w+)$/.exec("25cm") ?? [];
      return Number(n) * x + unit.length * x * x;
    },
    1.5,
    polynomial(0, 25, 2),
  ),
  scalar(
    "named groups",
    (x) => {
      const { year, month } = /(?<year>\d{4})-(?<month>\d\d)/.exec("2020-05")!.groups as {
        year: string;
        month: string;
      };
      return (Number(year) / 1000) * x + Number(month) * x * x;
    },
    1.5,
    polynomial(0, 2.02, 5),
  ),
  scalar("no match", (x) => (("abc".match(/\d/) ?? [x])[0] as number) * x, 1.5, polynomial(0, 0, 1)),
  scalar(
    "all matches",
    (x) =>
      "1a22b3"
        .match(/\d+/g)!
        .map(Number)
        .reduce((y, c, k) => y + c * x ** k, 0),
    1.5,
    polynomial(1, 22, 3),
  ),
  scalar(
    "replace",
    (x) => "a-b-c".replace(/-/g, "").length * x + "aXb".replace("X", "YY").length,
    1.5,
    polynomial(4, 3),
  ),
  scalar("split by a pattern", (x) => "a1b22c".split(/\d+/).length * x * x, 1.5, polynomial(0, 0, 3)),
  scalar(
    "lastIndex of a sticky expression",
    (x) => {
      const token = /\d|x/gy;
      let y = 0;
      for (let m = token.exec("1x2x"); m !== null; m = token.exec("1x2x"))
        y += m[0] === "x" ? x * token.lastIndex : Number(m[0]);
      return y;
    },
    1.5,
    polynomial(3, 6),
  ),
  scalar("a tagged template", (x) => tag`a${x}bb${x * x}ccc`, 1.5, polynomial(3, 1, 2)),
  scalar("a tagged template of raw text", (x) => String.raw`a\n${1}`.length * x, 1.5, polynomial(0, 4)),
];

conformance("text", [...texts, ...patterns]);
