// Conditions, counters and what may be missing.

import { bind, deeper, insideFunction, isSpent, pay, visible, type Context } from "./context.ts";
import { interval } from "./interval.ts";
import { anyNumber, condition, int, nums, number, rec } from "./makers.ts";
import { aboutKeys } from "./dictionaries.ts";
import { bitwise, bounded } from "./integers.ts";
import { conditionByMethod, intByMethod } from "./methods.ts";
import { aboutTexts, intFromText } from "./strings.ts";
import { arrow, atom, declared, literal, node, partsOf, read } from "./node.ts";
import type { Node } from "./program.ts";

export function makeCondition(context: Context): Node {
  const { choices, isSmooth } = context;
  if (isSpent(context) || !pay(context, 1)) return simple(context);
  context.budget.nodes--;
  const inside = deeper(context);
  const known = visible(context, "bool");
  return choices.weighted<() => Node>([
    [4, () => counted(inside)],
    [isSmooth ? 0 : 8, () => compared(inside)],
    [1, () => node("bool", "!")`!${condition(inside)}`],
    [1, () => node("bool", "&& bool")`${condition(inside)} && ${condition(inside)}`],
    [1, () => node("bool", "|| bool")`${condition(inside)} || ${condition(inside)}`],
    [known.length > 0 ? 3 : 0, () => read(choices.pick(known))],
    [1, () => some(inside)],
    [1 * context.weights.strings, () => aboutTexts(context)],
    [1 * context.weights.keys, () => aboutKeys(context)],
    [0.5 * context.weights.methods, () => conditionByMethod(context)],
  ])();
}

/** A condition without parts, a constant at worst. */
function simple(context: Context): Node {
  const { choices, isSmooth } = context;
  const here = { ...context, depth: 0 };
  if (!isSmooth && visible(context, "num").length > 0 && choices.chance(0.7)) return compared(here);
  return visible(context, "int").length + visible(context, "nums").length > 0
    ? counted(here)
    : truth(choices.chance(0.5));
}

const truth = (value: boolean): Node => atom("bool", "true")`${String(value)}`;

function counted(context: Context): Node {
  const { choices } = context;
  const a = makeInt({ ...context, depth: 0 });
  if (a.form === "literal") return simple(context);
  return choices.weighted<() => Node>([
    [2, () => node("bool", "int < int")`${a} ${choices.pick(["<", "<=", ">", ">="])} ${String(choices.below(4))}`],
    [1, () => node("bool", "int === int")`${a} % 2 === ${String(choices.below(2))}`],
    [1, () => node("bool", "int !== int")`${a} !== ${String(choices.below(3))}`],
  ])();
}

function compared(context: Context): Node {
  const a = anyNumber(context);
  const b = context.choices.chance(0.4) ? literal(context.choices.pick([0, 1, 0.5, -0.5])) : anyNumber(context);
  const op = context.choices.pick(["<", "<=", ">", ">="]);
  return node("bool", "num < num", undefined, { near: partsOf`near(${a}, ${b}) ${op} 0` })`${a} ${op} ${b}`;
}

function some(context: Context): Node {
  const item = bind(context, "num");
  const index = bind(context, "int");
  const test = condition(insideFunction(context, [item, index]));
  const method = context.choices.pick(["some", "every"]);
  if (!pay(context, 40)) return truth(true);
  return atom(
    "bool",
    method,
  )`${nums(context)}.${method}(${arrow("real2", "callback")`(${declared(item)}, ${declared(index)}) => ${test}`})`;
}

/** A whole number from 0, without derivative. */
export function makeInt(context: Context): Node {
  const { choices, weights: w } = context;
  const rich = isSpent(context) ? 0 : 1;
  const known = visible(context, "int");
  const arrays = visible(context, "nums");
  return choices.weighted<() => Node>([
    [known.length + arrays.length > 0 ? 0 : 1, () => literal(choices.below(4), "int")],
    [known.length > 0 ? 4 : 0, () => read(choices.pick(known))],
    [arrays.length > 0 ? 1 : 0, () => atom("int", "length", interval(0, 1000))`${read(choices.pick(arrays))}.length`],
    [context.depth > 0 && known.length > 0 ? 1 : 0, () => bounded(int(deeper(context)), choices.below(3))],
    [rich * w.integers, () => bitwise(context)],
    [0.5 * rich * w.strings, () => intFromText(context)],
    [0.5 * rich * w.methods, () => intByMethod(context)],
  ])();
}

/** A number or undefined. */
export function makeMaybe(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "maybe");
  const inside = deeper(context);
  return choices.weighted<() => Node>([
    [known.length > 0 ? 4 : 0, () => read(choices.pick(known))],
    [1, () => node("maybe", "missing?")`${condition(inside)} ? ${number(inside)} : undefined`],
    [isSpent(context) ? 0 : 1, () => atom("maybe", "find")`${nums(inside)}.find(${findBy(inside)})`],
    [1, () => atom("maybe", "undefined")`(undefined as number | undefined)`],
  ])();
}

function findBy(context: Context): Node {
  const item = bind(context, "num");
  const index = bind(context, "int");
  const test = pay(context, 40) ? condition(insideFunction(context, [item, index])) : truth(true);
  return arrow("real2", "callback")`(${declared(item)}, ${declared(index)}) => ${test}`;
}

/** A record or null. */
export function makeMaybeRec(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "maybeRec");
  return choices.weighted<() => Node>([
    [known.length > 0 ? 4 : 0, () => read(choices.pick(known))],
    [1, () => node("maybeRec", "null?")`${condition(deeper(context))} ? ${rec(deeper(context))} : null`],
    [0.3, () => atom("maybeRec", "null")`(null as Rec | null)`],
  ])();
}
