// Flat functions that are called, not run in place: those that call themselves, and their derivatives.
//
// The gradient of a call of such a function `f` runs `f` and goes back over it in one function. Where a pullback would be
// there is a closure that makes the call when it is called, late, with the arguments that the call had. That is right where
// nothing but the arguments decides what `f` does. Within `f`, calls are late, too, where their results are not needed before;
// otherwise `f` runs forth, with what pullbacks need on a tape (tape.ts), and back.

import { constant, type CallEffect, type Operand, type Span, type Type } from "../ir/index.ts";
import { type Code } from "../runtime/index.ts";
import { requireDistinct } from "./distinct.ts";
import type { FlatFunctions, Specialised, Stored, Task } from "./instance.ts";
import { putTogether, takeApart, whichOf, type Taken } from "./shape.ts";
import { ofOperand, ofTuple, type Known, type ObjectId, type Which } from "./abstract-value.ts";
import { goingBack, newTape, restored, store, type Tape } from "./tape.ts";
import { NotSpecialised, type Writer } from "./writer.ts";

export class FlatCalls {
  readonly #writer: Writer;
  readonly #flat: FlatFunctions;
  readonly #isOption: (code: Code) => boolean;
  /** The tape of the calls around this function. */
  #tape: Tape | null = null;
  /** What was stored of this function. */
  stored: Stored | null = null;

  constructor(writer: Writer, flat: FlatFunctions, isOption: (code: Code) => boolean) {
    this.#writer = writer;
    this.#flat = flat;
    this.#isOption = isOption;
  }

  /** The result of a task whose flat function is called; null if control does not go on. */
  done(task: Task, given: readonly Known[], path: ObjectId, span: Span): Known | null {
    return this.#done(task, given, path, span)[1];
  }

