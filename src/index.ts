// zeroth: derivatives of ordinary TypeScript functions, by source transformation.
//
// The operators are prelude functions, and zeroth compiles these too. So each operator may be applied to functions that use any
// of the others.

import type {
  CheckpointOperator,
  FixedPointOperator,
  ImplicitOperator,
  OnCotangentOperator,
  RootOperator,
} from "./operators/control-types.ts";
import { ZerothError, noSpan, printFunc } from "./ir/index.ts";
import { stampOf, type AnyFunction } from "./runtime/index.ts";
import { setSourceCompiler } from "./host/from-source.ts";
import type { CompileOptions, Exports } from "./plugin/compile.ts";
import { installPrelude } from "./host/install.ts";
import { later } from "./compile/later.ts";
import { madeReady } from "./compile/ready.ts";
import { defineForeignRule } from "./host/define-rule.ts";
import { resolve } from "./host/resolve.ts";
import { specialised, specialisedCall } from "./compile/entry-points.ts";
import * as again from "./prelude/again.ts";
import { checkpoint as checkpointed } from "./prelude/checkpoint.ts";
import * as derivatives from "./prelude/derivatives.ts";
import { fixedPoint as fixedPointOf } from "./prelude/fixed-point.ts";
import { implicit as implicitOf } from "./prelude/implicit.ts";
import * as forward from "./prelude/jvp.ts";
import { linearize as linearizeAt } from "./prelude/linearize.ts";
import { onCotangent as watched } from "./prelude/on-cotangent.ts";
import { requireNoMore, requireOptions } from "./prelude/options.ts";
import { root as rootOf } from "./prelude/root.ts";
import * as rules from "./prelude/rules.ts";
import { hessian, jacfwd, jacobian, jacrev } from "./operators/jacobians.ts";
import { treeFlatten, treeMap, treeZip } from "./operators/trees.ts";
import type {
  CustomJvpOperator,
  CustomVjpOperator,
  DefineRuleOperator,
  DerivativeOperator,
  ExplainOperator,
  GradOperator,
  HvpOperator,
  IrOperator,
  JOperator,
  JvpOperator,
  ReadyOperator,
  LinearizeOperator,
  StopGradientOperator,
  TaylorOperator,
  ValueAndGradOperator,
  VhpOperator,
  VjpOperator,
} from "./operators/types.ts";

installPrelude();
setSourceCompiler(later.compileSource);

/**
 * The value of `f` at `args` and its pullback: a linear function from a cotangent of the value to the cotangents of the function
 * itself (its captured values, by name) and of each argument. The pullback may be called any number of times.
 *
 * @example
 * ```ts
 * const [y, pullback] = J((x: number, n: number) => x ** n, 3, 2); // y is 9
 * pullback(1); // [null, 6, 9.887…]
 * ```
 */
export const J: JOperator = specialisedCall(derivatives.J, "function", again.JAgain) as never;

/**
 * The value of `f` at `args` and the map from its cotangent to those of the arguments: `J` without the function's own cotangent.
 *
 * @example
 * ```ts
 * const [y, pullback] = vjp((x: number[]) => x.map((v) => v * v), [1, 2]);
 * pullback([1, 10]); // [[2, 40]]
 * ```
 */
export const vjp: VjpOperator = specialisedCall(derivatives.vjp, "function", again.vjpAgain) as never;

/**
 * The value of `f` at `primals`, and its derivative along `tangents`: the tangent of the value when each argument changes along
 * its tangent. A tangent has the shape of its argument; null, or a missing part of a record, means no change. The tangent of the
 * value mirrors the value. What `f` captures does not change.
 *
 * @example
 * ```ts
 * jvp((x: number, w: number[]) => x * w[0]!, [3, [5, 7]], [1, [10, 0]]); // [15, 35]
 * ```
 */
export const jvp: JvpOperator = specialisedCall(forward.jvp, "lists") as never;

/**
 * The derivative of order `n` (1 by default) of a function of a number, in its first argument; it mirrors a result that is an
 * array or record. `f` is evaluated once, for any order. Above order 1 the evaluation carries a power series (`taylor`), so the
 * cost grows with the square of `n`.
 *
 * @example
 * ```ts
 * derivative((x: number) => x ** 4, 3)(2); // 48
 * ```
 */
