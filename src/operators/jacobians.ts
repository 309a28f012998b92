// The public operators that give whole matrices of derivatives.

import { specialised } from "../compile/entry-points.ts";
import * as columns from "../prelude/jacfwd.ts";
import { jacobian as jacobianOf } from "../prelude/jacobian.ts";
import * as transposes from "../prelude/jacrev.ts";
import type { HessianOperator, JacfwdOperator, JacobianOperator } from "./types.ts";

/**
 * The Jacobian: the result's structure over the argument's, so for arrays an array of rows of the argument's array type. It uses
 * reverse mode (`jacrev`), or forward mode (`jacfwd`) if the result has more than twice as many numbers as the arguments; both
 * give the same. A function that may write to memory that it did not make runs only once. A function in the result has rows for
 * the numbers that it captured, by their names.
 *
 * @example
 * ```ts
 * jacobian((x: number[]) => [x[0]! * x[1]!, x[1]!])([2, 3]); // [[3, 2], [0, 1]]
 * jacobian((x: number) => { const rate = x * x; return (t: number) => rate * t; })(3); // { rate: 6 }
 * ```
 */
export const jacobian: JacobianOperator = jacobianOf as never;

/**
 * The Jacobian by reverse mode, which suits functions of many numbers with small results: the result's structure over the
 * argument's, like `jacobian`. The function runs once, and is pulled back once for each number of its result.
 *
 * @example
 * ```ts
 * jacrev((x: number[]) => x[0]! * x[1]! * x[2]!)([2, 3, 5]); // [15, 10, 6]
 * ```
 */
export const jacrev: JacobianOperator = specialised(transposes.jacrev) as never;

/**
 * The Jacobian by forward mode, which suits functions of few numbers with large results: the result's structure over the
 * argument's, like `jacobian`. One run of the function carries up to `width` directions (by default up to ten if those are all,
 * else up to six); each is a number of the argument. The function runs on copies of its arguments if it may write to them. A
 * function that returns another value when it runs again is refused.
 *
 * @example
 * ```ts
 * jacfwd((x: number) => [x, x * x, x ** 3])(2); // [1, 4, 12]
 * ```
 */
export const jacfwd: JacfwdOperator = columns.jacfwd as never;

/**
 * The Hessian, in argument 0, of a function that returns a number, forward over reverse: the argument's structure over itself, so
 * for arrays an array of rows. One run of the gradient carries up to `width` columns (by default up to ten if those are all, else
 * up to six).
 *
 * @example
 * ```ts
 * hessian((x: number[]) => x[0]! ** 2 * x[1]!)([3, 5]); // [[10, 6], [6, 0]]
 * ```
 */
export const hessian: HessianOperator = columns.hessian as never;
