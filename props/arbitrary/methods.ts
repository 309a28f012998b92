// Methods of arrays, typed arrays, functions and objects that the other generators do not use: each that the prelude
// has occurs somewhere. What is searched for by value is never among the numbers, because finding it would be a step.

import { bind, deeper, insideFunction, pay, type Context } from "./context.ts";
import { cell, counter, interval, union, unit } from "./interval.ts";
import { condition, floats, int, number, nums, real, rec, rows } from "./makers.ts";
import { arrow, atom, declared, node, partsOf, statement } from "./node.ts";
import type { Node } from "./program.ts";
import { within } from "./ranges.ts";

/** A callback of an element and its index. */
function callback(context: Context, make: (inside: Context) => Node): Node {
  const [item, index] = [bind(context, "num"), bind(context, "int")];
  const value = make(insideFunction(context, [item, index]));
  return arrow("real2", "callback")`(${declared(item)}, ${declared(index)}) => ${value}`;
}

/** A callback of an index alone. */
function byIndex(context: Context): Node {
  const index = bind(context, "int");
  const value = number(insideFunction(context, [index]));
  return arrow("real2", "callback")`(_, ${declared(index)}) => ${value}`;
}

/** An array with what its methods are called by: they are the same for both kinds. */
const either = (context: Context): Node => (context.choices.chance(0.5) ? nums(context) : floats(context));

const textOrder = (a: Node): readonly Node["parts"][number][] =>
  partsOf`${a}.toSorted((a, b) => near(String(a) < String(b) ? -1 : 1, 0))`;

/** Numbers by methods of arrays. */
export function numberByMethod(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  const other = number(inside);
  if (!pay(context, 60)) return other;
  const find = (method: string): Node =>
    node(
      "num",
      method,
      union(cell, other.range),
    )`${either(inside)}.${method}(${callback(inside, condition)}) ?? ${other}`;
  const fold = (method: string): Node => {
    const [sum, item] = [bind(context, "num"), bind(context, "num")];
    const value = number(insideFunction(inside, [sum, item]));
    const f = arrow("real2", "callback")`(${declared(sum)}, ${declared(item)}) => ${value}`;
    return atom("num", `${method} without start`, cell)`${either(inside)}.${method}(${f})`;
  };
  return choices.weighted<() => Node>([
    [1.5, () => find("find")],
    [1.5, () => find("findLast")],
    [0.5, () => atom("num", "f<T>", other.range)`[<T>(v: T): T => v].map((f) => f<number>)[0]!(${other})`],
    [0.5, () => atom("num", "<T>x", other.range)`(<number>${other})`],
    [1, () => atom("num", "satisfies", other.range)`(${other} satisfies number)`],
    [1, () => fold("reduce")],
    [1, () => fold("reduceRight")],
    [1, () => atom("num", "pop of a copy", cell)`[...${either(inside)}].pop()!`],
    [1, () => atom("num", "shift of a copy", cell)`${nums(inside)}.slice().shift()!`],
    [1, () => atom("num", "w.at", cell)`${floats(inside)}.at(${choices.pick(["0", "-1", "-2"])})!`],
    [1, () => atom("num", "array of functions", cell)`[${real(inside)}, ${real(inside)}].map((f) => f(${other}))[1]!`],
    [1, () => atom("num", "flat(2)", cell)`([[${nums(inside)}], ${rows(inside)}] as number[][][]).flat(2)[1]!`],
    [1, () => atom("num", "Number(num)", other.range)`Number(${other})`],
    [1, () => atom("num", "parseFloat", counter)`parseFloat(\`${"${"}${int(inside)}}e0\`)`],
    [6, () => mathValue(inside)],
    [1, () => atom("num", "spread of Math.hypot", interval(0, 2000))`Math.hypot(1, ...${nums(inside)}.slice(0, 3))`],
    [context.isSmooth ? 0 : 2, () => extreme(inside)],
  ])();
}