  #done(
    task: Task,
    given: readonly Known[],
    path: ObjectId,
    span: Span,
    effect?: CallEffect,
  ): readonly [Specialised, Known | null] {
    const writer = this.#writer;
    const functions: Known[] = [];
    const taken: Taken = { leaves: [], records: [], functions };
    const forms = given.map((known) => takeApart(writer, known, taken, span, this.#isOption));
    if (taken.records.length > 0) throw new NotSpecialised("a record of an argument in a recursive call", span);
    const { leaves } = taken;
    const flat = this.#flat.specialise(task, forms, leaves, span);
    const inputs = this.inputsOf(
      flat,
      leaves.map(({ known }) => known),
      functions,
      span,
    );
    const isTaped = task.kind === "forth" || task.kind === "back";
    const raw = this.#call(flat, inputs, effect ?? flat.effect, isTaped, span);
    if (raw === null || flat.result === null) return [flat, null];
    const parts = flat.types.length === 1 ? [raw] : flat.types.map((type, k) => this.#component(raw, k, type, span));
    const which = (k: number): Which => whichOf(writer, functions[k] as Known);
    return [flat, putTogether(writer, flat.result, parts.map(ofOperand), `${path}=`, which)];
  }

  /** What a flat function takes: its inputs, and what comes after them. Notes what must hold for it. */
  inputsOf(flat: Specialised, leaves: readonly Known[], functions: readonly Known[], span: Span): readonly Known[] {
    for (const { env, slot, value, isOfGiven } of flat.assumed) this.#writer.assume(env, slot, value, isOfGiven);
    const hosts = flat.hosts.map((host) => (host.kind === "host" ? host : (functions[host.which] as Known)));
    for (const k of flat.distinct) {
      const others = [...leaves.filter((_, j) => j !== k), ...hosts];
      requireDistinct(this.#writer, leaves[k] as Known, others, span);
    }
    return [...leaves, ...hosts];
  }

  /** The raw result of a recursive function, and a closure that stands for the pullback of the call; undefined if there is none. */
  pair(flat: Specialised, inputs: readonly Known[], path: ObjectId, span: Span): Known | null | undefined {
    const recursion = this.#flat.recursion(flat, span);
    if (recursion === null) return undefined;
    // What goes forth goes forth as a whole: a call that is made again there would be made again in each call around it.
    const isShared = this.#tape !== null && this.#tape.left === null;
    if (isShared || !flat.isFixed) {
      const tape = isShared ? (this.#tape as Tape) : newTape(this.#writer, span);
      const [forth, result] = this.#forth(flat, tape, inputs, path, span);
      if (result === null) return null;
      const own = isShared ? [] : [tape.numbers, tape.others].map(ofOperand);
      return ofTuple([result, this.#closure(this.#flat.tapedCode(forth), own, path)]);
    }
    // What the call may throw, it throws now; the gradient makes it again.
    const raw = this.#call(flat, inputs, flat.isQuiet ? "pure" : flat.effect, false, span);
    return raw === null ? null : ofTuple([ofOperand(raw), this.#closure(recursion.late, inputs, path)]);
  }

  #closure(code: Code, env: readonly Known[], path: ObjectId): Known {
    return this.#writer.allocate(`${path}^`, { kind: "closure", code, env, which: "made" });
  }

  /** What a closure that stands for a pullback gives; undefined if it is none. */
  pulledBack(
    code: Code,
    env: readonly Known[],
    args: readonly Known[],
    path: ObjectId,
    span: Span,
  ): Known | null | undefined {
    const late = this.#flat.lateOf(code);
    if (late !== undefined) return this.done({ kind: "gradient", of: late }, [...args, ...env], path, span);
    const forth = this.#flat.forthOf(code);
    if (forth === undefined) return undefined;
    const [numbers, others] = env.map((known) => this.#writer.operand(known, span));
    const tape =
      numbers !== undefined && others !== undefined
        ? goingBack(this.#writer, { numbers, others, left: null }, span)
        : this.#tape;
    if (tape?.left == null) throw new NotSpecialised("a pullback that is called while the tape is written", span);
    return this.#back(forth, tape, args, path, span);
  }

  /** Goes forth and back over a function by a tape of its own. */
  forthAndBack(flat: Specialised, inputs: readonly Known[], args: readonly Known[], span: Span): Known | null {
    const tape = newTape(this.#writer, span);
    const [forth, result] = this.#forth(flat, tape, inputs, "forth", span);
    return result === null ? null : this.#back(forth, goingBack(this.#writer, tape, span), args, "back", span);
  }

  #forth(
    of: Specialised,
    { numbers, others }: Tape,
    inputs: readonly Known[],
    path: ObjectId,
    span: Span,
  ): readonly [Specialised, Known | null] {
    return this.#done({ kind: "forth", of }, [ofOperand(numbers), ofOperand(others), ...inputs], path, span);
  }

  #back(
    forth: Specialised,
    { numbers, others, left }: Tape,
    args: readonly Known[],
    path: ObjectId,
    span: Span,
  ): Known | null {
    const tape = [numbers, others, left as Operand].map(ofOperand);
    return this.done({ kind: "back", forth }, [...tape, ...args], path, span);
  }

  /** Runs a function while the calls in it write to a tape, and stores its pullback; gives its raw result. */
  storing(tape: Tape, run: () => Known | null, part: (known: Known, k: number) => Known, span: Span): Known | null {
    this.#tape = tape;
    const out = run();
    if (out === null) return null;
    this.stored = store(this.#writer, tape, part(out, 1), this.#isOption, span);
    return part(out, 0);
  }

  /** Takes back the pullback that was stored last, whose calls go back by the tape. */
  restored(tape: Tape, stored: Stored, span: Span): Known {
    this.#tape = tape;
    return restored(this.#writer, tape, stored, span);
  }

  #call(flat: Specialised, inputs: readonly Known[], effect: CallEffect, isTaped: boolean, span: Span): Operand | null {
    const writer = this.#writer;
    writer.isQuiet &&= flat.isQuiet;
    writer.isFixed &&= flat.isFixed;
    if (flat.result === null) {
      writer.callsUnknown = true;
      writer.builder.throw(constant(undefined), span);
      return null;
    }
    const written = effect === "any" ? inputs.map((_, k) => k) : effect === "pure" ? [] : effect;
    const args = inputs.map((known, k) => (flat.unused.has(k) ? constant(undefined) : writer.operand(known, span)));
    // What is stored in arrays may change what is known of their elements.
    if (!isTaped && written.some((k) => writer.typeOf(args[k] as Operand) !== "context"))
      throw new NotSpecialised("recursion that writes to its arguments", span);
    writer.size++;
    const type = flat.types.length === 1 ? flat.types[0] : "tuple";
    const callee = writer.builder.closure(flat.name, [], span);
    return writer.builder.call(callee, args, span, { effect, ...(type === undefined ? {} : { type }) });
  }

  #component(tuple: Operand, k: number, type: Type, span: Span): Operand {
    return this.#writer.builder.prim("tuple-get", [tuple, constant(k)], span, "", type);
  }
}
