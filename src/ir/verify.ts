// Well-formedness: the rules that every function must satisfy, under the names that problems carry.
//
// Blocks
//   entry         a function has blocks unless it is refused; the entry takes `self` and `this`, a rest parameter is a
//                 parameter, and no edge leads back to the entry
//   target        edges lead to blocks that exist; the two targets of a branch differ
//   edge-arity    an edge has as many arguments as its target has parameters
//   order         blocks are reachable and in reverse postorder: each follows one of its predecessors, and only edges
//                 to dominators go back (which makes the graph reducible)
// Instructions
//   prim-arity    a primitive has as many operands as its table entry says
//   no-result     nothing uses the result of a primitive that gives none
//   word          derivative words are made of the letters J, D, V1…, T1…
//   closure       `closure @f` names a function of the module and fills its environment
//   capture       `capture self, k` reads a slot that the function's environment has
//   callee-arity  the call of a pullback made in the same function passes what it takes
// Values
//   defined-once  each value is defined once, and ids are within the table
//   dominance     a definition dominates its uses
// Types, which decide what carries a derivative
//   result-type   a result is of its declared type, as far as its operands tell: where they do not, the type is a claim
//   edge-type     an edge only widens: an argument is of its parameter's type; if nothing is known of the argument, the
//                 parameter's type is a claim, and must not be a type that carries no derivative
// Closedness
//   outer         `^%x` stands only before closure conversion, and names a value of an enclosing function
//   cell          cells stand only before closure conversion
//   alpha         `@%x` stands only inside the reverse transform
//   names         parent, base and rules name functions of the module; rules share the function's captures
// Canonical control flow, for blocks that can reach the return (the others have no reverse)
//   one-return    at most one block returns
//   header        a loop's header has two predecessors: one before the loop and one latch; so no two loops share one
//   latch         no two loops share a latch
//   loop-exit     only the latch leaves a loop

import { ZerothError } from "./diagnostics.ts";
import { isChecked } from "./edit.ts";
import type { Func, FuncName, Module } from "./model.ts";
import { ofFunction } from "./of-function.ts";
import { printLines } from "./print.ts";
import type { Problem, Report, VerifyOptions } from "./problems.ts";
import type { Differentiate } from "./program.ts";
import { verifyBlocks } from "./verify-blocks.ts";
import { verifyTypes } from "./verify-types.ts";
import { verifyFlow } from "./verify-flow.ts";
import { verifyValues } from "./verify-values.ts";

/** The problems of one function; empty if it is well formed. */
export function verifyFunc(func: Func, module: Module, options: VerifyOptions = {}): readonly Problem[] {
  const problems: Problem[] = [];
  const report: Report = (rule, block, instr, message) => {
    problems.push({ rule, func: func.name, block, instr, message });
  };
  if (options.isPart !== true) verifyNames(func, module, report);
  if (func.blocks.length === 0) {
    if (func.refusal === null) report("entry", -1, -1, "a function that is not refused has blocks");
    return problems;
  }
  // Each step relies on what the steps before it have found sound.
  verifyBlocks(func, report);
  if (problems.length > 0) return problems;
  verifyValues(func, module, options, report);
  if (problems.length === 0) verifyTypes(func, report);
  if (options.isAnyFlow !== true) verifyFlow(func, report);
  return problems;
}

/** Whether a function with sound blocks has canonical control flow. */
const isCanonical = ofFunction((func: Func): { readonly isSound: boolean } => {
  let isSound = true;
  verifyFlow(func, () => {
    isSound = false;
  });
  return { isSound };
});

/**
 * Throws if the output of a step of a longer transform, on a part of a program, is not well formed. Control flow that was not
 * canonical before the step need not be canonical after it.
 */
export function assertStepVerified(after: Module, stepName: string, before: Module): void {
  for (const [name, func] of Object.entries(after.functions)) {
    const old = before.functions[name];
    if (old === func) continue;
    const isAnyFlow = old !== undefined && old.blocks.length > 0 && !isCanonical(old).isSound;
    assertFunctionsVerified([func], after, stepName, { isPart: true, isAnyFlow });
  }
}

export function verifyModule(module: Module, options?: VerifyOptions): readonly Problem[] {
  return Object.values(module.functions).flatMap((func) => verifyFunc(func, module, options));
}

/** Throws if the output of a pass is not well formed; functions that are also in `before` count as verified. */
export function assertVerified(module: Module, passName: string, before?: Module, options?: VerifyOptions): void {
  const changed = Object.values(module.functions).filter((func) => before?.functions[func.name] !== func);
  assertFunctionsVerified(changed, module, passName, options);
}

/** Throws if one of these functions of a module is not well formed. */
export function assertFunctionsVerified(
  functions: readonly Func[],
  module: Module,
  passName: string,
  options?: VerifyOptions,
): void {
  const problems = functions.flatMap((func) => verifyFunc(func, module, options));
  if (problems.length === 0) return;
  throw new ZerothError({
    kind: "bug",
    message: `ill-formed code after ${passName}\n${printProblems(problems, module)}`,
  });
}

/** The same differentiator; under test its output is verified. */
export function verified(differentiate: Differentiate): Differentiate {
  if (!isChecked) return differentiate;
  return function* (module, name, letter) {
    const made = yield* differentiate(module, name, letter);
    // Some functions of the module may be getters, which a copy would read.
    const functions = Object.create(module.functions) as Record<FuncName, Func>;
    for (const func of made) functions[func.name] = func;
    assertFunctionsVerified(made, { ...module, functions }, `differentiate @${name}`);
    return made;
  };
}

/** The functions that have problems, with an arrow under each guilty line. */
export function printProblems(problems: readonly Problem[], module: Module): string {
  const guilty = [...new Set(problems.map(({ func }) => func))];
  return guilty.map((name) => printGuilty(name, problems, module)).join("\n");
}

function printGuilty(name: FuncName, problems: readonly Problem[], module: Module): string {
  const func = module.functions[name];
  const { lines, blocks } = func === undefined ? { lines: [`fn @${name}`], blocks: [] } : printLines(func, module);
  const notes = new Map<number, string[]>();
  for (const problem of problems) {
    if (problem.func !== name) continue;
    const line = problem.block < 0 ? 0 : (blocks[problem.block] ?? 0) + problem.instr + 1;
    notes.set(line, [...(notes.get(line) ?? []), `${problem.rule}: ${problem.message}`]);
  }
  return lines
    .flatMap((line, i) => {
      const indent = line.length - line.trimStart().length;
      return [line, ...(notes.get(i) ?? []).map((note) => `${" ".repeat(indent)}^ ${note}`)];
    })
    .join("\n");
}

function verifyNames(func: Func, module: Module, report: Report): void {
  const { parent, base, rules } = func;
  if (parent !== null && module.functions[parent] === undefined)
    report("names", -1, -1, `the parent @${parent} is not in the module`);
  if (base !== func.name && module.functions[base] === undefined)
    report("names", -1, -1, `the base @${base} is not in the module`);
  for (const [word, name] of Object.entries(rules)) {
    if (!/^[JDVTFR]$/.test(word)) report("word", -1, -1, `expected J, D, V, T, F or R, found '${word}'`);
    const rule = module.functions[name];
    if (rule === undefined) report("names", -1, -1, `the rule @${name} is not in the module`);
    else if (rule.captures.length !== func.captures.length) {
      report(
        "names",
        -1,
        -1,
        `the rule @${name} captures ${rule.captures.length} values, @${func.name} ${func.captures.length}`,
      );
    }
  }
}
