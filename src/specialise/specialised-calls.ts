// Specialised functions that are called, not run in place: those that call themselves, and their derivatives.
//
// The gradient of a call of such a function `f` runs `f` and goes back over it in one function. Where a pullback would be
// there is a closure that makes the call when it is called, late, with the arguments that the call had. That is right where
// nothing but the arguments decides what `f` does. Within `f`, calls are late, too, where their results are not needed before;
// otherwise `f` runs a forward sweep, which stores what pullbacks need on a tape (tape.ts), then a reverse sweep.

import { constant, type CallEffect, type Operand, type Span, type Type } from "../ir/index.ts";
import { type Code } from "../runtime/index.ts";
import { requireDistinct } from "./distinct.ts";
import type { SpecialisedFunctions, Specialised, Stored, Task } from "./specialised.ts";
import { putTogether, takeApart, whichOf, type Taken } from "./shape.ts";
import { ofOperand, ofTuple, type AbstractValue, type ObjectId, type Which } from "./abstract-value.ts";
import { goingBack, newTape, restored, store, type Tape } from "./tape.ts";
import { NotSpecialised, type Writer } from "./writer.ts";

export class SpecialisedCalls {
  readonly #writer: Writer;
  readonly #functions: SpecialisedFunctions;
  readonly #isOption: (code: Code) => boolean;
  /** The tape of the calls around this function. */
  #tape: Tape | null = null;
  /** What was stored of this function. */
  stored: Stored | null = null;

  constructor(writer: Writer, specialised: SpecialisedFunctions, isOption: (code: Code) => boolean) {
    this.#writer = writer;
    this.#functions = specialised;
    this.#isOption = isOption;
  }

  /** The result of a task whose specialised function is called; null if control does not go on. */
  done(task: Task, given: readonly AbstractValue[], path: ObjectId, span: Span): AbstractValue | null {
    return this.#done(task, given, path, span)[1];
  }

