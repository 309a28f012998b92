// Numbers that may carry derivatives.

import { bind, deeper, isSpent, pay, repeated, visible, withScope, type Choice, type Context } from "./context.ts";
import {
  cell,
  image,
  interval,
  isInside,
  magnitude,
  minus,
  moderate,
  negated,
  plus,
  times,
  union,
  unit,
} from "./interval.ts";
import type { Interval } from "./interval.ts";
import { unusualCall } from "./closures.ts";
import { byRule, stopped } from "./derivatives.ts";
import { fromKeys } from "./dictionaries.ts";
import { atAnEdge } from "./edges.ts";
import { localCall } from "./local-functions.ts";
import { numberByMethod, step } from "./methods.ts";
import { controlled } from "./operators.ts";
import { roundedNumber } from "./singles.ts";
import {
  anyNumber,
  condition,
  floats,
  int,
  maybe,
  maybeRec,
  nestedDerivative,
  number,
  nums,
  real,
  real2,
  realCall,
  rec,
  thunk,
} from "./makers.ts";
import { arrow, atom, bodyOf, declared, kept, literal, name, node, partsOf, read } from "./node.ts";
import type { Binding, Node } from "./program.ts";
import { positive, quotient, within } from "./ranges.ts";

/** A number of any moderate size. */
export function makeNumber(context: Context): Node {
  if (isSpent(context) || !pay(context, 1)) return leaf(context);
  context.budget.nodes--;
  const { choices, weights: w } = context;
  const families: readonly Choice[] = [
    [4, () => leaf(context)],
    [5, () => arithmetic(deeper(context))],
    [4 * w.math, () => mathematics(deeper(context))],
    [2 * w.branches, () => chosen(deeper(context))],
    [3 * w.functions, () => called(deeper(context))],
    [3 * w.arrays, () => fromArrays(deeper(context))],
    [1.5 * w.records, () => fromRecords(deeper(context))],
    [1.5 * w.mutation, () => assigned(deeper(context))],
    [1 * w.inactive, () => inactive(deeper(context))],
    [1.5 * w.keys, () => fromKeys(context)],
    [1 * w.methods, () => numberByMethod(context)],
    [1 * w.closures, () => unusualCall(context)],
    [0.5 * w.closures, () => localCall(deeper(context))],
    [0.5 * w.stops, () => stopped(deeper(context))],
    [0.7 * w.rounding, () => roundedNumber(context)],
    [0.4 * w.rules, () => byRule(context)],
    [0.4 * w.operators, () => controlled(context)],
    [0.5 * w.edges, () => atAnEdge(deeper(context))],
    [context.orders > 0 ? 1 * w.derivatives : 0, () => nestedDerivative(deeper(context))],
  ];
  return choices.weighted(families)();
}

function leaf(context: Context): Node {
  const { choices } = context;
  const numbers = visible(context, "num");
  const ints = visible(context, "int");
  const memory = context.scope.filter(({ type }) => type === "nums" || type === "floats" || type === "rec").slice(-3);
  return choices.weighted<() => Node>([
    [1, () => literal(choices.pick([0, 1, 2, -1, 0.5, -0.5, 1.5, 0.1, 3, choices.below(4000) / 1000 - 2]))],
    [numbers.length > 0 ? 7 : 0, () => read(choices.pick(numbers))],
    [ints.length > 0 ? 1 : 0, () => retyped(read(choices.pick(ints)))],
    ...memory.map((binding) => [2, () => stored(context, binding)] as const),
  ])();
}

function stored(context: Context, binding: Binding): Node {
  return binding.type === "rec"
    ? field(read(binding), context.choices.pick(["a", "b"]))
    : element(context, read(binding));
}

const retyped = (e: Node): Node => ({ ...e, type: "num" });

/** An element that is there. */
export function element(context: Context, array: Node): Node {
  const { choices } = context;
  const index = context.depth > 0 && choices.chance(0.4) ? int(deeper(context)) : literal(choices.below(2), "int");
  return index.form === "literal" && isInside(index.range, interval(0, 1))
    ? atom("num", "xs[0]", cell)`${array}[${index}]!`
    : atom("num", "xs[i]", cell)`${array}[${index} % 2]!`;
}

