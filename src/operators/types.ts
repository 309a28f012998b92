// The public types: what a gradient looks like, and the signatures of the operators.
//
// A gradient mirrors its argument: numbers become numbers, arrays arrays, records records, and what cannot be differentiated
// becomes null. The conditional types below do for types what mirroring does for values. Results (`Gradient`) are fresh;
// parameters (`Cotangent`) may be read-only.

/** Any gradient, if nothing more is known about its shape. */
export type Tree = number | null | Float64Array | Float32Array | readonly Tree[] | { readonly [name: string]: Tree };

/** The gradient of a function value: the cotangents of its captured values, by name, or null if it has none. */
export type CaptureGradient = { readonly [captured: string]: Tree } | null;

type Inactive = string | boolean | bigint | symbol | null | undefined;
type Opaque = Date | RegExp | Error | Promise<unknown> | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;
type AnyFunction = (...args: never[]) => unknown;
type Arguments = readonly unknown[];
type IsAny<T> = 0 extends 1 & T ? true : false;
// Typed arrays on a buffer of their own: assignable to all typed arrays, in every version of TypeScript's library.
type FreshFloat64Array = ReturnType<typeof Float64Array.of>;
type FreshFloat32Array = ReturnType<typeof Float32Array.of>;

/**
 * The type of a gradient with respect to an argument of type `T`.
 *
 * @example
 * ```ts
 * type G = Gradient<{ w: number[]; b: number; name: string }>; // { w: number[]; b: number; name: null }
 * ```
 */
export type Gradient<T> = IsAny<T> extends true ? Tree : unknown extends T ? Tree : Mirror<T>;

type Mirror<T> = T extends number
  ? number
  : T extends Inactive
    ? null
    : T extends AnyFunction
      ? CaptureGradient
      : T extends Float64Array
        ? FreshFloat64Array
        : T extends Float32Array
          ? FreshFloat32Array
          : T extends ArrayBufferView | ArrayBufferLike | Opaque
            ? null
            : { [K in keyof T]: Gradient<T[K]> };

/**
 * What may be passed as the cotangent of a value of type `T`: anything that looks like its gradient.
 *
 * @example
 * ```ts
 * type C = Cotangent<{ w: number[]; b: number }>; // { readonly w: readonly number[]; readonly b: number }
 * ```
 */
export type Cotangent<T> = IsAny<T> extends true ? Tree : unknown extends T ? Tree : Direction<T>;

type Direction<T> = T extends number
  ? number
  : T extends Inactive
    ? null
    : T extends AnyFunction
      ? CaptureGradient
      : T extends Float64Array
        ? Float64Array
        : T extends Float32Array
          ? Float32Array
          : T extends ArrayBufferView | ArrayBufferLike | Opaque
            ? null
            : { readonly [K in keyof T]: Cotangent<T[K]> };

/**
 * The gradients of a list of arguments, one for each.
 *
 * @example
 * ```ts
 * type G = Gradients<[x: number, w: Float64Array]>; // [x: number, w: Float64Array]
 * ```
 */
export type Gradients<A extends Arguments> = { -readonly [K in keyof A]: Gradient<A[K]> };

/**
 * The tangents of a list of arguments, one for each; null where an argument does not move.
 *
 * @example
 * ```ts
 * type T = Tangents<[x: number, w: Float64Array]>; // readonly [x: number | null, w: Float64Array | null]
 * ```
 */
export type Tangents<A extends Arguments> = { readonly [K in keyof A]: Tangent<A[K]> | null };

/**
 * What may be passed as the tangent of an argument of type `T`: what looks like its gradient, with null or nothing for
 * what does not move.
 *
 * @example
 * ```ts
 * type D = Tangent<{ w: number[]; b: number }>; // { readonly w?: readonly (number | null)[] | null; readonly b?: number | null }
 * ```
 */
export type Tangent<T> = IsAny<T> extends true ? Tree : unknown extends T ? Tree : Movement<T>;

type Movement<T> = T extends number
  ? number
  : T extends Inactive
    ? null
    : T extends AnyFunction
      ? CaptureGradient
      : T extends Float64Array
        ? Float64Array
        : T extends Float32Array
          ? Float32Array
          : T extends ArrayBufferView | ArrayBufferLike | Opaque
            ? null
            : T extends readonly unknown[]
              ? { readonly [K in keyof T]: Tangent<T[K]> | null }
              : { readonly [K in keyof T]?: Tangent<T[K]> | null };

/** Which arguments to differentiate: an index, or several. */
export type Argnums = number | readonly number[];

type At<A extends Arguments, N> = N extends number ? A[N] : never;

/** A valid index of an argument list, else never. */
type ValidIndex<A extends Arguments, N> = N extends number
  ? number extends N
    ? N
    : `${N}` extends `-${string}` | `${string}.${string}`
      ? never
      : number extends A["length"]
        ? N
        : `${N}` extends keyof A
          ? N
          : never
  : never;

/** `N` if all its indices are valid, else a type to which nothing can be assigned. */
type ValidArgnums<A extends Arguments, N> = N extends readonly unknown[]
  ? { readonly [I in keyof N]: ValidIndex<A, N[I]> }
  : ValidIndex<A, N>;

