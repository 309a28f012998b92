// Arrays, typed arrays and records: made, shared, changed in place by methods.

import { bind, deeper, insideFunction, isSpent, pay, visible, type Context } from "./context.ts";
import { condition, floats, int, nums, number, real, rec, recs, rows } from "./makers.ts";
import { floatsByMethod, numsByMethod } from "./methods.ts";
import { arrow, atom, declared, literal, node, partsOf, read } from "./node.ts";
import type { Node, Type } from "./program.ts";

/** A callback of an element and its index that gives a number. */
function mapper(context: Context): Node {
  const item = bind(context, "num");
  const index = bind(context, "int");
  const value = number(insideFunction(context, [item, index]));
  return arrow("real2", "callback")`(${declared(item)}, ${declared(index)}) => ${value}`;
}

/** A callback that keeps some elements, by their indices. */
function chooser(context: Context): Node {
  const item = bind(context, "num");
  const index = bind(context, "int");
  const test = condition(insideFunction(context, [item, index]));
  return arrow("real2", "callback")`(${declared(item)}, ${declared(index)}) => ${test}`;
}

/** An array of at least two numbers. */
export function makeNums(context: Context): Node {
  const { choices, isSmooth } = context;
  const known = visible(context, "nums");
  const mine = (): Node => read(choices.pick(known));
  if (isSpent(context) || !pay(context, 8)) return known.length > 0 && choices.chance(0.8) ? mine() : few(context);
  context.budget.nodes--;
  const inside = deeper(context);
  const expensive = pay(context, 60) ? 1 : 0;
  return choices.weighted<() => Node>([
    [known.length > 0 ? 8 : 0, mine],
    [2, () => few(inside)],
    [3 * expensive, () => atom("nums", "map")`${nums(inside)}.map(${mapper(inside)})`],
    [1 * expensive, () => atom("nums", "map(f)")`${nums(inside)}.map((v) => ${real(inside)}(v))`],
    [expensive, () => atom("nums", "Array.from")`Array.from(${floats(inside)}, ${mapper(inside)})`],
    [expensive, () => atom("nums", "filter concat")`${nums(inside)}.filter(${chooser(inside)}).concat(${few(inside)})`],
    [
      expensive,
      () => atom("nums", "flatMap")`${nums(inside)}.flatMap((v) => [v, ${number(insideFunction(inside, []))}])`,
    ],
    [1, () => atom("nums", "spread array")`[...${nums(inside)}, ${number(inside)}]`],
    [1, () => atom("nums", "spread floats")`[${number(inside)}, ...${floats(inside)}]`],
    [1, () => atom("nums", "slice")`${nums(inside)}.slice(${choices.pick(["", "0, 2", "-2"])})`],
    [1, () => atom("nums", "concat")`${nums(inside)}.concat(${nums(inside)})`],
    [0.5, () => atom("nums", "toReversed")`${nums(inside)}.${choices.pick(["toReversed", "reverse"])}()`],
    [0.5, () => atom("nums", "with")`${nums(inside)}.with(1, ${number(inside)})`],
    [0.5, () => atom("nums", "fill")`new Array<number>(2).fill(${number(inside)})`],
    [0.5, () => atom("nums", "Object.values")`Object.values({ a: ${number(inside)}, b: ${number(inside)} })`],
    [0.5, () => atom("nums", "flat")`${rows(inside)}.flat()`],
    [1, () => node("nums", "either array")`${condition(inside)} ? ${nums(inside)} : ${nums(inside)}`],
    [2 * context.weights.methods, () => numsByMethod(inside)],
    [1, () => atom("nums", "p.c")`${rec(inside)}.c`],
    [1, () => atom("nums", "m[0]")`${rows(inside)}[${String(choices.below(2))}]!`],
    [
      isSmooth ? 0 : 0.5,
      () => {
        const xs = nums(inside);
        const near = partsOf`${xs}.toSorted((a, b) => near(a, b))`;
        return atom("nums", "sort", undefined, { near })`${xs}.toSorted((a, b) => a - b)`;
      },
    ],
  ])();
}

