// An argument that shares memory with what an inner function captured: the operators' own code, which the outer one can
// reach, must not count as writing to it or comparing it, or the argument would not be made disjoint.

import { expect, test } from "vitest";
import {
  customJvp,
  derivative,
  grad,
  hessian,
  hvp,
  jacfwd,
  jacobian,
  jacrev,
  jvp,
  linearize,
  treeFlatten,
  treeMap,
  treeZip,
  vhp,
} from "zeroth";

const dot = (a: readonly number[], b: readonly number[]): number => {
  let s = 0;
  for (let i = 0; i < a.length; i++) s += (a[i] as number) * (b[i] as number);
  return s;
};
const head = (a: readonly number[]): number => a[0] as number;
const v = [1, 10];

type Scalar = (x: number[]) => number;

/** Functions that capture `a` in an inner derivative. */
const programs: Readonly<Record<string, (a: number[]) => Scalar>> = {
  jvp: (a) => (x) => jvp((y: number[]) => dot(y, a) * head(y), [x], [v])[1],
  grad: (a) => (x) => dot(grad((y: number[]) => dot(y, a) * head(y))(x), v),
  jacfwd: (a) => (x) => jacfwd((y: number[]) => [dot(y, a) * head(y)])(x)[0]?.[1] ?? 0,
  jacobian: (a) => (x) => jacobian((y: number[]) => [dot(y, a) * head(y)])(x)[0]?.[1] ?? 0,
  hessian: (a) => (x) => hessian((y: number[]) => dot(y, a) ** 2 * head(y))(x)[0]?.[1] ?? 0,
  hvp: (a) => (x) => head(hvp((y: number[]) => dot(y, a) ** 2 * head(y))(x, v)),
  derivative: (a) => (x) => derivative((t: number) => dot(a, x) * t * t)(head(x)),
  jacrev: (a) => (x) => jacrev((y: number[]) => [dot(y, a) * head(y)])(x)[0]?.[1] ?? 0,
  vhp: (a) => (x) => head(vhp((y: number[]) => dot(y, a) ** 2 * head(y))(x, v)),
  linearize: (a) => (x) => linearize((y: number[]) => dot(y, a) * head(y), x)[1](v),
  treeMap: (a) => (x) =>
    dot(
      treeMap((y, z) => y * z * head(a), x, a),
      v,
    ),
  treeZip: (a) => (x) => treeZip(x, a).reduce((s, [y = 0, z = 0]) => s + y * y * z, 0),
  treeFlatten: (a) => (x) => {
    const [numbers, unflatten] = treeFlatten({ x, a });
    const moved = unflatten(numbers.map((y) => y * y * head(x)));
    return dot(moved.x, moved.a);
  },
  customJvp: (a) =>
    customJvp(
      (y: number[]) => dot(y, a),
      ([y], [dy]) => [dot(y, a), dot(dy, a)],
    ),
};

test.each(Object.entries(programs))("%s inside", (_, program) => {
  const x0 = [1, 2];
  const shared = program(x0);
  const apart = program([1, 2]);
  expect(grad(shared)(x0)).toEqual(grad(apart)([1, 2]));
  expect(jvp(shared, [x0], [v])).toEqual(jvp(apart, [[1, 2]], [v]));
  expect(jacfwd((x: number[]) => [shared(x)])(x0)).toEqual([grad(apart)([1, 2])]);
});
