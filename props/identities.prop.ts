// Operators with a constant, of which equations remove some, on values of every type: what compiled code gives is what
// JavaScript gives, sign of zero included.

import { runInThisContext } from "node:vm";
import { engine } from "../src/host/enter.ts";
import { lowerFunction } from "../src/front/index.ts";
import { compileModule } from "../src/compile/closing.ts";
import { createProgram } from "../src/compile/derived-program.ts";
import { randomFrom } from "../src/test-support/random-function.ts";
import { seedLaw } from "./law.ts";
import { demand, type Callable } from "./subject.ts";

/** Most of the equations are about these. */
const arithmetic = { operators: ["*", "/", "-", "+"], constants: ["0", "-0", "1", "-1"] };
const others = {
  operators: ["*", "/", "-", "+", "%", "**", "|", "&", "<", "===", "??", "&&", "||"],
  constants: ["0", "1", "2", "NaN", "true", "null", "undefined", '""', '"1"'],
};
const values: readonly unknown[] = [0, -0, 1, -1.5, NaN, Infinity, "", "3", "a", true, false, null, undefined];

/** What says nothing of its type, and what does. */
const operands = ["x", "+x", "x === 1", "(x | 0)", "[x].length", "`${x}`"];

seedLaw("operators with a constant give what JavaScript gives, on values of every type", { share: 5 }, (seed) => {
  const random = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const { operators, constants } = random(4) > 0 ? arithmetic : others;
  const [operand, operator, constant] = [pick(operands), pick(operators), pick(constants)];
  const sides = random(2) === 0 ? [operand, constant] : [constant, operand];
  const text = `(x) => (${sides[0] ?? ""}) ${operator} (${sides[1] ?? ""})`;
  const { module, func } = lowerFunction(text, "identity.js");
  const compiled = engine.closureOf(createProgram(compileModule(module)).code(func), []) as Callable;
  const plain = runInThisContext(text) as Callable;
  for (const value of values) {
    const [actual, expected] = [compiled(value), plain(value)];
    demand(
      Object.is(actual, expected),
      () => `${text} of ${String(value)} is ${String(actual)}, not ${String(expected)}`,
    );
  }
});