export const derivative: DerivativeOperator = specialised(forward.derivative) as never;

/**
 * The Taylor coefficients of a function of a number, in its first argument: the value, then cₖ = f⁽ᵏ⁾(x)/k! for the orders k from
 * 1 to `n`. Each coefficient mirrors a result that is an array or record. `f` is evaluated once, on truncated power series.
 *
 * @example
 * ```ts
 * taylor((x: number) => 1 / (1 - x), 4)(0); // [1, 1, 1, 1, 1]
 * ```
 */
export const taylor: TaylorOperator = specialised(forward.taylor) as never;

/**
 * The gradient of a function that returns a number, with respect to argument 0, or to the arguments that `argnums` lists. It
 * mirrors the argument, which may contain numbers, arrays, typed arrays and records. With `hasAux` the function returns
 * `[number, auxiliary]`, and the result is `[gradient, auxiliary]`. Throws a ZerothError if the function returns anything but a
 * number.
 *
 * @example
 * ```ts
 * grad((p: { w: number[]; b: number }) => p.w[0]! * p.b)({ w: [2, 5], b: 3 }); // { w: [3, 0], b: 2 }
 * ```
 */
export const grad: GradOperator = specialised(derivatives.grad) as never;

/**
 * Like `grad`, but returns `[value, gradient]`; with `hasAux`, `[[value, auxiliary], gradient]`.
 *
 * @example
 * ```ts
 * valueAndGrad((x: number) => x * x)(3); // [9, 6]
 * ```
 */
export const valueAndGrad: ValueAndGradOperator = specialised(derivatives.valueAndGrad) as never;

/**
 * Hessian times vector: `hvp(f)(x, v, …rest)` for argument 0. The Hessian is not formed. `v` and the result have the shape of
 * `x`.
 *
 * @example
 * ```ts
 * hvp((x: number[]) => x[0]! ** 2 * x[1]!)([3, 5], [1, 0]); // [10, 6]
 * ```
 */
export const hvp: HvpOperator = specialised(derivatives.hvp) as never;

/**
 * Vector times Hessian: `vhp(f)(x, v, …rest)` for argument 0. It is the gradient of the derivative along `v` (reverse over
 * forward). For a smooth function the Hessian is symmetric, so `vhp` and `hvp` (forward over reverse) give the same.
 *
 * @example
 * ```ts
 * vhp((x: number[]) => x[0]! ** 2 * x[1]!)([3, 5], [1, 0]); // [10, 6]
 * ```
 */
export const vhp: VhpOperator = specialised(derivatives.vhp) as never;

/**
 * The value of `f` at `args` and its tangent map there. The map takes a tangent for each argument, like `jvp` (null, or nothing,
 * for no change), and returns the tangent of the value. It is the map of this moment, whatever happens to the arguments later.
 *
 * @example
 * ```ts
 * const [y, map] = linearize((x: number, z: number) => [x * z, x], 3, 5); // y is [15, 3]
 * map(1, 0); // [5, 1]
 * map(null, 2); // [6, 0]
 * ```
 */
export const linearize: LinearizeOperator = specialisedCall(linearizeAt, "function", again.linearizeAgain) as never;

/**
 * The same value without a derivative; for an array or record, a deep copy.
 *
 * @example
 * ```ts
 * grad((x: number) => x * stopGradient(x))(3); // 3
 * ```
 */
export const stopGradient: StopGradientOperator = derivatives.stopGradient;

/**
 * The same function, except that in reverse mode it stores nothing of its run: its pullback runs it again. Forward mode is
 * unaffected. The second run must find what the first one found. So it is an error if the function writes to its arguments or to
 * outside variables, if what it reads is written to after the call, or if its result is random. To make sure, each run reads
 * everything that the function can reach.
 *
 * @example
 * ```ts
 * const steps = checkpoint((x: number) => { for (let i = 0; i < 1000; i++) x += Math.sin(x) / 1000; return x; });
 * grad((x: number) => steps(steps(x)))(1); // 0.555…
 * ```
 */
export const checkpoint: CheckpointOperator = checkpointed as never;

