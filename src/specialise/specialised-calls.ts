// Specialised functions that are called instead of inlined: recursive functions, and their derivatives.
//
// The gradient of a call of such a function `f` runs `f` and the reverse sweep over it in one function. A closure stands for the
// pullback; when it is called, it makes the call late, with the arguments of the original call. That is right if nothing but the
// arguments decides what `f` does. Within `f`, calls are late too if their results are not needed before; otherwise `f` runs a
// forward sweep, which stores what pullbacks need on a tape (tape.ts), then a reverse sweep.

import { constant, type CallEffect, type Code, type Operand, type Steps, type Type } from "../ir/index.ts";
import { requireDistinct } from "./distinct.ts";
import type { SpecialisedFunctions, Specialised, Stored, Task } from "./specialised.ts";
import { putTogether, takeApart, whichOf, type Shape, type Taken } from "./shape.ts";
import { ofOperand, ofTuple, type AbstractValue, type ObjectId, type Which } from "./abstract-value.ts";
import { goingBack, newTape, restored, store, type Tape } from "./tape.ts";
import { NotSpecialised } from "./not-specialised.ts";
import type { Writer } from "./writer.ts";

/** A specialised function, and how to call it with given values. */
export interface Target {
  readonly of: Specialised;
  readonly shapes: readonly Shape[];
  /** The given records among the values, and in them. */
  readonly records: readonly AbstractValue[];
  /** Its inputs, then its further inputs. */
  readonly inputs: readonly AbstractValue[];
  /** Assembles its result from the parts that it returns. */
  readonly together: (parts: readonly AbstractValue[], path: ObjectId) => AbstractValue;
}

export class SpecialisedCalls {
  readonly #writer: Writer;
  readonly #functions: SpecialisedFunctions;
  readonly #isOption: (code: Code) => boolean;
  /** The tape that this function shares with the calls around it. */
  #tape: Tape | null = null;
  /** What this function stored. */
  stored: Stored | null = null;

  constructor(writer: Writer, specialised: SpecialisedFunctions, isOption: (code: Code) => boolean) {
    this.#writer = writer;
    this.#functions = specialised;
    this.#isOption = isOption;
  }

