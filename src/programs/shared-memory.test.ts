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
  stopGradient,
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

test("a record or array that is inside of itself", () => {
  interface Node {
    a: number;
    self: Node | null;
  }
  const node: Node = { a: 2, self: null };
  node.self = node;
  const inner = (o: Node): Node => o.self?.self as Node;
  const f = (o: Node): number => inner(o).a ** 2 * o.a;
  const v: Node = { a: 1, self: null };
  expect(grad(f)(node)).toEqual({ a: 12, self: null });
  expect(jvp(f, [node], [v])).toEqual([8, 12]);
  expect(hvp(f)(node, v)).toEqual({ a: 12, self: null });
  const rows = jacobian as unknown as (g: unknown) => (o: Node) => unknown;
  expect(rows((o: Node) => [f(o)])(node)).toEqual([{ a: 12, self: null }]);
  expect(grad((o: Node) => inner(o).a * node.a)(node)).toEqual({ a: 2, self: null });
  expect(grad((o: Node) => inner(stopGradient(o)).a * o.a)(node)).toEqual({ a: 2, self: null });
  const list: unknown[] = [2, 3];
  list.push(list);
  type List = [number, number, List];
  const gradient = grad as unknown as (g: (xs: List) => number) => (xs: unknown) => unknown;
  expect(gradient((xs) => xs[2][2][0] * xs[1])(list)).toEqual([3, 2, null]);
});

test("two records that refer to each other: each path by itself", () => {
  interface Left {
    a: number;
    right: Right;
  }
  interface Right {
    b: number;
    left: Left | null;
  }
  const right: Right = { b: 2, left: null };
  const left: Left = { a: 3, right };
  right.left = left;
  const f = (l: Left, r: Right): number => (l.right.left as Left).a * (r.left as Left).right.b ** 2;
  expect(grad(f, { argnums: [0, 1] })(left, right)).toEqual([
    { a: 4, right: { b: 0, left: null } },
    { b: 12, left: { a: 0, right: null } },
  ]);
});
