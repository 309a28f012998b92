// Functions whose calls have sweeps (ad/sweeps.ts), and the codes of closures that stand for pullbacks on a tape. None of them is
// ever called: the specialiser puts calls of specialised sweeps in their place.

import type { Code, FuncName, Program, Span, Steps } from "../ir/index.ts";
import { callsIn, callsInLoops, withCallees } from "./direct-calls.ts";
import { addNever, addSweeps } from "./finish.ts";
import { addOutliving, reverseSweepOf } from "./outliving-pullbacks.ts";
import { ifSpecialised, NotSpecialised } from "./not-specialised.ts";
import type { OutlivingPullback, Specialised, SpecialisedFunctions, SpecialisedSweeps, Sweep } from "./specialised.ts";

/** The end of the names of closures that stand for pullbacks on a tape. They are never materialised. */
const taped = ".taped";
/** The name of closures over a tape and a pullback. They are never materialised. */
const onTape = "on.taped";

type Functions = Pick<SpecialisedFunctions, "specialise" | "specialisedOf" | "isRunning" | "recursion" | "refused">;

export class Sweeps implements SpecialisedSweeps {
  readonly #program: Program;
  readonly #functions: Functions;
  /** By the names of functions that stand for sweeps. */
  readonly #sweeps = new Map<FuncName, Sweep>();
  /** By the names of closures that stand for the pullback of the call that was stored last. */
  readonly #taped = new Map<FuncName, Specialised>();

  /** What has been chosen for a function: both of its sweeps must be of the same code, whatever is decided of its callees meanwhile. */
  readonly #chosen = new Map<FuncName, FuncName | null>();

  constructor(program: Program, functions: Functions) {
    this.#program = program;
    this.#functions = functions;
  }

  sweepOf({ program, name }: Code): Sweep | undefined {
    return program === this.#program ? this.#sweeps.get(name) : undefined;
  }

  *neededFor(specialised: Specialised, isShared: boolean, span: Span): Steps<FuncName | null> {
    const func = this.#program.func(specialised.name);
    const inLoops = callsInLoops(func);
    let isNeeded = isShared;
    for (const name of callsIn(func)) {
      const of = this.#functions.specialisedOf(this.#program.code(name));
      if (of?.isCalled !== true) continue;
      const recursion = this.#functions.isRunning(of) ? null : yield* this.#functions.recursion(of, span);
      isNeeded ||= inLoops.has(name) || recursion?.mayRepeat === false;
    }
    return isNeeded ? yield* this.withSweeps(specialised, span) : null;
  }

  *withSweeps(specialised: Specialised, span: Span): Steps<FuncName | null> {
    const before = this.#chosen.get(specialised.name);
    if (before !== undefined) return before;
    const chosen = yield* this.#withSweeps(specialised, span);
    this.#chosen.set(specialised.name, chosen);
    return chosen;
  }

  *#withSweeps(specialised: Specialised, span: Span): Steps<FuncName | null> {
    const name = `${specialised.name}.swept`;
    const func = this.#program.func(specialised.name);
    const swept = new Map<FuncName, FuncName>();
    for (const callee of callsIn(func)) {
      const of = this.#functions.specialisedOf(this.#program.code(callee));
      if (of === undefined || !of.isCalled || swept.has(callee)) continue;
      if (this.#functions.isRunning(of)) throw new NotSpecialised("a derivative of a function within itself", span);
      if ((yield* this.#functions.recursion(of, span)) !== null) swept.set(callee, this.#sweptCall(of));
    }
    if (swept.size === 0) return null;
    if (this.#program.module.functions[name] === undefined)
      this.#program.add({ ...withCallees(func, swept), name, base: name });
    return name;
  }

  /** The name of a function that stands for another one where calls share a tape. */
  #sweptCall(of: Specialised): FuncName {
    const name = `${of.name}.call`;
    if (!this.#sweeps.has(name)) {
      const [forward, reverse] = addSweeps(this.#program, name);
      this.#sweeps.set(name, { of, kind: "none" });
      this.#sweeps.set(forward, { of, kind: "forward" });
      this.#sweeps.set(reverse, { of, kind: "reverse" });
    }
    return name;
  }

  onTapeCode(): Code {
    if (this.#program.module.functions[onTape] === undefined) addNever(this.#program, onTape);
    return this.#program.code(onTape);
  }

  tapedCode(of: Specialised): Code {
    const name = `${of.name}${taped}`;
    this.#taped.set(name, of);
    if (this.#program.module.functions[name] === undefined) addNever(this.#program, name);
    return this.#program.code(name);
  }

  *outliving(of: Specialised, span: Span): Steps<OutlivingPullback | null> {
    const { inputs, shapes } = reverseSweepOf(of);
    const reverse = yield* ifSpecialised(
      this.#functions.specialise({ kind: "reverse-sweep", of }, shapes, inputs, span),
      (why) => {
        this.#functions.refused(span, why);
      },
    );
    if (reverse === undefined || reverse.distinct.length > 0) return null;
    if (reverse.hosts.some(({ kind }) => kind === "given")) return null;
    const name = addOutliving(this.#program, of, reverse, span);
    if (name === null) return null;
    this.#taped.set(name, of);
    return { code: this.#program.code(name), reverse };
  }

  tapedOf({ program, name }: Code): Specialised | undefined {
    return program === this.#program ? this.#taped.get(name) : undefined;
  }

  /** Whether closures of this code stand for pullbacks on a tape: they are never materialised. */
  isTaped(code: Code): boolean {
    const isPullback = this.tapedOf(code) !== undefined && code.name.endsWith(taped);
    return isPullback || code === this.onTapeCode() || this.sweepOf(code) !== undefined;
  }
}