  #done(
    task: Task,
    given: readonly AbstractValue[],
    path: ObjectId,
    span: Span,
    effect?: CallEffect,
  ): readonly [Specialised, AbstractValue | null] {
    const writer = this.#writer;
    const functions: AbstractValue[] = [];
    const taken: Taken = { leaves: [], records: [], functions };
    const shapes = given.map((known) => takeApart(writer, known, taken, span, this.#isOption));
    if (taken.records.length > 0) throw new NotSpecialised("a record of an argument in a recursive call", span);
    const { leaves } = taken;
    const specialised = this.#functions.specialise(task, shapes, leaves, span);
    const inputs = this.inputsOf(
      specialised,
      leaves.map(({ known }) => known),
      functions,
      span,
    );
    const isTaped = task.kind === "forward-sweep" || task.kind === "reverse-sweep";
    const raw = this.#call(specialised, inputs, effect ?? specialised.effect, isTaped, span);
    if (raw === null || specialised.result === null) return [specialised, null];
    const parts =
      specialised.types.length === 1 ? [raw] : specialised.types.map((type, k) => this.#component(raw, k, type, span));
    const which = (k: number): Which => whichOf(writer, functions[k] as AbstractValue);
    return [specialised, putTogether(writer, specialised.result, parts.map(ofOperand), `${path}=`, which)];
  }

  /** What a specialised function takes: its inputs, and what comes after them. Notes what must hold for it. */
  inputsOf(
    specialised: Specialised,
    leaves: readonly AbstractValue[],
    functions: readonly AbstractValue[],
    span: Span,
  ): readonly AbstractValue[] {
    for (const { env, slot, value, isOfGiven } of specialised.assumed) this.#writer.assume(env, slot, value, isOfGiven);
    const hosts = specialised.hosts.map((host) =>
      host.kind === "host" ? host : (functions[host.which] as AbstractValue),
    );
    for (const k of specialised.distinct) {
      const others = [...leaves.filter((_, j) => j !== k), ...hosts];
      requireDistinct(this.#writer, leaves[k] as AbstractValue, others, span);
    }
    return [...leaves, ...hosts];
  }

  /** The raw result of a recursive function, and a closure that stands for the pullback of the call; undefined if there is none. */
  pair(
    specialised: Specialised,
    inputs: readonly AbstractValue[],
    path: ObjectId,
    span: Span,
  ): AbstractValue | null | undefined {
    const recursion = this.#functions.recursion(specialised, span);
    if (recursion === null) return undefined;
    // A forward sweep is one as a whole: a call that is made again there would be made again in each call around it.
    const isShared = this.#tape !== null && this.#tape.left === null;
    if (isShared || !specialised.isFixed) {
      const tape = isShared ? (this.#tape as Tape) : newTape(this.#writer, span);
      const [forward, result] = this.#forwardSweep(specialised, tape, inputs, path, span);
      if (result === null) return null;
      const own = isShared ? [] : [tape.numbers, tape.others].map(ofOperand);
      return ofTuple([result, this.#closure(this.#functions.tapedCode(forward), own, path)]);
    }
    // What the call may throw, it throws now; the gradient makes it again.
    const raw = this.#call(specialised, inputs, specialised.isQuiet ? "pure" : specialised.effect, false, span);
    return raw === null ? null : ofTuple([ofOperand(raw), this.#closure(recursion.late, inputs, path)]);
  }

  #closure(code: Code, env: readonly AbstractValue[], path: ObjectId): AbstractValue {
    return this.#writer.allocate(`${path}^`, { kind: "closure", code, env, which: "made" });
  }

  /** What a closure that stands for a pullback gives; undefined if it is none. */
  pulledBack(
    code: Code,
    env: readonly AbstractValue[],
    args: readonly AbstractValue[],
    path: ObjectId,
    span: Span,
  ): AbstractValue | null | undefined {
    const late = this.#functions.lateOf(code);
    if (late !== undefined) return this.done({ kind: "gradient", of: late }, [...args, ...env], path, span);
    const forward = this.#functions.forwardSweepOf(code);
    if (forward === undefined) return undefined;
    const [numbers, others] = env.map((known) => this.#writer.operand(known, span));
    const tape =
      numbers !== undefined && others !== undefined
        ? goingBack(this.#writer, { numbers, others, left: null }, span)
        : this.#tape;
    if (tape?.left == null) throw new NotSpecialised("a pullback that is called while the tape is written", span);
    return this.#reverseSweep(forward, tape, args, path, span);
  }

  /** Runs both sweeps of a function by a tape of its own. */
  bothSweeps(
    specialised: Specialised,
    inputs: readonly AbstractValue[],
    args: readonly AbstractValue[],
    span: Span,
  ): AbstractValue | null {
    const tape = newTape(this.#writer, span);
    const [forward, result] = this.#forwardSweep(specialised, tape, inputs, "forward", span);
    return result === null
      ? null
      : this.#reverseSweep(forward, goingBack(this.#writer, tape, span), args, "back", span);
  }

  #forwardSweep(
    of: Specialised,
    { numbers, others }: Tape,
    inputs: readonly AbstractValue[],
    path: ObjectId,
    span: Span,
  ): readonly [Specialised, AbstractValue | null] {
    return this.#done({ kind: "forward-sweep", of }, [ofOperand(numbers), ofOperand(others), ...inputs], path, span);
  }

  #reverseSweep(
    forward: Specialised,
    { numbers, others, left }: Tape,
    args: readonly AbstractValue[],
    path: ObjectId,
    span: Span,
  ): AbstractValue | null {
    const tape = [numbers, others, left as Operand].map(ofOperand);
    return this.done({ kind: "reverse-sweep", forward }, [...tape, ...args], path, span);
  }

  /** Runs a function while the calls in it write to a tape, and stores its pullback; gives its raw result. */
  storing(
    tape: Tape,
    run: () => AbstractValue | null,
    part: (known: AbstractValue, k: number) => AbstractValue,
    span: Span,
  ): AbstractValue | null {
    this.#tape = tape;
    const out = run();
    if (out === null) return null;
    this.stored = store(this.#writer, tape, part(out, 1), this.#isOption, span);
    return part(out, 0);
  }

  /** Takes back the pullback that was stored last, whose calls go back by the tape. */
  restored(tape: Tape, stored: Stored, span: Span): AbstractValue {
    this.#tape = tape;
    return restored(this.#writer, tape, stored, span);
  }

  #call(
    specialised: Specialised,
    inputs: readonly AbstractValue[],
    effect: CallEffect,
    isTaped: boolean,
    span: Span,
  ): Operand | null {
    const writer = this.#writer;
    writer.isQuiet &&= specialised.isQuiet;
    writer.isFixed &&= specialised.isFixed;
    if (specialised.result === null) {
      writer.callsUnknown = true;
      writer.builder.throw(constant(undefined), span);
      return null;
    }
    const written = effect === "any" ? inputs.map((_, k) => k) : effect === "pure" ? [] : effect;
    const args = inputs.map((known, k) =>
      specialised.unused.has(k) ? constant(undefined) : writer.operand(known, span),
    );
    // What is stored in arrays may change what is known of their elements.
    if (!isTaped && written.some((k) => writer.typeOf(args[k] as Operand) !== "context"))
      throw new NotSpecialised("recursion that writes to its arguments", span);
    writer.size++;
    const type = specialised.types.length === 1 ? specialised.types[0] : "tuple";
    const callee = writer.builder.closure(specialised.name, [], span);
    return writer.builder.call(callee, args, span, { effect, ...(type === undefined ? {} : { type }) });
  }

  #component(tuple: Operand, k: number, type: Type, span: Span): Operand {
    return this.#writer.builder.prim("tuple-get", [tuple, constant(k)], span, "", type);
  }
}
