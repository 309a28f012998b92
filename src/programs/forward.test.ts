import { expect, test } from "vitest";
import { grad, J, jvp } from "zeroth";

test("jvp", () => {
  expect(jvp((x: number) => x * x, [3], [1])).toEqual([9, 6]);
  expect(jvp((x: number, w: number[]) => x * (w[0] as number), [3, [5, 7]], [1, [10, 0]])).toEqual([15, 35]);
  expect(jvp((xs: number[]) => xs.map((x) => x * x), [[1, 2, 3]], [[1, 10, 100]])).toEqual([
    [1, 4, 9],
    [2, 40, 600],
  ]);
  expect(jvp((x: number) => grad((y: number) => y * y * x)(x), [3], [1])).toEqual([18, 12]);
  expect(grad((x: number) => jvp((y: number) => y * y * x, [x], [1])[1])(3)).toEqual(12);
  expect(jvp((x: number) => jvp((y: number) => y * y * x, [x], [1])[1], [3], [1])).toEqual([18, 12]);
  expect(
    jvp(
      (x: number) => {
        const [y, back] = J((z: number) => Math.sin(z) * x, x);
        return y + (back(1)[1] as number);
      },
      [3],
      [1],
    )[1],
  ).toBeCloseTo(
    // x sin x + x cos x
    Math.sin(3) + 3 * Math.cos(3) + Math.cos(3) - 3 * Math.sin(3),
    12,
  );
});