/** Functions of Math that are not written as `Math.f(x)`: the prelude's, not the primitives. */
function mathValue(context: Context): Node {
  const { choices } = context;
  const small = number(context, unit);
  const [f, before] = choices.pick(smoothMath);
  const term = (): readonly Node["parts"][number][] => {
    const [g, first] = choices.pick(smoothMath);
    return partsOf` + 0.2 * Math["${g}"](${first}${small})`;
  };
  return choices.weighted<() => Node>([
    [
      4,
      () => ({
        ...node("num", 'Math["sin"]', cell)``,
        parts: [...partsOf`0.3 * Math["${f}"](${before}${small})`, ...term(), ...term(), ...term()],
      }),
    ],
    [1, () => atom("num", "map(Math.f)", cell)`[${before}${small}, ${before}0.5].map(Math.${f})[0]!`],
    [1, () => atom("num", 'Math["pow"]', cell)`Math["pow"](1.5 + ${small}, 1.2)`],
    [1, () => atom("num", 'Math["atan2"]', cell)`Math["atan2"](${small}, 1.5)`],
    [1, () => atom("num", 'Math["hypot"]', cell)`Math["hypot"](${small}, 1, 0.5)`],
    [
      context.weights.rounding,
      () => atom("num", 'Math["fround"]', cell, { trait: "rounds" })`Math["fround"](${small})`,
    ],
  ])();
}

/** Functions, and what brings a number inside [−1, 1] into their domain. */
const smoothMath: readonly (readonly [f: string, before: string])[] = [
  ...["sin", "cos", "tanh", "atan", "sinh", "cosh", "expm1", "exp", "asinh", "tan"].map((f) => [f, ""] as const),
  ...["asin", "acos", "atanh", "log1p"].map((f) => [f, "0.9 * "] as const),
  ...["log", "log2", "log10", "sqrt", "cbrt"].map((f) => [f, "1.5 + "] as const),
  ["acosh", "2.5 + "],
];

/** Kinks by functions of Math that are called with a spread or as values. */
function extreme(context: Context): Node {
  const { choices } = context;
  const a = number(context);
  const b = number(context);
  const f = choices.pick(["max", "min"]);
  const near = partsOf`near(${a}, ${b}, ${JSON.stringify(f)})`;
  const all = partsOf`near(${a}, 0, "abs") + near(${a}, ${b}, "max") - near(${a}, ${b}, "min")`;
  return choices.weighted<() => Node>([
    [1, () => atom("num", "spread of Math.max", cell, { near })`Math.${f}(...[${a}, ${b}])`],
    [
      2,
      () =>
        node("num", 'Math["abs"]', interval(-12, 12), {
          near: all,
        })`Math["abs"](${a}) + Math["max"](${a}, ${b}) - Math["min"](${a}, ${b})`,
    ],
  ])();
}

/** A piecewise constant function of Math, by a computed name. */
export function step(context: Context, e: Node): Node {
  const a = within(context, e, cell);
  const one = (f: string): Node => {
    const near = partsOf`near(${a}, 0, ${JSON.stringify(f)})`;
    return atom("num", `Math["${f}"]`, interval(-5, 5), { near })`Math["${f}"](${a})`;
  };
  return node(
    "num",
    "steps",
    interval(-25, 25),
  )`${one("floor")} + ${one("ceil")} - ${one("round")} + ${one("trunc")} - ${one("sign")}`;
}

