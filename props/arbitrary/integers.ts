// Typed arrays of whole numbers, bitwise operators, counters that change: no derivative passes through any of them.
//
// Whole numbers are from 0 to 1023, an interval that the bitwise operators below do not leave.

import { bind, deeper, insideFunction, isSpent, pay, visible, type Context } from "./context.ts";
import { counter, interval, isInside, plus } from "./interval.ts";
import { anyNumber, int, ints, number } from "./makers.ts";
import { arrow, atom, declared, literal, name, node, partsOf, read, statement } from "./node.ts";
import type { Node } from "./program.ts";
import { makeIndex } from "./values.ts";

/** An Int32Array or Uint8Array of at least two counters. */
export function makeInts(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "ints");
  const inside = deeper(context);
  const fresh = (): Node => atom("ints", "Int32Array.of")`Int32Array.of(${int(inside)}, ${int(inside)})`;
  if (isSpent(context) || !pay(context, 8)) return known.length > 0 ? read(choices.pick(known)) : fresh();
  context.budget.nodes--;
  return choices.weighted<() => Node>([
    [known.length > 0 ? 4 : 0, () => read(choices.pick(known))],
    [1, fresh],
    [2, () => otherKind(inside)],
    [1, () => atom("ints", "new Uint8Array")`new Uint8Array([${int(inside)}, ${int(inside)}, ${int(inside)}])`],
    [0.5, () => atom("ints", "new Int32Array(n)")`new Int32Array(${String(2 + choices.below(2))})`],
    [
      0.5,
      () => atom("ints", "Uint8ClampedArray")`(new Uint8ClampedArray([${int(inside)}, 7]) as unknown as Uint8Array)`,
    ],
    [
      1,
      () =>
        atom(
          "ints",
          "Int32Array.from",
        )`Int32Array.from(${ints(inside)} as unknown as Int32Array, (v, i) => (v + i) & 7)`,
    ],
    [1, () => mapped(inside)],
    [1, () => atom("ints", "ints.subarray")`${ints(inside)}.subarray(${choices.pick(["0, 2", "-2"])})`],
    [1, () => atom("ints", "ints.slice")`${ints(inside)}.slice(-2)`],
    [0.5, () => atom("ints", "ints.toReversed")`${ints(inside)}.toReversed()`],
    [0.5, () => atom("ints", "ints.toSorted")`${ints(inside)}.toSorted()`],
    [0.5, () => atom("ints", "ints.with")`${ints(inside)}.with(1, ${int(inside)})`],
  ])();
}

/** Arrays of the other kinds of whole numbers. */
function otherKind(context: Context): Node {
  const kind = context.choices.pick(["Int8Array", "Int16Array", "Uint16Array", "Uint32Array"]);
  return atom("ints", kind)`(new ${kind}([${int(context)} & 63, ${int(context)} & 63]) as unknown as Uint8Array)`;
}

function mapped(context: Context): Node {
  const [item, index] = [bind(context, "int"), bind(context, "int")];
  const value = int(insideFunction(context, [item, index]));
  return atom(
    "ints",
    "ints.map",
  )`(${ints(context)} as unknown as Int32Array).map(${arrow("real2", "callback")`(${declared(item)}, ${declared(index)}) => ${value}`})`;
}

export function intsWrite(context: Context, array: Node): Node {
  const { choices, isSmooth } = context;
  const index = makeIndex({ ...context, depth: 1 });
  const element = node("int", "k[i]")`${array}[${index}]!`;
  return choices.weighted<() => Node>([
    [3, () => statement("k[i] =")`${array}[${index}] = ${int(context)};`],
    [1, () => statement("k[i] &=")`${element} &= ${String(choices.below(8))};`],
    [1, () => statement("k[i] >>=")`${element} ${choices.pick([">>=", ">>>="])} 1;`],
    [1, () => statement("k[i] ^=")`${array}[${index}] = (${element} ^ 5) & 7;`],
    [1, () => statement("k[i]++")`if (${element} < 100) ${element}++;`],
    [1, () => statement("k.set")`${array}.set([${int(context)}], 1);`],
    [1, () => statement("k.sort")`${array}.${choices.pick(["sort", "reverse"])}();`],
    [1, () => statement("k.fill")`${array}.fill(${int(context)}, 1);`],
    [1, () => statement("k.copyWithin")`${array}.copyWithin(0, 1);`],
    [isSmooth ? 0 : 2, () => truncated(context, array, index)],
  ])();
}

/** A number that carries a derivative into an array that keeps none. */
function truncated(context: Context, array: Node, index: Node): Node {
  const e = node("num", "+", interval(0, 9))`${number(context)} + 4.5`;
  const near = partsOf`${array}[${index}] = near(${e}, 0, "trunc");`;
  return statement("k[i] = num", { near })`${array}[${index}] = ${e};`;
}

