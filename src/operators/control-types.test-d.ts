// Tests of the types of checkpoints, hooks on cotangents and implicit functions. Nothing here runs.

import type {
  CheckpointOperator,
  FixedPointOperator,
  ImplicitOperator,
  OnCotangentOperator,
  RootOperator,
} from "./control-types.ts";

declare function same<A, B>(
  ...proof: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]
): void;

declare const checkpoint: CheckpointOperator;
declare const onCotangent: OnCotangentOperator;
declare const fixedPoint: FixedPointOperator;
declare const root: RootOperator;
declare const implicit: ImplicitOperator;

interface Model {
  readonly w: Float64Array;
  readonly name: string;
}
declare const model: Model;

// checkpoint: the same type.
const checked = checkpoint((x: number, m: Model) => [x * m.w.length]);
same<typeof checked, (x: number, m: Model) => number[]>();

// onCotangent: the value's type; the hook takes its gradient, and may return a cotangent or nothing.
const watched = onCotangent(model, (g) => {
  same<typeof g.name, null>();
  same<typeof g.w, ReturnType<typeof Float64Array.of>>();
});
same<typeof watched, Model>();
onCotangent(3, (g) => g * 2);
onCotangent([1], (g) => g.map((v) => 2 * v));
onCotangent(model, (g) => ({ ...g, w: Float64Array.of(1) }));
onCotangent(model, () => null);
// @ts-expect-error the cotangent of a number is a number
onCotangent(3, () => "a");
// @ts-expect-error a part is missing
onCotangent(model, () => ({ w: Float64Array.of(1) }));

// fixedPoint and root: a start, then the parameters.
const settle = fixedPoint((x: { u: number[] }, k: number) => ({ u: x.u.map((v) => v * k) }), { tolerance: 1e-9 });
same<typeof settle, (x0: { u: number[] }, k: number) => { u: number[] }>();
// @ts-expect-error it returns what it takes
fixedPoint((x: number) => [x]);
// @ts-expect-error there is no such option
fixedPoint((x: number) => x, { steps: 3 });
const solve = root((p: { x: number; y: number }, a: number) => [p.x - a, p.y]);
same<typeof solve, (x0: { x: number; y: number }, a: number) => { x: number; y: number }>();
// @ts-expect-error a parameter is missing
solve({ x: 1, y: 2 });

// implicit: the solver's parameters are those of the condition.
const solved = implicit(
  (a: number) => [a],
  (x: number[], a: number) => (x[0] as number) - a,
);
same<typeof solved, (a: number) => number[]>();
implicit(
  // @ts-expect-error the condition is of another unknown
  (a: number) => [a],
  (x: string, a: number) => x.length - a,
);