/** Whole numbers by methods of arrays. */
export function intByMethod(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  const indexBy = (method: string): Node =>
    node("int", method, counter)`${either(inside)}.${method}(${callback(inside, condition)}) + 1`;
  return choices.weighted<() => Node>([
    [
      0.5,
      () =>
        node("int", 'Math["clz32"]', counter)`Math["clz32"](${int(inside)}) + (Math["imul"](${int(inside)}, 3) & 7)`,
    ],
    [
      1,
      () =>
        node(
          "int",
          "bigints",
          counter,
        )`Number(new ${choices.pick(["BigInt64Array", "BigUint64Array"])}([BigInt(${int(inside)}), 2n])[0]!)`,
    ],
    [0.3, () => node("int", "bigint arithmetic", interval(0, 9))`Number((2n ** BigInt(${int(inside)} & 7)) % 10n)`],
    [1, () => node("int", "indexOf", counter)`${either(inside)}.indexOf(99) + ${either(inside)}.lastIndexOf(99) + 2`],
    [pay(context, 80) ? 1.5 : 0, () => indexBy("findIndex")],
    [pay(context, 80) ? 1.5 : 0, () => indexBy("findLastIndex")],
    [1, () => atom("int", "Object.keys length", interval(0, 3))`Object.keys(${rec(inside)}).length`],
    [1, () => atom("int", "f.length", interval(0, 2))`((a: number, b: number) => a + b).length`],
    [1, () => atom("int", "push of a copy", counter)`${nums(inside)}.slice(0, 3).push(${number(inside)})`],
    [1, () => atom("int", "unshift of a copy", counter)`${nums(inside)}.slice(0, 3).unshift(${number(inside)})`],
  ])();
}

export function conditionByMethod(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  const method = choices.pick(["some", "every"]);
  return choices.weighted<() => Node>([
    [1, () => atom("bool", "includes")`${either(inside)}.includes(99)`],
    [
      pay(context, 40) ? 2 : 0,
      () => atom("bool", `floats.${method}`)`${floats(inside)}.${method}(${callback(inside, condition)})`,
    ],
    [1, () => atom("bool", "hasOwnProperty")`${rec(inside)}.hasOwnProperty(${choices.pick(['"a"', '"z"'])})`],
    [1, () => node("bool", "same array")`${nums(inside)} === ${nums(inside)}`],
    [1, () => atom("bool", "Number.isInteger")`Number.isInteger(${int(inside)})`],
  ])();
}

/** Arrays by methods that give new ones. */
export function numsByMethod(context: Context): Node {
  const { choices, isSmooth } = context;
  const inside = deeper(context);
  const xs = nums(inside);
  if (!pay(context, 60)) return xs;
  const made = (form: string): ReturnType<typeof atom> => atom("nums", form);
  return choices.weighted<() => Node>([
    [1, () => made("Array.of")`Array.of(${number(inside)}, ${number(inside)})`],
    [1, () => made("toSpliced")`${xs}.toSpliced(1, 1, ${number(inside)})`],
    [1, () => made("copyWithin of a copy")`${xs}.slice().copyWithin(0, 1)`],
    [1, () => made("fill of a copy")`${xs}.slice().fill(${number(inside)}, 1)`],
    [
      1,
      () => made("Array.from of a length")`Array.from({ length: ${String(2 + choices.below(2))} }, ${byIndex(inside)})`,
    ],
    [1, () => made("Array.from")`Array.from(${xs})`],
    [1, () => made("map of entries")`Object.entries(${rec(inside)}).slice(0, 2).map(([, v]) => v as number)`],
    [
      1,
      () =>
        made(
          "flatMap(callback)",
        )`${xs}.slice(0, 3).flatMap(${callback(inside, (c) => atom("nums", "[…]")`[${number(c)}, 1]`)})`,
    ],
    [1, () => made("concat of values")`${xs}.concat(${number(inside)}, ${nums(inside)}.slice(0, 2))`],
    [
      1,
      () =>
        made("floats.filter")`[...${floats(inside)}.filter(${callback(inside, condition)}), 0.5, ${number(inside)}]`,
    ],
    [1, () => made("floats.map to array")`Array.from(${floats(inside)}.map(${callback(inside, number)}))`],
    [1, () => made("rest of a call")`((...all: number[]) => all)(${number(inside)}, ...${xs})`],
    [1, () => made("holes")`[${number(inside)}, , ${number(inside)}].filter((v) => v !== undefined)`],
    [isSmooth ? 0 : 1, () => atom("nums", "sort by text", undefined, { near: textOrder(xs) })`${xs}.toSorted()`],
    [
      isSmooth ? 0 : 1,
      () =>
        atom("nums", "sort of a copy", undefined, {
          near: partsOf`${xs}.slice().sort((a, b) => near(b, a))`,
        })`${xs}.slice().sort((a, b) => b - a)`,
    ],
  ])();
}

