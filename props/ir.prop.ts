// Laws of the text form and of passes, on random functions: canonical text; passes keep code well formed, keep
// results, effects and exceptions, change nothing when repeated, and leave their input alone.

import { deepStrictEqual, equal } from "node:assert/strict";
import { randomFunction } from "../src/test-support/random-function.ts";
import { interpretedClosure } from "../src/interp/index.ts";
import {
  atOnce,
  type Module,
  parseModule,
  printModule,
  printProblems,
  Program,
  renumber,
  verifyModule,
} from "../src/ir/index.ts";
import { type AnyFunction } from "../src/runtime/index.ts";
import { cleaning } from "../src/compile/cleaning.ts";
import { optimising } from "../src/compile/optimising.ts";
import { allPasses } from "../src/compile/passes.ts";
import { resolveStamped } from "../src/test-support/run-line.ts";
import { seedLaw } from "./law.ts";

const text = (module: Module): string => printModule(module, { spans: true });

function moduleFrom(seed: number): Module {
  const func = randomFunction(seed);
  return { functions: { [func.name]: func }, sources: { "r.ts": "" } };
}

/** What a run of the function gives, throws and does. */
function outcome(module: Module): readonly unknown[] {
  const program = new Program(module, () => atOnce(() => []));
  const [name = ""] = Object.keys(module.functions);
  const f = interpretedClosure(program.code(name), [3, -2], { resolve: resolveStamped }) as AnyFunction &
    ((...args: unknown[]) => unknown);
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
    return ["returns", f(2, -3, log, o), effects, o];
  } catch (thrown) {
    return ["throws", thrown, effects, o];
  }
}

seedLaw("parsing inverts printing", {}, (seed) => {
  const module = moduleFrom(seed);
  deepStrictEqual(parseModule(text(module)), module);
  const withoutPlaces = printModule(module);
  equal(printModule(parseModule(withoutPlaces)), withoutPlaces);
});

seedLaw("functions from the builder are canonical", {}, (seed) => {
  const [func] = Object.values(moduleFrom(seed).functions);
  if (func !== undefined) equal(renumber(func), func);
});

for (const pass of [...allPasses.filter(({ phase }) => phase !== "nested"), cleaning, optimising]) {
  seedLaw(`${pass.name} keeps code well formed and canonical`, {}, (seed) => {
    const module = moduleFrom(seed);
    const after = pass.run(module);
    equal(printProblems(verifyModule(after), after), "");
    deepStrictEqual(parseModule(text(after)), after);
  });

  seedLaw(`${pass.name} keeps results, effects and exceptions`, {}, (seed) => {
    const module = moduleFrom(seed);
    deepStrictEqual(outcome(pass.run(module)), outcome(module));
  });

  seedLaw(`${pass.name} changes nothing when repeated, and never its input`, {}, (seed) => {
    const module = moduleFrom(seed);
    const before = text(module);
    const once = pass.run(module);
    equal(text(module), before);
    equal(pass.run(once), once);
  });
}
