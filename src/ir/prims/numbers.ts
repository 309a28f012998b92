// Numbers, comparison, logic and strings: JavaScript's operators on operands of any type.

import { unsetValue } from "../../runtime/box.ts";
import { isNumber, isNumeric, type Type } from "../types.ts";
import { effects, ofValues, summed } from "./effects.ts";
import { prim, type Prim } from "./prim.ts";
import type { NumberPrim } from "./names.ts";

const infix =
  (operator: string) =>
  (a = "", b = "") =>
    `${a} ${operator} ${b}`;
const binary = (operator: string, result: Prim["result"], evaluate: Prim["evaluate"]): Prim =>
  prim(2, ofValues, result, evaluate, infix(operator));

// JavaScript's operators on unknown operands; `any` here is what the language itself says.
type Dynamic = number & string;

const arithmetic = (args: readonly Type[]): Type => (args.every(isNumber) ? "num" : "numeric");
const addition = (args: readonly Type[]): Type =>
  args.every(isNumber) ? "num" : args.every(isNumeric) ? "numeric" : "any";
const bitwise = (args: readonly Type[]): Type => (args.every(isNumber) ? "int" : "numeric");

export const numberPrims: Readonly<Record<NumberPrim, Prim>> = {
  // Numbers, comparison, logic: JavaScript's operators.
  add: prim(2, effects([summed]), addition, (a: Dynamic, b: Dynamic) => a + b, infix("+")),
  sub: binary("-", arithmetic, (a: Dynamic, b: Dynamic) => a - b),
  mul: binary("*", arithmetic, (a: Dynamic, b: Dynamic) => a * b),
  div: binary("/", arithmetic, (a: Dynamic, b: Dynamic) => a / b),
  rem: binary("%", arithmetic, (a: Dynamic, b: Dynamic) => a % b),
  pow: binary("**", arithmetic, (a: Dynamic, b: Dynamic) => a ** b),
  neg: prim(
    1,
    ofValues,
    arithmetic,
    (a: number) => -a,
    (a = "") => `-${a}`,
  ),
  /** Unary plus. */
  plus: prim(
    1,
    ofValues,
    "num",
    (a: unknown) => +(a as number),
    (a = "") => `+${a}`,
  ),
  /** ToNumeric, as `++` does: a bigint stays one. */
  numeric: prim(
    1,
    ofValues,
    ([a = "any"]) => (isNumeric(a) ? a : "numeric"),
    (a: unknown) => (typeof a === "bigint" ? a : +(a as number)),
  ),
  /** `Number(x)`: like `plus`, but takes bigints. */
  number: prim(
    1,
    ofValues,
    "num",
    (a: unknown) => Number(a),
    (a = "") => `Number(${a})`,
  ),
  bitand: binary("&", bitwise, (a: number, b: number) => a & b),
  bitor: binary("|", bitwise, (a: number, b: number) => a | b),
  bitxor: binary("^", bitwise, (a: number, b: number) => a ^ b),
  shl: binary("<<", bitwise, (a: number, b: number) => a << b),
  shr: binary(">>", bitwise, (a: number, b: number) => a >> b),
  ushr: binary(">>>", bitwise, (a: number, b: number) => a >>> b),
  bitnot: prim(
    1,
    ofValues,
    bitwise,
    (a: number) => ~a,
    (a = "") => `~${a}`,
  ),
  lt: binary("<", "bool", (a: number, b: number) => a < b),
  le: binary("<=", "bool", (a: number, b: number) => a <= b),
  gt: binary(">", "bool", (a: number, b: number) => a > b),
  ge: binary(">=", "bool", (a: number, b: number) => a >= b),
  eq: binary("===", "bool", (a: unknown, b: unknown) => a === b),
  ne: binary("!==", "bool", (a: unknown, b: unknown) => a !== b),
  // oxlint-disable-next-line eqeqeq
  "loose-eq": binary("==", "bool", (a: unknown, b: unknown) => a == b),
  // oxlint-disable-next-line eqeqeq
  "loose-ne": binary("!=", "bool", (a: unknown, b: unknown) => a != b),
  not: prim(
    1,
    ofValues,
    "bool",
    (a: unknown) => !a,
    (a = "") => `!${a}`,
  ),
  typeof: prim(
    1,
    ofValues,
    "str",
    (a: unknown) => typeof a,
    (a = "") => `typeof ${a}`,
  ),
  instanceof: binary("instanceof", "bool", (a: unknown, b: unknown) => a instanceof (b as new () => unknown)),
  /** ToString, as template literals do. */
  "to-string": prim(
    1,
    ofValues,
    "str",
    // ToString refuses symbols; String() would not.
    // oxlint-disable-next-line typescript/no-unnecessary-template-expression
    (a: unknown) => `${a as string}`,
    (a = "") => `\`\${${a}}\``,
  ),
  "is-nullish": prim(
    1,
    ofValues,
    "bool",
    (a: unknown) => a === null || a === undefined,
    (a = "") => `${a} == null`,
  ),
  "is-unset": prim(1, ofValues, "bool", (a: unknown) => a === unsetValue),
  "is-number": prim(
    1,
    ofValues,
    "bool",
    (a: unknown) => typeof a === "number",
    (a = "") => `typeof ${a} === "number"`,
  ),
};
