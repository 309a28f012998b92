import { expect, test } from "vitest";
import { arrayOfZeros } from "./zeros.ts";

test("arrays of zeros are their own", () => {
  for (const n of [0, 1, 3, 2, 100, 5000]) {
    const zeros = arrayOfZeros(n);
    expect(zeros).toEqual(new Array(n).fill(0));
    zeros.fill(7);
    zeros.push(8);
  }
  expect(arrayOfZeros(3)).toEqual([0, 0, 0]);
  for (const n of [2 ** 32, -1, NaN]) expect(() => arrayOfZeros(n)).toThrow(RangeError);
});
