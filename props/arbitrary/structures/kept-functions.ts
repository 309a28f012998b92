// Functions that are kept: in arrays and records, called later, with properties of their own, compared and searched for.

import type { Context } from "../context.ts";
import { number } from "../makers.ts";
import { kept, statement } from "../node.ts";
import type { Node } from "../program.ts";
import { line, freshNames, mixed, some, step, text, type Computed } from "./computed.ts";

export function functionsInArrays(context: Context): Computed {
  const { choices } = context;
  const [fs, s] = freshNames(context, "fs", "s") as [string, string];
  const fill = choices.weighted<() => Node>([
    [2, () => line`for (const v of ${some(context)}) ${fs}.push((x) => ${mixed(context, "v", "x")});`],
    [1, () => line`${some(context)}.forEach((v, i) => { ${fs}.push((x) => v * Math.sin(x) + i); });`],
    [
      1,
      () =>
        line`for (let i = 0; i < 3; i++) { let seen = i / 3; ${fs}.push((x) => (seen = 0.5 * seen + ${mixed(context, "x")})); }`,
    ],
    [
      1,
      () =>
        line`for (const v of ${some(context)}) { const before = ${fs}.at(-1) ?? Math.sin; ${fs}.push((x) => before(x) * Math.cos(v)); }`,
    ],
  ])();
  const use = choices.pick([
    `for (const f of ${fs}) ${s} = Math.sin(f(${s}));`,
    `${s} = ${fs}.reduce((x, f) => Math.sin(f(x)), ${s});`,
    `for (let i = ${fs}.length - 1; i >= 0; i--) ${s} += 0.3 * Math.sin(${fs}[i]!(${s}));`,
    `${s} += 0.1 * ${fs}.map((f, i) => Math.sin(f(i / 3))).reduce((a, b) => a + b, 0);`,
  ]);
  return {
    form: "functions in arrays",
    statements: [
      kept("functions")`const ${fs}: ((x: number) => number)[] = [${step(context)}];`,
      kept("functions")`${fill}`,
      statement(
        "functions change places",
      )`${choices.pick([`${fs}.reverse();`, `${fs}.splice(0, 1);`, `${fs}.push(${fs}[0]!);`, `[${fs}[0], ${fs}[1]] = [${fs}[1]!, ${fs}[0]!];`])}`,
      kept("s")`let ${s} = ${number({ ...context, depth: 1 })};`,
      kept("functions called")`${use}`,
      statement("functions called again")`${use}`,
    ],
    value: text`${s}`,
  };
}

export function functionsInRecords(context: Context): Computed {
  const { choices } = context;
  const [os, make, s] = freshNames(context, "os", "make", "s") as [string, string, string];
  const call = choices.pick([
    `for (const o of ${os}) { o.add(${s}); ${s} = 0.5 * ${s} + 0.2 * o.get(); }`,
    `for (let i = 0; i < ${os}.length; i++) { ${os}[i]!.add(0.5); if (i > 0) ${os}[i - 1]!.add(0.2 * ${os}[i]!.get()); }`,
    `${os}.forEach((o) => { o.add(${os}[0]!.get()); });`,
  ]);
  return {
    form: "functions in records",
    statements: [
      kept(
        "maker",
      )`const ${make} = (v: number) => { let sum = v; return { add: (x: number) => { sum = 0.5 * sum + ${mixed(context, "x", "v")} * 0.2; }, get: () => sum * v }; };`,
      kept("records")`const ${os} = ${some(context)}.map((v) => ${make}(v));`,
      statement("shared")`${os}.push(${os}[0]!);`,
      kept("s")`let ${s} = 0.3;`,
      kept("methods called")`${call}`,
      statement("methods called again")`${call}`,
      statement("replaced")`${os}[0] = { ...${os}[1]!, get: () => Math.sin(${os}[1]!.get()) };`,
    ],
    value: text`${s} + ${os}.reduce((t, o, i) => t + Math.sin(o.get()) / (i + 1), 0)`,
  };
}

/** What a function is, not what it does: its properties, and which of several it is. */
export function functionsCompared(context: Context): Computed {
  const { choices } = context;
  const [make, f, g, fs] = freshNames(context, "make", "f", "g", "fs") as [string, string, string, string];
  const weight = choices.pick([
    `${f}.scale`,
    `(${f} === ${fs}[0] ? 2 : 0.5)`,
    `(${fs}.indexOf(${g}) + 1)`,
    `(${fs}.includes(${g}) ? 3 : 0.25)`,
    `(${fs}.find((x) => x === ${g})?.scale ?? 0.1)`,
    `(${f} === ${g} ? 2 : ${g}.scale)`,
    `((x: unknown) => { switch (x) { case ${f}: return 1; case ${g}: return 2; default: return 3; } })(${fs}.at(-1))`,
  ]);
  const product = `${weight} * ${f}(0.5)`;
  // The functions are what the inner derivative is given from outside.
  const isInner = context.orders > 0 && context.weights.derivatives > 0 && choices.chance(0.4);
  const inner = choices.pick([
    `grad((x: number) => ${weight} * ${f}(x))(0.5)`,
    `[0.2, 0.5, 0.7].map(grad((x: number) => ${weight} * ${f}(x))).reduce((a, b) => a + b, 0)`,
    `grad((x: number, h: typeof ${f}) => (h === ${f} ? 1 : 2) * h.scale * h(x))(0.4, ${g})`,
  ]);
  return {
    form: "functions compared",
    statements: [
      kept(
        "maker",
      )`const ${make} = (k: number, scale: number) => Object.assign((x: number): number => ${mixed(context, "x", "k")}, { scale });`,
      kept("f")`const ${f} = ${make}(${number({ ...context, depth: 1 })}, 3);`,
      kept("g")`const ${g} = ${choices.pick([f, `${make}(0.7, 5)`, `${make}(0.7, ${mixedNumber(context)})`])};`,
      kept("list")`const ${fs} = [${f}, ${g}];`,
      statement("list changes")`${choices.pick([`${fs}.reverse();`, `${fs}.push(${f});`, `${fs}.shift();`])}`,
      statement("property changes")`${f}.scale = 0.5 * ${f}.scale;`,
    ],
    value: text`0.2 * ${isInner ? inner : product} + 0.1 * ${fs}.reduce((s, h) => s + h(0.3) * h.scale, 0)`,
  };
}

const mixedNumber = ({ choices }: Context): string => choices.pick(["2", "0.5", "-1"]);
