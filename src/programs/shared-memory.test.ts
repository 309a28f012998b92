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
  valueAndGrad,
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

const { is } = Object;
const keys: readonly ("push" | "fill")[] = ["push", "fill"];
const sumOf = (xs: readonly number[]): number => dot(xs, xs);

/** Functions that write or compare by other ways than a method of that name. */
const indirect: Readonly<Record<string, (a: number[], b: number[]) => number>> = {
  "call of a prototype's method": (a, b) => {
    Array.prototype.push.call(b, head(a) * head(a));
    return sumOf(a);
  },
  apply: (a, b) => {
    [].push.apply(b as never[], [head(a) * head(a)] as never[]);
    return sumOf(a);
  },
  "call of a method that was read": (a, b) => {
    const { push } = b;
    push.call(b, head(a) * 2);
    return sumOf(a);
  },
  "a name that is not known": (a, b) => {
    b[keys[a.length > 1 ? 0 : 1]!](head(a) * 2);
    return sumOf(a);
  },
  "a captured function": (a, b) => (is(a, b) ? 1 : 2) * sumOf(a),
  "call of indexOf": (a, b) => (Array.prototype.indexOf.call([a], b) === 0 ? 1 : 2) * sumOf(a),
};

test.each(Object.entries(indirect))("what writes or compares in another way: %s", (_, f) => {
  const value = valueAndGrad(f);
  for (let call = 0; call < 12; call++) {
    const [a, b] = [
      [1, 2, 3],
      [1, 2, 3],
    ];
    expect(value(a, a)[0]).toBe(f(b, b));
  }
});

test("a number that is inherited from a prototype that the function sets", () => {
  const f = (x: number[]): number => {
    const o: Record<string, unknown> = { v: x[1]! };
    o["__proto__"] = { p: x[0]! };
    return (o["p"] as number) * (o["v"] as number);
  };
  for (let call = 0; call < 12; call++) {
    expect(grad(f)([3, 5])).toEqual([5, 3]);
    expect(jvp(f, [[3, 5]], [[1, 0]])).toEqual([15, 5]);
    expect(hvp(f)([3, 5], [1, 0])).toEqual([0, 1]);
    expect(hessian(f)([3, 5])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  }
});

/** Twice the product if the function is told that both are the same, in several ways. */
const known: readonly unknown[] = [3, 4];
const [inSet, inWeakSet] = [new Set([known]), new WeakSet([known as object])];
const comparing: Readonly<Record<string, (a: number[], b: number[]) => number>> = {
  "===": (a, b) => (a === b ? 2 : 1) * head(a) * b[1]!,
  "Object.is": (a, b) => (Object.is(a, b) ? 2 : 1) * head(a) * b[1]!,
  includes: (a, b) => ([a].includes(b) ? 2 : 1) * head(a) * b[1]!,
  indexOf: (a, b) => ([a].indexOf(b) >= 0 ? 2 : 1) * head(a) * b[1]!,
  lastIndexOf: (a, b) => ([a].lastIndexOf(b) >= 0 ? 2 : 1) * head(a) * b[1]!,
  "includes, of a list elsewhere": (a, b) => ([known].includes(a) ? 2 : 1) * head(a) * b[1]!,
  "Set, elsewhere": (a, b) => (inSet.has(a) ? 2 : 1) * head(a) * b[1]!,
  "WeakSet, elsewhere": (a, b) => (inWeakSet.has(a) ? 2 : 1) * head(a) * b[1]!,
};

test.each(Object.entries(comparing))("arguments that are compared are not copied: %s", (_, f) => {
  const gradient = grad(f, { argnums: [0, 1] });
  const shared = known as number[];
  for (let call = 0; call < 12; call++) {
    expect(f(shared, shared)).toBe(24);
    expect(gradient(shared, shared)).toEqual([
      [8, 6],
      [0, 0],
    ]);
    expect(jvp(f, [shared, shared], [null, [1, 0]])).toEqual([24, 8]);
  }
});

test("the Hessian in an argument that is also another one is in that argument by itself", () => {
  const f = (x: number[], y: number[]): number => dot(x, y) * dot(x, y) + dot(y, y);
  const x = [1, 2];
  for (let call = 0; call < 12; call++) {
    expect(hvp(f)(x, v, x)).toEqual(hvp(f)([1, 2], v, [1, 2]));
    expect(hessian(f)(x, x)).toEqual(hessian(f)([1, 2], [1, 2]));
    expect(vhp(f)(x, v, x)).toEqual(hvp(f)([1, 2], v, [1, 2]));
    expect(hvp(f)(v, v, v)).toEqual(hvp(f)([...v], [...v], [...v]));
  }
});

test("what is thrown is a copy of shared arguments in every tier", () => {
  const f = (a: number[], b: number[]): number => {
    let s = 0;
    for (let i = 0; i < a.length; i++) {
      // oxlint-disable-next-line typescript/only-throw-error -- an argument, as it is
      if (a[i]! > 9) throw a;
      s += a[i]! * b[i]! * b[i]!;
    }
    return s;
  };
  const gradient = grad(f, { argnums: [0, 1] });
  const thrown = (): unknown => {
    try {
      return gradient(far, far);
    } catch (error) {
      return error;
    }
  };
  const far = [1, 20, 3];
  const first = thrown();
  expect([first, first === far]).toEqual([far, false]);
  for (let call = 0; call < 12; call++) gradient([1, 2, 3], [1, 2, 3]);
  expect([thrown(), thrown() === far]).toEqual([far, false]);
});
