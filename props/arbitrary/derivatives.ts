// Derivatives inside of programs: the inner function closes over the outer variables.

import { bind, deeper, insideFunction, pay, withScope, type Context } from "./context.ts";
import { cell, unit } from "./interval.ts";
import { anyNumber, number, nums, rec } from "./makers.ts";
import { forwardSlopes, forwardSlopesOverArray } from "./operators.ts";
import { arrow, atom, declared, literal, name, node, special } from "./node.ts";
import type { Binding, Node } from "./program.ts";

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
  const isTwice = pay(context, 300);
  const slope = choices.weighted<() => Node>([
    [4, () => atom("num", "grad", cell)`grad(${f})(${number(context)})`],
    [2, () => atom("num", "valueAndGrad", cell)`valueAndGrad(${f})(${number(context)})[${choices.pick(["0", "1"])}]`],
    [2, () => atom("num", "J", cell)`(J(${f}, ${number(context)})[1](${number(context)})[1] as number)`],
    [2, () => atom("num", "vjp", cell)`(vjp(${f}, ${number(context)})[1](1)[0] as number)`],
    [2, () => overArray(context, smooth, isTwice)],
    [isTwice ? 1.5 : 0, () => atom("num", "hvp", cell)`hvp(${f})(${number(context)}, ${number(context)})`],
    [isTwice ? 0.7 : 0, () => secondOverArray(context, smooth)],
    [2, () => jacobianOf(context, smooth, inside)],
    ...forwardSlopes(context, f, isTwice),
    [
      1,
      () =>
        atom(
          "num",
          "grad with argnums",
          cell,
        )`grad(${twoArguments(smooth)}, { argnums: [0, 1] })(${number(context)}, ${number(context)})[1]`,
    ],
    [
      1,
      () =>
        atom("num", "grad with hasAux", cell)`grad(${withAuxiliary(smooth)}, { hasAux: true })(${number(context)})[0]`,
    ],
  ])();
  return choices.chance(0.5)
    ? atom("num", "Math.tanh", unit)`Math.tanh(0.2 * ${{ ...slope, isFixed: true }})`
    : node("num", "Math.atan", unit)`0.5 * Math.atan(${{ ...slope, isFixed: true }})`;
}

/** A component of a Jacobian. */
function jacobianOf(context: Context, smooth: Context, inside: Context): Node {
  const z = bind(context, "nums");
  if (context.choices.chance(0.5)) {
    const value = number(withScope(insideFunction(smooth, [], 60), z));
    const f = special(
      "inner function of an array",
    )`(${declared(z)}: number[]) => [${value}, ${name(z)}[0]! * ${name(z)}[1]!]`;
    return atom("num", "jacobian of an array", cell)`jacobian(${f})(${nums(context)})[0]![1]!`;
  }
  const f = special(
    "inner function",
  )`(${declared(inside.scope.at(-1) as Binding)}: number) => ({ u: ${number(inside)}, v: ${number(inside)} })`;
  return atom("num", "jacobian", cell)`jacobian(${f})(${number(context)}).u`;
}

/** A component of a product with the Hessian of a function of an array. */
function secondOverArray(context: Context, smooth: Context): Node {
  const z = bind(context, "nums");
  const value = number(withScope(insideFunction(smooth, [], 40), z));
  const f = arrow("thunk", "inner function of an array")`(${declared(z)}: number[]) => ${value}`;
  const pair = (): Node => atom("nums", "[a, b]", cell, { isFixed: true })`[${number(context)}, ${number(context)}]`;
  return atom("num", "hvp of an array", cell)`hvp(${f})(${pair()}, ${pair()})[1]!`;
}

function twoArguments(smooth: Context): Node {
  const [a, b] = [bind(smooth, "num"), bind(smooth, "num")];
  const value = number(insideFunction(smooth, [a, b], 40));
  return arrow("real2", "inner function of two")`(${declared(a)}: number, ${declared(b)}: number) => ${value}`;
}

function withAuxiliary(smooth: Context): Node {
  const a = bind(smooth, "num");
  const value = number(insideFunction(smooth, [a], 40));
  return special("inner function with aux")`(${declared(a)}: number): [number, string] => [${value}, "aux"]`;
}

/** A component of the gradient of a function of an array. */
function overArray(context: Context, smooth: Context, isTwice: boolean): Node {
  const z = bind(context, "nums");
  const value = number(withScope(insideFunction(smooth, [], 80), z));
  const f = arrow("thunk", "inner function of an array")`(${declared(z)}: number[]) => ${value}`;
  return context.choices.weighted<() => Node>([
    [3, () => atom("num", "grad of an array", cell)`grad(${f})(${nums(context)})[1]!`],
    ...forwardSlopesOverArray(context, f, isTwice),
  ])();
}

/** A number without its derivative. */
export function stopped(context: Context): Node {
  const { choices } = context;
  const stops = { trait: "stops" } as const;
  const e = anyNumber(context);
  return choices.weighted<() => Node>([
    [3, () => atom("num", "stopGradient", e.range, stops)`stopGradient(${e})`],
    [1, () => atom("num", "stopGradient of an array", cell, stops)`stopGradient(${nums(context)})[1]!`],
    [1, () => atom("num", "stopGradient of a record", cell, stops)`stopGradient(${rec(context)}).a`],
  ])();
}

/** Functions with derivatives that are given by hand, and right: they capture nothing, whose cotangent would be lost. */
export function byRule(context: Context): Node {
  const { choices } = context;
  if (!pay(context, 100)) return literal(0.5);
  const inside = deeper(context);
  const a = number(inside);
  const z = bind(context, "num");
  const alone = {
    ...insideFunction({ ...inside, scope: [], isSmooth: true, orders: 0, nesting: 0, depth: 2 }, [z], 30),
    weights: { ...context.weights, mutation: 0, derivatives: 0, stops: 0, exceptions: 0 },
  };
  const f = arrow("real", "function with a rule")`(${declared(z)}: number) => ${number(alone)}`;
  const given = (form: string): ReturnType<typeof atom> => atom("num", form, cell);
  return choices.weighted<() => Node>([
    [
      2,
      () =>
        given(
          "customVjp",
        )`customVjp((x: number) => Math.sin(x), (x: number) => [Math.sin(x), (g: number) => [g * Math.cos(x)]])(${a})`,
    ],
    [
      1,
      () =>
        given(
          "customVjp of two",
        )`customVjp((x: number, y: number) => Math.sin(x * y), (x: number, y: number) => [Math.sin(x * y), (g: number) => [g * y * Math.cos(x * y), g * x * Math.cos(x * y)]])(${a}, ${number(inside)})`,
    ],
    [
      1,
      () =>
        given(
          "customVjp of an array",
        )`customVjp((x: number[]) => Math.sin(x[0]! * x[1]!), (x: number[]) => {\n  const [a, b, ...rest] = x as unknown as [number, number, ...number[]];\n  return [Math.sin(a * b), (g: number) => [[g * b * Math.cos(a * b), g * a * Math.cos(a * b), ...rest.map(() => 0)]]];\n})(${nums(inside)})`,
    ],
    [
      1,
      () =>
        given(
          "customJvp",
        )`customJvp((x: number) => Math.sin(x), ([x]: readonly [number], [v]: readonly [number]) => [Math.sin(x), v * Math.cos(x)])(${a})`,
    ],
    [
      context.orders > 0 ? 1 : 0,
      () =>
        given(
          "customVjp by grad",
        )`((h: (a: number) => number) => customVjp((x: number) => h(x), (x: number) => [h(x), (g: number) => [g * grad(h)(x)]]))(${f})(${a})`,
    ],
  ])();
}
