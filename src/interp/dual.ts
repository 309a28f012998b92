// Derivatives by nested dual numbers: an oracle that shares no rule and no code with the transforms.
//
// The interpreter runs the function's own IR on numbers that carry their perturbations, so first and higher derivatives are exact
// to rounding. The arguments are not copied: what the function writes to them stays written, as plain numbers, afterwards.

import { pushDirection, type Directional } from "./dual-direction.ts";
import { Dual, tangentsAt } from "./dual-number.ts";
import { dualOperators } from "./dual-operators.ts";
import type { Num } from "./lifted.ts";
import { createOracle, type Meaning, type OracleHost } from "./oracle.ts";

/** The value and the derivative along one direction: `tangents` is like `args`, null where nothing changes. */
export function directional(
  f: unknown,
  args: readonly unknown[],
  tangents: readonly unknown[],
  host: OracleHost,
): Directional {
  return pushDirection(createOracle(host, dualOperators), f, args, tangents);
}

/** The result of `grad` for these argument numbers. */
export function gradientByDuals(
  f: unknown,
  args: readonly unknown[],
  argnums: number | readonly number[],
  host: OracleHost,
): unknown {
  const { grad } = createOracle(host, dualOperators).meanings;
  return (grad(f, { argnums }) as Meaning)(...args);
}

/** The result of `J`, or `vjp` without captures: the value, and the map from its cotangent to those of the arguments. */
export function pullbackByDuals(
  f: unknown,
  args: readonly unknown[],
  withCaptures: boolean,
  host: OracleHost,
): readonly [value: unknown, pullback: (cotangent: unknown) => readonly unknown[]] {
  const { J, vjp } = createOracle(host, dualOperators).meanings;
  return (withCaptures ? J : vjp)(f, ...args) as ReturnType<typeof pullbackByDuals>;
}

/** The Jacobian of the gradient in argument 0: the structure of the argument over itself. */
export function hessianByDuals(f: unknown, args: readonly unknown[], host: OracleHost): unknown {
  const { jacobian, grad } = createOracle(host, dualOperators).meanings;
  return (jacobian(grad(f)) as Meaning)(...args);
}

/** f(x), f′(x), … up to the derivative of that order, of a function from number to number. */
export function derivativesByDuals(f: unknown, x: number, order: number, host: OracleHost): readonly number[] {
  const oracle = createOracle(host, dualOperators);
  const tags: number[] = [];
  const nest = (lifted: Num): readonly number[] => {
    if (tags.length < order) {
      return oracle.memory.within(({ tag }) => {
        tags.push(tag);
        return nest(new Dual(tag, lifted, new Map([[0, 1]])));
      });
    }
    const y = oracle.invoke(f, undefined, [lifted]) as Num;
    return Array.from({ length: order + 1 }, (_, times) => component(y, tags, times));
  };
  return nest(x);
}

/** The coefficient of y that is a tangent for the innermost `times` tags, and a primal for the other tags. */
function component(y: Num, tags: readonly number[], times: number): number {
  let value = y;
  for (let k = tags.length - 1; k >= 0; k--) {
    const tag = tags[k] as number;
    if (tags.length - k <= times) value = tangentsAt(value, tag).get(0) ?? 0;
    while (value instanceof Dual && value.rank >= tag) value = value.primal;
  }
  return value as number;
}
