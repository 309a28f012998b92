// Trees and lists of records: made by recursion, walked by recursion, by mutual recursion or by a loop with a stack, changed
// in place.

import type { Context } from "../context.ts";
import { kept, statement } from "../node.ts";
import { freshNames, mixed, some, text, type Computed } from "./computed.ts";

export function binaryTree(context: Context): Computed {
  const { choices } = context;
  const [T, grow, fold, a, t, tree] = freshNames(context, "T", "grow", "fold", "a", "t", "tree") as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const change = choices.pick([
    `if (${tree}.left) ${tree}.left.v = 0.5 * ${tree}.v;`,
    `[${tree}.left, ${tree}.right] = [${tree}.right, ${tree}.left];`,
    `${tree}.left = ${tree}.right;`,
    `if (${tree}.right) ${tree}.right.left = { v: 0.5 * ${tree}.v, left: null, right: null };`,
  ]);
  const combined = choices.pick([
    `0.5 * ${fold}(${t}.left) + 0.7 * ${fold}(${t}.right)`,
    `Math.sin(${fold}(${t}.left)) * Math.cos(${fold}(${t}.right))`,
    `[${t}.left, ${t}.right].map(${fold}).reduce((x, y) => 0.5 * x + Math.sin(y), 0)`,
  ]);
  return {
    form: "binary tree",
    statements: [
      kept("type")`type ${T} = { v: number; left: ${T} | null; right: ${T} | null };`,
      kept(
        "recursion",
      )`const ${grow} = (${a}: number[]): ${T} | null => ${a}.length === 0 ? null : { v: ${mixed(context, `${a}[0]!`)}, left: ${grow}(${a}.slice(1, 1 + (${a}.length >> 1))), right: ${grow}(${a}.slice(1 + (${a}.length >> 1))) };`,
      kept(
        "recursion",
      )`const ${fold} = (${t}: ${T} | null): number => ${t} === null ? 0.3 : ${mixed(context, `${t}.v`)} + ${combined};`,
      kept("tree")`const ${tree} = ${grow}(${some(context)})!;`,
      statement("tree changed")`${change}`,
    ],
    value: text`${fold}(${tree})`,
  };
}

export function list(context: Context): Computed {
  const { choices } = context;
  const [L, head, x, s, p] = freshNames(context, "L", "head", "x", "s", "p") as [
    string,
    string,
    string,
    string,
    string,
  ];
  const isFront = choices.chance(0.5);
  const build = isFront
    ? kept("list")`for (const ${x} of ${some(context)}) ${head} = { v: ${mixed(context, x)}, next: ${head} };`
    : kept(
        "list",
      )`for (const ${x} of ${some(context)}) { const last: ${L} = { v: ${mixed(context, x)}, next: null }; if (${head} === null) ${head} = last; else { let ${p} = ${head}; while (${p}.next !== null) ${p} = ${p}.next; ${p}.next = last; } }`;
  const reversed = `{ let before: ${L} | null = null, at: ${L} | null = ${head}; while (at !== null) { const next: ${L} | null = at.next; at.next = before; before = at; at = next; } ${head} = before; }`;
  return {
    form: "linked list",
    statements: [
      kept("type")`type ${L} = { v: number; next: ${L} | null };`,
      kept("list")`let ${head} = null as ${L} | null;`,
      build,
      statement("list reversed")`${reversed}`,
      statement("list changed")`if (${head}?.next) ${head}.next.v = 0.5 * ${head}.v;`,
      kept("sum")`let ${s} = 0.1;`,
      kept(
        "list walked",
      )`for (let at = ${head}; at !== null; at = at.next) ${s} = 0.5 * ${s} + ${mixed(context, "at.v", s)} * 0.1;`,
    ],
    value: text`${s}`,
  };
}

/** Nodes with any number of children, and two functions by turns: one for nodes, one for lists of them. */
export function forest(context: Context): Computed {
  const { choices } = context;
  const [T, ofNode, ofAll, t, ts, root, kids] = freshNames(context, "T", "of", "all", "t", "ts", "root", "kids") as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const all = choices.pick([
    `${ts}.reduce((s, kid) => 0.5 * s + ${ofNode}(kid), 0.2)`,
    `${ts}.length === 0 ? 0.2 : Math.sin(${ofNode}(${ts}[0]!)) + ${ofAll}(${ts}.slice(1))`,
    `((s) => { for (const kid of ${ts}) s += Math.sin(${ofNode}(kid)); return s; })(0.1)`,
  ]);
  return {
    form: "mutual recursion over a tree",
    statements: [
      kept("type")`type ${T} = { v: number; kids: ${T}[] };`,
      kept(
        "kids",
      )`const ${kids}: ${T}[] = ${some(context)}.map((v, i) => ({ v, kids: i % 2 === 0 ? [] : [{ v: 0.5 * v, kids: [] }] }));`,
      kept("tree")`const ${root}: ${T} = { v: ${mixed(context, "0.5")}, kids: ${kids} };`,
      statement("kid shared")`${root}.kids.push({ v: 0.3, kids: [${kids}[0]!] });`,
      statement("kid changed")`${kids}[1]!.v = 0.5 * ${kids}[0]!.v;`,
      kept(
        "recursion",
      )`const ${ofNode} = (${t}: ${T}): number => ${mixed(context, `${t}.v`)} + 0.5 * ${ofAll}(${t}.kids);`,
      kept("recursion")`const ${ofAll} = (${ts}: ${T}[]): number => ${all};`,
    ],
    value: text`${ofNode}(${root})`,
  };
}
