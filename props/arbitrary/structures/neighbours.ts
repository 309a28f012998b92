// Elements that may be absent: neighbours beyond the ends, with a default or a question; stacks and queues that grow and are read
// where they have ended; arrays of records that are walked by pairs.

import type { Context } from "../context.ts";
import { kept, statement } from "../node.ts";
import { freshNames, mixed, some, text, type Computed } from "./computed.ts";

export function neighbours(context: Context): Computed {
  const { choices } = context;
  const [xs, ps, q, s] = freshNames(context, "xs", "ps", "q", "s") as [string, string, string, string];
  const index = (): string => choices.pick(["i - 1", "i + 1", "i + 2", "2 * i - 3", `${xs}.length - i`, "i / 2", "-i"]);
  const absent = (): ReturnType<typeof mixed> => mixed(context, "v", "0.5", `${xs}[0]!`);
  const of = (list: string, k: string): ReturnType<typeof mixed> =>
    choices.pick([
      () => text`(${list}[${k}] ?? ${absent()})`,
      () => text`(${list}[${k}] === undefined ? ${absent()} : 0.5 * ${list}[${k}]!)`,
      () => text`((w) => (w !== undefined ? 0.5 * w * v : ${absent()}))(${list}[${k}])`,
      () => text`[0.5, 2].reduce((t, c) => t + c * (${list}[${k}] ?? v), 0)`,
    ])();
  return {
    form: "neighbours",
    statements: [
      kept("list")`const ${xs} = ${choices.pick([text`${some(context)}`, text`Float64Array.from(${some(context)})`])};`,
      kept("records")`const ${ps} = Array.from(${xs}, (v, i) => ({ v, at: { y: 0.5 * v * i } }));`,
      kept("stack")`const ${q}: number[] = [];`,
      kept("sum")`let ${s} = 0;`,
      kept(
        "walk",
      )`for (let i = 0; i < ${xs}.length; i++) { const v = ${xs}[i]!; ${s} += ${of(xs, index())} / (i + 1); ${q}.push(0.5 * v * (${q}[i - 1] ?? 1)); }`,
      statement(
        "pairs",
      )`for (let i = 0; i < ${ps}.length; i++) { const p = ${ps}[i + 1]; ${s} += p === undefined ? 0.5 : p.v * ${ps}[i]!.at.y; }`,
      statement("shifted")`${q}.${choices.pick(["unshift", "push"])}(${mixed(context, `${xs}[0]!`, "0.5")});`,
      statement(
        "captured",
      )`for (let i = 0; i < 3; i++) { const w = ${q}[i + 1]; [1, 2].forEach((c) => { ${s} += c * (w ?? 0.5); }); }`,
    ],
    value: text`${s} + ${q}.reduceRight((t, v, i) => 0.5 * t + v * (${q}[i + 1] ?? 1), 0)`,
  };
}