/**
 * The value `x` itself. A reverse pass calls `hook` with the cotangent of `x`, which mirrors `x`, and continues with what the
 * hook returns, or with the cotangent if the hook returns nothing. For an array or record this is the cotangent of its present
 * contents. A derivative of such a gradient includes what the hook did. Forward mode by itself ignores the hook.
 *
 * @example
 * ```ts
 * grad((x: number) => onCotangent(x, (g) => Math.min(g, 1)) ** 2)(3); // 1
 * ```
 */
export const onCotangent: OnCotangentOperator = watched as never;

/**
 * A function of a start and of parameters: it iterates `f` from the start until x = f(x, …params), and returns x. Its
 * derivatives, of any order, are those of the implicit function, with respect to the parameters and to what `f` captures. The
 * start has no derivative. The iteration is neither stored nor differentiated. `x` is a number, array, typed array or record of
 * numbers.
 *
 * @example
 * ```ts
 * const sqrt = fixedPoint((x: number, a: number) => (x + a / x) / 2);
 * grad((a: number) => sqrt(1, a))(4); // 0.25
 * ```
 */
export const fixedPoint: FixedPointOperator = fixedPointOf as never;

/**
 * A function of a start and of parameters: it returns the `x` where `f(x, …params)` is zero, which it finds by Newton's method
 * from the start. The result of `f` has as many numbers as `x`. The derivatives are like those of `fixedPoint`.
 *
 * @example
 * ```ts
 * const cubeRoot = root((x: number, a: number) => x ** 3 - a);
 * grad((a: number) => cubeRoot(1, a))(8); // 0.0833…
 * ```
 */
export const root: RootOperator = rootOf as never;

/**
 * A function that returns what `solve(…params)` returns. Its derivatives are those of the implicit function that `condition`
 * defines: `condition(x, …params)` is zero at the solution `x`, and has as many numbers as `x`. `solve` is not differentiated,
 * so it may be foreign. A derivative at an `x` that does not satisfy the condition is refused.
 *
 * @example
 * ```ts
 * const arcsin = implicit((y: number) => Math.asin(y), (x: number, y: number) => Math.sin(x) - y);
 * grad(arcsin)(0.6); // 1.25
 * ```
 */
export const implicit: ImplicitOperator = implicitOf as never;

/**
 * A function that computes `f` but has a given derivative: `rule(…args)` returns the value and a function from its cotangent to
 * one cotangent (or null) for each argument. For higher derivatives the rule itself is differentiated. What `f` captures receives
 * no cotangent: pass it as an argument. Forward mode calls the pullback once for each number of the result, unless a tangent rule
 * is given too (`jvp`, as for `customJvp`).
 *
 * @example
 * ```ts
 * const clipped = customVjp(Math.exp, (x: number) => [Math.exp(x), (g: number) => [Math.min(g * Math.exp(x), 10)]]);
 * ```
 */
export const customVjp: CustomVjpOperator = rules.customVjp as never;

/**
 * A function that computes `f` but has a given derivative: `rule(args, tangents)` returns the value and its tangent, which is
 * linear in the tangents. Reverse mode calls the rule once for each number of the arguments. For higher derivatives the rule
 * itself is differentiated. What `f` captures has no derivative: pass it as an argument.
 *
 * @example
 * ```ts
 * const smooth = customJvp(Math.sign, ([x], [dx]: [number]) => [Math.sign(x), dx * Math.exp(-x * x)]);
 * ```
 */
export const customJvp: CustomJvpOperator = rules.customJvp as never;

/**
 * Gives a foreign function (one that zeroth does not compile) a derivative: a pullback (`vjp`, as for `customVjp`), a tangent map
 * (`jvp`, as for `customJvp`), or both. A mode without its own rule uses that of the other mode. A later rule for the same
 * function replaces the earlier one, also in derivatives that have run before: a reloaded module (hot reload) needs this. Throws
 * a ZerothError for a function that zeroth differentiates: `customVjp` makes a version of it with another derivative.
 *
 * @example
 * ```ts
 * defineRule(native.erf, { vjp: (x: number) => [native.erf(x), (g: number) => [(g * 2 * Math.exp(-x * x)) / Math.sqrt(Math.PI)]] });
 * ```
 */