/** What `argnums` selects: one gradient, or an array of them. */
export type Selected<A extends Arguments, N extends Argnums> = N extends readonly number[]
  ? { -readonly [I in keyof N]: Gradient<At<A, N[I]>> }
  : N extends number
    ? Gradient<A[N]>
    : never;

/**
 * The derivative of a result of type `R` with respect to an argument of type `X`: rows are gradients. A function of the result has
 * rows for the numbers that it captured, by their names.
 */
export type JacobianOf<R, X> = R extends number
  ? Gradient<X>
  : R extends Inactive
    ? null
    : R extends AnyFunction
      ? CaptureGradient
      : R extends Float64Array | Float32Array
        ? Gradient<X>[]
        : R extends ArrayBufferView | ArrayBufferLike | Opaque
          ? null
          : { [K in keyof R]: JacobianOf<R[K], X> };

type SelectedJacobian<R, A extends Arguments, N extends Argnums> = N extends readonly number[]
  ? { -readonly [I in keyof N]: JacobianOf<R, At<A, N[I]>> }
  : N extends number
    ? JacobianOf<R, A[N]>
    : never;

type Tail<A extends Arguments> = A extends readonly [unknown?, ...infer Rest] ? Rest : [];

/** What `J` returns: the value, and its pullback to the function and to each argument. */
export type ValueAndPullback<A extends Arguments, R> = [
  value: R,
  pullback: (cotangent: Cotangent<R>) => [self: CaptureGradient, ...gradients: Gradients<A>],
];

/** The type of `J`. */
export type JOperator = <A extends Arguments, R>(f: (...args: A) => R, ...args: A) => ValueAndPullback<A, R>;

/** The type of `vjp`. */
export type VjpOperator = <A extends Arguments, R>(
  f: (...args: A) => R,
  ...args: A
) => [value: R, pullback: (cotangent: Cotangent<R>) => Gradients<A>];

/** The type of `jvp`. */
export type JvpOperator = <A extends Arguments, R>(
  f: (...args: A) => R,
  primals: readonly [...A],
  tangents: Tangents<A>,
) => [value: R, tangent: Gradient<R>];

/** The type of `derivative`. */
export type DerivativeOperator = <A extends readonly [number, ...unknown[]], R>(
  f: (...args: A) => R,
  n?: number,
) => (...args: A) => Gradient<R>;

/** The type of `taylor`: the value, then a coefficient for each order. */
export type TaylorOperator = <A extends readonly [number, ...unknown[]], R>(
  f: (...args: A) => R,
  n: number,
) => (...args: A) => [value: R, ...coefficients: Gradient<R>[]];

/** Options of `grad` and `valueAndGrad` without `argnums`. */
export interface PlainOptions<H extends boolean> {
  readonly argnums?: undefined;
  /** Whether the function returns `[result, auxiliary]`, of which only the first is differentiated. */
  readonly hasAux?: H;
}

/** Options of `grad` and `valueAndGrad` with `argnums`. */
export interface ArgnumsOptions<A extends Arguments, N, H extends boolean> {
  /** The index of the argument to differentiate, or an array of indices for an array of gradients. */
  readonly argnums: N & ValidArgnums<A, N>;
  /** Whether the function returns `[result, auxiliary]`, of which only the first is differentiated. */
  readonly hasAux?: H;
}

type AuxOptions<O> = O & { readonly hasAux: true };

/** The type of `grad`. */
export interface GradOperator {
  <A extends Arguments>(f: (...args: A) => number, options?: PlainOptions<false>): (...args: A) => Gradient<A[0]>;
  <A extends Arguments, const N extends Argnums>(
    f: (...args: A) => number,
    options: ArgnumsOptions<A, N, false>,
  ): (...args: A) => Selected<A, N>;
  <A extends Arguments, X>(
    f: (...args: A) => readonly [result: number, auxiliary: X],
    options: AuxOptions<PlainOptions<true>>,
  ): (...args: A) => [gradient: Gradient<A[0]>, auxiliary: X];
  <A extends Arguments, X, const N extends Argnums>(
    f: (...args: A) => readonly [result: number, auxiliary: X],
    options: AuxOptions<ArgnumsOptions<A, N, true>>,
  ): (...args: A) => [gradient: Selected<A, N>, auxiliary: X];
}

/** The type of `valueAndGrad`. */
export interface ValueAndGradOperator {
  <A extends Arguments>(
    f: (...args: A) => number,
    options?: PlainOptions<false>,
  ): (...args: A) => [value: number, gradient: Gradient<A[0]>];
  <A extends Arguments, const N extends Argnums>(
    f: (...args: A) => number,
    options: ArgnumsOptions<A, N, false>,
  ): (...args: A) => [value: number, gradient: Selected<A, N>];
  <A extends Arguments, X>(
    f: (...args: A) => readonly [result: number, auxiliary: X],
    options: AuxOptions<PlainOptions<true>>,
  ): (...args: A) => [value: [result: number, auxiliary: X], gradient: Gradient<A[0]>];
  <A extends Arguments, X, const N extends Argnums>(
    f: (...args: A) => readonly [result: number, auxiliary: X],
    options: AuxOptions<ArgnumsOptions<A, N, true>>,
  ): (...args: A) => [value: [result: number, auxiliary: X], gradient: Selected<A, N>];
}

