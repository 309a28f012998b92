// Functions that call themselves with arrays made for the call, that give numbers, arrays or records, alone or by turns.

import type { Context } from "../context.ts";
import { nums } from "../makers.ts";
import { kept, node } from "../node.ts";
import type { Node } from "../program.ts";
import { freshNames, mixed, some, step, text, type Computed } from "./computed.ts";

const part = (text: TemplateStringsArray, ...holes: readonly (Node | string)[]): Node =>
  node("nums", "fresh array", undefined, { isAtomic: true, isFixed: true })(text, ...holes);

/** An array that is shorter by one, made of the one that a text reads, which has two elements or more. */
function shorter(context: Context, a: string): Node {
  return context.choices.weighted<() => Node>([
    [3, () => part`${a}.slice(1)`],
    [2, () => part`${a}.slice(0, -1)`],
    [2, () => part`${a}.slice(1).map(${step(context)})`],
    [1, () => part`${a}.map(${step(context)}).slice(1)`],
    [1, () => part`${a}.filter((_, i) => i > 0)`],
    [1, () => part`[...${a}.slice(1)]`],
    [1, () => part`[${mixed(context, `${a}[0]!`, `${a}[1]!`)}, ...${a}.slice(2)].map((x) => 0.5 * x)`],
    [1, () => part`${a}.slice(1).reverse()`],
    [1, () => part`${a}.toReversed().slice(1)`],
    [1, () => part`Array.from({ length: ${a}.length - 1 }, (_, i) => ${a}[i]! * ${a}[i + 1]! * 0.25)`],
  ])();
}

const functionOf = (context: Context, h: string, a: string, type: string, body: Node): Node => {
  if (context.choices.chance(0.5)) return kept("recursion")`const ${h} = (${a}: number[]): ${type} => ${body};`;
  return kept("recursion")`function ${h}(${a}: number[]): ${type} { return ${body}; }`;
};

/** A number by halves, or by what is left. */
export function recursionToNumbers(context: Context): Computed {
  const { choices } = context;
  const [h, a, s] = freshNames(context, "h", "a", "s") as [string, string, string];
  const first = `${a}[0]!`;
  const base = mixed(context, `(${a}[0] ?? 0.3)`);
  const again = (): Node => text`${h}(${shorter(context, a)})`;
  const body = choices.weighted<() => Node>([
    [3, () => text`${mixed(context, first)} + ${again()}`],
    [2, () => text`Math.cos(${mixed(context, first)}) * ${again()}`],
    [2, () => text`${h}(${a}.slice(0, ${a}.length >> 1)) + ${h}(${a}.slice(${a}.length >> 1))`],
    [1, () => text`Math.sin(${h}(${a}.slice(0, ${a}.length >> 1)) * ${h}(${a}.slice(${a}.length >> 1)))`],
    [1, () => text`((${s}: number) => ${s} * Math.sin(${s}))(Math.sin(${again()})) + ${mixed(context, first)}`],
    [1, () => text`[0.5, 1].reduce((${s}, k) => ${s} + Math.sin(k * ${again()}), ${first})`],
  ])();
  return {
    form: "recursion over fresh arrays",
    statements: [functionOf(context, h, a, "number", text`${a}.length <= 1 ? ${base} : ${body}`)],
    value: text`${h}(${some(context)})`,
  };
}

/** A number of two arrays, of which one is fresh. */
export function recursionOverTwo(context: Context): Computed {
  const [h, a, b] = freshNames(context, "h", "a", "b") as [string, string, string];
  const next = context.choices.pick([b, `${b}.slice()`, `${b}.map((x) => 0.5 * x)`]);
  const value = text`${mixed(context, `${a}[0]!`, `${b}[0]!`)} + 0.5 * ${h}(${shorter(context, a)}, ${next})`;
  return {
    form: "recursion over two arrays",
    statements: [
      kept(
        "recursion",
      )`const ${h} = (${a}: number[], ${b}: number[]): number => ${a}.length < 1 ? ${mixed(context, `${b}[1]!`)} : ${a}.length < 2 ? ${`${a}[0]!`} : ${value};`,
    ],
    value: text`${h}(${some(context)}, ${nums({ ...context, depth: 1 })})`,
  };
}

