// Pullbacks are linear, and give the same when called again.

import { expect, test } from "vitest";
import { J } from "zeroth";
import { isClose, leavesOf } from "../src/testing/trees.ts";
import { demand, holdsFor, type Callable } from "./arbitrary/law.ts";
import type { Program } from "./arbitrary/index.ts";

const timeout = 600_000;

/** A function of the same arguments with three results: the value, a function of it, and what is left in memory. */
function withThreeResults({ params }: Program): string {
  const names = params.map(({ binding }) => binding.name);
  const left = params.map(({ binding: { name, type } }) => {
    if (type === "num") return name;
    return type === "rec" ? `${name}.a * ${name}.b` : `${name}[0] * ${name}[1]`;
  });
  return `export const three = (${names.join(", ")}) => { const y = f(${names.join(", ")}); return [y, Math.sin(y), ${left.join(" + ")}]; };\n`;
}

type Pullback = (cotangent: readonly number[]) => unknown;

test("pullbacks are linear and may be called again", { timeout }, async () => {
  await holdsFor(
    { size: 70 },
    0.5,
    ({ exports, args }) => {
      const [, pullback] = (J as unknown as Callable)(exports["three"], ...args()) as [unknown, Pullback];
      const [alpha, beta] = [1.5, -0.75];
      const u = [1, 0.5, -2];
      const v = [-0.25, 3, 1];
      const first = pullback(u);
      const [fromU, fromV] = [leavesOf(first), leavesOf(pullback(v))];
      const both = leavesOf(pullback(u.map((x, i) => alpha * x + beta * (v[i] as number))));
      const size = Math.max(1, ...fromU.map(Math.abs), ...fromV.map(Math.abs));
      both.forEach((x, i) => {
        const expected = alpha * (fromU[i] as number) + beta * (fromV[i] as number);
        demand(isClose(x / size, expected / size, 1e-9), () => `component ${i} is ${x}, not ${expected}`);
      });
      expect(pullback(u), "called again").toStrictEqual(first);
      expect(
        leavesOf(pullback([0, 0, 0])).every((x) => x === 0),
        "of zero",
      ).toBe(true);
    },
    withThreeResults,
  );
});
