// JavaScript itself, the interpreter and generated code give every program the same meaning, cleaned or not: results
// by Object.is, exceptions, and what is left of the arguments.

import { expect, test } from "vitest";
import { grad, hvp, J, valueAndGrad, vjp } from "zeroth";
import { differentiate } from "../src/ad/index.ts";
import { lowerFunction } from "../src/front/index.ts";
import { engine } from "../src/host/enter.ts";
import { stripTypes } from "../src/host/transform-file.ts";
import { resolve } from "../src/host/resolve.ts";
import { checkShapes, interpretedClosure } from "../src/interp/index.ts";
import { Program as Code, runPasses } from "../src/ir/index.ts";
import { closing } from "../src/pipeline.ts";
import { generated, interpreted } from "../src/test-support/meanings.ts";
import { holdsFor, outcome, type Callable } from "./arbitrary/law.ts";
import { renderClosed } from "./arbitrary/index.ts";

const timeout = 600_000;
const operators = { grad, hvp, J, valueAndGrad, vjp };

test("as JavaScript, by the interpreter and by generated code", { timeout }, async () => {
  await holdsFor({}, 1, ({ f, args }) => {
    const expected = outcome(f, args());
    expect(outcome(interpreted(f as never) as Callable, args()), "by the interpreter").toStrictEqual(expected);
    expect(outcome(generated(f as never) as Callable, args()), "by generated code").toStrictEqual(expected);
  });
});

const withoutTypes = (text: string): string => stripTypes(text, "program.ts").code.replace(/;\s*$/, "");

test("without any pass that cleans", { timeout }, async () => {
  await holdsFor({}, 0.5, ({ f, program, args }) => {
    const expected = outcome(f, args());
    const { module, func } = lowerFunction(withoutTypes(renderClosed(program)), "program.js");
    const code = new Code(runPasses(closing, module, { verify: true }), differentiate).code(func);
    const host = { resolve, onReturn: checkShapes };
    const make = [interpretedClosure(code, [], host), engine.closureOf(code, [])] as unknown as Callable[];
    for (const [i, f] of make.entries()) {
      const way = i === 0 ? "by the interpreter" : "by generated code";
      expect(outcome(f(operators) as Callable, args()), way).toStrictEqual(expected);
    }
  });
});
