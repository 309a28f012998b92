// Records whose keys are computed and come and go, and records with optional properties.
//
// A dictionary may lack any key, so that a number is read from it with something to fall back on.

import { bind, deeper, insideFunction, isSpent, pay, repeated, visible, withScope, type Context } from "./context.ts";
import { cell, interval, union, unit } from "./interval.ts";
import { condition, dict, int, key, number, nums, part, real, rec, str } from "./makers.ts";
import { atom, declared, name, node, read, special, statement } from "./node.ts";
import type { Block, Node, Part } from "./program.ts";

/** A key of a dictionary. */
function entryKey(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  return choices.weighted<() => Node>([
    [3, () => key(inside)],
    [1, () => str(inside)],
    [2, () => atom("str", "x0")`\`x${"${"}${int(inside)} % 3}\``],
    [1, () => atom("str", "text")`${JSON.stringify(choices.pick(["a", "b", "x0", "x1"]))}`],
  ])();
}

export function makeDict(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "dict");
  const inside = deeper(context);
  const fresh = (): Node => atom("dict", "dictionary")`({ a: ${number(inside)}, b: ${number(inside)} } as Dict)`;
  if (isSpent(context) || !pay(context, 4)) return known.length > 0 ? read(choices.pick(known)) : fresh();
  context.budget.nodes--;
  return choices.weighted<() => Node>([
    [known.length > 0 ? 8 : 0, () => read(choices.pick(known))],
    [2, fresh],
    [
      1,
      () => atom("dict", "{ [key]: … }")`({ [${entryKey(inside)}]: ${number(inside)}, z: ${number(inside)} } as Dict)`,
    ],
    [1, () => atom("dict", "same key twice")`({ [${key(inside)}]: ${number(inside)}, b: ${number(inside)} } as Dict)`],
    [1, () => atom("dict", "{ …d }")`({ ...${dict(inside)}, [${entryKey(inside)}]: ${number(inside)} } as Dict)`],
    [
      1,
      () =>
        atom(
          "dict",
          "{ …null }",
        )`({ a: ${number(inside)}, ...(${condition(inside)} ? ${dict(inside)} : null) } as Dict)`,
    ],
    [
      1,
      () =>
        atom("dict", "Object.assign to {}")`(Object.assign({}, ${dict(inside)}, { x0: ${number(inside)} }) as Dict)`,
    ],
    [pay(context, 40) ? 1 : 0, () => mappedEntries(inside)],
  ])();
}

function mappedEntries(context: Context): Node {
  const [k, v] = [bind(context, "str"), bind(context, "num")];
  const value = number(insideFunction(context, [k, v]));
  const f = special("callback of entries")`([${declared(k)}, ${declared(v)}]) => [${name(k)}, ${value}]`;
  return atom("dict", "fromEntries")`(Object.fromEntries(Object.entries(${dict(context)}).map(${f})) as Dict)`;
}

/** A record all of whose properties are optional. */
export function makePart(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "part");
  const inside = deeper(context);
  const none = (): Node => atom("part", "{}")`({} as Part)`;
  if (isSpent(context) || !pay(context, 4)) return known.length > 0 ? read(choices.pick(known)) : none();
  context.budget.nodes--;
  return choices.weighted<() => Node>([
    [known.length > 0 ? 6 : 0, () => read(choices.pick(known))],
    [0.5, none],
    [1, () => atom("part", "{ x }")`({ x: ${number(inside)} } as Part)`],
    [1, () => atom("part", "{ x, f, p }")`({ x: ${number(inside)}, f: ${real(inside)}, p: ${rec(inside)} } as Part)`],
    [1, () => atom("part", "{ …r }")`({ x: ${number(inside)}, ...${part(inside)} } as Part)`],
    [1, () => node("part", "part ?:")`${condition(inside)} ? ${part(inside)} : ({ f: ${real(inside)} } as Part)`],
  ])();
}

/** Numbers by computed, missing and optional keys. */
export function fromKeys(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  const other = number(inside);
  const sum = (d: Node): Node =>
    atom("num", "Object.values", interval(-8, 8))`Object.values(${d}).reduce((s, v) => s * 0.5 + v, 0)`;
  return choices.weighted<() => Node>([
    [3, () => atom("num", "p[key]", cell)`${rec(inside)}[${key(inside)}]`],
    [3, () => node("num", "d[key] ??", cell)`${dict(inside)}[${entryKey(inside)}] ?? ${other}`],
    [1, () => sum(dict(inside))],
    [pay(context, 20) ? 1 : 0, () => overEntries(inside)],
    [1, () => inOr(inside, other)],
    [1, () => node("num", "r.x ??", cell)`${part(inside)}.x ?? ${other}`],
    [pay(context, 40) ? 1 : 0, () => node("num", "r.f?.()", cell)`${part(inside)}.f?.(${number(inside)}) ?? ${other}`],
    [1, () => node("num", "r.p?.c[0]", cell)`${part(inside)}.p?.c[0] ?? ${other}`],
    [1, () => node("num", "r?.p?.[key]", cell)`${part(inside)}?.p?.[${key(inside)}] ?? ${other}`],
    [1, () => node("num", "r.p?.c.at()", cell)`${part(inside)}.p?.c.at(-1) ?? ${other}`],
    [0.5, () => node("num", "typeof r.x", cell)`typeof ${part(inside)}.x === "number" ? ${number(inside)} : ${other}`],
  ])();
}

