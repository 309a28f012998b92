// The functions of `Math`; `Math.pow` is the operator `**` on numbers.

import { exactly, nearly } from "./arithmetic.ts";
import { effects, ofValues } from "./effects.ts";
import { computing, prim, type Prim } from "./prim.ts";
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
  abs: computing(exactly({ cost: "expensive", passesNaN: "all" }), math1("abs")),
  acos: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("acos")),
  acosh: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("acosh")),
  asin: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("asin")),
  asinh: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("asinh")),
  atan: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("atan")),
  atanh: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("atanh")),
  atan2: computing(nearly({ cost: "expensive" }), math2("atan2")),
  cbrt: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("cbrt")),
  ceil: computing(exactly({ cost: "expensive", passesNaN: "all" }), math1("ceil")),
  clz32: computing(exactly({ cost: "expensive" }), math1("clz32")),
  cos: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("cos")),
  cosh: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("cosh")),
  exp: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("exp")),
  expm1: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("expm1")),
  floor: computing(exactly({ cost: "expensive", passesNaN: "all" }), math1("floor")),
  fround: computing(exactly({ cost: "expensive", passesNaN: "all" }), math1("fround")),
  hypot: computing(nearly({ cost: "expensive" }), mathN("hypot")),
  imul: computing(exactly({ cost: "expensive" }), math2("imul")),
  log: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("log")),
  log10: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("log10")),
  log1p: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("log1p")),
  log2: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("log2")),
  max: computing(exactly({ cost: "expensive", passesNaN: "all" }), mathN("max")),
  min: computing(exactly({ cost: "expensive", passesNaN: "all" }), mathN("min")),
  random: prim(0, effects([], { isAnything: true }), "num", Math.random, () => "Math.random()"),
  round: computing(exactly({ cost: "expensive", passesNaN: "all" }), math1("round")),
  sign: computing(exactly({ cost: "expensive" }), math1("sign")),
  sin: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("sin")),
  sinh: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("sinh")),
  sqrt: computing(exactly({ cost: "expensive", passesNaN: "all" }), math1("sqrt")),
  tan: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("tan")),
  tanh: computing(nearly({ cost: "expensive", passesNaN: "all" }), math1("tanh")),
  trunc: computing(exactly({ cost: "expensive", passesNaN: "all" }), math1("trunc")),
};
