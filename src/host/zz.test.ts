import { test } from "vitest";
import { explain, grad } from "../index.ts";
test("x", () => {
const modelled = (xs: number[], a: number, b: number): number =>
  xs.map((x) => a * x + b).reduce((sum, y) => sum + y * y * a, 0);
  console.log(explain(grad(modelled, { argnums: [0, 1, 2] }), [1, 2, 3], 1, 2));
  console.log(explain(grad(modelled, { argnums: [0, 1, 2] }), Float64Array.from([1, 2, 3]) as never, 1, 2));
});
