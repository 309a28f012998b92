// Tests of the public types. Nothing here runs: the type checker is the test.

import type { TreeFlattenOperator, TreeMapOperator, TreeZipOperator } from "./tree-types.ts";
import type {
  CaptureGradient,
  Cotangent,
  CustomJvpOperator,
  CustomVjpOperator,
  DefineRuleOperator,
  DerivativeOperator,
  GradOperator,
  Gradient,
  Gradients,
  HessianOperator,
  HvpOperator,
  JacobianOperator,
  JOperator,
  JvpOperator,
  LinearizeOperator,
  StopGradientOperator,
  Tangent,
  Tangents,
  Tree,
  ValueAndGradOperator,
  VhpOperator,
  VjpOperator,
} from "./types.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// `(...args: [x: number]) => R` and `(x: number) => R` are one type.
type Spelled<T> = T extends (...args: infer A) => infer R ? ["function", A, R] : T;

/** What is known of the type of an expression. */
declare function typeOf<Actual>(value: Actual): {
  is<Expected>(...proof: Equal<Spelled<Actual>, Spelled<Expected>> extends true ? [] : [never]): void;
};
declare function same<A, B>(...proof: Equal<A, B> extends true ? [] : [never]): void;

declare const J: JOperator;
declare const vjp: VjpOperator;
declare const grad: GradOperator;
declare const valueAndGrad: ValueAndGradOperator;
declare const jacobian: JacobianOperator;
declare const hvp: HvpOperator;
declare const jvp: JvpOperator;
declare const hessian: HessianOperator;
declare const derivative: DerivativeOperator;
declare const stopGradient: StopGradientOperator;
declare const customJvp: CustomJvpOperator;
declare const customVjp: CustomVjpOperator;
declare const defineRule: DefineRuleOperator;

interface Model {
  w: number[];
  b: number;
}
interface Leaf {
  readonly weight: number;
  readonly children: readonly Leaf[];
  label?: string;
}

// Gradients mirror.
same<Gradient<number>, number>();
same<Gradient<3 | 4>, number>();
same<Gradient<number & { readonly brand: "metres" }>, number>();
same<Gradient<boolean>, null>();
same<Gradient<string>, null>();
same<Gradient<"a" | undefined>, null>();
same<Gradient<bigint>, null>();
same<Gradient<null>, null>();
same<Gradient<symbol>, null>();
same<Gradient<number | undefined>, number | null>();
same<Gradient<number[]>, number[]>();
same<Gradient<readonly number[]>, readonly number[]>();
same<Gradient<number[][]>, number[][]>();
same<Gradient<[number, string]>, [number, null]>();
same<Gradient<readonly [x: number, flag: boolean]>, readonly [x: number, flag: null]>();
same<Gradient<[number, ...boolean[]]>, [number, ...null[]]>();
same<Gradient<Float64Array>, Float64Array<ArrayBuffer>>();
same<Gradient<Float32Array>, Float32Array<ArrayBuffer>>();
same<Cotangent<{ w: number[]; v: Float64Array }>, { readonly w: readonly number[]; readonly v: Float64Array }>();
same<Gradient<Int32Array>, null>();
same<Gradient<Map<string, number>>, null>();
same<Gradient<Model>, { w: number[]; b: number }>();
same<Gradient<{ readonly w: Float64Array; name: string }>, { readonly w: Float64Array<ArrayBuffer>; name: null }>();
same<Gradient<number | [string]>, number | [null]>();
same<Gradient<(x: number) => number>, CaptureGradient>();
same<Gradient<{ f: (x: number) => number }>, { f: CaptureGradient }>();
same<Gradient<unknown>, Tree>();
same<Gradients<[a: number, b: string, c: number[]]>, [a: number, b: null, c: number[]]>();
same<Gradient<Leaf>["children"], readonly Gradient<Leaf>[]>();
same<Gradient<Leaf>["weight"], number>();
same<NonNullable<Gradient<Leaf>["children"][number]["label"]>, never>();

