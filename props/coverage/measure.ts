// What one random program exercises of the whole: it is lowered, compiled, and its gradient (and for some programs a
// product with its Hessian, in two nestings) is run by the interpreter, which says what it runs.

import { compile, hvp, vhp, ZerothError } from "zeroth";
import { lower } from "../../src/front/index.ts";
import { resolve } from "../../src/host/resolve.ts";
import { interpretedClosure, type InterpreterHost } from "../../src/interp/index.ts";
import { prims, type Func } from "../../src/ir/index.ts";
import { classBehind, stampOf } from "../../src/runtime/index.ts";
import { leavesOf, withLeaves } from "../../src/testing/trees.ts";
import { render, type Program } from "../arbitrary/index.ts";
import { gradientOf, type Callable } from "../subject.ts";
import { constructs, constructsOf } from "./constructs.ts";
import { operations, operationsOf } from "./operations.ts";
import { preludeFunctions, preludeName } from "./prelude.ts";
import { differentiatedIn, primalOf, rulePrims } from "./rules.ts";

export const sections = ["operations", "constructs", "rules", "prelude"] as const;
export type Section = (typeof sections)[number];

/** All that there is to exercise. */
export const entries: { readonly [section in Section]: readonly string[] } = {
  operations,
  constructs,
  rules: rulePrims,
  prelude: preludeFunctions,
};

export type Exercised = { readonly [section in Section]: ReadonlySet<string> };

/** What the program exercises; with second derivatives if it is to be differentiated twice. */
export async function exercisedBy(program: Program, isTwice: boolean): Promise<Exercised> {
  const text = render(program);
  const { f } = (await compile(text)) as { readonly f: Callable };
  const args = (): unknown[] => structuredClone(program.params.map(({ argument }) => argument));
  const watch = new Watch();
  watch.run(f, args());
  watch.run(gradientOf({ f, program }), args());
  if (isTwice) {
    const [x] = args();
    const direction = withLeaves(
      x,
      leavesOf(x).map((_, i) => 1 - 0.5 * (i % 3)),
    );
    for (const product of [hvp, vhp] as unknown as readonly ((f: Callable) => Callable)[]) {
      watch.run(product(f), args().toSpliced(1, 0, direction));
    }
  }
  const lowered = operationsOf(Object.values(lower(text, "program.ts").module.functions));
  return {
    operations: new Set([...lowered, ...watch.prims, ...operationsOf(watch.functions)]),
    constructs: constructsOf(text),
    rules: watch.rules,
    prelude: watch.natives,
  };
}

/** Runs by the interpreter, and what they were made of. */
class Watch {
  /** The functions that were run to their end. */
  readonly functions: Set<Func> = new Set();
  readonly prims: Set<string> = new Set();
  readonly rules: Set<string> = new Set();
  readonly natives: Set<string> = new Set();

  readonly #host: InterpreterHost = {
    resolve: (callee, word, span, source) => {
      const name = preludeName(callee) ?? (typeof callee === "function" ? preludeName(classBehind(callee)) : undefined);
      if (name !== undefined) this.natives.add(name);
      return resolve(callee, word, span, source);
    },
    lifting: {
      evaluate: (prim, args) => {
        this.prims.add(prim);
        return (prims[prim].evaluate as (...args: readonly unknown[]) => unknown)(...args);
      },
      isTrue: Boolean,
      call: (callee, receiver, args) => Reflect.apply(callee, receiver, args) as unknown,
    },
    onReturn: (func, module) => {
      if (this.functions.has(func)) return;
      this.functions.add(func);
      const primal = primalOf(func, module);
      if (primal !== undefined) for (const prim of differentiatedIn(primal)) this.rules.add(prim);
    },
  };

  run(f: Callable, args: readonly unknown[]): void {
    const stamp = stampOf(f);
    if (stamp === undefined) throw new Error("the function is not compiled");
    try {
      (interpretedClosure(stamp.code, stamp.env, this.#host) as Callable)(...args);
    } catch (error) {
      // Programs may throw.
      if (error instanceof ZerothError) throw error;
    }
  }
}
