import { expect, test } from "vitest";
import { copyOfData } from "./copy-of-data.ts";
import { failedGuard } from "./guards.ts";

const copyOf = (x: object): unknown => {
  try {
    return copyOfData(x);
  } catch (error) {
    return error === failedGuard ? "refused" : error;
  }
};

test("data are copied as a whole", () => {
  const data = { rows: [[1, 2], []], mixed: [1, [2], "a", null], typed: Float32Array.of(1, 2), at: { x: 1, on: true } };
  const copy = copyOf(data) as typeof data;
  expect(copy).toEqual(data);
  data.rows[0]!.push(3);
  (data.mixed[1] as number[]).push(3);
  data.typed[0] = 3;
  data.at.x = 3;
  expect(copy).toEqual({
    rows: [[1, 2], []],
    mixed: [1, [2], "a", null],
    typed: Float32Array.of(1, 2),
    at: { x: 1, on: true },
  });
  // Holes stay holes.
  expect(1 in (copyOf([1, , 2]) as object)).toBe(false); // oxlint-disable-line no-sparse-arrays
});

test.each<[string, object]>([
  ["a property that is not enumerated", Object.defineProperty({ x: 1 }, "k", { value: 2 })],
  ["a symbol", { x: 1, [Symbol("k")]: 2 }],
  ["a name that would change the prototype", JSON.parse('{"__proto__":{"x":1}}') as object],
  ["an instance of a class", [new Date(0)]],
  ["a map", { x: new Map() }],
  ["a function", [1, () => 1]],
  ["an array of a class", [new (class extends Array<number> {})(1)]],
])("%s is refused", (_, x) => {
  expect(copyOf(x)).toBe("refused");
});
