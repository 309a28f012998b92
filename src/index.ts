// zeroth: derivatives of ordinary TypeScript functions, by source transformation.
//
// The operators are prelude functions, compiled by zeroth itself, so each may be applied to functions that use any of
// the others.

import { ZerothError, noSpan, printFunc, stampOf } from "./ir/index.ts";
import { installSourceCompiler } from "./host/source-compiler.ts";
import type { CompileOptions, Exports } from "./host/compile.ts";
import { installPrelude } from "./host/install.ts";
import { registerRule, resolve } from "./host/resolve.ts";
import * as derivatives from "./prelude/derivatives.ts";
import * as columns from "./prelude/jacfwd.ts";
import * as forward from "./prelude/jvp.ts";
import * as rules from "./prelude/rules.ts";
import type {
  CustomJvpOperator,
  CustomVjpOperator,
  DefineRuleOperator,
  DerivativeOperator,
  GradOperator,
  HessianOperator,
  HvpOperator,
  IrOperator,
  JOperator,
  JacfwdOperator,
  JacobianOperator,
  JvpOperator,
  StopGradientOperator,
  TaylorOperator,
  ValueAndGradOperator,
  VjpOperator,
} from "./types.ts";

installPrelude();
installSourceCompiler();

/**
 * The value of `f` at `args` and its pullback, a linear function from a cotangent of the value to the cotangents of
 * the function itself (what it captured, by name) and of each argument. It may be called any number of times.
 *
 * @example
 * ```ts
 * const [y, pullback] = J((x: number, n: number) => x ** n, 3, 2); // y is 9
 * pullback(1); // [null, 6, 9.887…]
 * ```
 */
export const J: JOperator = derivatives.J as never;

/**
 * The value of `f` at `args` and the map from its cotangent to those of the arguments: `J` without the function's own.
 *
 * @example
 * ```ts
 * const [y, pullback] = vjp((x: number[]) => x.map((v) => v * v), [1, 2]);
 * pullback([1, 10]); // [[2, 40]]
 * ```
 */
export const vjp: VjpOperator = derivatives.vjp as never;

/**
 * The value of `f` at `primals`, and its derivative along `tangents`: the tangent of the value when each argument
 * moves by its tangent. A tangent has the shape of its argument; null, or a missing part of a record, does not move. The
 * tangent of the value mirrors the value. What `f` captures does not move.
 *
 * @example
 * ```ts
 * jvp((x: number, w: number[]) => x * w[0]!, [3, [5, 7]], [1, [10, 0]]); // [15, 35]
 * ```
 */
export const jvp: JvpOperator = forward.jvp as never;

/**
 * The derivative of order `n` (1 by default) of a function of a number, in its first argument; a result that is an array
 * or record is mirrored. One evaluation of `f` serves all orders; beyond the first it carries a power series (`taylor`), so
 * the cost grows with the square of `n`.
 *
 * @example
 * ```ts
 * derivative((x: number) => x ** 4, 3)(2); // 48
 * ```
 */
export const derivative: DerivativeOperator = forward.derivative as never;

/**
 * The Taylor coefficients of a function of a number, in its first argument, by one evaluation on truncated power series:
 * the value, then cₖ = f⁽ᵏ⁾(x)/k! for the orders k from 1 to `n`; a result that is an array or record is mirrored by each.
 *
 * @example
 * ```ts
 * taylor((x: number) => 1 / (1 - x), 4)(0); // [1, 1, 1, 1, 1]
 * ```
 */
export const taylor: TaylorOperator = forward.taylor as never;

/**
 * The gradient of a function that returns a number: with respect to argument 0, or to those that `argnums` names. It
 * mirrors the argument: numbers, arrays, typed arrays, records. With `hasAux` the function returns
 * `[number, auxiliary]` and the result is `[gradient, auxiliary]`. Throws a ZerothError if the function returns
 * anything else than a number.
 *
 * @example
 * ```ts
 * grad((p: { w: number[]; b: number }) => p.w[0]! * p.b)({ w: [2, 5], b: 3 }); // { w: [3, 0], b: 2 }
 * ```
 */
export const grad: GradOperator = derivatives.grad as never;

/**
 * Like `grad`, but returns `[value, gradient]`; with `hasAux`, `[[value, auxiliary], gradient]`.
 *
 * @example
 * ```ts
 * valueAndGrad((x: number) => x * x)(3); // [9, 6]
 * ```
 */
export const valueAndGrad: ValueAndGradOperator = derivatives.valueAndGrad as never;

/**
 * The Jacobian, by one pullback for each number of the result: the result's structure over the argument's, so for
 * arrays an array of rows of the argument's array type.
 *
 * @example
 * ```ts
 * jacobian((x: number[]) => [x[0]! * x[1]!, x[1]!])([2, 3]); // [[3, 2], [0, 1]]
 * ```
 */
export const jacobian: JacobianOperator = derivatives.jacobian as never;

/**
 * The Jacobian by forward mode, which suits functions of few numbers with large results: the result's structure over
 * the argument's, as `jacobian` gives it. One run of the function carries up to `width` directions (8 by default), each of
 * which is a number of the argument; it runs on copies of its arguments, and one that gives another value when run again
 * is refused.
 *
 * @example
 * ```ts
 * jacfwd((x: number) => [x, x * x, x ** 3])(2); // [1, 4, 12]
 * ```
 */
