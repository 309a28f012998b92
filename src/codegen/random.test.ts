// Random functions run the same in the interpreter and in generated code: results, effects in order, throws.

import { expect, test } from "vitest";
import { interpretedClosure } from "../interp/index.ts";
import { atOnce, printFunc, Program, verifyModule } from "../ir/index.ts";
import { type AnyFunction } from "../runtime/index.ts";
import { printed } from "./emit.ts";
import { emitFunction } from "./index.ts";
import { randomFunction } from "../test-support/random-function.ts";
import { generated } from "../test-support/generated.ts";
import { resolveStamped } from "../test-support/run-line.ts";

interface Outcome {
  readonly returned: unknown;
  readonly thrown: unknown;
  readonly effects: readonly unknown[];
}

function outcome(f: AnyFunction): Outcome {
  const effects: unknown[] = [];
  const o = { p: 1, F: Float64Array };
  // Where it is a key of memory.
  Object.defineProperty(o, "toString", { value: () => String(effects.push("key") && 0) });
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
const seeds = Number(process.env["ZEROTH_SEEDS"] ?? 150);

test("random functions agree", { timeout: 60_000 + seeds * 100 }, () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const func = randomFunction(seed);
    const module = { functions: { [func.name]: func }, sources: {} };
    const program = new Program(module, () => atOnce(() => []));
    try {
      expect(verifyModule(module).map((problem) => problem.message)).toEqual([]);
      const interpreted = interpretedClosure(program.code(func.name), env, { resolve: resolveStamped });
      expect(outcome(generated(program, func.name, env))).toEqual(outcome(interpreted));
      // Regions are found in a text that is written for that: it must be the text that runs.
      expect(printed(program, func.name, true).lines).toEqual(printed(program, func.name, false).lines);
    } catch (cause) {
      throw new Error(`seed ${seed}\n${printFunc(func)}\n${emitFunction(program, func.name).text}`, { cause });
    }
  }
});
