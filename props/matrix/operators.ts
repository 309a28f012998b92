// The operators as maps from functions of a number to functions of a number, each with what it does to the derivatives
// f, f′, f″, … of such a function. So what operators do one after the other is known without any of them.

import {
  checkpoint,
  customJvp,
  customVjp,
  derivative,
  fixedPoint,
  grad,
  hessian,
  hvp,
  implicit,
  J,
  jacfwd,
  jacobian,
  jacrev,
  jvp,
  linearize,
  onCotangent,
  root,
  stopGradient,
  taylor,
  treeFlatten,
  treeMap,
  treeZip,
  valueAndGrad,
  vhp,
  vjp,
} from "zeroth";
import type { Scalar } from "./programs.ts";

/** The derivatives of orders 0, 1, … at a point, as far as they are known. */
type Jet = readonly number[];

export interface Operator {
  readonly name: string;
  readonly apply: (f: Scalar) => Scalar;
  readonly jet: (jet: Jet) => Jet;
  /** How many orders it uses up. */
  readonly order: number;
}

const differential = (name: string, order: number, factor: number, apply: Operator["apply"]): Operator => ({
  name,
  apply,
  order,
  jet: (jet) => jet.slice(order).map((derivative) => factor * derivative),
});

const identity = (name: string, apply: Operator["apply"]): Operator => differential(name, 0, 1, apply);

/** As a function from an array to an array. */
const listed =
  (f: Scalar) =>
  (v: readonly number[]): number[] => [f(v[0]!), 2 * f(v[0]!)];

/** As a function of two numbers, of which the sum counts. */
const summed =
  (f: Scalar) =>
  (v: readonly number[]): number =>
    f(v[0]! + v[1]!);

export const operators: readonly Operator[] = [
  differential("J", 1, 1, (f) => (x) => J(f, x)[1](1)[1]),
  differential("vjp", 1, 1, (f) => (x) => vjp(f, x)[1](1)[0]),
  differential("jvp", 1, 1, (f) => (x) => jvp(f, [x], [1])[1]),
  differential("grad", 1, 1, (f) => (x) => grad(f)(x)),
  {
    name: "valueAndGrad",
    order: 1,
    apply: (f) => (x) => {
      const [value, gradient] = valueAndGrad(f)(x);
      return value + 2 * gradient;
    },
    jet: (jet) => jet.slice(1).map((derivative, k) => jet[k]! + 2 * derivative),
  },
  differential("derivative", 2, 1, (f) => (x) => derivative(f, 2)(x)),
  differential("taylor", 2, 1 / 2, (f) => (x) => taylor(f, 2)(x)[2]!),
  differential("jacobian", 1, 2, (f) => (x) => jacobian(listed(f))([x])[1]![0]!),
  differential("jacrev", 1, 2, (f) => (x) => jacrev(listed(f))([x])[1]![0]!),
  differential("jacfwd", 1, 2, (f) => (x) => jacfwd(listed(f))([x])[1]![0]!),
  differential("hessian", 2, 1, (f) => (x) => hessian(summed(f))([x, 0])[0]![1]!),
  differential("hvp", 2, 3, (f) => (x) => hvp(f)(x, 3)),
  differential("vhp", 2, 3, (f) => (x) => vhp(f)(x, 3)),
  differential("linearize", 1, 2, (f) => (x) => linearize(f, x)[1](2)),
  {
    name: "stopGradient",
    order: 0,
    apply: (f) => (x) => stopGradient(f(x)),
    jet: (jet) => jet.map((derivative, k) => (k === 0 ? derivative : 0)),
  },
  identity("checkpoint", (f) => checkpoint(f)),
  identity("onCotangent", (f) => (x) => onCotangent(f(onCotangent(x, (g) => g)), () => undefined)),
  identity("customVjp", (f) => {
    const slope = grad(f);
    return customVjp(f, (x: number) => [f(x), (g: number) => [g * slope(x)]]);
  }),
  identity("customJvp", (f) => customJvp(f, ([x]: [number], [dx]: [number]) => jvp(f, [x], [dx]))),
  // y = f(x) as the solution of an equation, one step of which solves it, or not quite.
  identity("fixedPoint", (f) => (x) => fixedPoint((y: number, p: number) => 0.5 * y + 0.5 * f(p))(0, x)),
  identity("root", (f) => (x) => root((y: number, p: number) => y - f(p))(0, x)),
  identity("implicit", (f) => (x) => implicit(f, (y: number, p: number) => 2 * (y - f(p)))(x)),
  identity("treeMap", (f) => (x) => treeMap((v) => f(v), { a: [x] }).a[0]!),
  identity("treeZip", (f) => (x) => f(treeZip([x], [2 * x])[0]![1]! / 2)),
  identity("treeFlatten", (f) => (x) => {
    const [numbers, unflatten] = treeFlatten({ a: x });
    return f(unflatten(numbers).a);
  }),
];

/** Exports of zeroth that the matrix leaves out, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  compile: "makes functions of text; what it makes is compiled like any other",
  defineRule:
    "is for functions that zeroth does not see, which cannot use an operator; customVjp and customJvp are its rules",
  explain: "gives text",
  ready: "it compiles; it has no value of its own to check",
  ir: "gives text",
  ZerothError: "is a class",
};