// grad.
const linear = (p: { w: number[]; b: number }): number => p.b + (p.w[0] ?? 0);
typeOf(grad(linear)).is<(p: { w: number[]; b: number }) => { w: number[]; b: number }>();
typeOf(grad((x: number) => x * x)).is<(x: number) => number>();
typeOf(grad((x: number, y: string) => x * y.length)).is<(x: number, y: string) => number>();
typeOf(grad((x: number, n: number = 2) => x ** n)).is<(x: number, n?: number) => number>();
typeOf(grad((...xs: number[]) => xs.length)).is<(...xs: number[]) => number>();
typeOf(grad((x: Float64Array) => x[0] ?? 0)).is<(x: Float64Array) => Float64Array<ArrayBuffer>>();
typeOf(grad(grad((x: number) => x ** 3))).is<(x: number) => number>();

const mixed = (x: number, w: number[], name: string): number => x * (w[0] ?? 0) + name.length;
typeOf(grad(mixed, { argnums: 1 })).is<(x: number, w: number[], name: string) => number[]>();
typeOf(grad(mixed, { argnums: [0, 1] })).is<(x: number, w: number[], name: string) => [number, number[]]>();
typeOf(grad(mixed, { argnums: [2, 0] })).is<(x: number, w: number[], name: string) => [null, number]>();
typeOf(grad((...xs: number[]) => xs.length, { argnums: [0, 7] })).is<(...xs: number[]) => [number, number]>();
const chosen = 1 as number;
typeOf(grad(mixed, { argnums: chosen })).is<(x: number, w: number[], name: string) => number | number[] | null>();
// @ts-expect-error negative indices are not allowed
grad(mixed, { argnums: -1 });
// @ts-expect-error nor in arrays
grad(mixed, { argnums: [0, -1] });
// @ts-expect-error there are three arguments
grad(mixed, { argnums: 3 });
// @ts-expect-error not an index
grad(mixed, { argnums: 0.5 });
// @ts-expect-error the result is no number
grad((x: number) => [x]);
// @ts-expect-error the argument is a number
grad((x: number) => x)("1");
// @ts-expect-error an argument is missing
grad(mixed)(1, [2]);

const withAux = (x: number, w: number[]): [number, string] => [x, String(w.length)];
typeOf(grad(withAux, { hasAux: true })).is<(x: number, w: number[]) => [gradient: number, auxiliary: string]>();
typeOf(grad(withAux, { argnums: [0, 1], hasAux: true })).is<
  (x: number, w: number[]) => [gradient: [number, number[]], auxiliary: string]
>();
typeOf(grad(withAux, { argnums: 1, hasAux: true })).is<
  (x: number, w: number[]) => [gradient: number[], auxiliary: string]
>();
// @ts-expect-error hasAux wants a pair
grad((x: number) => x, { hasAux: true });
// @ts-expect-error a pair wants hasAux
grad(withAux);

// valueAndGrad.
typeOf(valueAndGrad((p: Model) => p.b)).is<(p: Model) => [value: number, gradient: { w: number[]; b: number }]>();
typeOf(valueAndGrad(mixed, { argnums: 1 })).is<
  (x: number, w: number[], name: string) => [value: number, gradient: number[]]
>();
typeOf(valueAndGrad(withAux, { hasAux: true })).is<
  (x: number, w: number[]) => [value: [result: number, auxiliary: string], gradient: number]
>();

// J and vjp.
const [value, pullback] = J((x: number, w: number[]) => [x, w.length], 1, [2]);
typeOf(value).is<number[]>();
typeOf(pullback([1, 0])).is<[self: CaptureGradient, number, number[]]>();
const [y, back] = vjp((x: number, name: string) => x * name.length, 2, "ab");
typeOf(y).is<number>();
typeOf(back(1)).is<[number, null]>();
typeOf(vjp((x: number) => ({ a: x }), 2)[0]).is<{ a: number }>();
// @ts-expect-error the cotangent is a number
back("1");
// @ts-expect-error an argument is missing
vjp((x: number, z: number) => x * z, 2);

