// The mutator itself: operators make the edits that they are named after, and faults of different kinds are caught by a
// program that holds for the compiler as it is.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";
import { differentiate } from "../../src/ad/index.ts";
import { lowerFunction } from "../../src/front/index.ts";
import { resolve } from "../../src/host/resolve.ts";
import { interpretedClosure } from "../../src/interp/index.ts";
import { Program, assertVerified, runPasses, withFunctions, type Differentiate } from "../../src/ir/index.ts";
import { Context } from "../../src/runtime/index.ts";
import { closing } from "../../src/compile/closing.ts";
import { irFaultsOf } from "./faults.ts";
import { applied, mutationsOf } from "./mutations.ts";
import { allPlanted, nameOfPlanted, plantInDerivative, plantInPass } from "./plant.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const mutants = (text: string): readonly string[] =>
  mutationsOf(text, "text.ts").map((mutation) => `${mutation.operator}: ${applied(text, mutation)}`);

test.each([
  ['s.emit("sub", a, b);', 'swapped operands: s.emit("sub", b, a);'],
  ['s.emit("sub", a, b);', 'other primitive: s.emit("add", a, b);'],
  ['builder.prim("div", [a, b], span);', 'swapped operands: builder.prim("div", [b, a], span);'],
  ['s.emit("neg", a);', "wrong sign: a;"],
  ["const r = rule(1, -1);", "wrong sign: const r = rule(-1, -1);"],
  ["add(operand, g);", "dropped statement: ;"],
  ["for (const x of xs) if (x) continue;", "dropped guard: for (const x of xs) ;"],
  ["const y = a && b;", "dropped condition: const y = a;"],
  ["const y = a && b;", "other connective: const y = ((a) || (b));"],
  ["const y = a < b;", "other comparison: const y = a <= b;"],
  ["const y = xs[0];", "off by one: const y = xs[1];"],
  ["const y = a * b;", "other operator: const y = a + (b);"],
  ["const y = c ? a : b;", "dropped case: const y = (b);"],
  ["const y = c ? a : b;", "negated condition: const y = !(c) ? a : b;"],
  ["const y = [...a, ...b];", "dropped element: const y = [...b];"],
  ["const y = true;", "flipped boolean: const y = false;"],
  ["const rules = { get: structural };", "other table entry: const rules = { get: none };"],
  ["for (let i = n - 1; i >= 0; i--) f(i);", "reversed order: for (let i = 0; i < n; i++) f(i);"],
  ["const y = xs.filter(p);", "dropped selection: const y = xs;"],
])("%s", (text, mutant) => {
  expect(mutants(text)).toContain(mutant);
});

test("types, imports, hints and messages carry no fault", () => {
  const text = `import { a } from "b";
type T = readonly [1, true];
const hint = c ? 1 : 2;
function f(): void { throw new RangeError(c ? "x" : "y"); }`;
  expect(mutants(text)).toEqual([]);
});

/** A loop, memory that is written, a variable that a closure assigns, a branch, and every arithmetic operator. */
const text = `function f(x, z) {
  let total = z;
  const grow = () => {
    total = total * x - z / 4;
    return total;
  };
  const xs = [x, x * z];
  for (let i = 0; i < 3; i++) {
    if (xs[0] < 1) xs[0] = xs[0] * xs[1] - xs[1] / grow();
    else xs[1] = xs[1] - xs[0] * grow();
  }
  return xs[0] - 2 * xs[1] + total;
}`;
const point: readonly number[] = [1.3, 0.7];

type F = (...args: readonly number[]) => number;
const plain = runInThisContext(`(${text})`) as F;

const slopes = point.map((_, k) => {
  const at = (t: number): number => plain(...point.with(k, (point[k] as number) + t));
  return (at(1e-5) - at(-1e-5)) / 2e-5;
});

/** The value and the gradient, with a fault or without. */
function derived(name: string | null): readonly number[] {
  const where = name?.split(":")[0];
  const passes = name !== null && where === "closing" ? closing.map((pass) => plantInPass(name, pass)) : closing;
  const { module, func } = lowerFunction(text, "f.js");
  const closed = runPasses(passes, module, { verify: true });
  const reverse: Differentiate = function* (all, of, letter) {
    const made = yield* differentiate(all, of, letter);
    const functions = name !== null && where === "derivative" ? plantInDerivative(name, made) : made;
    assertVerified(withFunctions(all, functions), "a fault", all);
    return functions;
  };
  const code = new Program(closed, reverse).code(func);
  const run = interpretedClosure(code.program.derivative(code, "J"), [], { resolve });
  const [value, pullback] = (run as unknown as (...args: readonly number[]) => unknown)(...point) as [
    number,
    (context: Context, g: number) => readonly number[],
  ];
  return [value, ...pullback(new Context(), 1).slice(2)];
}

const isRight = ([value, ...gradient]: readonly number[]): boolean =>
  value === plain(...point) && gradient.every((g, k) => Math.abs(g - (slopes[k] as number)) < 1e-6);

test("without a fault the gradient is right", () => {
  expect(isRight(derived(null))).toBe(true);
});

test.each([
  "derivative: sum subtracts a number (last)",
  "derivative: the partial of scale (first)",
  "derivative: no accum (first)",
  "derivative: take leaves the slot (first)",
  "derivative: the record reversed (first)",
  "closing: every box that a closure captures (first)",
])("%s is caught", (name) => {
  expect(allPlanted.map(nameOfPlanted)).toContain(name);
  let isCaught: boolean;
  try {
    isCaught = !isRight(derived(name));
  } catch {
    isCaught = true;
  }
  expect(isCaught).toBe(true);
});

test("whatever a fault of the IR imports where it is planted is there", () => {
  const faults = irFaultsOf(root);
  expect(new Set(faults.map(({ file }) => file)).size).toBe(3);
  for (const { file, text } of faults) {
    const imported = [...text.matchAll(/from\s*"(\.[^"]*)"/g)].map((match) =>
      join(root, dirname(file), match[1] as string),
    );
    expect(imported.filter((path) => !existsSync(path))).toEqual([]);
  }
});