export const jacfwd: JacfwdOperator = columns.jacfwd as never;

/**
 * The Hessian of a function that returns a number, in argument 0, forward over reverse: the argument's structure over
 * itself, so for arrays an array of rows. One run of the gradient carries up to `width` columns (8 by default).
 *
 * @example
 * ```ts
 * hessian((x: number[]) => x[0]! ** 2 * x[1]!)([3, 5]); // [[10, 6], [6, 0]]
 * ```
 */
export const hessian: HessianOperator = columns.hessian as never;

/**
 * Hessian times vector: `hvp(f)(x, v, …rest)` for argument 0, without forming the Hessian; `v` and the result have
 * the shape of `x`.
 *
 * @example
 * ```ts
 * hvp((x: number[]) => x[0]! ** 2 * x[1]!)([3, 5], [1, 0]); // [10, 6]
 * ```
 */
export const hvp: HvpOperator = derivatives.hvp as never;

/**
 * The same value without a derivative; a deep copy of an array or record.
 *
 * @example
 * ```ts
 * grad((x: number) => x * stopGradient(x))(3); // 3
 * ```
 */
export const stopGradient: StopGradientOperator = derivatives.stopGradient;

/**
 * A function that computes `f` but whose derivative is given: `rule(…args)` returns the value and a function from its
 * cotangent to one cotangent (or null) for each argument. The rule is differentiated itself for higher derivatives.
 * What `f` captures receives no cotangent: pass it as an argument.
 *
 * @example
 * ```ts
 * const clipped = customVjp(Math.exp, (x: number) => [Math.exp(x), (g: number) => [Math.min(g * Math.exp(x), 10)]]);
 * ```
 */
export const customVjp: CustomVjpOperator = rules.customVjp as never;

/**
 * A function that computes `f` but whose derivative is given: `rule(args, tangents)` returns the value and its tangent,
 * which is linear in the tangents. Reverse mode calls the rule once for each number of the arguments. The rule is
 * differentiated itself for higher derivatives. What `f` captures has no derivative: pass it as an argument.
 *
 * @example
 * ```ts
 * const smooth = customJvp(Math.sign, ([x], [dx]: [number]) => [Math.sign(x), dx * Math.exp(-x * x)]);
 * ```
 */
export const customJvp: CustomJvpOperator = rules.customJvp as never;

/**
 * Gives a foreign function (one that zeroth does not compile) a derivative: a pullback (`vjp`, as for `customVjp`), a
 * tangent map (`jvp`, as for `customJvp`), or both. Each mode makes do with the other's.
 *
 * @example
 * ```ts
 * defineRule(native.erf, { vjp: (x: number) => [native.erf(x), (g: number) => [(g * 2 * Math.exp(-x * x)) / Math.sqrt(Math.PI)]] });
 * ```
 */
export const defineRule: DefineRuleOperator = (f, given) => {
  const { vjp: pullback, jvp: pushforward } = given as { readonly vjp?: unknown; readonly jvp?: unknown };
  if (typeof pullback !== "function" && typeof pushforward !== "function") {
    throw new ZerothError({
      kind: "invalid",
      message: "defineRule takes a function and an object with its derivative, as `vjp`, as `jvp`, or as both",
    });
  }
  if (typeof pullback === "function")
    registerRule(f, rules.customVjp(f as never, pullback as never, pushforward as never));
  else registerRule(f, rules.customJvp(f as never, pushforward as never));
};

/**
 * The intermediate representation of a function, as text: what the transforms read.
 *
 * @example
 * ```ts
 * ir((x: number) => 5 * x + 3); // fn @… { bb0(%self; %x): … }
 * ```
 */
export const ir: IrOperator = (f) => {
  const target = stampOf(f)?.code ?? resolve(f, "J", noSpan, undefined)?.self;
  const code = stampOf(f)?.code;
  if (target === undefined || code === undefined) {
    throw new ZerothError({ kind: "invalid", message: "the function has no intermediate representation" });
  }
  return printFunc(code.program.func(code.name), code.program.module);
};

/**
 * Compiles and runs the text of a TypeScript module; gives its exports, differentiable. Not for browsers.
 *
 * @example
 * ```ts
 * const { f } = await compile("export const f = (x: number) => x ** 3;");
 * grad(f as (x: number) => number)(2); // 12
 * ```
 */
export async function compile(source: string, options: CompileOptions = {}): Promise<Exports> {
  const { evaluateModule } = await import("./host/compile.ts");
  return evaluateModule(source, { ...options, imports: { zeroth: operators, ...options.imports } });
}

/** What a text that is compiled gets by importing "zeroth". */
const operators = {
  J,
  compile,
  customJvp,
  customVjp,
  defineRule,
  derivative,
  grad,
  hessian,
  hvp,
  ir,
  jacfwd,
  jacobian,
  jvp,
  stopGradient,
  taylor,
  valueAndGrad,
  vjp,
  ZerothError,
};

export { ZerothError } from "./ir/index.ts";
export type { CompileOptions, Exports } from "./host/compile.ts";
export type * from "./types.ts";