  /** Calls the specialised function of a task; gives its result, null if control does not continue. */
  *done(task: Task, given: readonly AbstractValue[], path: ObjectId): Steps<AbstractValue | null> {
    return (yield* this.#done(task, given, path))[1];
  }

  *#done(
    task: Task,
    given: readonly AbstractValue[],
    path: ObjectId,
  ): Steps<readonly [Specialised, AbstractValue | null]> {
    const { of, inputs, together } = yield* this.targetOf(task, given, false);
    const raw = this.#call(of, inputs, of.effect);
    if (raw === null) return [of, null];
    const { builder } = this.#writer;
    const component = (type: Type, k: number): Operand =>
      builder.prim("tuple-get", [raw, constant(k)], this.#writer.span, "", type);
    const parts = of.types.length === 1 ? [raw] : of.types.map(component);
    return [of, together(parts.map(ofOperand), path)];
  }

  /** The specialised function for a task on values. Notes the assumptions that it depends on. */
  *targetOf(task: Task, values: readonly AbstractValue[], mayHaveRecords: boolean): Steps<Target> {
    const writer = this.#writer;
    const functions: AbstractValue[] = [];
    const taken: Taken = { leaves: [], records: [], functions, own: new Set() };
    const shapes = values.map((known) => takeApart(writer, known, taken, this.#isOption));
    if (taken.records.length > 0 && !mayHaveRecords)
      throw new NotSpecialised("a record of an argument in a recursive call", writer.span);
    const of = yield* this.#functions.specialise(task, shapes, taken.leaves, writer.span);
    const leaves = taken.leaves.map(({ known }) => known);
    for (const { env, slot, value, isOfGiven } of of.assumed) writer.assume(env, slot, value, isOfGiven);
    const hosts = of.hosts.map((host) => (host.kind === "host" ? host : (functions[host.which] as AbstractValue)));
    for (const k of of.distinct) {
      const others = [...leaves.filter((_, j) => j !== k), ...hosts];
      requireDistinct(writer, leaves[k] as AbstractValue, others);
    }
    const which = (k: number): Which => whichOf(writer, functions[k] as AbstractValue);
    return {
      of,
      shapes,
      records: taken.records,
      inputs: [...leaves, ...hosts],
      together: (parts, path) => putTogether(writer, of.result as Shape, parts, `${path}=`, which),
    };
  }

  /** The raw result of a recursive function, and a closure that stands for the call's pullback; undefined if there is none. */
  *pair(
    specialised: Specialised,
    inputs: readonly AbstractValue[],
    path: ObjectId,
  ): Steps<AbstractValue | null | undefined> {
    const recursion = yield* this.#functions.recursion(specialised, this.#writer.span);
    if (recursion === null) return undefined;
    // One forward sweep covers all calls: a late call inside it would be made again in each call around it.
    const isShared = this.#tape !== null && this.#tape.left === null;
    if (isShared || !specialised.isFixed) {
      const tape = isShared ? (this.#tape as Tape) : newTape(this.#writer);
      const [forward, result] = yield* this.#forwardSweep(specialised, tape, inputs, path);
      if (result === null) return null;
      const own = isShared ? [] : [tape.numbers, tape.others].map(ofOperand);
      return ofTuple([result, this.#closure(this.#functions.tapedCode(forward), own, path)]);
    }
    // The call is made now, so that it throws now what it may throw; the gradient makes it again.
    const raw = this.#call(specialised, inputs, specialised.isQuiet ? "pure" : specialised.effect);
    return raw === null ? null : ofTuple([ofOperand(raw), this.#closure(recursion.late, inputs, path)]);
  }

  #closure(code: Code, env: readonly AbstractValue[], path: ObjectId): AbstractValue {
    return this.#writer.allocate(`${path}^`, { kind: "closure", code, items: env, which: "made" });
  }

  /** The result of calling a closure that stands for a pullback; undefined for other closures. */
  *pulledBack(
    code: Code,
    env: readonly AbstractValue[],
    args: readonly AbstractValue[],
    path: ObjectId,
  ): Steps<AbstractValue | null | undefined> {
    const late = this.#functions.lateOf(code);
    if (late !== undefined) return yield* this.done({ kind: "gradient", of: late }, [...args, ...env], path);
    const forward = this.#functions.forwardSweepOf(code);
    if (forward === undefined) return undefined;
    const [numbers, others] = env.map((known) => this.#writer.operand(known));
    const tape =
      numbers !== undefined && others !== undefined
        ? goingBack(this.#writer, { numbers, others, left: null })
        : this.#tape;
    if (tape?.left == null)
      throw new NotSpecialised("a pullback that is called while the tape is written", this.#writer.span);
    return yield* this.#reverseSweep(forward, tape, args, path);
  }

  /** Runs both sweeps of a function with a tape of its own. */
  *bothSweeps(
    specialised: Specialised,
    inputs: readonly AbstractValue[],
    args: readonly AbstractValue[],
  ): Steps<AbstractValue | null> {
    const tape = newTape(this.#writer);
    const [forward, result] = yield* this.#forwardSweep(specialised, tape, inputs, "forward");
    return result === null ? null : yield* this.#reverseSweep(forward, goingBack(this.#writer, tape), args, "back");
  }

  #forwardSweep(
    of: Specialised,
    { numbers, others }: Tape,
    inputs: readonly AbstractValue[],
    path: ObjectId,
  ): Steps<readonly [Specialised, AbstractValue | null]> {
    return this.#done({ kind: "forward-sweep", of }, [ofOperand(numbers), ofOperand(others), ...inputs], path);
  }

  #reverseSweep(
    forward: Specialised,
    { numbers, others, left }: Tape,
    args: readonly AbstractValue[],
    path: ObjectId,
  ): Steps<AbstractValue | null> {
    const tape = [numbers, others, left as Operand].map(ofOperand);
    return this.done({ kind: "reverse-sweep", of: forward }, [...tape, ...args], path);
  }

  /** Runs a function whose inner calls write to a tape, then stores its pullback; gives its raw result. */
  *storing(
    tape: Tape,
    run: Steps<AbstractValue | null>,
    part: (known: AbstractValue, k: number) => AbstractValue,
  ): Steps<AbstractValue | null> {
    this.#tape = tape;
    const out = yield* run;
    if (out === null) return null;
    this.stored = store(this.#writer, tape, part(out, 1), this.#isOption);
    return part(out, 0);
  }

  /** Restores the pullback that was stored last; calls in it read back the tape. */
  restored(tape: Tape, stored: Stored): AbstractValue {
    this.#tape = tape;
    return restored(this.#writer, tape, stored);
  }

  #call(specialised: Specialised, inputs: readonly AbstractValue[], effect: CallEffect): Operand | null {
    const writer = this.#writer;
    writer.isQuiet &&= specialised.isQuiet;
    writer.isFixed &&= specialised.isFixed;
    if (specialised.result === null) {
      writer.callsUnknown = true;
      writer.builder.throw(constant(undefined), writer.span);
      return null;
    }
    const written = effect === "any" ? inputs.map((_, k) => k) : effect === "pure" ? [] : effect;
    const args = inputs.map((known, k) => (specialised.unused.has(k) ? constant(undefined) : writer.operand(known)));
    // Stores to arrays may change what is known of their elements.
    if (!specialised.isTaped && written.some((k) => writer.typeOf(args[k] as Operand) !== "context"))
      throw new NotSpecialised("recursion that writes to its arguments", writer.span);
    writer.size++;
    const type = specialised.types.length === 1 ? specialised.types[0] : "tuple";
    const callee = writer.builder.closure(specialised.name, [], writer.span);
    return writer.builder.call(callee, args, writer.span, { effect, ...(type === undefined ? {} : { type }) });
  }
}
