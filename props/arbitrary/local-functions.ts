// Functions that are declared where they are called: they call themselves or each other, and capture what is around.

import { bind, insideFunction, pay, type Context } from "./context.ts";
import { cell } from "./interval.ts";
import { condition, number } from "./makers.ts";
import { atom, declared, literal, node, read, special } from "./node.ts";
import type { Binding, Node } from "./program.ts";

/** A function that is not an expression of its own. */
const whole = { isScope: true, isFunction: true, isAtomic: true, isFixed: true } as const;

export const localCall = (context: Context): Node =>
  context.choices.pick([callingItself, callingEachOther, keptBefore, callingTheNext])(context);

/** A number of a function's inside, with a parameter, and whatever it captures. */
const inside = (context: Context, ...params: readonly Binding[]): Node => number(insideFunction(context, params, 20));

/** A closure that calls itself, so that its captures are used by each call. */
function callingItself(context: Context): Node {
  const { choices } = context;
  const depth = 1 + choices.below(3);
  if (!pay(context, 40 * depth)) return literal(0.5);
  const self = `h${context.budget.names++}`;
  const [n, z] = [bind(context, "int"), bind(context, "num")];
  const next = node("num", "step", cell)`Math.sin(${read(z)} * ${number(insideFunction(context, [], 20))})`;
  const again = atom("num", "own call", cell, { isFixed: true })`${self}(${read(n)} - 1, ${next})`;
  const body = node(
    "real",
    "function that calls itself",
    undefined,
    whole,
  )`(${declared(n)}: number, ${declared(z)}: number): number => ${read(n)} <= 0 ? ${inside(context, z)} : ${again}`;
  const f = special(
    "() => { const h = … }",
  )`() => {\n  const ${self} = ${body};\n  return ${self}(${String(depth)}, ${number(context)});\n}`;
  return atom("num", "recursion in place", cell)`(${f})()`;
}

/** Two functions of one scope, of which one mentions the other in several blocks, and captures through it alone. */
function callingEachOther(context: Context): Node {
  if (!pay(context, 160)) return literal(0.5);
  const [f, g] = [0, 1].map(() => `h${context.budget.names++}`) as [string, string];
  const [n, z, m, y] = [
    bind(context, "int"),
    bind(context, "num"),
    bind(context, "int"),
    bind(context, "num"),
  ] as const;
  const body = special(
    "() => { function f … f … }",
  )`() => {\n  function ${f}(${declared(n)}: number, ${declared(z)}: number): number { return ${read(n)} <= 0 ? ${inside(context, z)} : ${g}(${read(n)} - 1, ${read(z)}); }\n  function ${g}(${declared(m)}: number, ${declared(y)}: number): number {\n    if (${read(m)} > 1) return ${f}(${read(m)} - 1, 0.5 * ${read(y)});\n    return 0.5 * ${f}(${read(m)} - 1, 0.8 * ${read(y)});\n  }\n  return ${f}(3, ${number(context)});\n}`;
  return atom("num", "functions in place that call each other", cell)`(${body})()`;
}

/** A function that is kept before another is made is still itself after that. */
function keptBefore(context: Context): Node {
  if (!pay(context, 80)) return literal(0.5);
  const names = [0, 1, 2].map(() => `f${context.budget.names++}`);
  const [f, kept, g] = names as [string, string, string];
  const [a, b] = [bind(context, "num"), bind(context, "num")];
  const body = special(
    "() => { const f = …; const fs = [f]; const g = …; }",
  )`() => {\n  const ${f} = (${declared(a)}: number): number => ${inside(context, a)};\n  const ${kept} = [${f}];\n  const ${g} = (${declared(b)}: number): number => 0.5 * ${f}(${inside(context, b)});\n  return ${kept}[0] === ${f} ? ${g}(${number(context)}) : 0.25;\n}`;
  return atom("num", "a function is itself", cell)`(${body})()`;
}

/** A function that calls one that is declared after it, with nothing between them. */
function callingTheNext(context: Context): Node {
  if (!pay(context, 80)) return literal(0.5);
  const [f, g, ok, x] = [0, 1, 2, 3].map(() => `f${context.budget.names++}`) as [string, string, string, string];
  const [a, b] = [bind(context, "num"), bind(context, "num")];
  const body = special(
    "(ok, x) => { function f … function g … }",
  )`(${ok}: boolean, ${x}: number): number => {\n  function ${f}(${declared(a)}: number): number { return 0.5 * ${g}(${inside(context, a)}); }\n  function ${g}(${declared(b)}: number): number { return ${inside(context, b)}; }\n  if (${ok}) return ${f}(${x});\n  return ${g}(${x});\n}`;
  const test = context.isSmooth ? node("bool", "true")`true` : condition(context);
  return atom("num", "the function after", cell)`(${body})(${test}, ${number(context)})`;
}
