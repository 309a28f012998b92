// Records in arrays that are changed through other names: aliases that depend on a condition, that are made and dropped from
// one iteration to the next, elements that change places.

import type { Context } from "../context.ts";
import { condition } from "../makers.ts";
import { kept, node, statement } from "../node.ts";
import type { Node } from "../program.ts";
import { freshNames, mixed, some, text, type Computed } from "./computed.ts";

const decided = (context: Context): Node => condition({ ...context, depth: 1 });

export function aliasedRecords(context: Context): Computed {
  const { choices } = context;
  const [ps, p, q] = freshNames(context, "ps", "p", "q") as [string, string, string];
  const one = (): string => choices.pick([p, q, `${ps}[0]!`, `${ps}[1]!`]);
  const key = (): string => choices.pick(["a", "b"]);
  const reads = (): readonly string[] => [`${one()}.${key()}`, `${one()}.${key()}`];
  const changes = (): Node =>
    choices.weighted<() => Node>([
      [4, () => statement("p.a =")`${one()}.${key()} = 0.5 * (${mixed(context, ...reads())});`],
      [2, () => statement("p = ps[i]")`${p} = ${choices.pick([`${ps}[0]!`, `${ps}[1]!`, q])};`],
      [2, () => statement("p = c ? a : b")`${q} = ${decided(context)} ? ${p} : ${ps}[${String(choices.below(2))}]!;`],
      [2, () => statement("swap")`[${ps}[0], ${ps}[1]] = [${ps}[1]!, ${ps}[0]!];`],
      [1, () => statement("ps[i] = p")`${ps}[${String(choices.below(2))}] = ${one()};`],
      [
        1,
        () =>
          statement(
            "ps[i] = {…}",
          )`${ps}[${String(choices.below(2))}] = { ...${one()}, a: ${mixed(context, ...reads())} };`,
      ],
      [1, () => statement("forEach")`${ps}.forEach((r, i) => { r.a = 0.5 * (r.b + ${one()}.a / (i + 1)); });`],
      [
        1,
        () => statement("for of")`for (const r of ${ps}) { r.b = 0.5 * (r.a + ${p}.b); if (r === ${q}) r.a *= 0.5; }`,
      ],
      [1, () => statement("if ===")`if (${p} === ${q}) ${p}.a += 0.25; else ${q}.b = 0.5 * ${p}.b;`],
      [1, () => statement("sort of records")`${ps}.sort((x, y) => x.k - y.k);`],
      [1, () => statement("k =")`${one()}.k = ${String(choices.below(3))};`],
    ])();
  const isLoop = choices.chance(0.5);
  const many = Array.from({ length: 3 + choices.below(4) }, changes);
  const body = isLoop
    ? [
        ...many.slice(0, 1),
        statement(
          "for",
        )`for (let k = 0; k < ${String(2 + choices.below(3))}; k++) {\n  ${many.at(-1) as Node}\n  ${many.at(-2) as Node}\n}`,
        ...many.slice(1, -2),
      ]
    : many;
  return {
    form: "aliased records",
    statements: [
      kept("records")`const ${ps} = ${some(context)}.map((v, i) => ({ a: v, b: 0.5 * v + i / 4, k: i }));`,
      kept("alias")`let ${p} = ${ps}[0]!, ${q} = ${ps}[${String(choices.below(2))}]!;`,
      ...body,
    ],
    value: text`${p}.a * ${q}.b + ${ps}.reduce((s, r, i) => s + (r.a - 0.5 * r.b) / (i + 1), 0)`,
  };
}

