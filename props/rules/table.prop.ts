// Every rule in the table of the transforms, at the points that are always tried.
//
// The tables of domains, of flat primitives and of movements cover all primitives: one without a row does not compile,
// and one whose rule is of another kind than its row says fails here.

import { describe, expect, test, vi } from "vitest";
import { grad, vjp } from "zeroth";
import { rules } from "../../src/ad/rules/index.ts";
import { internalErrors } from "../../src/compile/internal-errors.ts";
import { prims, type PrimName } from "../../src/ir/index.ts";
import { dualRules, type DualRule, type SmoothPrim } from "../../src/interp/dual-rules.ts";
import { standardOf } from "../../src/interp/lifted.ts";
import { differentiable, domains, drawn, edgesOf, type Point } from "./domains.ts";
import { flat, type Flat } from "./flat.ts";
import { checkAgainstTable, checkAnywhere, checkShape, show } from "./anywhere.ts";
import { checkInside, checkMovement } from "./inside.ts";
import { functionOf, primFunction, valueOf } from "./prim-function.ts";
import { movementPoints, movements, textOf } from "./structural.ts";

vi.setConfig({ testTimeout: 120_000 });

const sorted = (names: readonly string[]): readonly string[] => [...names].sort();
const ofKind = (...kinds: readonly string[]): readonly string[] =>
  Object.entries(rules).flatMap(([prim, { kind }]) => (kinds.includes(kind) ? [prim] : []));
/** These move cotangents, but numbers only. */
const moving = ["add", "sum", "carry"];

describe("every primitive", () => {
  test("has a rule and a row", () => {
    const rows = [...differentiable, ...Object.keys(flat), ...Object.keys(movements)];
    expect(sorted(rows)).toEqual(sorted(Object.keys(prims)));
    expect(sorted(Object.keys(rules))).toEqual(sorted(Object.keys(prims)));
  });

  test("is where its rule belongs", () => {
    expect(sorted(differentiable)).toEqual(sorted([...ofKind("partials", "variadic"), ...moving]));
    expect(sorted(Object.keys(flat))).toEqual(sorted(ofKind("none")));
    expect(sorted([...Object.keys(movements), ...moving])).toEqual(sorted(ofKind("structural")));
    expect(sorted(Object.keys(dualRules))).toEqual(sorted(differentiable));
  });

  test("is tried with all numbers of operands that it takes", () => {
    const wrong = differentiable.filter((prim) => {
      const { arity } = prims[prim];
      const { counts } = domains[prim];
      return typeof arity === "number" ? counts.length !== 1 || counts[0] !== arity : counts.length < 4;
    });
    expect(wrong).toEqual([]);
  });
});

/** Two directions for each point, the same each time. */
const directions = (point: Point): readonly Point[] =>
  point.length === 1 ? [] : [point.map((_, k) => (k % 2 === 0 ? 1 : -0.5)), point.map((_, k) => 1 / (k + 2))];

/** Points of the interior: those that are given, and some that are spread over the domain. */
function interior(prim: SmoothPrim): readonly Point[] {
  const { points, isClear, counts } = domains[prim];
  const spread = counts.flatMap((count) =>
    [0.07, 0.31, 0.58, 0.93].map((u) => {
      const uniform = Array.from({ length: count }, (_, k) => (u + 0.37 * k) % 1);
      return drawn(domains[prim], uniform);
    }),
  );
  return [...points, ...spread.filter(isClear)];
}

describe("at points that are always tried", () => {
  test.each(differentiable)("%s", (prim) => {
    const points = interior(prim);
    expect(points.filter((point) => !domains[prim].isClear(point))).toEqual([]);
    for (const point of points) {
      checkAnywhere(prim, point);
      checkInside(prim, point, directions(point));
    }
  });
});

describe("at zeros, tiny and huge numbers, infinities, NaN, borders and kinks", () => {
  test.each(differentiable)("%s", (prim) => {
    const domain = domains[prim];
    for (const count of domain.counts) for (const point of edgesOf(domain, count)) checkAnywhere(prim, point);
  });
});

type FlatRow<K extends Flat["kind"]> = readonly [prim: PrimName, row: Extract<Flat, { readonly kind: K }>];

const flatOf = <K extends Flat["kind"]>(kind: K): readonly FlatRow<K>[] =>
  Object.entries(flat).flatMap(([prim, row]) => (row.kind === kind ? [[prim, row] as unknown as FlatRow<K>] : []));

describe("no derivative is right", () => {
  test.each(flatOf("steps"))("of %s: constant, piece by piece", (prim, { points }) => {
    for (const point of points) {
      const f = primFunction(prim, point.length);
      checkShape(f, f(...point), point, show(prim, point));
      const around = [1e-2, -1e-2, 1e-5, -1e-5].map((t) => f(...point.map((x) => x + t)));
      expect(around).toEqual(around.map(() => f(...point)));
      const slopes = vjp(f, ...point)[1](1);
      expect(slopes.map(Math.abs)).toEqual(point.map(() => 0));
    }
  });

  test("of stop: that is what it is for", () => {
    const stopped = primFunction("stop", 1);
    expect(stopped(3)).toBe(3);
    expect(grad((x: number) => x * stopped(x))(3)).toBe(3);
  });

  test.each(flatOf("other"))("of %s: no number", (prim, { operands }) => {
    expect(typeof valueOf(prim, operands())).not.toBe("number");
  });

  test.each(flatOf("early"))("of %s: gone before", (prim) => {
    const { arity } = prims[prim];
    expect(() => grad(primFunction(prim, arity as number))(1)).toThrow(/after closure conversion/u);
    // That the verifier sees it is what this is about.
    expect(internalErrors.splice(0)).toHaveLength(1);
  });
});

describe("primitives that move cotangents", () => {
  test.each(Object.entries(movements))("%s", (prim, rows) => {
    for (const movement of rows) {
      const text = textOf(movement);
      expect(text).toMatch(new RegExp(`[ =]${prim} `, "u"));
      const f = functionOf(text);
      for (const point of movementPoints) checkMovement(f, point, `${prim}\n${text}`);
    }
  });
});

describe("faults are seen", () => {
  const check = (prim: SmoothPrim, wrong: DualRule): void => {
    for (const point of interior(prim)) checkAgainstTable(prim, point, { ...dualRules, [prim]: wrong });
  };

  test.each(differentiable)("a wrong sign in %s", (prim) => {
    expect(() => {
      check(prim, (...args) => -standardOf(dualRules[prim](...args)));
    }).toThrow("by dual numbers");
  });

  test.each(differentiable)("a derivative of %s that is a little too large", (prim) => {
    expect(() => {
      check(prim, (...args) => standardOf(dualRules[prim](...args)) * (1 + 1e-11));
    }).toThrow("by dual numbers");
  });
});
