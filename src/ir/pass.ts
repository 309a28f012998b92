// Passes: pure functions from modules to modules. A pass that changes nothing returns the same object, so a fixpoint
// is `next === module`, and only functions that a pass has rebuilt are verified.

import { ZerothError } from "./diagnostics.ts";
import { isChecked } from "./edit.ts";
import type { Func, FuncName, Module } from "./model.ts";
import { assertStepVerified, assertVerified, type VerifyOptions } from "./verify.ts";

export interface Pass {
  readonly name: string;
  readonly run: (module: Module) => Module;
  /** Whether what it gives must not be differentiated: it goes to where nothing is (`Program.addFinal`). */
  readonly isFinal?: true;
}

export interface PassOptions {
  /** Verify what each pass gives, always so in tests. */
  readonly verify: boolean | VerifyOptions;
  /** Called after each pass that changed something. */
  readonly trace?: (event: PassEvent) => void;
}

export interface PassEvent {
  readonly pass: string;
  readonly before: Module;
  readonly after: Module;
  /** The functions added, replaced or removed. */
  readonly changed: readonly FuncName[];
}

/** Runs passes in order. */
export function runPasses(passes: readonly Pass[], module: Module, { verify, trace }: PassOptions): Module {
  let current = module;
  for (const pass of passes) {
    const next = pass.run(current);
    if (next === current) continue;
    if (verify !== false) assertVerified(next, pass.name, current, verify === true ? {} : verify);
    trace?.({ pass: pass.name, before: current, after: next, changed: changedFunctions(current, next) });
    current = next;
  }
  return current;
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
 * Repeats passes until nothing changes. They must have a common fixpoint (each makes the code smaller, say), and change
 * nothing more when they are run on what they gave. Derivatives go through them and are differentiated again, so none may be
 * final. Under test, what each step gives is verified.
 */
export function untilStable(name: string, passes: readonly Pass[]): Pass {
  const last = passes.find(({ isFinal }) => isFinal === true);
  if (last !== undefined) throw new ZerothError({ kind: "bug", message: `the final pass ${last.name} in ${name}` });
  const run = (module: Module): Module => {
    let current = module;
    for (let k = 0, stable = 0; stable < passes.length; k = (k + 1) % passes.length) {
      const pass = passes[k] as Pass;
      const next = pass.run(current);
      if (isChecked && next !== current) assertStepVerified(next, `${name}: ${pass.name}`, current);
      stable = next === current ? stable + 1 : 1;
      current = next;
    }
    return current;
  };
  return { name, run };
}
