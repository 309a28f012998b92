// Folds whose accumulator is an array or a record, made anew, spread or changed in place.

import type { Context } from "../context.ts";
import { nums } from "../makers.ts";
import { kept } from "../node.ts";
import type { Node } from "../program.ts";
import { line, freshNames, mixed, text, type Computed } from "./computed.ts";

export function accumulators(context: Context): Computed {
  const { choices } = context;
  const [acc, x, r] = freshNames(context, "acc", "x", "r") as [string, string, string];
  const input = text`${nums({ ...context, depth: 1 })}.slice(0, 5)`;
  const method = choices.pick(["reduce", "reduce", "reduceRight"]);
  const sum = `${r}.reduce((s, v, i) => s + v / (i + 1), 0)`;
  const fold = (type: string, body: Node, start: Node): Node =>
    kept("fold")`const ${r} = (${input}).${method}((${acc}: ${type}, ${x}) => ${body}, ${start});`;
  const list = (body: Node): Computed => ({
    form: "array as accumulator",
    statements: [fold("number[]", body, text`[${mixed(context, "0.5")}]`)],
    value: text`${sum}`,
  });
  const record = (body: Node): Computed => ({
    form: "record as accumulator",
    statements: [fold("{ s: number; n: number }", body, text`{ s: ${mixed(context, "0.2")}, n: 0 }`)],
    value: text`${r}.s / (1 + ${r}.n)`,
  });
  const last = `${acc}[${acc}.length - 1]!`;
  return choices.weighted<() => Computed>([
    [2, () => list(text`[...${acc}, 0.5 * ${last} + ${mixed(context, x)}]`)],
    [1, () => list(text`${acc}.concat([0.5 * ${acc}[0]! * ${x}])`)],
    [2, () => list(line`{ ${acc}.push(0.5 * ${last} + ${mixed(context, x)}); return ${acc}; }`)],
    [
      1,
      () =>
        list(
          line`{ ${acc}[0] = 0.5 * ${acc}[0]! + ${mixed(context, x)}; return ${acc}.length < 3 ? [...${acc}, ${x}] : ${acc}; }`,
        ),
    ],
    [1, () => list(text`${acc}.map((v) => 0.5 * v + ${mixed(context, x, "v")} * 0.2).concat(${x})`)],
    [2, () => record(text`({ s: 0.5 * ${acc}.s + ${mixed(context, x)}, n: ${acc}.n + 1 })`)],
    [1, () => record(text`({ ...${acc}, s: Math.sin(${acc}.s) * ${x} })`)],
    [2, () => record(line`{ ${acc}.s = 0.5 * ${acc}.s + ${mixed(context, x)}; ${acc}.n++; return ${acc}; }`)],
    [1, () => record(text`(${acc}.n > 1 ? ${acc} : { s: ${acc}.s + ${mixed(context, x)}, n: ${acc}.n + 1 })`)],
  ])();
}