/** Whole numbers by bitwise operators, from arrays, and by counters that change. */
export function bitwise(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  const a = int(inside);
  const small = (n: number): string => String(choices.below(n));
  const assignable = visible(context, "int").filter((binding) => binding.assignable);
  return choices.weighted<() => Node>([
    [1, () => node("int", "&", interval(0, 15))`${a} & ${int(inside)} & 15`],
    [1, () => node("int", "|", counter)`${a} | ${small(8)}`],
    [1, () => node("int", "^", counter)`${a} ^ ${int(inside)}`],
    [1, () => node("int", "<<", counter)`(${a} << ${small(4)}) & 1023`],
    [1, () => node("int", ">>", counter)`${a} ${choices.pick([">>", ">>>"])} ${small(3)}`],
    [1, () => node("int", "~", interval(0, 7))`~${a} & 7`],
    [1, () => atom("int", "Math.clz32", interval(0, 32))`Math.clz32(${a})`],
    [1, () => node("int", "Math.imul", counter)`Math.imul(${a}, 3) & 1023`],
    [1, () => node("int", "int ** int", counter)`${a} ** 2 % 8`],
    [2, () => atom("int", "k[i]", counter)`${ints(inside)}[${choices.pick(["0", "1"])}]!`],
    [
      1,
      () =>
        atom(
          "int",
          "k.reduce",
          counter,
        )`(${ints(inside)} as unknown as Int32Array).reduce((s, v) => (s * 3 + v) & 63, 1)`,
    ],
    [0.5, () => node("int", "k.indexOf", counter)`${ints(inside)}.${choices.pick(["indexOf", "lastIndexOf"])}(1) + 1`],
    [context.isSmooth ? 0 : 1, () => rounded(inside)],
    [assignable.length > 0 ? 4 : 0, () => changed(context)],
  ])();
}

/** A whole number from a number that carries a derivative. */
function rounded(context: Context): Node {
  const e = anyNumber(context);
  const near = partsOf`near(${e}, 0, "trunc") & 7`;
  return node("int", "num | 0", interval(0, 7), { near })`(${e} | 0) & 7`;
}

/** `i++` and its like, as values. */
function changed(context: Context): Node {
  const { choices } = context;
  const targets = visible(context, "int").filter((binding) => binding.assignable);
  const i = name(choices.pick(targets));
  return choices.weighted<() => Node>([
    [2, () => atom("int", "i++", counter)`(${i} < 900 ? ${i}++ : ${i})`],
    [2, () => atom("int", "++i", counter)`(${i} < 900 ? ++${i} : ${i})`],
    [1, () => atom("int", "i--", counter)`(${i} > 0 ? ${i}-- : ${i})`],
    [1, () => atom("int", "--i", counter)`(${i} > 0 ? --${i} : ${i})`],
    [2, () => atom("int", "i ^= <<= >>>= >>=", counter)`(${i} ^= 5, ${i} <<= 1, ${i} >>>= 1, ${i} >>= 1, ${i} |= 1)`],
    [1, () => atom("int", "i ^=", counter)`(${i} ^= ${String(choices.below(8))})`],
    [1, () => atom("int", "i |=", counter)`(${i} |= ${String(choices.below(8))})`],
    [1, () => atom("int", "i &=", counter)`(${i} &= ${int(deeper(context))})`],
    [1, () => atom("int", "i <<=", counter)`(${i} = (${i} <<= 1) % 16)`],
    [1, () => atom("int", "i >>=", counter)`(${i} ${choices.pick([">>=", ">>>="])} 1)`],
    [1, () => atom("int", "i %=", counter)`(${i} %= 3)`],
    [1, () => atom("int", "i **=", counter)`(${i} = (${i} **= 2) % 8)`],
    [1, () => atom("int", "i ||=", counter)`(${i} ${choices.pick(["||=", "&&=", "??="])} ${int(deeper(context))})`],
  ])();
}

/** A statement that changes a counter. */
export function counterChange(context: Context): Node {
  const targets = visible(context, "int").filter((binding) => binding.assignable);
  if (targets.length === 0) {
    const value = int(context);
    return statement("let int")`let ${declared(bind(context, "int", { assignable: true }))} = ${value};`;
  }
  return statement("change of a counter")`${changed(context)};`;
}

/** The sum of a counter and a small number, kept in the interval of counters. */
export function bounded(a: Node, b: number): Node {
  const sum = plus(a.range, literal(b, "int").range);
  return isInside(sum, counter)
    ? node("int", "int + int", sum)`${a} + ${String(b)}`
    : node("int", "int % int", interval(0, 9))`(${a} + ${String(b)}) % 10`;
}
