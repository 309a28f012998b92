// How deep recursion may be: a gradient reaches at least half of what the function reaches, second derivatives a quarter. Engines
// let simple functions recur some 11,000 deep.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("gradients of recursion 5,000 and 6,000 deep, and second derivatives 2,500 deep, with the usual stack", () => {
  const { VITEST: _, ZEROTH_VERIFY: __, NODE_OPTIONS: ___, ...env } = process.env;
  const file = fileURLToPath(new URL("fixtures/deep.ts", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "zeroth/register", file], {
    encoding: "utf8",
    env,
  });
  expect(stderr).toBe("");
  const sumOfSquares = (n: number): number => (n * (n + 1) * (2 * n + 1)) / 6;
  expect(JSON.parse(stdout)).toEqual([
    [expect.closeTo(0.9 / 0.55, 12), 0],
    [expect.any(Number), expect.any(Number)],
    [expect.closeTo(0.6 * sumOfSquares(5000), -1), expect.closeTo(2 * sumOfSquares(2500), -1)],
  ]);
}, 60_000);
