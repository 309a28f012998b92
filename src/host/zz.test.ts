import { test } from "vitest";
import { explain, hvp } from "../index.ts";
test("x", () => {
  const rosenbrock = (x: Float64Array): number => {
    let sum = 0;
    for (let i = 0; i + 1 < x.length; i++) {
      const a = 1 - x[i]!;
      const b = x[i + 1]! - x[i]! * x[i]!;
      sum += a * a + 100 * b * b;
    }
    return sum;
  };
  console.log(explain(hvp(rosenbrock), Float64Array.from([1, 2, 3]), Float64Array.from([1, 2, 3])));
});