const field = (record: Node, key: string): Node => atom("num", "p.a", cell)`${record}.${key}`;

function arithmetic(context: Context): Node {
  const { choices, isSmooth } = context;
  const a = anyNumber(context);
  if (choices.chance(0.12)) return node("num", "negate", negated(a.range))`-${a}`;
  if (choices.chance(0.05)) return node("num", "plus", a.range)`+${a}`;
  const b = anyNumber(context);
  return choices.weighted<() => Node>([
    [4, () => fitted(context, a, b, "+", plus)],
    [3, () => fitted(context, a, b, "-", minus)],
    [5, () => fitted(context, a, b, "*", times)],
    [2, () => quotient(context, a, b)],
    [1, () => power(context, a, 2)],
    [1, () => power(context, a, 3)],
    [
      1,
      () =>
        node(
          "num",
          "**",
          interval(0, 1000),
        )`${within(context, positive(context, a), interval(0, 11))} ** ${within(context, b, interval(-2, 2))}`,
    ],
    [isSmooth ? 0 : 1, () => remainder(a, choices.pick([1.5, 2, 3]))],
  ])();
}

function fitted(c: Context, a: Node, b: Node, op: string, range: (a: Interval, b: Interval) => Interval): Node {
  const fits = isInside(range(a.range, b.range), moderate);
  const [x, y] = fits ? [a, b] : [within(c, a, cell), within(c, b, interval(-40, 40))];
  return node("num", op, range(x.range, y.range))`${x} ${op} ${y}`;
}

function power(context: Context, a: Node, n: number): Node {
  const base = within(context, a, interval(-10, 10));
  const top = magnitude(base.range) ** n;
  return node("num", "**", interval(n === 2 ? 0 : -top, top))`${base} ** ${String(n)}`;
}

function remainder(a: Node, n: number): Node {
  const near = partsOf`near(${a}, ${String(n)}, "%")`;
  return node("num", "%", interval(-n, n), { near })`${a} % ${String(n)}`;
}

/** The functions of Math that are smooth, with the intervals that they need and what they give. */
const smooth: readonly (readonly [name: string, needs: Interval, gives: Interval])[] = [
  ["sin", moderate, unit],
  ["cos", moderate, unit],
  ["tanh", moderate, unit],
  ["atan", moderate, interval(-1.6, 1.6)],
  ["asinh", moderate, interval(-8, 8)],
  ["sinh", cell, image(Math.sinh, cell)],
  ["expm1", cell, image(Math.expm1, cell)],
  ["exp", cell, image(Math.exp, cell)],
  ["tan", unit, image(Math.tan, unit)],
];

const needPositive: readonly string[] = ["log", "log1p", "log2", "log10", "sqrt", "cbrt"];

function mathematics(context: Context): Node {
  const { choices, isSmooth } = context;
  const a = anyNumber(context);
  return choices.weighted<() => Node>([
    [
      5,
      () => {
        const [f, needs, gives] = choices.pick(smooth);
        return atom("num", `Math.${f}`, gives)`Math.${f}(${within(context, a, needs)})`;
      },
    ],
    [3, () => atom("num", "Math.log", interval(-8, 40))`Math.${choices.pick(needPositive)}(${positive(context, a)})`],
    [
      1,
      () =>
        atom(
          "num",
          "Math.asin",
          interval(-1.6, 3.2),
        )`Math.${choices.pick(["asin", "acos"])}(0.9 * ${within(context, a, unit)})`,
    ],
    [0.5, () => atom("num", "Math.acosh", interval(0, 8))`Math.acosh(1 + ${positive(context, a)})`],
    [1, () => atom("num", "Math.atanh", interval(-2, 2))`Math.atanh(0.9 * ${within(context, a, unit)})`],
    [
      1,
      () => atom("num", "Math.atan2", interval(-3.2, 3.2))`Math.atan2(${a}, ${positive(context, anyNumber(context))})`,
    ],
    [1, () => atom("num", "Math.hypot", interval(0, 2000))`Math.hypot(${positive(context, a)}, ${anyNumber(context)})`],
    [
      1,
      () =>
        atom(
          "num",
          "Math.pow",
          interval(0, 1000),
        )`Math.pow(${within(context, positive(context, a), interval(0, 11))}, ${number(context, interval(-2, 2))})`,
    ],
    [isSmooth ? 0 : 4, () => kinked(context, a)],
  ])();
}