function inOr(context: Context, other: Node): Node {
  const known = visible(context, "dict");
  if (known.length === 0) return other;
  const d = read(context.choices.pick(known));
  const k = entryKey(context);
  return k.uses === null
    ? node("num", "in", union(other.range, unit))`${k} in ${d} ? ${number(context, unit)} : ${other}`
    : node("num", "in", cell)`${k} in ${d} ? ${d}[${k}]! : ${other}`;
}

function overEntries(context: Context): Node {
  const [s, k, v] = [bind(context, "num"), bind(context, "str"), bind(context, "num")];
  const value = number({ ...withScope(repeated(context, 3), s, k, v), loops: [], returns: null });
  const f = special("callback of entries")`(${declared(s)}, [${declared(k)}, ${declared(v)}]) => ${value}`;
  return atom("num", "Object.entries", cell)`Object.entries(${dict(context)}).reduce(${f}, ${number(context)})`;
}

export function aboutKeys(context: Context): Node {
  const inside = deeper(context);
  return context.choices.weighted<() => Node>([
    [2, () => node("bool", "key in d")`${entryKey(inside)} in ${dict(inside)}`],
    [1, () => atom("bool", "Object.hasOwn")`Object.hasOwn(${dict(inside)}, ${entryKey(inside)})`],
    [1, () => node("bool", "r.x === undefined")`${part(inside)}.x === undefined`],
    [1, () => node("bool", "r.p == null")`${part(inside)}.p ${context.choices.pick(["==", "!="])} null`],
    [1, () => node("bool", "instanceof")`(${nums(inside)} as unknown) instanceof Array`],
    [1, () => atom("bool", "Array.isArray")`Array.isArray(${nums(inside)})`],
  ])();
}

type Write = (context: Context, target: Node) => Node;

export const dictWrite: Write = (context, d) =>
  context.choices.weighted<() => Node>([
    [4, () => statement("d[key] =")`${d}[${entryKey(context)}] = ${number(context)};`],
    [2, () => statement("delete")`delete ${d}[${entryKey(context)}];`],
    [1, () => statement("delete d.a")`delete ${d}.a;`],
    [1, () => statement("d[key] ??=")`${d}[${entryKey(context)}] ??= ${number(context)};`],
    [1, () => statement("if in d")`if ("a" in ${d}) ${d}.a! *= ${number(context, unit)};`],
    [1, () => statement("assign to d")`Object.assign(${d}, { x0: ${number(context)} });`],
  ])();

export const partWrite: Write = (context, r) =>
  context.choices.weighted<() => Node>([
    [2, () => statement("r.x =")`${r}.x = ${number(context)};`],
    [1, () => statement("r.x ??=")`${r}.x ??= ${number(context)};`],
    [1, () => statement("delete r.x")`delete ${r}.${context.choices.pick(["x", "p", "f"])};`],
    [1, () => statement("r.p ??=")`${r}.p ??= ${rec(context)};`],
    [1, () => statement("r.p &&=")`${r}.p &&= ${rec(context)};`],
    [1, () => statement("r.p ||=")`(${r}.p ||= ${rec(context)}).a = ${number(context)};`],
    [1, () => statement("r.x in place")`if (${r}.x !== undefined) ${r}.x *= ${number(context, unit)};`],
  ])();

/** Loops over the keys or entries of a dictionary as they are at first. */
export function keyLoop(context: Context, body: (c: Context) => Block, hidden: Part): Node {
  const { choices } = context;
  const [k, v] = [bind(context, "str"), bind(context, "num")];
  const known = visible(context, "dict");
  const scope = { isScope: true } as const;
  if (known.length > 0 && choices.chance(0.4)) {
    const d = read(choices.pick(known));
    const value = number(withScope(context, k));
    return statement(
      "keys loop, d[k] =",
      scope,
    )`${hidden}for (const ${declared(k)} of Object.keys(${d})) ${d}[${name(k)}] = ${value};`;
  }
  const d = dict(context);
  return choices.chance(0.5)
    ? statement(
        "keys loop",
        scope,
      )`${hidden}for (const ${declared(k)} of Object.keys(${d}).slice(0, 4)) ${body(withScope(context, k))}`
    : statement(
        "entries loop",
        scope,
      )`${hidden}for (const [${declared(k)}, ${declared(v)}] of Object.entries(${d}).slice(0, 4)) ${body(withScope(context, k, v))}`;
}
