// Lists that are copied element by element into others, sorted by keys and searched; tables that begin with one row and grow.

import type { Context } from "../context.ts";
import { kept, statement } from "../node.ts";
import { freshNames, line, mixed, some, text, type Computed } from "./computed.ts";

const total = (list: string): string => `${list}.reduce((s, v, i) => s + v / (i + 1), 0)`;

/** Spread elements beside others, some of which change what was spread before them. */
export function spreadLists(context: Context): Computed {
  const { choices } = context;
  const [q, r] = freshNames(context, "q", "r") as [string, string];
  const value = (): ReturnType<typeof mixed> => mixed(context, `${q}[0]!`, `${q}.at(-1)!`, "0.5");
  const elements = [
    () => text`...${q}`,
    () => text`...${q}.slice(1)`,
    () => text`...(${q}[0]! > 0 ? [${value()}] : [])`,
    () => text`...Float64Array.from(${q}, (v) => 0.5 * v)`,
    () => text`${value()}`,
    () => text`0.1 * ${q}.push(${value()})`,
    () => text`(${q}[0] = ${value()})`,
    () => text`...${q}.splice(0, 1)`,
  ];
  const [a, b, c] = [choices.pick(elements)(), choices.pick(elements)(), choices.pick(elements)()];
  const isGrown = choices.chance(0.4);
  return {
    form: "spread elements",
    statements: [
      kept("list")`const ${q} = [...${some(context)}, ${mixed(context, "0.5", "0.2")}, 0.3];`,
      kept("copies")`let ${r} = [${a}, ...${q}, ${b}, ${c}];`,
      ...(isGrown
        ? [statement("grown")`for (const v of ${q}.slice(0, 3)) ${r} = [...${r}, 0.5 * v * ${r}.at(-1)!];`]
        : [statement("changed")`${r}[0] = 0.5 * ${r}[0]! * ${r}.at(-1)!;`]),
    ],
    value: text`${total(r)} + 0.1 * ${total(q)}`,
  };
}

/** The order, and what is found, depend on keys that carry no derivative, by comparisons that capture, count or call others. */
export function listsByKeys(context: Context): Computed {
  const { choices } = context;
  const [xs, keys, at, sign, s] = freshNames(context, "xs", "keys", "at", "sign", "s") as [
    string,
    string,
    string,
    string,
    string,
  ];
  const by = choices.pick(["p.k - q.k", `${sign} * (p.k - q.k)`, "order(p, q)", "q.k > p.k ? 1 : -1"]);
  const isKept = choices.chance(0.5);
  return {
    form: "sorts and searches by keys",
    statements: [
      kept("list")`const ${xs} = [...${some(context)}, ${mixed(context, "0.5", "0.2")}, 0.3];`,
      kept("keys")`const ${keys} = ${xs}.map((_, i) => (i * 7 + 3) % 11);`,
      kept("sign")`let ${sign} = ${choices.pick(["1", "-1"])};`,
      kept("search")`let ${at} = Math.max(${keys}.${choices.pick(["indexOf", "lastIndexOf"])}(10), 0);`,
      statement("store and search")`${keys}[${at}] = 3; ${at} = ${keys}.indexOf(3) + (${keys}.includes(6) ? 1 : 0);`,
      statement("other sign")`${sign} = -${sign};`,
      line`const order = (p: { k: number }, q: { k: number }): number => p.k - q.k;`,
      kept(
        "sorted",
      )`const ${s} = ${xs}.map((v, i) => ({ v, k: ${keys}[i]! + 0.01 * i })).${isKept ? "sort" : "toSorted"}((p, q) => ${by});`,
      statement("first")`${s}[0]!.v = ${mixed(context, `${s}[0]!.v`, `${s}[1]!.v`)};`,
    ],
    value: text`${s}.reduce((t, { v }, i) => t + v / (i + 1), 0) + 0.1 * ${xs}[${at}]!`,
  };
}

/** What arrays hold that begin as literals is known only from what is stored later. */
export function grownTables(context: Context): Computed {
  const { choices } = context;
  const [xs, d, t] = freshNames(context, "xs", "d", "t") as [string, string, string];
  const cell = (): ReturnType<typeof mixed> => mixed(context, `${d}[i - 1]![0]!`, `${d}[0]![0]!`, `${xs}[i - 1]!`);
  return {
    form: "tables that grow",
    statements: [
      kept("list")`const ${xs} = ${some(context)};`,
      kept("table")`const ${d}: number[][] = [[${mixed(context, "0.5", `${xs}[0]!`)}]];`,
      kept("rows")`for (let i = 1; i <= ${xs}.length; i++) ${d}.push([${cell()}${choices.pick(["", ", 0.5"])}]);`,
      statement(
        "columns",
      )`for (let j = 1; j <= ${xs}.length; j++) ${d}[0]!.push(0.5 * ${d}[0]![j - 1]! + ${xs}[j - 1]!);`,
      kept("cells")`const ${t} = [${mixed(context, `${xs}[0]!`, "0.5")}, 0.5, ${xs}[1]!];`,
      statement(
        "by turns",
      )`for (let k = 0; k < ${xs}.length; k++) ${t}[(2 * k) % 3] = 0.5 * ${t}[k % 3]! * ${d}[k]![0]!;`,
    ],
    value: text`${d}.reduce((s, row, i) => s + row.at(-1)! / (i + 1), 0) + ${t}[${choices.pick(["0", `${xs}.length % 3`])}]!`,
  };
}
