// What reads of constant and of frozen memory say holds in runs: specialised code is run by the interpreter, and each read and
// each write is watched. (`Memory` in src/ir/prims/effects.ts says what the two promise.)

import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, grad, hessian, hvp } from "zeroth";
import { originOf } from "../src/compile/origins.ts";
import { findEntry, type Found } from "../src/compile/plans.ts";
import { interpretedClosure } from "../src/interp/index.ts";
import type { Lifting } from "../src/interp/run.ts";
import { operandEffect, prims, type FuncName } from "../src/ir/index.ts";
import { failedGuard, type AnyFunction } from "../src/runtime/index.ts";
import { resolveStamped } from "../src/test-support/run-line.ts";
import { arbChangingArrays } from "./arbitrary/changing-arrays.ts";
import { seedLaw } from "./law.ts";
import { demand, type Callable } from "./subject.ts";

/** JavaScript's own meaning of primitives, and what breaks a promise. */
function watching(problems: string[]): Lifting {
  const [written, constant] = [new Set<unknown>(), new Set<unknown>()];
  /** The keys that were read as frozen. Others may still be written: a loop may read an element while it fills an array. */
  const frozen = new Map<unknown, Set<unknown>>();
  return {
    evaluate: (prim, args) => {
      const [memory, key] = args;
      const { effects, evaluate } = prims[prim];
      const isWrite = operandEffect(prim, 0).writes.length > 0;
      if (isWrite && constant.has(memory)) problems.push(`${prim} writes memory that was read as constant`);
      const keys = frozen.get(memory);
      const isOther = prim === "push" || (prim === "set" && keys?.has(key) === false);
      if (isWrite && keys !== undefined && !isOther) problems.push(`${prim} writes memory that was read as frozen`);
      if (isWrite) written.add(memory);
      if (effects.memory === "constant" && written.has(memory)) problems.push(`${prim} reads memory that was written`);
      if (effects.memory === "constant") constant.add(memory);
      if (effects.memory === "frozen") frozen.set(memory, (keys ?? new Set()).add(key));
      return (evaluate as (...args: unknown[]) => unknown)(...args);
    },
    isTrue: Boolean,
    call: (callee, receiver, args): unknown => Reflect.apply(callee, receiver, args),
  };
}

/** Runs specialised code before and after what nothing differentiates any more, for a call of its shape. */
function problemsOf({ plan }: Found, args: readonly unknown[]): readonly string[] {
  const { workshop } = plan.key;
  const problems: string[] = [];
  const run = (name: FuncName): void => {
    if (workshop === null) return;
    const host = { resolve: resolveStamped, lifting: watching(problems) };
    const f = interpretedClosure(workshop.program.code(name), [], host) as AnyFunction & Callable;
    const hosts = plan.hosts.flatMap((further) => (further.kind === "host" ? [further.value] : []));
    try {
      f(...structuredClone(args), ...hosts);
    } catch (thrown) {
      // General code would run; what was read until then counts.
      if (thrown !== failedGuard) throw thrown;
    }
  };
  run(plan.specialised);
  run(plan.name);
  return problems;
}

seedLaw("what is read as constant or frozen memory is not written", { share: 0.1, turns: 8 }, async (seed) => {
  const [program] = fc.sample(arbChangingArrays, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f } = await compile(source, { imports: { zeroth } });
  for (const operator of [grad, hvp, hessian]) {
    const entry = (operator as unknown as (f: unknown) => AnyFunction)(f);
    for (const [xs, m] of calls) {
      const args = operator === hvp ? [xs, xs.slice(), m] : [xs, m];
      const found = findEntry(originOf(entry), args);
      // A function that is given is an argument, too: then what the code takes is not what the call gives.
      if (found === null || found.plan.hosts.some(({ kind }) => kind === "given")) continue;
      const [problem] = problemsOf(found, args);
      demand(problem === undefined, () => `${problem}\n${source}\n// f(${JSON.stringify([...xs])}, ${m})`);
    }
  }
});
