// Derivatives inside of programs: the inner function closes over the outer variables.

import { bind, insideFunction, pay, withScope, type Context } from "./context.ts";
import { cell, unit } from "./interval.ts";
import { anyNumber, number, nums } from "./makers.ts";
import { arrow, atom, declared, node } from "./node.ts";
import type { Node } from "./program.ts";

/** The derivative of a smooth function, made moderate. */
export function makeNestedDerivative(context: Context): Node {
  const { choices } = context;
  if (!pay(context, 200)) return anyNumber({ ...context, depth: 0 });
  const smooth = {
    ...context,
    isSmooth: true,
    orders: context.orders - 1,
    depth: 2,
    nesting: 0,
    weights: { ...context.weights, mutation: 0 },
  };
  const z = bind(context, "num");
  const inside = insideFunction(smooth, [z], 60);
  const f = arrow("real", "inner function")`(${declared(z)}: number) => ${number(inside)}`;
  const slope = choices.weighted<() => Node>([
    [4, () => atom("num", "grad", cell)`grad(${f})(${number(context)})`],
    [2, () => atom("num", "valueAndGrad", cell)`valueAndGrad(${f})(${number(context)})[${choices.pick(["0", "1"])}]`],
    [2, () => atom("num", "J", cell)`(J(${f}, ${number(context)})[1](${number(context)})[1] as number)`],
    [1, () => atom("num", "vjp", cell)`(vjp(${f}, ${number(context)})[1](1)[0] as number)`],
    [2, () => overArray(context, smooth)],
  ])();
  return choices.chance(0.5)
    ? atom("num", "Math.tanh", unit)`Math.tanh(0.2 * ${{ ...slope, isFixed: true }})`
    : node("num", "Math.atan", unit)`0.5 * Math.atan(${{ ...slope, isFixed: true }})`;
}

/** A component of the gradient of a function of an array. */
function overArray(context: Context, smooth: Context): Node {
  const z = bind(context, "nums");
  const value = number(withScope(insideFunction(smooth, [], 80), z));
  const f = arrow("thunk", "inner function of an array")`(${declared(z)}: number[]) => ${value}`;
  return atom("num", "grad of an array", cell)`grad(${f})(${nums(context)})[1]!`;
}