function kinked(context: Context, a: Node): Node {
  const { choices } = context;
  const top = magnitude(a.range);
  const one = (f: string, range: Interval): Node =>
    atom("num", `Math.${f}`, range, { near: partsOf`near(${a}, 0, ${JSON.stringify(f)})` })`Math.${f}(${a})`;
  const two = (f: string): Node => {
    const b = anyNumber(context);
    const near = partsOf`near(${a}, ${b}, ${JSON.stringify(f)})`;
    return atom("num", `Math.${f}`, union(a.range, b.range), { near })`Math.${f}(${a}, ${b})`;
  };
  return choices.weighted<() => Node>([
    [2, () => one("abs", interval(0, top))],
    [1, () => one("floor", interval(-top - 1, top))],
    [1, () => one(choices.pick(["round", "ceil", "trunc"]), interval(-top - 1, top + 1))],
    [1, () => one("sign", unit)],
    [1, () => step(context, a)],
    [2, () => two("max")],
    [2, () => two("min")],
  ])();
}

function chosen(context: Context): Node {
  const { choices, isSmooth } = context;
  const a = anyNumber(context);
  const b = anyNumber(context);
  const either = union(a.range, b.range);
  return choices.weighted<() => Node>([
    [4, () => node("num", "?:", either)`${condition(context)} ? ${a} : ${b}`],
    [1, () => node("num", "&&", union(a.range, interval(0, 10)))`${int(context)} && ${a}`],
    [1, () => node("num", "??", union(cell, a.range))`${maybe(context)} ?? ${a}`],
    [
      isSmooth ? 0 : 1,
      () => node("num", "||", either, { near: partsOf`near(${a}, 0, "first") || ${b}` })`${a} || ${b}`,
    ],
    [1, () => atom("num", "Number(bool)", interval(0, 1))`Number(${condition(context)})`],
    [1, () => atom("num", "sequence", b.range)`(void ${a}, ${b})`],
  ])();
}

function called(context: Context): Node {
  const { choices } = context;
  return choices.weighted<() => Node>([
    [6, () => realCall(context)],
    [
      2,
      () =>
        pay(context, 40)
          ? atom("num", "call g(a, b)", cell)`${real2(context)}(${number(context)}, ${number(context)})`
          : leaf(context),
    ],
    [2, () => (pay(context, 40) ? atom("num", "call t()", cell)`${thunk(context)}()` : leaf(context))],
    [2, () => immediate(context)],
    [
      1,
      () =>
        pay(context, 40)
          ? atom("num", "f.call", cell)`${real(context)}.call(undefined, ${number(context)})`
          : leaf(context),
    ],
    [
      1,
      () =>
        atom(
          "num",
          "f.call on a number",
          cell,
        )`(function (this: number, a: number): number { return Math.sin(this * a) + this; }).call(${number(context, unit)}, ${number(context)})`,
    ],
  ])();
}

/** A function with a block, called where it stands. */
function immediate(context: Context): Node {
  const param = bind(context, "num");
  const result = number({ ...withScope(context, param), loops: [], returns: null });
  const body = bodyOf([kept("return")`return ${result};`]);
  return atom(
    "num",
    "(a => …)(…)",
    cell,
  )`(${arrow("real", "arrow {}")`(${declared(param)}: number) => ${body}`})(${number(context)})`;
}

