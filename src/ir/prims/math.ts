// The functions of `Math`; `Math.pow` is the operator `**` on numbers.

import { effects, ofValues } from "./effects.ts";
import { prim, type Prim } from "./prim.ts";
import type { MathPrim } from "./names.ts";

const math1 = (name: keyof typeof Math): Prim =>
  prim(1, ofValues, "num", Math[name] as (x: number) => number, (x = "") => `Math.${String(name)}(${x})`);
const math2 = (name: keyof typeof Math): Prim =>
  prim(
    2,
    ofValues,
    "num",
    Math[name] as (x: number, y: number) => number,
    (x = "", y = "") => `Math.${String(name)}(${x}, ${y})`,
  );
const mathN = (name: "max" | "min" | "hypot"): Prim =>
  prim({ atLeast: 0 }, ofValues, "num", Math[name], (...args) => `Math.${name}(${args.join(", ")})`);

export const mathPrims: Readonly<Record<MathPrim, Prim>> = {
  abs: math1("abs"),
  acos: math1("acos"),
  acosh: math1("acosh"),
  asin: math1("asin"),
  asinh: math1("asinh"),
  atan: math1("atan"),
  atanh: math1("atanh"),
  atan2: math2("atan2"),
  cbrt: math1("cbrt"),
  ceil: math1("ceil"),
  clz32: math1("clz32"),
  cos: math1("cos"),
  cosh: math1("cosh"),
  exp: math1("exp"),
  expm1: math1("expm1"),
  floor: math1("floor"),
  fround: math1("fround"),
  hypot: mathN("hypot"),
  imul: math2("imul"),
  log: math1("log"),
  log10: math1("log10"),
  log1p: math1("log1p"),
  log2: math1("log2"),
  max: mathN("max"),
  min: mathN("min"),
  random: prim(0, effects([], { isAnything: true }), "num", Math.random, () => "Math.random()"),
  round: math1("round"),
  sign: math1("sign"),
  sin: math1("sin"),
  sinh: math1("sinh"),
  sqrt: math1("sqrt"),
  tan: math1("tan"),
  tanh: math1("tanh"),
  trunc: math1("trunc"),
};
