// Operators that are given functions: derivatives in forward mode, and functions that keep their value but are
// differentiated in another way.

import { bind, deeper, insideFunction, pay, withScope, type Choice, type Context } from "./context.ts";
import { cell, unit } from "./interval.ts";
import { anyNumber, number, nums, rec } from "./makers.ts";
import { arrow, atom, declared, literal, special } from "./node.ts";
import type { Node } from "./program.ts";

/** Derivatives of `f`, a smooth function of a number, by operators of forward mode; of second order too, if there is room. */
export function forwardSlopes(context: Context, f: Node, isTwice: boolean): readonly Choice[] {
  const x = (): Node => number(context);
  const slope = (form: string): ReturnType<typeof atom> => atom("num", form, cell);
  return [
    [1.5, () => slope("jvp")`jvp(${f}, [${x()}], [${x()}])[1]`],
    [1, () => slope("derivative")`derivative(${f})(${x()})`],
    [1, () => slope("linearize")`linearize(${f}, ${x()})[1](${x()})`],
    [1, () => slope("jacrev")`jacrev(${f})(${x()})`],
    [1, () => slope("jacfwd")`jacfwd(${f})(${x()})`],
    // The oracle runs the function once for each order, so it may change nothing outside.
    [
      isTwice ? 1 : 0,
      () =>
        slope("taylor")`((c: number) => taylor((t: number) => Math.sin(c * t) * Math.tanh(t), 2))(${x()})(${x()})[2]!`,
    ],
    [isTwice ? 1 : 0, () => slope("derivative of order 2")`derivative(${f}, 2)(${x()})`],
    [isTwice ? 1 : 0, () => slope("hessian")`hessian(${f})(${x()})`],
    [isTwice ? 1 : 0, () => slope("vhp")`vhp(${f})(${x()}, ${x()})`],
  ];
}

/** The same of `f`, a smooth function of an array. */
export function forwardSlopesOverArray(context: Context, f: Node, isTwice: boolean): readonly Choice[] {
  const x = (): Node => number(context);
  const pair = (): Node => atom("nums", "[a, b]", cell, { isFixed: true })`[${x()}, ${x()}]`;
  const slope = (form: string): ReturnType<typeof atom> => atom("num", form, cell);
  return [
    [1, () => slope("jvp of an array")`jvp(${f}, [${pair()}], [${pair()}])[1]`],
    [1, () => slope("jacfwd of an array")`jacfwd(${f})(${nums(context)})[1]!`],
    [0.5, () => slope("linearize of an array")`linearize(${f}, ${pair()})[1](${pair()})`],
    [isTwice ? 1 : 0, () => slope("vhp of an array")`vhp(${f})(${pair()}, ${pair()})[1]!`],
    [isTwice ? 1 : 0, () => slope("hessian of an array")`hessian(${f})(${pair()})[0]![1]!`],
  ];
}

/** A number that an operator leaves what it is, or solves for. */
export function controlled(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  const e = anyNumber(inside);
  const a = (): Node => number(inside);
  const given = (form: string): ReturnType<typeof atom> => atom("num", form, cell);
  const choose: readonly Choice[] = [
    [
      1,
      () => atom("num", "onCotangent", e.range)`onCotangent(${e}, (g) => ${choices.pick(["g", "0.5 * g + 0.5 * g"])})`,
    ],
    [1, () => checkpointed(context, a())],
    [1, () => given("treeMap of an array")`treeMap((a: number) => Math.sin(a), ${nums(inside)})[1]!`],
    [0.5, () => given("treeMap of a record")`treeMap((a: number) => 0.5 * a, ${rec(inside)}).c[0]!`],
    [
      0.5,
      () =>
        given(
          "treeMap of a closure",
        )`treeMap((a: number) => 0.5 * a, ((w: number) => (z: number) => Math.sin(z * w))(${a()}))(${a()})`,
    ],
    [0.5, () => given("treeZip")`treeZip([${a()}], [${a()}])[0]![1]`],
    [0.5, () => given("treeFlatten")`treeFlatten({ u: ${a()}, v: [${a()}] })[0][1]!`],
    [0.5, () => given("unflatten")`treeFlatten({ u: 0, v: [1] })[1]([${a()}, ${a()}]).v[0]!`],
  ];
  return choices.weighted([...choose, ...solved(context, a)])();
}

/** Solutions of equations that have one, and that iteration finds. */
function solved(context: Context, a: () => Node): readonly Choice[] {
  if (!pay(context, 400)) return [[0, a]];
  const given = (form: string): ReturnType<typeof atom> => atom("num", form, cell);
  return [
    [
      1,
      () =>
        given(
          "fixedPoint",
        )`fixedPoint((x: number, p: number) => 0.4 * Math.tanh(x) + 0.3 * p)(${literal(0.5)}, ${a()})`,
    ],
    [1, () => given("root")`root((x: number, p: number) => x + 0.3 * Math.sin(x) - 0.5 * p)(0, ${a()})`],
    [
      1,
      () =>
        given("implicit")`implicit((p: number) => Math.asinh(p), (x: number, p: number) => Math.sinh(x) - p)(${a()})`,
    ],
  ];
}

/** A function that is run again: what it reads besides its arguments may be written to, so it reads nothing. */
function checkpointed(context: Context, a: Node): Node {
  const z = bind(context, "num");
  if (!pay(context, 100)) return a;
  const alone = {
    ...insideFunction({ ...context, scope: [], orders: 0, nesting: 0, depth: 2 }, [], 30),
    weights: { ...context.weights, mutation: 0, derivatives: 0, rules: 0, operators: 0, stops: 0, exceptions: 0 },
  };
  const value = number(withScope(alone, z));
  if (context.choices.chance(0.5)) {
    const f = arrow("real", "checkpointed function")`(${declared(z)}: number) => ${value}`;
    return atom("num", "checkpoint", unit)`Math.tanh(checkpoint(${f})(${a}))`;
  }
  const f = special("checkpointed function of two")`(${declared(z)}: number, u: number) => u * ${value}`;
  return atom("num", "checkpoint of two", cell)`checkpoint(${f})(${a}, 0.5)`;
}
