// Typed arrays of every kind and views of them: what is written through one is read through another, what is written out of
// range is nowhere.

import type { Context } from "../context.ts";
import { kept, statement } from "../node.ts";
import type { Node, Trait } from "../program.ts";
import { freshNames, mixed, some, text, type Computed } from "./computed.ts";

const integers = [
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
];

export function typedViews(context: Context): Computed {
  const { choices, weights } = context;
  const [w, v, k, s] = freshNames(context, "w", "v", "k", "s") as [string, string, string, string];
  const isSingle = weights.rounding > 0 && choices.chance(0.2);
  const trait: Trait | null = isSingle ? "rounds" : null;
  const type = isSingle ? "Float32Array" : "Float64Array";
  const made = choices.weighted<() => Node>([
    [2, () => text`${type}.from(${some(context)})`],
    [1, () => text`new ${type}(${some(context)})`],
    [1, () => text`${type}.of(${mixed(context, "0.5")}, ${mixed(context, "0.2")}, ${mixed(context, "0.7")})`],
    [1, () => text`new ${type}(${String(3 + choices.below(2))}).fill(${mixed(context, "0.5")}, 1)`],
  ])();
  const view = choices.pick([
    `${w}.subarray(1)`,
    `${w}.subarray(0, 2)`,
    `${w}.subarray(-2)`,
    w,
    `${w}.slice(0, 2)`,
    `${w}.subarray(0, 3).subarray(-2)`,
  ]);
  const at = (): string => choices.pick(["0", "1", `${v}.length - 1`, `${k}[0]! % 2`]);
  const lines: readonly (() => Node)[] = [
    () => statement("v[i] =")`${v}[${at()}] = 0.5 * (${mixed(context, `${w}[0]!`, `${v}[0]!`)});`,
    () => statement("w[i] +=")`${w}[${at()}]! += 0.5 * ${v}[0]! - 0.5 * ${w}[1]!;`,
    () =>
      statement(
        "out of range",
      )`${v}[${choices.pick([`${v}.length`, "-1", "9", "0.5", `${w}.length + 1`])}] = ${mixed(context, `${w}[0]!`)};`,
    () => statement("beyond i < n")`for (let i = 0; i < ${v}.length; i++) ${v}[i + 1] = 0.5 * ${v}[i]!;`,
    () =>
      statement("loop")`for (let i = 1; i < ${w}.length; i++) ${w}[i] = 0.5 * (${w}[i]! + ${w}[i - 1]! * ${v}[0]!);`,
    () => statement("set")`${w}.set(${v}.subarray(0, 1), 1);`,
    () => statement("copyWithin")`${w}.copyWithin(0, 1);`,
    () => statement("reverse")`${v}.reverse();`,
    () =>
      statement(
        "ints",
      )`${k}[${choices.pick(["0", "1", "7", "-1"])}] = ${choices.pick(["3.7", "-1", "300", `${k}[1]! + 1`])};`,
    () => statement("length")`${s} += ${v}.length / 9 + (${v}[${v}.length] ?? 0.25);`,
  ];
  const body = Array.from({ length: 3 + choices.below(4) }, () => choices.pick(lines)());
  return {
    form: "typed views",
    statements: [
      { ...kept("typed array")`const ${w} = ${made};`, trait },
      kept("view")`const ${v} = ${view};`,
      kept("ints")`const ${k} = ${choices.pick(integers)}.of(2, 1, 300);`,
      kept("s")`let ${s} = 0.1;`,
      ...body,
    ],
    value: text`${s} + ${w}.reduce((t, x, i) => t + x / (i + 1), 0) + ${v}[0]! * (${k}[0]! & 7)`,
  };
}

/** A copy that is written beyond its end, next to an array that grows. */
export function writesOutOfRange(context: Context): Computed {
  const { choices } = context;
  const [m, out, n] = freshNames(context, "m", "out", "n") as [string, string, string];
  const beyond = choices.pick([
    `${m}[${n}] = 9;`,
    `for (let i = 0; i < ${n}; i++) ${m}[i + 1] = 0.5 * ${m}[i]! + 0.3;`,
    `for (let i = 0; i <= ${n}; i++) ${m}[i] = (${m}[i] ?? 0.5) * 0.5;`,
    `for (let i = ${n}; i >= -1; i--) ${m}[i] = 0.5 * (${m}[i] ?? 2);`,
  ]);
  const make = choices.pick([
    `new Float64Array(${n})`,
    `new Float64Array(${n}).fill(0.5)`,
    `Float64Array.from({ length: ${n} }, (_, i) => i / 3)`,
  ]);
  const copy = choices.pick([
    `for (let i = 0; i < ${n}; i++) ${out}[i] = ${m}[i]!;`,
    `for (let i = 0; i < ${m}.length; i++) ${out}.push(${m}[i]!);`,
    `for (const x of ${m}) ${out}.push(0.5 * x);`,
  ]);
  const end = choices.pick([`${out}.reverse();`, `${out}.push(0.5);`, `${out}[0] = ${m}[0]!;`]);
  const start = copy.includes("push") ? "[]" : `new Array<number>(${n})`;
  return {
    form: "writes out of range",
    statements: [
      kept("n")`const ${n} = ${some(context)}.length;`,
      kept("m")`const ${m} = ${make};`,
      statement("m[i] =")`for (let i = 0; i < ${n}; i++) ${m}[i] = ${mixed(context, "i")} * 0.2;`,
      statement("beyond")`${beyond}`,
      kept("out")`const ${out}: number[] = ${start};`,
      kept("copied")`${copy}`,
      statement("end")`${end}`,
    ],
    value: text`${out}.reduce((s, x, i) => s + x / (i + 1), 0) + ${out}.length / 7`,
  };
}