// jacobian and hvp.
typeOf(jacobian((x: number[]) => x.map((v) => v * v))).is<(x: number[]) => number[][]>();
typeOf(jacobian((x: Float64Array) => x.map((v) => v * v))).is<(x: Float64Array) => Float64Array<ArrayBuffer>[]>();
typeOf(jacobian((x: number) => ({ a: x, b: [x] }))).is<(x: number) => { a: number; b: number[] }>();
typeOf(jacobian((x: number) => ({ f: (v: number) => v * x, at: new Date(0), m: new Map<string, string>() }))).is<
  (x: number) => { f: CaptureGradient; at: null; m: null }
>();
typeOf(jacobian((x: number, z: number[]) => z.map((v) => v * x), { argnums: 1 })).is<
  (x: number, z: number[]) => number[][]
>();
typeOf(jacobian((x: number, z: number[]) => z.map((v) => v * x), { argnums: [0, 1] })).is<
  (x: number, z: number[]) => [number[], number[][]]
>();
typeOf(hvp((p: Model) => p.b)({ w: [1], b: 2 }, { w: [0] as readonly number[], b: 1 })).is<Model>();
typeOf(hvp((x: number, n: number, name: string) => x ** n * name.length)(1, 2, 3, "a")).is<number>();
// @ts-expect-error an argument is missing
hvp((x: number, n: number) => x ** n)(1, 2);

// jvp.
same<Tangent<number[]>, readonly (number | null)[]>();
same<Tangent<{ w: Float64Array; name: string }>, { readonly w?: Float64Array | null; readonly name?: null }>();
same<Tangents<[a: number, b: string]>, readonly [a: number | null, b: null]>();
typeOf(jvp((x: number) => x * x, [2], [1])).is<[value: number, tangent: number]>();
typeOf(jvp((p: Model) => p.w, [{ w: [1], b: 2 }], [{ b: 1 }])).is<[value: number[], tangent: number[]]>();
typeOf(jvp((x: number, name: string) => ({ x, name }), [1, "a"], [1, null])).is<
  [value: { x: number; name: string }, tangent: { x: number; name: null }]
>();
jvp((m: { a: number; b: { c: number }[] }) => m.a, [{ a: 1, b: [{ c: 2 }] }], [{ b: [null] }]);
jvp((xs: readonly number[]) => xs.length, [[1, 2]] as const, [[null, 1]]);
// @ts-expect-error a tangent is missing
jvp((x: number, z: number) => x * z, [1, 2], [1]);
// @ts-expect-error an argument is missing
jvp((x: number, z: number) => x * z, [1], [1, 1]);
// @ts-expect-error the tangent of a number is a number
jvp((x: number) => x, [1], [[1]]);
// @ts-expect-error there is no such property
jvp((m: Model) => m.b, [{ w: [1], b: 2 }], [{ c: 1 }]);

// hessian.
typeOf(hessian((x: number[]) => x.length)).is<(x: number[]) => number[][]>();
typeOf(hessian((x: Float64Array, n: number) => x.length * n)).is<
  (x: Float64Array, n: number) => Float64Array<ArrayBuffer>[]
>();
typeOf(hessian((p: Model) => p.b)).is<(p: Model) => { w: Model[]; b: Model }>();
typeOf(hessian((x: unknown) => Number(x))).is<(x: unknown) => Tree>();
// @ts-expect-error the result is no number
hessian((x: number[]) => x);

// derivative.
typeOf(derivative((x: number) => x * x)).is<(x: number) => number>();
typeOf(derivative((x: number, w: number[]) => w.map((v) => v * x), 2)).is<(x: number, w: number[]) => number[]>();
// @ts-expect-error a function of an array
derivative((x: number[]) => x.length);