/** An array: the running sum, the merged halves, what is mapped on the way. */
export function recursionToArrays(context: Context): Computed {
  const { choices } = context;
  const [h, a, r] = freshNames(context, "h", "a", "r") as [string, string, string];
  const first = `${a}[0]!`;
  const body = choices.weighted<() => Node>([
    [2, () => text`[${mixed(context, first)}, ...${h}(${shorter(context, a)})]`],
    [2, () => text`${h}(${a}.slice(0, ${a}.length >> 1)).concat(${h}(${a}.slice(${a}.length >> 1)))`],
    [1, () => text`${h}(${shorter(context, a)}).map((x) => 0.5 * x + ${mixed(context, first)})`],
    [1, () => text`((${r}: number[]) => [...${r}, 0.5 * ${r}[0]! + ${first}])(${h}(${shorter(context, a)}))`],
  ])();
  return {
    form: "recursion that gives arrays",
    statements: [
      functionOf(context, h, a, "number[]", text`${a}.length <= 1 ? [${mixed(context, `(${a}[0] ?? 0.3)`)}] : ${body}`),
    ],
    value: text`${h}(${some(context)}).reduce((s, x, i) => s + x / (i + 1), 0)`,
  };
}

export function recursionToRecords(context: Context): Computed {
  const [h, a, r] = freshNames(context, "h", "a", "r") as [string, string, string];
  const next = shorter(context, a);
  const body = text`((${r}: { s: number; c: number }) => ({ s: ${mixed(context, `${a}[0]!`, `${r}.c`)} + 0.5 * ${r}.s, c: Math.sin(${r}.c + ${`${a}[0]!`}) }))(${h}(${next}))`;
  return {
    form: "recursion that gives records",
    statements: [
      functionOf(
        context,
        h,
        a,
        "{ s: number; c: number }",
        text`${a}.length <= 1 ? { s: ${`${a}[0] ?? 0.2`}, c: ${mixed(context, `(${a}[0] ?? 0.3)`)} } : ${body}`,
      ),
    ],
    value: text`${h}(${some(context)}).s + ${h}(${some(context)}).c`,
  };
}

/** Two functions by turns. */
export function recursionByTurns(context: Context): Computed {
  const [f, g, a, b] = freshNames(context, "f", "g", "a", "b") as [string, string, string, string];
  const [rest, other] = [shorter(context, a), shorter(context, b)];
  return {
    form: "mutual recursion over fresh arrays",
    statements: [
      kept(
        "recursion",
      )`const ${f} = (${a}: number[]): number => ${a}.length <= 1 ? ${mixed(context, `(${a}[0] ?? 0.4)`)} : ${mixed(context, `${a}[0]!`)} + ${g}(${rest});`,
      kept(
        "recursion",
      )`const ${g} = (${b}: number[]): number => ${b}.length <= 1 ? ${mixed(context, `(${b}[0] ?? 0.7)`)} : Math.cos(${`${b}[0]!`}) * ${f}(${other});`,
    ],
    value: text`${context.choices.pick([f, g])}(${some(context)})`,
  };
}

/** A local array that each call reads by a method with a callback. */
export function recursionAroundCallbacks(context: Context): Computed {
  const { choices } = context;
  const [h, n, ys] = freshNames(context, "h", "n", "ys") as [string, string, string];
  const array = choices.weighted<() => Node>([
    [2, () => part`[${mixed(context, "0.7")}, ${mixed(context, "0.4")}]`],
    [2, () => part`${some(context)}.map(${step(context)})`],
    [1, () => part`${some(context)}.slice()`],
  ])();
  const sum = choices.pick([
    `${ys}.reduce((s, x) => s + 0.2 * x * x, 0)`,
    `${ys}.map((x) => 0.2 * x * x).reduce((s, x) => s + x, 0)`,
    `((s) => { ${ys}.forEach((x) => { s += 0.2 * x * x; }); return s; })(0.1)`,
    `(${ys}.findLast((x, i) => i === 0) ?? 1)`,
    `${ys}.filter((_, i) => i < ${n}).reduce((s, x) => s + 0.2 * x, 0.5)`,
    `${ys}.flatMap((x) => [x, 0.3]).reduce((s, x) => s + 0.1 * x * x)`,
  ]);
  const isGiven = choices.chance(0.3);
  const [param, given, first] = isGiven ? [`, ${ys}: number[]`, `, ${ys}`, array] : ["", "", ""];
  const made = isGiven ? [] : [kept("local array")`const ${ys} = ${array};`];
  const more = choices.chance(0.5) ? mixed(context, `${ys}[0]!`) : text`0`;
  return {
    form: "recursion around callbacks",
    statements: [
      ...made,
      kept(
        "recursion",
      )`const ${h} = (${n}: number${param}): number => ${n} <= 0 ? 1 : ${sum} * ${h}(${n} - 1${given}) + ${more};`,
    ],
    value: isGiven ? text`${h}(2, ${first})` : text`${h}(${String(1 + choices.below(3))})`,
  };
}
