// Declarations of variables, with and without patterns.

import { bind, visible, type Context } from "./context.ts";
import {
  anyNumber,
  condition,
  curried,
  dict,
  floats,
  int,
  ints,
  key,
  maybe,
  maybeRec,
  nums,
  number,
  part,
  real,
  real2,
  reals,
  rec,
  recs,
  rows,
  singles,
  str,
  table,
  thunk,
} from "./makers.ts";
import { declared, name, read, statement } from "./node.ts";
import type { Node, Type } from "./program.ts";
import { spelling } from "./program.ts";
import { counterChange } from "./integers.ts";
import { otherVariable } from "./variables.ts";

export function declaration(context: Context): Node {
  const { choices, weights: w } = context;
  const one = (type: Type, make: (context: Context) => Node): Node => {
    const value = make(context);
    return statement(`const ${type}`)`const ${declared(bind(context, type))}: ${spelling[type]} = ${value};`;
  };
  return choices.weighted<() => Node>([
    [6, () => constant(context)],
    [6 * w.mutation, () => variable(context)],
    [2 * w.arrays, () => one("nums", nums)],
    [1.5 * w.arrays, () => one("floats", floats)],
    [0.7 * w.arrays, () => one("rows", rows)],
    [1.5 * w.records, () => one("rec", rec)],
    [0.5 * w.records, () => one("recs", recs)],
    [1 * w.records, () => one("maybe", maybe)],
    [0.7 * w.records, () => one("maybeRec", maybeRec)],
    [2 * w.closures, () => one("real", real)],
    [1 * w.closures, () => one("real2", real2)],
    [1 * w.closures, () => one("thunk", thunk)],
    [1 * w.closures, () => one("reals", reals)],
    [1 * w.closures, () => one("table", table)],
    [0.7 * w.strings, () => one("str", str)],
    [0.7 * w.strings, () => one("key", key)],
    [1 * w.keys, () => one("dict", dict)],
    [0.7 * w.keys, () => one("part", part)],
    [1.2 * w.integers, () => one("ints", ints)],
    [1 * w.rounding, () => one("singles", singles)],
    [0.7 * w.closures, () => one("curried", curried)],
    [1.5 * w.mutation, () => otherVariable(context)],
    [1 * w.integers, () => counterChange({ ...context, scope: context.scope.filter(({ assignable }) => !assignable) })],
    [0.7, () => one("bool", condition)],
    [0.7, () => one("int", int)],
    [1.5 * w.closures, () => perIteration(context)],
    [3 * w.patterns, () => pattern(context)],
  ])();
}

function constant(context: Context): Node {
  const value = anyNumber(context);
  return statement("const num")`const ${declared(bind(context, "num", { range: value.range }))} = ${value};`;
}

function variable(context: Context): Node {
  const value = number(context);
  return statement("let")`let ${declared(bind(context, "num", { assignable: true }))} = ${value};`;
}

/** Functions made in a loop, each with the variables of its own iteration. */
function perIteration(context: Context): Node {
  const fs = bind(context, "reals");
  const i = bind(context, "int");
  const seen = bind(context, "num");
  const param = bind(context, "num");
  const { choices } = context;
  const isChanged = choices.chance(0.5);
  const value = number(context);
  const changed = isChanged
    ? `(${seen.name} = Math.sin(${seen.name} * ${param.name} + ${i.name}))`
    : `Math.sin(${seen.name} * ${param.name} + ${i.name})`;
  return statement(
    "per-iteration captures",
  )`const ${declared(fs)}: ((a: number) => number)[] = [];\nfor (let ${i.name} = 0; ${i.name} < 2; ${i.name}++) {\n  let ${seen.name} = 0.5 * ${value} + ${i.name};\n  ${name(fs)}.push((${param.name}) => ${changed});\n}`;
}

function pattern(context: Context): Node {
  const { choices } = context;
  const num = (assignable = false): ReturnType<typeof declared> => declared(bind(context, "num", { assignable }));
  const word = choices.chance(0.5) ? "let" : "const";
  const isLet = word === "let";
  const first = bind(context, "num");
  return choices.weighted<() => Node>([
    [2, () => statement("{ a, b }")`${word} { a: ${num(isLet)}, b: ${num(isLet)} } = ${rec(context)} as Rec;`],
    [
      1,
      () =>
        statement(
          "{ ...rest }",
        )`const { d: ${num()}, ...${declared(bind(context, "rec"))} } = { ...${rec(context)}, d: ${number(context)} };`,
    ],
    [
      1,
      () =>
        statement(
          "{ c: [a] }",
        )`const { c: [${num()}, ${num()} = ${number(context)}] } = ${rec(context)} as unknown as { c: [number, number?] };`,
    ],
    [
      2,
      () =>
        statement("[a, b]")`${word} [${num(isLet)}, ${num(isLet)}] = ${nums(context)} as unknown as [number, number];`,
    ],
    [
      1,
      () =>
        statement(
          "[a, , b = …]",
        )`const [${num()}, , ${num()} = ${number(context)}] = ${nums(context)} as unknown as [number, number, number?];`,
    ],
    [
      1,
      () =>
        statement(
          "[a, ...rest]",
        )`const [${num()}, ...${declared(bind(context, "nums"))}] = [${number(context)}, ...${nums(context)}] as unknown as [number, ...number[]];`,
    ],
    [
      1,
      () =>
        statement(
          "default of a pattern",
        )`const { a: ${num()} = ${number(context)} } = ${choices.chance(0.5) ? rec(context) : "{}"} as { a?: number };`,
    ],
    [
      1,
      () =>
        statement(
          "{ c: [a, b] = …, p: { … } = … }",
        )`${word} { x: ${num(isLet)} = ${number(context)}, p: { a: ${num(isLet)}, c: [${num()} = 0.5, , ${num()} = 0.25] } = ${rec(context)} } = ${part(context)};`,
    ],
    [
      context.weights.keys,
      () =>
        statement(
          "{ [key]: a = … }",
        )`const { [${key(context)}]: ${num()} = ${number(context)}, ...${declared(bind(context, "dict"))} } = ${dict(context)};`,
    ],
    [
      1,
      () =>
        statement(
          "default that uses what is before it",
        )`const [${declared(first)}, ${num()} = Math.sin(${read(first)}), ${num()} = ${number(context)}] = [${number(context)}, ${maybe(context)}] as [number, number?, number?];`,
    ],
    [
      visible(context, "maybe").length > 0 ? 1 : 0,
      () => statement("[maybe = …]")`const [${num()} = ${number(context)}] = [${maybe(context)}];`,
    ],
  ])();
}