/** An alias that lives for some iterations: the one before is changed through it, or kept by another record. */
export function aliasAcrossIterations(context: Context): Computed {
  const { choices } = context;
  const [q, held, s, x] = freshNames(context, "q", "held", "s", "x") as [string, string, string, string];
  const lines: readonly (() => Node)[] = [
    () => statement("q.v *=")`${q}.v *= Math.cos(${x});`,
    () =>
      statement("s +=")`${s} = 0.5 * ${s} + (${held}.next === null ? 1 : ${held}.next.v) * ${mixed(context, x)} * 0.2;`,
    () => statement("q = {…}")`${q} = { v: ${mixed(context, x)} };`,
    () => statement("held = q")`${held}.next = ${q};`,
    () => statement("held = null")`if (${decided(context)}) ${held}.next = null;`,
    () => statement("held.v =")`if (${held}.next !== null) ${held}.next.v += 0.5 * ${x};`,
    () => statement("q = held")`${q} = ${held}.next ?? { v: ${x} };`,
  ];
  const body = Array.from({ length: 3 + choices.below(4) }, () => choices.pick(lines)());
  const many = body.map((line) => node("statement", "in loop")`${line}`);
  return {
    form: "alias across iterations",
    statements: [
      kept("q")`let ${q} = { v: 1 };`,
      kept("held")`const ${held} = { next: null as { v: number } | null };`,
      kept("s")`let ${s} = 0.1;`,
      kept("for of")`for (const ${x} of ${some(context)}) ${{ kind: "block", statements: many, isBody: false }}`,
    ],
    value: text`${s} + 0.1 * ${q}.v + (${held}.next?.v ?? 0) * 0.1`,
  };
}

/** Numbers that change places: swaps, rotations, permutations by index. */
export function permutations(context: Context): Computed {
  const { choices } = context;
  const [xs, order] = freshNames(context, "xs", "order") as [string, string];
  const copy = choices.pick([".slice()", ".map((v) => 0.5 * v)"]);
  const isTyped = choices.chance(0.3);
  const i = (): string => choices.pick(["0", "1", `${xs}.length - 1`, `${order}[0]!`, `${order}[1]!`]);
  const lines: readonly (() => Node)[] = [
    () => statement("swap")`[${xs}[${i()}], ${xs}[${i()}]] = [${xs}[${i()}]!, ${xs}[${i()}]!];`,
    () =>
      statement(
        "swap by a variable",
      )`{ const j = ${i()}, k = ${i()}, t = ${xs}[j]!; ${xs}[j] = ${xs}[k]!; ${xs}[k] = t; }`,
    () =>
      statement(
        "reverse in place",
      )`for (let j = 0, k = ${xs}.length - 1; j < k; j++, k--) { const t = ${xs}[j]!; ${xs}[j] = ${xs}[k]!; ${xs}[k] = t; }`,
    () =>
      statement(
        "rotation",
      )`{ const t = ${xs}[0]!; for (let j = 1; j < ${xs}.length; j++) ${xs}[j - 1] = ${xs}[j]!; ${xs}[${xs}.length - 1] = t; }`,
    () => statement("reverse")`${xs}.reverse();`,
    () => statement("order changes")`${order}.reverse();`,
    () => statement("by order")`${order}.forEach((j, k) => { ${xs}[k] = 0.5 * (${xs}[j]! + ${xs}[k]!); });`,
    () => statement("x =")`${xs}[${i()}] = 0.5 * (${mixed(context, `${xs}[${i()}]!`)});`,
    () => statement("copyWithin")`${xs}.copyWithin(0, 1, 2);`,
  ];
  const body = Array.from({ length: 2 + choices.below(4) }, () => choices.pick(lines)());
  return {
    form: "permutations in place",
    statements: [
      kept(
        "numbers",
      )`const ${xs} = ${isTyped ? "Float64Array.from(" : ""}${some(context)}${copy}${isTyped ? ")" : ""};`,
      kept("order")`const ${order} = Array.from(${xs}, (_, j) => (j + 1) % ${xs}.length);`,
      ...body,
      statement("again")`for (let k = 0; k < ${String(1 + choices.below(3))}; k++) {\n  ${choices.pick(lines)()}\n}`,
    ],
    value: text`${xs}.reduce((s, v, k) => s + v / (k + 1), 0) + ${xs}[0]! * ${xs}[1]!`,
  };
}
