// Numbers of 32 bits. Each is rounded when it is stored, so that differences of programs with them are steps; their
// nodes say so.

import { bind, deeper, insideFunction, isSpent, pay, visible, type Context } from "./context.ts";
import { cell, interval, type Interval } from "./interval.ts";
import { anyNumber, floats, nums, number, singles } from "./makers.ts";
import { arrow, atom, declared, read, statement } from "./node.ts";
import type { Node } from "./program.ts";
import { makeIndex } from "./values.ts";

const rounds = { trait: "rounds" } as const;

/** A Float32Array of at least two elements. */
export function makeSingles(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "singles");
  const inside = deeper(context);
  const made = (form: string): ReturnType<typeof atom> => atom("singles", form, undefined, rounds);
  const fresh = (): Node => made("Float32Array.of")`Float32Array.of(${number(inside)}, ${number(inside)})`;
  if (isSpent(context) || !pay(context, 8)) return known.length > 0 ? read(choices.pick(known)) : fresh();
  context.budget.nodes--;
  return choices.weighted<() => Node>([
    [known.length > 0 ? 8 : 0, () => read(choices.pick(known))],
    [1, fresh],
    [1, () => made("new Float32Array")`new Float32Array(${nums(inside)})`],
    [1, () => made("Float32Array.from")`Float32Array.from(${floats(inside)})`],
    [1, () => made("singles.subarray")`${singles(inside)}.subarray(${choices.pick(["0, 2", "-2"])})`],
    [1, () => made("singles.slice")`${singles(inside)}.slice(-2)`],
    [pay(context, 40) ? 1 : 0, () => mapped(inside)],
  ])();
}

function mapped(context: Context): Node {
  const item = bind(context, "num");
  const value = number(insideFunction(context, [item]));
  const f = arrow("real", "callback")`(${declared(item)}) => ${value}`;
  return atom("singles", "singles.map", undefined, rounds)`${singles(context)}.map(${f})`;
}

/** A little more on both sides, for what rounding adds. */
const widened = ({ lo, hi }: Interval): Interval => interval(lo - 1e-3, hi + 1e-3);

export function roundedNumber(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  const given = (form: string, range: Interval): ReturnType<typeof atom> => atom("num", form, range, rounds);
  return choices.weighted<() => Node>([
    [2, () => given("z[0]", cell)`${singles(inside)}[${makeIndex({ ...inside, depth: 1 })}]!`],
    [1, () => given("z.at", cell)`${singles(inside)}.at(-1)!`],
    [1, () => given("z.reduce", interval(-8, 8))`${singles(inside)}.reduce((s, v) => s * 0.5 + v, 0)`],
    [2, () => fround(anyNumber(inside))],
  ])();
}

const fround = (e: Node): Node => atom("num", "Math.fround", widened(e.range), rounds)`Math.fround(${e})`;

export function singlesWrite(context: Context, array: Node): Node {
  const { choices } = context;
  const index = makeIndex({ ...context, depth: 1 });
  const made = (form: string): ReturnType<typeof statement> => statement(form, rounds);
  return choices.weighted<() => Node>([
    [3, () => made("z[i] =")`${array}[${index}] = ${number(context)};`],
    [1, () => made("z[i] *=")`${array}[${index}]! *= 0.7;`],
    [1, () => made("z.set")`${array}.set(${nums(context)}.slice(0, 1), 1);`],
    [1, () => made("z.fill")`${array}.fill(${number(context)}, 1);`],
    [1, () => made("z.reverse")`${array}.reverse();`],
  ])();
}
