// Variables whose type changes on the way, in loops within loops: undefined or null, then a number, a record or an array. And
// loops whose bounds are fractions, or rounded.

import type { Context } from "../context.ts";
import { block, kept, node, statement } from "../node.ts";
import type { Node } from "../program.ts";
import { line, freshNames, mixed, some, text, type Computed } from "./computed.ts";

interface Sentinel {
  readonly type: string;
  readonly none: string;
  readonly isThere: string;
  readonly read: string;
  readonly value: Node;
}

export function sentinels(context: Context): Computed {
  const { choices } = context;
  const [prev, s, x, y] = freshNames(context, "prev", "s", "x", "y") as [string, string, string, string];
  const none = choices.pick(["undefined", "null"]);
  const value = mixed(context, x, y);
  const kinds: readonly Sentinel[] = [
    { type: `number | ${none}`, none, isThere: `${prev} !== ${none}`, read: prev, value },
    { type: `number | ${none} | string`, none, isThere: `typeof ${prev} === "number"`, read: prev, value },
    { type: `{ v: number } | ${none}`, none, isThere: prev, read: `${prev}.v`, value: text`{ v: ${value} }` },
    {
      type: `number[] | ${none}`,
      none,
      isThere: `${prev} != null`,
      read: `${prev}[0]!`,
      value: text`[${value}, ${x}]`,
    },
    {
      type: `((a: number) => number) | ${none}`,
      none,
      isThere: prev,
      read: `${prev}(${y})`,
      value: text`(a: number) => a * ${value}`,
    },
    {
      type: "number[] | Float64Array",
      none: "[0.5]",
      isThere: "true",
      read: `${prev}[0]!`,
      value: text`Float64Array.of(${value}, 1)`,
    },
    { type: "number | boolean", none: "false", isThere: `typeof ${prev} === "number"`, read: prev, value },
  ];
  const {
    type,
    none: absent,
    isThere,
    read,
    value: present,
  } = choices.pick(choices.chance(0.4) ? kinds.slice(0, 1) : kinds);
  const start = type.startsWith("number |") && choices.chance(0.7) ? "0" : absent;
  const use = statement("use")`if (${isThere}) ${s} = 0.5 * ${s} + 0.1 * (${y} - ${read}) ** 2;`;
  const set = statement("set")`${prev} = ${present};`;
  const drop = statement("drop")`${choices.pick(["", "if (i % 2 === 0) "])}${prev} = ${absent};`;
  const text2 = type.includes("string") ? [statement("text")`if (i === 1) ${prev} = "none";`] : [];
  const inner = block(choices.chance(0.5) ? [use, set] : [set, use]);
  const loop = choices.pick([0, 1, 2]);
  const nested =
    loop === 2
      ? kept("inner loop")`for (const ${y} of ${some(context)}) {\n  for (let j = 0; j < 2; j++) ${inner}\n}`
      : loop === 1
        ? kept(
            "inner loop",
          )`for (let j = 0; j < 2; j++) { const ${y} = ${x} + j / 2; ${node("statement", "inside", undefined, { isFixed: true })`${inner}`} }`
        : kept("inner loop")`for (const ${y} of ${some(context)}) ${inner}`;
  return {
    form: "sentinels in loops",
    statements: [
      kept("prev")`let ${prev}: ${type} = ${start};`,
      kept("s")`let ${s} = 0.1;`,
      kept(
        "outer loop",
      )`for (const [i, ${x}] of ${some(context)}.entries()) {\n  ${nested}\n  ${drop}\n  ${text2[0] ?? ""}\n}`,
    ],
    value: text`${s}`,
  };
}

/** Loops that count by fractions, to bounds that are computed and rounded. */
export function unusualBounds(context: Context): Computed {
  const { choices } = context;
  const [s, n, ys] = freshNames(context, "s", "n", "ys") as [string, string, string];
  const head = choices.pick([
    `let k = 0; k < ${n} * 0.3; k++`,
    `let k = 0; k < ${n} / 2; k++`,
    `let k = 0.5; k < ${n}; k++`,
    `let k = ${n}; k > -Number.EPSILON; k--`,
    `let k = -${n}; k < 0.1 * 3 - 0.3; k++`,
    `let k = 0; k <= Math.floor(${n} / 2); k += 1`,
    `let k = ${n} - 0.5; k >= 0; k -= 1`,
    `let k = 0; k < 1; k += 1 / ${n}`,
    `let k = Math.ceil(${n} / 3); k !== 0; k--`,
    `let k = 0; k < ${n}; k += 2`,
    `let k = 1; k < 40; k *= 2`,
    `let k = 0, end = ${n}; k < end; k++, end -= 0.5`,
  ]);
  const body = choices.weighted<() => Node>([
    [2, () => line`${s} = 0.5 * ${s} + Math.sin(${s} * k) * ${mixed(context, s)} * 0.1;`],
    [2, () => line`${s} *= k === 0 ? ${mixed(context, "0.5")} : Math.cos(k / 9 + ${s});`],
    [1, () => line`{ ${ys}.push(${s} * k); ${s} = 0.5 * ${s} + 0.1 * ${ys}[0]!; }`],
    [1, () => line`{ if (k > 2) break; ${s} = Math.sin(${s} + k); }`],
    [1, () => line`{ ${ys}[Math.abs(Math.round(k)) % 2] = ${s}; ${s} = Math.sin(${s} + (${ys}[1] ?? 0.2)); }`],
  ])();
  return {
    form: "unusual bounds",
    statements: [
      kept("n")`const ${n} = ${choices.pick(["", "2 * ", "0.5 + "])}${some(context)}.length;`,
      kept("s")`let ${s} = ${mixed(context, "0.5")};`,
      kept("ys")`const ${ys}: number[] = [0.5];`,
      kept("loop")`for (${head}) ${body}`,
      statement("again")`for (${head}) ${body}`,
    ],
    value: text`${s} + 0.1 * (${ys}.at(-1) ?? 0)`,
  };
}
