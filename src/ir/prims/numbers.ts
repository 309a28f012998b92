// Numbers, comparison, logic and strings: JavaScript's operators on operands of any type.

import { unsetValue } from "../../runtime/box.ts";
import { isNumber, isNumeric, type Type } from "../types.ts";
import { comparison, exactly, nearly } from "./arithmetic.ts";
import { asked, effects, ofComparison, ofValues, summed } from "./effects.ts";
import { failsUnlessClass } from "./failing.ts";
import { computing, prim, type Prim } from "./prim.ts";
import type { NumberPrim } from "./names.ts";

const infix =
  (operator: string) =>
  (a = "", b = "") =>
    `${a} ${operator} ${b}`;
const binary = (operator: string, result: Prim["result"], evaluate: Prim["evaluate"]): Prim =>
  prim(2, ofValues, result, evaluate, infix(operator));
const equality = (operator: string, evaluate: Prim["evaluate"]): Prim =>
  prim(2, ofComparison, "bool", evaluate, infix(operator));

// JavaScript's operators take operands of any type; TypeScript accepts this type wherever it asks for numbers or strings.
type Dynamic = number & string;

const arithmetic = (args: readonly Type[]): Type => (args.every(isNumber) ? "num" : "numeric");
const addition = (args: readonly Type[]): Type =>
  args.every(isNumber) ? "num" : args.every(isNumeric) ? "numeric" : args.includes("str") ? "str" : "any";
const bitwise = (args: readonly Type[]): Type => (args.every(isNumber) ? "int" : "numeric");

export const numberPrims: Readonly<Record<NumberPrim, Prim>> = {
  // Numbers, comparison, logic: JavaScript's operators.
  add: computing(
    exactly({ cost: "cheap", isCommutative: true, passesNaN: "all" }),
    prim(2, effects([summed]), addition, (a: Dynamic, b: Dynamic) => a + b, infix("+")),
  ),
  sub: computing(
    exactly({ cost: "cheap", passesNaN: "all" }),
    binary("-", arithmetic, (a: Dynamic, b: Dynamic) => a - b),
  ),
  mul: computing(
    exactly({ cost: "cheap", isCommutative: true, passesNaN: "all" }),
    binary("*", arithmetic, (a: Dynamic, b: Dynamic) => a * b),
  ),
  div: computing(
    exactly({ cost: "expensive", passesNaN: "first" }),
    binary("/", arithmetic, (a: Dynamic, b: Dynamic) => a / b),
  ),
  rem: computing(
    exactly(),
    binary("%", arithmetic, (a: Dynamic, b: Dynamic) => a % b),
  ),
  pow: computing(
    nearly({ cost: "expensive" }),
    binary("**", arithmetic, (a: Dynamic, b: Dynamic) => a ** b),
  ),
  neg: computing(
    exactly({ cost: "cheap", passesNaN: "all" }),
    prim(
      1,
      ofValues,
      arithmetic,
      (a: number) => -a,
      (a = "") => `-${a}`,
    ),
  ),
  /** Unary plus. */
  plus: computing(
    exactly({ passesNaN: "all" }),
    prim(
      1,
      ofValues,
      "num",
      (a: unknown) => +(a as number),
      (a = "") => `+${a}`,
    ),
  ),
  /** ToNumeric, as `++` does: a bigint stays one. */
  numeric: computing(
    exactly(),
    prim(
      1,
      ofValues,
      ([a = "any"]) => (isNumeric(a) ? a : "numeric"),
      (a: unknown) => (typeof a === "bigint" ? a : +(a as number)),
    ),
  ),
  /** `Number(x)`: like `plus`, but takes bigints. */
  number: computing(
    exactly({ passesNaN: "all" }),
    prim(
      1,
      ofValues,
      "num",
      (a: unknown) => Number(a),
      (a = "") => `Number(${a})`,
    ),
  ),
  bitand: computing(
    exactly({ cost: "cheap" }),
    binary("&", bitwise, (a: number, b: number) => a & b),
  ),
  bitor: computing(
    exactly({ cost: "cheap" }),
    binary("|", bitwise, (a: number, b: number) => a | b),
  ),
  bitxor: computing(
    exactly(),
    binary("^", bitwise, (a: number, b: number) => a ^ b),
  ),
  shl: computing(
    exactly({ cost: "cheap" }),
    binary("<<", bitwise, (a: number, b: number) => a << b),
  ),
  shr: computing(
    exactly({ cost: "cheap" }),
    binary(">>", bitwise, (a: number, b: number) => a >> b),
  ),
  ushr: computing(
    exactly(),
    binary(">>>", bitwise, (a: number, b: number) => a >>> b),
  ),
  bitnot: computing(
    exactly(),
    prim(
      1,
      ofValues,
      bitwise,
      (a: number) => ~a,
      (a = "") => `~${a}`,
    ),
  ),
  lt: computing(
    comparison,
    binary("<", "bool", (a: number, b: number) => a < b),
  ),
  le: computing(
    comparison,
    binary("<=", "bool", (a: number, b: number) => a <= b),
  ),
  gt: computing(
    comparison,
    binary(">", "bool", (a: number, b: number) => a > b),
  ),
  ge: computing(
    comparison,
    binary(">=", "bool", (a: number, b: number) => a >= b),
  ),
  eq: computing(
    comparison,
    equality("===", (a: unknown, b: unknown) => a === b),
  ),
  ne: computing(
    comparison,
    equality("!==", (a: unknown, b: unknown) => a !== b),
  ),
  "loose-eq": computing(
    exactly(),
    // oxlint-disable-next-line eqeqeq
    equality("==", (a: unknown, b: unknown) => a == b),
  ),
  "loose-ne": computing(
    exactly(),
    // oxlint-disable-next-line eqeqeq
    equality("!=", (a: unknown, b: unknown) => a != b),
  ),
  not: computing(
    exactly({ cost: "cheap" }),
    prim(
      1,
      ofValues,
      "bool",
      (a: unknown) => !a,
      (a = "") => `!${a}`,
    ),
  ),
  typeof: computing(
    exactly(),
    prim(
      1,
      ofValues,
      "str",
      (a: unknown) => typeof a,
      (a = "") => `typeof ${a}`,
    ),
  ),
  instanceof: prim(
    2,
    effects([asked], { fails: failsUnlessClass }),
    "bool",
    (a: unknown, b: unknown) => a instanceof (b as new () => unknown),
    infix("instanceof"),
  ),
  /** ToString, as template literals do. */
  "to-string": computing(
    exactly(),
    prim(
      1,
      ofValues,
      "str",
      // ToString refuses symbols; String() would not.
      // oxlint-disable-next-line typescript/no-unnecessary-template-expression
      (a: unknown) => `${a as string}`,
      (a = "") => `\`\${${a}}\``,
    ),
  ),
  "is-nullish": computing(
    exactly(),
    prim(
      1,
      ofValues,
      "bool",
      (a: unknown) => a === null || a === undefined,
      (a = "") => `${a} == null`,
    ),
  ),
  "is-unset": prim(1, ofValues, "bool", (a: unknown) => a === unsetValue),
  "is-number": computing(
    exactly(),
    prim(
      1,
      ofValues,
      "bool",
      (a: unknown) => typeof a === "number",
      (a = "") => `typeof ${a} === "number"`,
    ),
  ),
};
