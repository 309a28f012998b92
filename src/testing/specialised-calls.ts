// Compares specialised code with general code in calls of the operators. Other checks of derivatives test general code.

import { hvp, treeFlatten, valueAndGrad } from "../index.ts";
import { engine } from "../host/enter.ts";
import { comparing } from "../host/code-modes.ts";
import { ZerothError } from "../ir/index.ts";
import { compiledFromText } from "./compiled-from-text.ts";
import type { Callable, Situation } from "./point.ts";

/**
 * Runs `run` while general code also makes every call of specialised code: of the functions that operators return, and of `J`,
 * `vjp` and `jvp` with the pullbacks in their results, wherever they are called. Value, derivatives and the
 * memory that the call leaves are compared. Returns what `run` returns; a promise is awaited. Throws a `ZerothError` that names
 * the function, the shape of the call, and the first path at which the two differ.
 *
 * @example
 * ```ts
 * const slopes = checkSpecialised(() => grad((x: number[]) => x.reduce((s, v) => s + v * v, 0))([1, 2])); // [2, 4]
 * ```
 */
export function checkSpecialised<T>(run: () => T): T {
  return comparing(run);
}

type Flatten = (tree: unknown) => readonly [readonly number[], unknown];

/** Closed, so it is compiled from its own text. */
const scalars =
  (flatten: Flatten, f: Callable) =>
  (...args: readonly unknown[]): number =>
    flatten(f(...args))[0].reduce((sum, y, k) => sum + y / (k + 1), 0);

/** The function with all numbers of its result combined into one. */
function scalarFunction(f: Callable): Callable {
  const { code, env } = compiledFromText(scalars);
  const make = engine.closureOf(code, env) as unknown as (flatten: unknown, f: Callable) => Callable;
  return make(treeFlatten, f);
}

/** Takes derivatives with respect to the arguments in `argnums`, with fresh copies from `copy`. */
export function compareSpecialised(
  copy: () => Situation,
  value: unknown,
  argnums: readonly number[],
  order: 1 | 2,
): void {
  if (argnums.length === 0) return;
  const scalar = (f: Callable): Callable => (typeof value === "number" ? f : scalarFunction(f));
  const call = (run: (situation: Situation) => unknown): void => {
    try {
      comparing(() => run(copy()));
    } catch (error) {
      // Other checks report what cannot be differentiated.
      if (!(error instanceof ZerothError) || error.kind === "bug") throw error;
    }
  };
  call(({ f, args }) => (valueAndGrad as unknown as Operator)(scalar(f), { argnums })(...args));
  if (order === 1 || !argnums.includes(0)) return;
  call(({ f, args: [x, ...rest] }) => (hvp as unknown as Operator)(scalar(f))(x, copy().args[0], ...rest));
}

type Operator = (f: Callable, options?: unknown) => Callable;
