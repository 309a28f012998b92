// Numbers at an edge: beside them something is computed that has an infinite derivative or is infinite itself, and that
// has no influence. It is not read, masked, lost to a maximum, or saturates.
//
// What is at the edge is u − u, of which the second is a constant: it is 0 wherever the program runs, and moves with u. So
// neither value nor derivative of the number change, at any order.

import { bind, pay, type Context } from "./context.ts";
import { anyNumber } from "./makers.ts";
import { atom, declared, literal, name, special } from "./node.ts";
import type { Node } from "./program.ts";

/** Of z, which is 0, infinite or with an infinite derivative. */
const infinite = (z: string): readonly string[] => [
  `Math.sqrt(${z})`,
  `Math.sqrt(-${z})`,
  `Math.cbrt(-${z})`,
  `Math.log(${z})`,
  `Math.log2(-${z})`,
  `1 / ${z}`,
  `1 / -${z}`,
  `${z} ** 0.5`,
  `(-${z}) ** -1`,
  `Math.exp(1000 + ${z})`,
  `1 / Math.exp(${z} - 1000)`,
  `Math.asin(1 - ${z})`,
  `Math.acosh(1 + ${z})`,
  `Math.atanh(${z} - 1)`,
  `Math.log1p(${z} - 1)`,
  `Math.sqrt(${z}) / ${z}`,
  `(1e200 + ${z}) * 1e200`,
  `(${z} - 1e-200) ** -2`,
];

/** Of z, finite with an infinite derivative. */
const steep = (z: string): readonly string[] => [
  `Math.sqrt(${z})`,
  `Math.cbrt(${z})`,
  `Math.sqrt(-${z})`,
  `(${z} ** 0.5 + 1)`,
];

type Form = readonly [name: string, text: (z: string, v: string, pick: (texts: readonly string[]) => string) => string];

const forms: readonly Form[] = [
  ["in an array", (z, v, pick) => `[${pick(infinite(z))}, ${v}][1]!`],
  ["at the end of an array", (z, v, pick) => `[${pick(infinite(z))}, ${v}].at(-1)!`],
  ["in a record", (z, v, pick) => `({ p: ${pick(infinite(z))}, q: ${v} }).q`],
  ["in a branch", (z, v, pick) => `(typeof ${z} === "string" ? ${pick(infinite(z))} : ${v})`],
  ["chosen against", (z, v, pick) => `[${pick(infinite(z))}].map((w) => (typeof w === "string" ? w * 2 : ${v}))[0]!`],
  ["of a mapped array", (z, v, pick) => `[${z}, ${v}].map((w, i) => (i === 0 ? ${pick(infinite("w"))} : w))[1]!`],
  ["given to a function", (z, v, pick) => `((_: number, w: number) => w)(${pick(infinite(z))}, ${v})`],
  ["overwritten", (z, v, pick) => `[${pick(infinite(z))}].fill(${v})[0]!`],
  ["masked", (z, v, pick) => `${v} + 0 * ${pick(steep(z))}`],
  ["masked in a loop", (z, v, pick) => `[0, 1].reduce((s, k) => s + k * (k === 0 ? ${pick(steep(z))} : ${v}), 0)`],
  ["a smaller maximum", (z, v) => `Math.max(Math.log(${z}), ${v}, 1 / -${z})`],
  ["a larger minimum", (z, v) => `Math.min(1 / ${z}, ${v}, -Math.log(-${z}))`],
  ["saturated", (z, v) => `${v} + 1 / (1 + Math.exp(1000 - ${z}))`],
  ["saturated by a quotient", (z, v) => `${v} + 1e-200 / (1e200 + ${z})`],
  // Powers of two, which round nothing: 2⁻⁹⁰⁰ and 2⁹⁰⁰.
  ["tiny", (_, v) => `${v} * 1.1830521861667747e-271 * 8.452712498170644e270`],
  ["huge", (_, v) => `${v} * 8.452712498170644e270 * 1.1830521861667747e-271`],
];

/** What stands for variables in a text. */
const mark = { z: "\0z", v: "\0v" } as const;

/** A number that is another. */
export function atAnEdge(context: Context): Node {
  const { choices } = context;
  const value = anyNumber(context);
  if (!pay(context, 8)) return value;
  const [u, v, z] = [bind(context, "num"), bind(context, "num"), bind(context, "num")];
  const [form, text] = choices.pick(forms);
  const result = text(mark.z, mark.v, (texts) => choices.pick(texts));
  const parts = result.split(/(\0.)/).map((part) => (part === mark.z ? name(z) : part === mark.v ? name(v) : part));
  const body: Node = { ...atom("num", "beside an edge")``, parts: parts.filter((part) => part !== "") };
  const f = special(
    "at an edge",
  )`(${declared(u)}: number, ${declared(v)}: number, ${declared(z)} = ${name(u)} - stopGradient(${name(u)})): number => ${body}`;
  const moves = choices.chance(0.9) ? anyNumber(context) : literal(0);
  return atom("num", `edge ${form}`, value.range, { trait: "edges" })`(${f})(${moves}, ${value})`;
}