function few(context: Context): Node {
  const inside = { ...context, depth: Math.min(context.depth, 1) };
  return context.choices.chance(0.5)
    ? atom("nums", "[…]")`[${number(inside)}, ${number(inside)}]`
    : atom("nums", "[…]")`[${number(inside)}, ${number(inside)}, ${number(inside)}]`;
}

/** A Float64Array of at least two elements; views share memory. */
export function makeFloats(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "floats");
  const mine = (): Node => read(choices.pick(known));
  const inside = deeper(context);
  if (isSpent(context) || !pay(context, 8)) {
    return known.length > 0
      ? mine()
      : atom("floats", "Float64Array.of")`Float64Array.of(${number(inside)}, ${literal(0.5)})`;
  }
  context.budget.nodes--;
  const expensive = pay(context, 60) ? 1 : 0;
  return choices.weighted<() => Node>([
    [known.length > 0 ? 8 : 0, mine],
    [
      1,
      () => atom("floats", "Float64Array.of")`Float64Array.of(${number(inside)}, ${number(inside)}, ${number(inside)})`,
    ],
    [1, () => atom("floats", "Float64Array.from")`Float64Array.from(${nums(inside)})`],
    [1, () => atom("floats", "new Float64Array")`new Float64Array(${nums(inside)})`],
    [0.5, () => atom("floats", "new Float64Array(n)")`new Float64Array(${String(2 + choices.below(2))})`],
    [3, () => atom("floats", "subarray")`${floats(inside)}.subarray(${choices.pick(["0, 2", "-2"])})`],
    [expensive, () => atom("floats", "floats.map")`${floats(inside)}.map(${mapper(inside)})`],
    [2 * context.weights.methods, () => floatsByMethod(inside)],
    [0.5, () => atom("floats", "floats.slice")`${floats(inside)}.slice(-2)`],
    [0.5, () => atom("floats", "floats.fill")`${floats(inside)}.fill(${number(inside)}, 0, 1)`],
    [0.5, () => atom("floats", "floats.with")`${floats(inside)}.with(0, ${number(inside)})`],
  ])();
}

export function makeRec(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "rec");
  const inside = deeper(context);
  const fresh = (): Node => atom("rec", "{…}")`{ a: ${number(inside)}, b: ${number(inside)}, c: ${nums(inside)} }`;
  if (isSpent(context) || !pay(context, 4)) return known.length > 0 ? read(choices.pick(known)) : fresh();
  context.budget.nodes--;
  return choices.weighted<() => Node>([
    [known.length > 0 ? 6 : 0, () => read(choices.pick(known))],
    [2, fresh],
    [1, () => atom("rec", "{...p}")`{ ...${rec(inside)}, ${choices.pick(["a", "b"])}: ${number(inside)} }`],
    [1, () => node("rec", "either record")`${condition(inside)} ? ${rec(inside)} : ${rec(inside)}`],
    [1, () => atom("rec", "ps[0]")`${recs(inside)}[${String(choices.below(2))}]!`],
    [0.5, () => atom("rec", "Object.assign")`Object.assign(${rec(inside)}, { a: ${number(inside)} })`],
  ])();
}

/** An array of two or more things that are not numbers. */
const several =
  (type: Type, one: (context: Context) => Node, form: string) =>
  (context: Context): Node => {
    const known = visible(context, type);
    if (known.length > 0 && context.choices.chance(0.8)) return read(context.choices.pick(known));
    const inside = { ...deeper(context), depth: Math.min(context.depth - 1, 1) };
    return atom(type, form)`[${one(inside)}, ${one(inside)}]`;
  };

export const makeRecs: (context: Context) => Node = several("recs", rec, "[{…}, …]");
export const makeRows: (context: Context) => Node = several("rows", nums, "[[…], …]");
export const makeReals: (context: Context) => Node = several("reals", real, "[f, …]");

/** An index that is there. */
export const makeIndex = (context: Context): Node =>
  context.choices.chance(0.5)
    ? literal(context.choices.below(2), "int")
    : node("int", "i % 2", { lo: 0, hi: 1 })`${int(context)} % 2`;