/** The type of `jacobian`. */
export interface JacobianOperator {
  <A extends Arguments, R>(
    f: (...args: A) => R,
    options?: { readonly argnums?: undefined },
  ): (...args: A) => JacobianOf<R, A[0]>;
  <A extends Arguments, R, const N extends Argnums>(
    f: (...args: A) => R,
    options: { readonly argnums: N & ValidArgnums<A, N> },
  ): (...args: A) => SelectedJacobian<R, A, N>;
}

/** Options of forward mode over columns. */
export interface ColumnOptions {
  /** The most directions that one run of the function carries; by default up to ten if those are all, else up to six. */
  readonly width?: number;
}

/** The type of `jacfwd`. */
export interface JacfwdOperator {
  <A extends Arguments, R>(
    f: (...args: A) => R,
    options?: ColumnOptions & { readonly argnums?: undefined },
  ): (...args: A) => JacobianOf<R, A[0]>;
  <A extends Arguments, R, const N extends Argnums>(
    f: (...args: A) => R,
    options: ColumnOptions & { readonly argnums: N & ValidArgnums<A, N> },
  ): (...args: A) => SelectedJacobian<R, A, N>;
}

/** The type of `hessian`: rows are gradients of the components of the gradient. */
export type HessianOperator = <A extends Arguments>(
  f: (...args: A) => number,
  options?: ColumnOptions,
) => (...args: A) => HessianOf<A[0]>;

type HessianOf<X> = IsAny<X> extends true ? Tree : unknown extends X ? Tree : JacobianOf<Gradient<X>, X>;

/** The type of `hvp`: Hessian times vector, for argument 0. */
export type HvpOperator = <A extends Arguments>(
  f: (...args: A) => number,
) => (x: A[0], v: Cotangent<A[0]>, ...rest: Tail<A>) => Gradient<A[0]>;

/** The type of `vhp`: vector times Hessian, for argument 0. */
export type VhpOperator = HvpOperator;

/** The type of `linearize`. */
export type LinearizeOperator = <A extends Arguments, R>(
  f: (...args: A) => R,
  ...args: A
) => [value: R, map: (...tangents: Partial<Tangents<A>>) => Gradient<R>];

/** The type of `stopGradient`. */
export type StopGradientOperator = <T>(x: T) => T;

/** A value with its handwritten pullback. */
export type CustomPullback<A extends Arguments, R> = readonly [
  value: R,
  pullback: (cotangent: Gradient<R>) => CustomCotangents<A>,
];

/** One cotangent for each argument, null if it has none. */
export type CustomCotangents<A extends Arguments> = { readonly [K in keyof A]: Cotangent<A[K]> | null };

/** The type of `customVjp`. */
export type CustomVjpOperator = <A extends Arguments, R>(
  f: (...args: A) => R,
  rule: (...args: A) => CustomPullback<A, R>,
  jvp?: (primals: A, tangents: Gradients<A>) => CustomTangent<R>,
) => (...args: A) => R;

/** A value with its handwritten tangent. */
export type CustomTangent<R> = readonly [value: R, tangent: Tangent<R> | null];

/** The type of `customJvp`. */
export type CustomJvpOperator = <A extends Arguments, R>(
  f: (...args: A) => R,
  rule: (primals: A, tangents: Gradients<A>) => CustomTangent<R>,
) => (...args: A) => R;

/** The derivatives of a foreign function: for reverse mode, for forward mode, or for both. */
export type ForeignRules<A extends Arguments, R> =
  ReverseRule<A, R> | ForwardRule<A, R> | (ReverseRule<A, R> & ForwardRule<A, R>);

interface ReverseRule<A extends Arguments, R> {
  /** Takes the arguments; returns the value, and the pullback to the arguments. */
  readonly vjp: (...args: A) => CustomPullback<A, R>;
}

interface ForwardRule<A extends Arguments, R> {
  /** Takes the arguments and their tangents; returns the value and its tangent. */
  readonly jvp: (primals: A, tangents: Gradients<A>) => CustomTangent<R>;
}

/** The type of `defineRule`. */
export type DefineRuleOperator = <A extends Arguments, R>(f: (...args: A) => R, rules: ForeignRules<A, R>) => void;

/** The type of `ir`: the intermediate representation of a function, as text. */
export type IrOperator = (f: AnyFunction) => string;

/** The type of `ready`: compiles a call ahead, and says which code will run it. */
export type ReadyOperator = <A extends Arguments, R>(
  f: (...args: A) => R,
  ...args: A
) => Promise<"specialised" | "general">;

/** The type of `explain`: what a call of a function runs, as text; `code` gives the code. */
export interface ExplainOperator {
  <A extends Arguments, R>(f: (...args: A) => R, ...args: A): string;
  readonly code: <A extends Arguments, R>(f: (...args: A) => R, ...args: A) => string;
}
