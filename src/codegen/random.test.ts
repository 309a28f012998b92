// Random functions run the same in the interpreter and in generated code: results, effects in order, throws.

import { expect, test } from "vitest";
import { interpretedClosure } from "../interp/index.ts";
import { type AnyFunction, printFunc, Program, verifyModule } from "../ir/index.ts";
import { emitFunction } from "./index.ts";
import { randomFunction } from "./random-program.ts";
import { generated, resolveByStamp } from "./testing.ts";

interface Outcome {
  readonly returned: unknown;
  readonly thrown: unknown;
  readonly effects: readonly unknown[];
}

function outcome(f: AnyFunction): Outcome {
  const effects: unknown[] = [];
  const o = { p: 1 };
  const log = (v: unknown): number => {
    effects.push(v, o.p);
    o.p = effects.length;
    return effects.length % 3;
  };
  try {
    return { returned: (f as (...args: unknown[]) => unknown)(2, -3, log, o), thrown: undefined, effects };
  } catch (thrown) {
    return { returned: undefined, thrown, effects };
  }
}

const env = [0.5, -2];
const seeds = Number(process.env["ZEROTH_SEEDS"] ?? 300);

test("random functions agree", () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const func = randomFunction(seed);
    const module = { functions: { [func.name]: func }, sources: {} };
    expect(
      verifyModule(module).map((p) => p.message),
      `seed ${seed}`,
    ).toEqual([]);
    const program = new Program(module, () => []);
    const expected = outcome(interpretedClosure(program.code(func.name), env, { resolve: resolveByStamp }));
    const { text } = emitFunction(program, func.name);
    const context = (): string => `seed ${seed}\n${printFunc(func)}\n${text}`;
    const actual = outcome(generated(program, func.name, env));
    if (expected.thrown instanceof Error) throw new Error(context(), { cause: expected.thrown });
    expect(actual, context()).toEqual(expected);
    expect(text).not.toMatch(/switch/);
  }
});
