import { expect, test } from "vitest";
import { J, grad, hvp, ir, jacobian, stopGradient, valueAndGrad } from "zeroth";
test("affine", () => { expect(grad((x: number) => 5 * x + 3)(2)).toBe(5); });
test("ir", () => { console.log(ir((x: number) => 5 * x + 3)); });
test("closure map", () => {
  const data = [1, 2, 3];
  const loss = (p: { w: number; b: number }) => data.map((d) => (d * p.w + p.b) ** 2).reduce((a, b) => a + b, 0);
  expect(grad(loss)({ w: 1, b: 0.5 })).toEqual({ w: 2 * (1.5 + 2 * 2.5 + 3 * 3.5), b: 2 * (1.5 + 2.5 + 3.5) });
});
test("second", () => { expect(grad(grad((x: number) => x ** 3))(2)).toBeCloseTo(12); expect(grad(grad(grad((x: number) => Math.sin(x))))(0.3)).toBeCloseTo(-Math.cos(0.3)); });
test("hvp", () => { expect(hvp((x: number[]) => x[0]! ** 2 * x[1]!)([3, 5], [1, 0])).toEqual([10, 6]); });
test("JJ", () => { const [y, b] = (J as any)(J, (x: number) => x * x, 3); const r = b([1, null]); expect(r[2]).toBeCloseTo(6); });
test("x0", () => { const dot = (a: number[], b: number[]) => a.map((v, i) => v * b[i]!).reduce((p, q) => p + q, 0); const x0 = [1, 2]; expect(grad((x: number[]) => dot(x, x0))(x0)).toEqual([1, 2]); expect(grad((x: number[], y: number[]) => dot(x, y), { argnums: [0, 1] })(x0, x0)).toEqual([[1, 2], [1, 2]]); expect(grad((w: number[]) => dot(w, stopGradient(w)))(x0)).toEqual([1, 2]); });
test("capture gradient", () => { const make = (k: number) => (x: number) => k * x; expect(grad((f: (x: number) => number) => f(3))(make(2))).toEqual({ k: 3 }); });
test("jac", () => { expect(jacobian((x: number[]) => [x[0]! * x[1]!, x[1]!])([2, 3])).toEqual([[3, 2], [0, 1]]); });
test("live", () => { let n = 1; const bump = () => { n++; }; const f = (x: number) => { bump(); return x * n; }; expect(valueAndGrad(f)(3)).toEqual([6, 2]); expect(n).toBe(2); });