function fromArrays(context: Context): Node {
  const { choices } = context;
  if (!pay(context, 20)) return leaf(context);
  const many = repeated(context, 4);
  const sum = bind(context, "num");
  const item = bind(context, "num");
  const index = bind(context, "int");
  const array = choices.chance(0.75) ? nums(context) : floats(context);
  const inside = { ...withScope(many, sum, item), loops: [], returns: null };
  return choices.weighted<() => Node>([
    [3, () => element(context, array)],
    [
      3,
      () =>
        atom(
          "num",
          "reduce",
          cell,
        )`${array}.reduce(${arrow("real2", "callback")`(${declared(sum)}, ${declared(item)}) => ${number(inside)}`}, ${number(context)})`,
    ],
    [
      1,
      () =>
        atom(
          "num",
          "reduceRight",
          cell,
        )`${array}.reduceRight(${arrow("real2", "callback")`(${declared(sum)}, ${declared(item)}, ${declared(index)}) => ${number(withScope(inside, index))}`}, ${number(context)})`,
    ],
    [1, () => atom("num", "at", cell)`${array}.at(-1)!`],
    [1, () => atom("num", "length", interval(0, 1000))`${array}.length`],
    [
      1,
      () => node("num", "?? missing", union(cell, unit))`${array}[${literal(99, "int")}] ?? ${number(context, unit)}`,
    ],
    [1, () => spreadCall(context, array)],
  ])();
}

/** A call that spreads an array over parameters with a default and a rest. */
function spreadCall(context: Context, array: Node): Node {
  const a = bind(context, "num");
  const b = bind(context, "num");
  const rest = bind(context, "nums");
  const value = number({ ...withScope({ ...context, loops: [], returns: null }, a, b) });
  const f = arrow(
    "real2",
    "rest parameter",
  )`(${declared(a)}: number, ${declared(b)} = ${literal(0.5)}, ...${declared(rest)}: number[]): number => ${value} * 0.5 + ${name(rest)}.length * 0.1`;
  return atom("num", "spread call", interval(-150, 150))`(${f})(...(${array} as unknown as [number, number]))`;
}

function fromRecords(context: Context): Node {
  const { choices } = context;
  return choices.weighted<() => Node>([
    [3, () => field(rec(context), choices.pick(["a", "b"]))],
    [1, () => atom("num", 'p["a"]', cell)`${rec(context)}["${choices.pick(["a", "b"])}"]`],
    [1, () => atom("num", "p[`a`]", cell)`${rec(context)}[\`a\` as "a"]`],
    [2, () => node("num", "?. ??", cell)`${maybeRec(context)}?.${choices.pick(["a", "b"])} ?? ${number(context)}`],
    [
      1,
      () =>
        node(
          "num",
          "?.[] ??",
          cell,
        )`${maybeRec(context)}?.c?.[${literal(choices.below(3), "int")}] ?? ${number(context)}`,
    ],
  ])();
}

/** Assignments as expressions; each keeps its variable inside `cell`. */
function assigned(context: Context): Node {
  const { choices } = context;
  const targets = visible(context, "num").filter(({ assignable }) => assignable);
  if (targets.length === 0) return arithmetic(context);
  const target = name(choices.pick(targets));
  return choices.weighted<() => Node>([
    [3, () => atom("num", "=", cell)`(${target} = ${number(context)})`],
    [2, () => atom("num", "+=", cell)`(${target} += 0.5 * (${number(context)} - ${target}))`],
    [1, () => atom("num", "*=", cell)`(${target} *= ${number(context, unit)})`],
    [1, () => atom("num", "-=", cell)`(${target} -= 0.5 * (${number(context)} + ${target}))`],
    [0.5, () => atom("num", "/=", cell)`(${target} /= 1 + ${number(context)} ** 2)`],
    [0.5, () => atom("num", "??= as value", cell)`(${target} ??= ${number(context)})`],
    [1, () => atom("num", "x++", interval(-12, 12))`(${target}++ + --${target} - 0.5 * ++${target} + ${target}--)`],
    [0.5, () => atom("num", "{ a: x } = p", cell)`({ a: ${target} } = ${rec(context)} as Rec).b`],
  ])();
}

/** Texts, in the middle of arithmetic. */
function inactive(context: Context): Node {
  const { choices } = context;
  return choices.weighted<() => Node>([
    [
      2,
      () =>
        atom(
          "num",
          "template",
          interval(0, 60),
        )`\`${"${"}${anyNumber({ ...context, orders: 0 })}}\`.slice(0, 1).length`,
    ],
    [1, () => atom("num", "Number(text)", interval(0, 2000))`Number(\`${"${"}${int(context)}}\`)`],
    [1, () => node("num", "typeof", unit)`typeof ${anyNumber(context)} === "number" ? ${number(context, unit)} : 0`],
  ])();
}
