// Laws of the text form and of passes, on random functions: canonical text; passes keep code well formed, keep
// results, effects and exceptions, change nothing when repeated, and leave their input alone.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomFunction } from "../src/test-support/random-function.ts";
import { interpretedClosure } from "../src/interp/index.ts";
import {
  type AnyFunction,
  inferTypesEverywhere,
  mapFunctions,
  type Module,
  parseModule,
  type Pass,
  printModule,
  printProblems,
  Program,
  renumber,
  verifyModule,
} from "../src/ir/index.ts";
import { dropDead, mergeBlocks, simplify } from "../src/opt/index.ts";
import { cleaning } from "../src/pipeline.ts";
import { resolveStamped } from "../src/test-support/run-line.ts";

/** Counterexamples are printed as seeds, which do not shrink. */
const seeds = fc.noShrink(fc.nat());

function moduleFrom(seed: number): Module {
  const func = randomFunction(seed);
  return { functions: { [func.name]: func }, sources: { "r.ts": "" } };
}

/** A wrong pass: subtracts the other way round. The laws must catch it. */
const swapDifferences: Pass = {
  name: "swap-differences",
  run: (module) =>
    mapFunctions(module, (func) => ({
      ...func,
      blocks: func.blocks.map((block) => ({
        ...block,
        instrs: block.instrs.map((instr) =>
          instr.kind === "prim" && instr.prim === "sub" ? { ...instr, args: instr.args.toReversed() } : instr,
        ),
      })),
    })),
};

const runs = { numRuns: Number(process.env["ZEROTH_RUNS"] ?? 100) };

const text = (module: Module): string => printModule(module, { spans: true });

/** What a run of the function gives, throws and does. */
function outcome(module: Module): readonly unknown[] {
  const program = new Program(module, () => []);
  const [name = ""] = Object.keys(module.functions);
  const f = interpretedClosure(program.code(name), [3, -2], { resolve: resolveStamped }) as AnyFunction &
    ((...args: unknown[]) => unknown);
  const effects: unknown[] = [];
  const o = { p: 1 };
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

describe("text", () => {
  test("parsing inverts printing", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const module = moduleFrom(seed);
        expect(parseModule(text(module))).toStrictEqual(module);
        const withoutPlaces = printModule(module);
        expect(printModule(parseModule(withoutPlaces))).toBe(withoutPlaces);
      }),
      runs,
    );
  });

  test("functions from the builder are canonical", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const module = moduleFrom(seed);
        const [func] = Object.values(module.functions);
        expect(func === undefined ? undefined : renumber(func)).toBe(func);
      }),
      runs,
    );
  });
});

describe.each([inferTypesEverywhere, dropDead, mergeBlocks, simplify, cleaning])("$name", (pass: Pass) => {
  test("keeps code well formed and canonical", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const module = moduleFrom(seed);
        const after = pass.run(module);
        expect(printProblems(verifyModule(after), after)).toBe("");
        expect(parseModule(text(after))).toStrictEqual(after);
      }),
      runs,
    );
  });

  test("keeps results, effects and exceptions", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const module = moduleFrom(seed);
        expect(outcome(pass.run(module))).toStrictEqual(outcome(module));
      }),
      runs,
    );
  });

  test("changes nothing when repeated, and never its input", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const module = moduleFrom(seed);
        const before = text(module);
        const once = pass.run(module);
        expect(text(module)).toBe(before);
        expect(pass.run(once)).toBe(once);
      }),
      runs,
    );
  });
});

test("a wrong pass is caught", () => {
  const law = fc.property(seeds, (seed) => {
    const module = moduleFrom(seed);
    expect(outcome(swapDifferences.run(module))).toStrictEqual(outcome(module));
  });
  expect(fc.check(law, runs).failed).toBe(true);
});