export const defineRule: DefineRuleOperator = defineForeignRule;

/**
 * The intermediate representation of a function, as text: the input of the transforms.
 *
 * @example
 * ```ts
 * ir((x: number) => 5 * x + 3); // fn @… { bb0(%self; %x): … }
 * ```
 */
export const ir: IrOperator = (f, ...surplus: unknown[]) => {
  requireNoMore(surplus, "a function", "ir");
  const target = stampOf(f)?.code ?? resolve(f, "J", noSpan, undefined)?.self;
  const code = stampOf(f)?.code;
  if (target === undefined || code === undefined) {
    throw new ZerothError({ kind: "invalid", message: "the function has no intermediate representation" });
  }
  return printFunc(code.program.func(code.name), code.program.module);
};

/**
 * Compiles the code for calls of `f`, which an operator returned, with arguments like `args`: no call waits for it later. The
 * call is not made, except for functions that `hessian`, `jacfwd` and `jacobian` return. The promise gives which code runs such
 * calls: `"specialised"`, or `"general"` if specialising is not possible; `explain` says why.
 *
 * @example
 * ```ts
 * const slope = grad((x: number) => x ** 3);
 * await ready(slope, 1); // "specialised"
 * ```
 */
export const ready: ReadyOperator = madeReady;

/**
 * Tells what a call runs, as a page of text: which code and why, how long making it took, and by the lines of the program what
 * loops store, what is known only when the code runs, and what to write instead. `explain` does not make the call, except for
 * functions that `hessian`, `jacfwd` and `jacobian` return: general code assembles their results, so one call shows which code
 * differentiates the function. `explain.code` gives the code: JavaScript, and the intermediate representation at each stage.
 *
 * @example
 * ```ts
 * explain(grad((x: number) => 5 * x + 3), 2); // … Stored for the reverse sweep: nothing. …
 * explain.code(grad((x: number) => 5 * x + 3), 2); // … return 5; …
 * ```
 */
export const explain: ExplainOperator = /* @__PURE__ */ Object.assign(
  explaining((f, args) => later.explanations().explanationOf(f, args)),
  { code: explaining((f, args) => later.explanations().codeTextOf(f, args)) },
);

function explaining(text: (f: AnyFunction, args: readonly unknown[]) => string): ExplainOperator["code"] {
  return (f, ...args) => {
    if (stampOf(f) !== undefined) return text(f, args);
    throw new ZerothError({ kind: "invalid", message: "the function has no intermediate representation" });
  };
}

/**
 * Compiles and runs the text of a TypeScript module; returns its exports, which are differentiable. Not for browsers.
 *
 * @example
 * ```ts
 * const { f } = await compile("export const f = (x: number) => x ** 3;");
 * grad(f as (x: number) => number)(2); // 12
 * ```
 */
export async function compile(source: string, options: CompileOptions = {}): Promise<Exports> {
  requireOptions(options, ["file", "imports"], "compile");
  const { evaluateModule } = await later.moduleCompiler();
  return evaluateModule(source, { ...options, imports: { zeroth: operators, ...options.imports } });
}

/** What `import … from "zeroth"` provides in a module that `compile` compiles. */
const operators = {
  J,
  checkpoint,
  compile,
  customJvp,
  customVjp,
  defineRule,
  derivative,
  explain,
  fixedPoint,
  grad,
  hessian,
  hvp,
  implicit,
  ir,
  jacfwd,
  jacobian,
  jacrev,
  jvp,
  linearize,
  onCotangent,
  ready,
  root,
  stopGradient,
  taylor,
  treeFlatten,
  treeMap,
  treeZip,
  valueAndGrad,
  vhp,
  vjp,
  ZerothError,
};

export { hessian, jacfwd, jacobian, jacrev } from "./operators/jacobians.ts";
export { treeFlatten, treeMap, treeZip } from "./operators/trees.ts";
export { ZerothError } from "./ir/index.ts";
export type { CompileOptions, Exports } from "./plugin/compile.ts";
export type * from "./operators/tree-types.ts";
export type * from "./operators/control-types.ts";
export type * from "./operators/types.ts";
