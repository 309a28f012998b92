// Passes: pure functions from modules to modules. A pass that changes nothing returns the same object, so a fixpoint
// is `next === module`, and only functions that a pass has rebuilt are verified.

import { ZerothError } from "./diagnostics.ts";
import { isChecked } from "./edit.ts";
import { inWhole, isDue, type Steps } from "./steps.ts";
import type { Func, FuncName, Module } from "./model.ts";
import type { VerifyOptions } from "./problems.ts";
import { assertStepVerified, assertVerified } from "./verify.ts";

/**
 * The code that a pass takes. `nested`: as lowered, with functions in functions. `any`: closed code. `final`: only closed code
 * that nothing differentiates any more, before or after the pass (`Program.addFinal`). An `any` pass takes final code as well.
 */
export type PassPhase = "nested" | "any" | "final";

/** What holds for the output of a pass, whatever its input; props/guarantees.prop.ts says how each is checked. */
export type Guarantee =
  | "no-cells"
  | "closed"
  | "typed"
  | "no-dead-values"
  | "no-lone-jumps"
  | "no-constant-branches"
  | "no-uniform-params"
  | "no-repeated-values"
  | "no-carry";

/**
 * What must hold for the input of a pass. `whole-module`: the module holds everything that its functions call, and nobody calls
 * its functions from outside but those that none of its functions refers to.
 */
export type Requirement = "whole-module";

export interface Pass {
  readonly name: string;
  readonly phase: PassPhase;
  readonly requires?: readonly Requirement[];
  readonly guarantees?: readonly Guarantee[];
  readonly run: (module: Module) => Module;
  /** For a pass that takes long: the same in steps. */
  readonly inSteps?: (module: Module) => Steps<Module>;
  /** For a pass that is made of others: those passes, which are traced in its place. */
  readonly steps?: readonly Pass[];
}

export interface PassOptions {
  /** Verify the output of each pass; always so in tests. */
  readonly verify: boolean | VerifyOptions;
}

/** A pass, or a transform, that has changed or added something. */
export interface PassEvent {
  readonly pass: string;
  /** The passes that it is a step of, outermost first. */
  readonly within: readonly string[];
  readonly before: Module;
  readonly after: Module;
}

type Trace = (event: PassEvent) => void;
let tracer: Trace | null = null;
let within: readonly string[] = [];

/** Calls `run`, and reports each pass and each transform that changes or adds something meanwhile. */
export function traced<T>(trace: Trace, run: () => T): T {
  const outer = [tracer, within] as const;
  [tracer, within] = [trace, []];
  try {
    return run();
  } finally {
    [tracer, within] = outer;
  }
}

/** Reports what a transform has made. */
export function reportStep(pass: string, before: Module, after: Module): void {
  tracer?.({ pass, within, before, after });
}

/** Runs a pass that may take long. */
export function* runInSteps(pass: Pass, module: Module): Steps<Module> {
  const isTraced = tracer !== null || pass.inSteps === undefined;
  return isTraced ? runPass(pass, module) : yield* pass.inSteps(module);
}

export function runPass(pass: Pass, module: Module): Module {
  if (tracer === null) return pass.run(module);
  const outer = within;
  if (pass.steps !== undefined) within = [...outer, pass.name];
  try {
    const next = pass.run(module);
    if (next !== module && pass.steps === undefined) reportStep(pass.name, module, next);
    return next;
  } finally {
    within = outer;
  }
}

/** Runs passes in order. */
export const runPasses = (passes: readonly Pass[], module: Module, options: PassOptions): Module =>
  inWhole(passesInSteps(passes, module, options));

/** Runs passes in order. */
export function* passesInSteps(passes: readonly Pass[], module: Module, { verify }: PassOptions): Steps<Module> {
  let current = module;
  for (const pass of passes) {
    if (isDue()) yield;
    if (pass.requires?.includes("whole-module") === true && verify !== false) assertWhole(current, pass.name);
    const next = yield* runInSteps(pass, current);
    if (next !== current && verify !== false) {
      assertVerified(next, pass.name, current, verify === true ? {} : verify);
    }
    current = next;
  }
  return current;
}

function assertWhole({ functions }: Module, pass: string): void {
  for (const { name, blocks } of Object.values(functions)) {
    for (const instr of blocks.flatMap(({ instrs }) => instrs)) {
      if (instr.kind !== "closure" || functions[instr.func] !== undefined) continue;
      throw new ZerothError({
        kind: "bug",
        message: `the pass ${pass} needs a whole module, and @${name} refers to @${instr.func}, which is elsewhere`,
      });
    }
  }
}

export function changedFunctions(before: Module, after: Module): readonly FuncName[] {
  const names = new Set([...Object.keys(before.functions), ...Object.keys(after.functions)]);
  return [...names].filter((name) => before.functions[name] !== after.functions[name]);
}

/** The module with every function mapped; the same module if every function stays the same object. */
export function mapFunctions(module: Module, map: (func: Func) => Func): Module {
  let changed = false;
  const functions: Record<FuncName, Func> = {};
  for (const [name, func] of Object.entries(module.functions)) {
    const next = (functions[name] = map(func));
    if (next !== func) changed = true;
  }
  return changed ? { ...module, functions } : module;
}

/**
 * Repeats passes until nothing changes. The passes must have a common fixpoint (each makes the code smaller, say), and a pass
 * must change nothing when it runs on its own output. Derivatives go through them and are differentiated again, so each pass
 * must take any closed code. Under test, the output of each step is verified.
 */
export function untilStable(name: string, passes: readonly Pass[]): Pass {
  const other = passes.find(({ phase }) => phase !== "any");
  if (other !== undefined)
    throw new ZerothError({ kind: "bug", message: `${other.name}, a ${other.phase} pass, in ${name}` });
  const inSteps = function* (module: Module): Steps<Module> {
    let current = module;
    for (let k = 0, stable = 0; stable < passes.length; k = (k + 1) % passes.length) {
      if (isDue()) yield;
      const pass = passes[k] as Pass;
      const next = yield* runInSteps(pass, current);
      if (isChecked && next !== current) assertStepVerified(next, `${name}: ${pass.name}`, current);
      stable = next === current ? stable + 1 : 1;
      current = next;
    }
    return current;
  };
  const guarantees = [...new Set(passes.flatMap(({ guarantees: own = [] }) => own))];
  return { name, phase: "any", guarantees, steps: passes, inSteps, run: (module) => inWhole(inSteps(module)) };
}