// customJvp.
typeOf(
  customJvp(
    (x: number, w: number[]) => w.map((v) => v * x),
    ([x, w], [dx, dw]) => [w.map((v) => v * x), w.map((v, i) => v * dx + x * (dw[i] ?? 0))],
  ),
).is<(x: number, w: number[]) => number[]>();
customJvp(
  (x: number) => x,
  ([x]) => [x, null],
);
customJvp(
  (x: number) => x,
  // @ts-expect-error the tangent of a number is a number
  ([x]) => [x, "1"],
);
defineRule((x: number) => x, { jvp: ([x], [dx]) => [x, dx] });
defineRule((x: number) => x, { vjp: (x) => [x, (g) => [g]], jvp: ([x], [dx]) => [x, dx] });
// @ts-expect-error no derivative is given
defineRule((x: number) => x, {});

// stopGradient, customVjp, defineRule.
typeOf(stopGradient({ w: [1] })).is<{ w: number[] }>();
typeOf(
  customVjp(
    (x: number) => Math.log1p(Math.exp(x)),
    (x) => [Math.log1p(Math.exp(x)), (g) => [g / (1 + Math.exp(-x))]],
  ),
).is<(x: number) => number>();
typeOf(
  customVjp(
    (x: number, name: string) => x + name.length,
    (x, name) => [x + name.length, (g) => [g, null]],
  ),
).is<(x: number, name: string) => number>();
customVjp(
  (x: number, z: number) => x * z,
  // @ts-expect-error one cotangent for each argument
  (x, z) => [x * z, (g) => [g]],
);
defineRule(Math.sinh, { vjp: (x) => [Math.sinh(x), (g) => [g * Math.cosh(x)]] });
defineRule((x: Float64Array, k: number) => x.map((v) => v * k), {
  vjp: (x, k) => [x.map((v) => v * k), (g) => [g.map((v) => v * k), null]],
});

// linearize, vhp.
declare const linearize: LinearizeOperator;
declare const vhp: VhpOperator;
const [linearized, map] = linearize((x: number, w: Float64Array) => w.map((v) => v * x), 2, Float64Array.of(1));
typeOf(linearized).is<Float64Array<ArrayBuffer>>();
typeOf(map(1, Float64Array.of(1))).is<Float64Array<ArrayBuffer>>();
map(null, null);
map(1);
map();
// @ts-expect-error the tangent of a number is a number
map([1]);
// @ts-expect-error there are two arguments
map(1, null, 2);
// @ts-expect-error an argument is missing
linearize((x: number, z: number) => x * z, 1);
typeOf(vhp((p: Model, k: number) => p.b * k)).is<
  (x: Model, v: Cotangent<Model>, k: number) => { w: number[]; b: number }
>();

// treeMap, treeZip, treeFlatten.
declare const treeMap: TreeMapOperator;
declare const treeZip: TreeZipOperator;
declare const treeFlatten: TreeFlattenOperator;
declare const net: (x: number) => number;
typeOf(treeMap((x) => 2 * x, { w: [1], net })).is<{ w: number[]; net: (x: number) => number }>();
typeOf(treeMap((x) => 2 * x, 3)).is<number>();
typeOf(treeMap((x, g) => x - g, net, grad((f: typeof net) => f(1))(net))).is<(x: number) => number>();
const params = { w: Float64Array.of(1), b: 2, name: "n", net };
typeOf(treeMap((x, g) => x - g, params, grad((p: typeof params) => p.b)(params))).is<typeof params>();
treeMap((x, y, z) => x - y * z, params, params, { b: null });
treeMap((x) => x, params, null);
// @ts-expect-error there is no such property
treeMap((x, y) => x - y, { a: 1 }, { b: 1 });
// @ts-expect-error a number becomes a number
treeMap((x) => String(x), [1]);
typeOf(treeZip({ w: Float64Array.of(1), b: 2, rows: [[1]], name: "n" }, null)).is<{
  w: number[][];
  b: number[];
  rows: number[][][];
  name: null;
}>();
const [flat, unflatten] = treeFlatten({ w: [1], net });
typeOf(flat).is<Float64Array<ArrayBuffer>>();
typeOf(unflatten(flat)).is<{ w: number[]; net: (x: number) => number }>();
unflatten([1, 2] as const);
// @ts-expect-error numbers only
unflatten(["1"]);
