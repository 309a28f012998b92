// The generator itself: its programs are valid, terminate, stay inside the domains of their functions and use all that
// the language has; what shrinking makes of them is valid as well.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbProgram, formsOf, isWellScoped, render, smallerPrograms } from "./index.ts";
import { seed } from "../law.ts";
import { subjectOf } from "../subject.ts";

const timeout = 600_000;

/** Constructs that a hundred programs are likely to contain, and three hundred certain to. */
const constructs: readonly string[] = [
  "if",
  "if else",
  "?:",
  "&&",
  "||",
  "??",
  "?. ??",
  "switch",
  "while",
  "do",
  "for",
  "for of",
  "entries",
  "labelled",
  "break",
  "continue",
  "early return",
  "throw",
  "recursion",
  "mutual recursion",
  "higher order",
  "shadow",
  "per-iteration captures",
  "default parameter",
  "rest parameter",
  "spread call",
  "{ a, b }",
  "{ ...rest }",
  "[a, ...rest]",
  "swap",
  "subarray",
  "xs[i] =",
  "w[i] =",
  "p.a =",
  "push",
  "splice",
  "map",
  "reduce",
  "forEach",
  "filter concat",
  "grad",
  "grad of an array",
  "J",
  "vjp",
  "valueAndGrad",
  "template",
  "inner function",
  "method",
  "recursion over fresh arrays",
  "recursion over two arrays",
  "recursion that gives arrays",
  "recursion that gives records",
  "mutual recursion over fresh arrays",
  "recursion around callbacks",
  "binary tree",
  "linked list",
  "mutual recursion over a tree",
  "aliased records",
  "alias across iterations",
  "permutations in place",
  "array as accumulator",
  "record as accumulator",
  "functions in arrays",
  "functions in records",
  "functions compared",
  "typed views",
  "writes out of range",
  "sentinels in loops",
  "unusual bounds",
  "operators over local functions",
];

describe("random programs", () => {
  test("use each name where it means what it should, also when shrunk", { timeout }, async () => {
    for (const program of fc.sample(arbProgram(), { seed, numRuns: 30 })) {
      expect(isWellScoped(program), render(program)).toBe(true);
      let count = 0;
      for (const smaller of smallerPrograms(program)) {
        if (count++ % 97 === 0) await subjectOf(smaller, render(smaller));
        if (count > 200) break;
      }
    }
  });

  test("use all that the language has", () => {
    const seen = new Set(fc.sample(arbProgram(), { seed, numRuns: 600 }).flatMap(formsOf));
    expect(constructs.filter((form) => !seen.has(form))).toEqual([]);
  });

  test("are smooth where they should be: their second rendering reports nothing", () => {
    for (const program of fc.sample(arbProgram({ isSmooth: true }), { seed, numRuns: 100 })) {
      expect(render(program, { isNear: true })).toBe(render(program));
    }
  });
});