export function floatsByMethod(context: Context): Node {
  const { choices, isSmooth } = context;
  const inside = deeper(context);
  const w = floats(inside);
  if (!pay(context, 60)) return w;
  const made = (form: string): ReturnType<typeof atom> => atom("floats", form);
  return choices.weighted<() => Node>([
    [1, () => made("floats.toReversed")`${w}.toReversed()`],
    [1, () => made("floats.reverse")`${w}.slice().reverse()`],
    [1, () => made("floats.fill all")`${w}.slice().fill(${number(inside)})`],
    [1, () => made("Float64Array.from mapped")`Float64Array.from(${nums(inside)}, ${callback(inside, number)})`],
    [1, () => made("view of a buffer")`new Float64Array(Float64Array.of(0.5, ${number(inside)}, 2).buffer, 8, 2)`],
    [1, () => made("new Float64Array(floats)")`new Float64Array(${w})`],
    [1, () => made("Float64Array.of spread")`Float64Array.of(...${nums(inside)})`],
    [
      isSmooth ? 0 : 1,
      () =>
        atom("floats", "floats.toSorted", undefined, {
          near: partsOf`${w}.toSorted((a, b) => near(a, b))`,
        })`${w}.toSorted()`,
    ],
    [
      isSmooth ? 0 : 1,
      () =>
        atom("floats", "floats.sort", undefined, {
          near: partsOf`${w}.slice().sort((a, b) => near(b, a))`,
        })`${w}.slice().sort((a, b) => b - a)`,
    ],
  ])();
}

/** Methods that change an array where it is. */
export function numsEdit(context: Context, array: Node): Node {
  const { choices, isSmooth } = context;
  return choices.weighted<() => Node>([
    [1, () => statement("copyWithin")`${array}.copyWithin(0, 1);`],
    [1, () => statement("fill")`${array}.fill(${number(context)}, 1, 2);`],
    [1, () => statement("length =")`${array}.length = 2;`],
    [1, () => statement("push many")`if (${array}.length < 6) ${array}.push(${number(context)}, ${number(context)});`],
    [1, () => statement("splice, removed used")`${array}.push(...${array}.splice(0, 1));`],
    [1, () => statement("xs[i]++")`${array}[0] = Math.sin(${array}[0]!++ + ++${array}[1]! - ${array}[1]!--);`],
    [1, () => statement("xs[i] ??=")`${array}[1] ??= ${number(context)};`],
    [
      isSmooth ? 0 : 1,
      () =>
        statement("xs.sort", { near: partsOf`${array}.sort((a, b) => near(a, b));` })`${array}.sort((a, b) => a - b);`,
    ],
  ])();
}

export function floatsEdit(context: Context, array: Node): Node {
  const { choices, isSmooth } = context;
  return choices.weighted<() => Node>([
    [1, () => statement("w.reverse")`${array}.reverse();`],
    [1, () => statement("w.fill")`${array}.fill(${number(context)}, -1);`],
    [1, () => statement("w.set(w)")`${array}.set(${array}.subarray(0, 1), 1);`],
    [1, () => statement("w.set(xs)")`${array}.set(${nums(context)}.slice(0, 2));`],
    [
      1,
      () =>
        statement(
          "w.forEach",
        )`${array}.forEach((v, i) => { ${array}[i] = v * ${number(insideFunction(context, []), interval(-1, 1))}; });`,
    ],
    [
      isSmooth ? 0 : 1,
      () => statement("w.sort", { near: partsOf`${array}.sort((a, b) => near(a, b));` })`${array}.sort();`,
    ],
  ])();
}
