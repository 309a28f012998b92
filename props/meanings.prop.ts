// JavaScript itself, the interpreter and generated code give every program the same meaning, with all passes that clean,
// with none, with each alone and without each: results by Object.is, exceptions, and what is left of the arguments.

import { deepStrictEqual } from "node:assert/strict";
import { derive } from "../src/compile/derived-program.ts";
import { lowerFunction } from "../src/front/index.ts";
import { engine } from "../src/host/enter.ts";
import { resolve } from "../src/host/resolve.ts";
import { checkShapes, interpretedClosure } from "../src/interp/index.ts";
import { Program as Code, runPasses, type Pass } from "../src/ir/index.ts";
import { closing } from "../src/compile/closing.ts";
import { passesByPhase } from "../src/compile/passes.ts";
import { generated, interpreted } from "../src/test-support/meanings.ts";
import { renderClosed, type Program } from "./arbitrary/index.ts";
import { law } from "./law.ts";
import { closedText, generalOperators, outcome, type Callable } from "./subject.ts";

/** What a run leaves in the variables of the module; functions apart. */
function stateOf({ state }: Program): string {
  const names = state.flatMap(({ binding: { name, type } }) => (type === "real" ? [] : [name]));
  return `export const state = () => [${names.join(", ")}];\n`;
}

law("as JavaScript, by the interpreter and by generated code", { except: [], extra: stateOf }, (subject) => {
  const { f, args, exports } = subject;
  const state = exports["state"] as Callable;
  const run = (meaning: Callable): unknown => structuredClone([outcome(meaning, args()), state()]);
  const expected = run(f);
  deepStrictEqual(run(interpreted(f as never) as Callable), expected, "by the interpreter");
  deepStrictEqual(run(generated(f as never) as Callable), expected, "by generated code");
});

/** The program as closed code after some passes, run by the interpreter and by generated code. */
function meaningsAfter(program: Program, passes: readonly Pass[]): readonly Callable[] {
  const { module, func } = lowerFunction(closedText(program), "program.js");
  const code = new Code(runPasses([...closing, ...passes], module, { verify: true }), derive).code(func);
  const made = [interpretedClosure(code, [], { resolve, onReturn: checkShapes }), engine.closureOf(code, [])];
  return made.map((make) => (make as unknown as Callable)(generalOperators) as Callable);
}

law("without any pass that cleans", { except: [], share: 0.4, turns: 6 }, ({ f, program, args }) => {
  const expected = outcome(f, args());
  for (const meaning of meaningsAfter(program, [])) deepStrictEqual(outcome(meaning, args()), expected);
});

const optimisers = passesByPhase.optimise;

/** One of the passes, another for another text. */
law("with one pass alone, and without it", { except: [], share: 0.4, turns: 6 }, ({ f, program, args }) => {
  const expected = outcome(f, args());
  const k = renderClosed(program).length % optimisers.length;
  const others = optimisers.filter((_, i) => i !== k);
  for (const passes of [optimisers.slice(k, k + 1), others]) {
    const [meaning] = meaningsAfter(program, passes) as [Callable];
    deepStrictEqual(outcome(meaning, args()), expected, passes.map(({ name }) => name).join(", "));
  }
});
