// Specialised functions that are called instead of inlined, and their derivatives.
//
// A call is late if nothing but its arguments decides what it does, and its result is not needed before its pullback is called.
// A closure then stands for the pullback; when it is called, one function makes the call again, with the same arguments, and
// runs the reverse sweep over it. Otherwise the call becomes a call of a forward sweep, which stores on a tape what the reverse
// sweep takes from it (tape.ts).

import { constant, zero, type CallEffect, type Code, type Operand, type Steps, type Type } from "../ir/index.ts";
import { requireDistinct } from "./distinct.ts";
import type { SpecialisedFunctions, Specialised, Sweep, Task } from "./specialised.ts";
import { putTogether, takeApart, whichOf, type Leaf, type Shape, type Taken } from "./shape.ts";
import type { Input } from "./inputs.ts";
import { typeOfFurther } from "./memory-types.ts";
import {
  abstractUndefined,
  ofOperand,
  ofTuple,
  type AbstractValue,
  type ObjectId,
  type Which,
} from "./abstract-value.ts";
import { reverseTape, hintOfTape, newTape, type Tape } from "./tape.ts";
import { NeedsRecord, NotSpecialised } from "./not-specialised.ts";
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

type PartOf = (known: AbstractValue, k: number) => AbstractValue;

export class SpecialisedCalls {
  readonly #writer: Writer;
  readonly #functions: SpecialisedFunctions;
  readonly #isOption: (code: Code) => boolean;
  /** The tape that this function shares with the calls around it. */
  #tape: Tape | null = null;

  constructor(writer: Writer, specialised: SpecialisedFunctions, isOption: (code: Code) => boolean) {
    this.#writer = writer;
    this.#functions = specialised;
    this.#isOption = isOption;
  }

  /** Calls the specialised function of a task; gives its result, null if control does not continue. */
  *done(task: Task, given: readonly AbstractValue[], path: ObjectId): Steps<AbstractValue | null> {
    return this.#done(yield* this.targetOf(task, given, task.kind === "call" && task.isOutlined), path);
  }

  #done({ of, inputs, together }: Target, path: ObjectId): AbstractValue | null {
    const raw = this.#call(of, inputs, of.effect);
    if (raw === null) return null;
    const { builder } = this.#writer;
    const component = (type: Type, k: number): Operand =>
      builder.prim("tuple-get", [raw, constant(k)], this.#writer.span, "", type);
    const parts = of.types.length === 1 ? [raw] : of.types.map(component);
    return together(parts.map(ofOperand), path);
  }

  /** The specialised function for a task on values. Notes the assumptions that it depends on. */
  *targetOf(task: Task, values: readonly AbstractValue[], mayHaveRecords: boolean): Steps<Target> {
    const writer = this.#writer;
    const functions: AbstractValue[] = [];
    // Derivatives find what variables hold in their shadows.
    const around = mayHaveRecords ? null : [];
    const taken: Taken = { leaves: [], records: [], functions, isOpen: false, own: new Set(), around };
    const shapes = values.map((known) => takeApart(writer, known, taken, this.#isOption));
    if (taken.records.length > 0 && !mayHaveRecords)
      throw new NeedsRecord("a record of an argument in a recursive call", writer.span);
    return yield* this.#targetFor(task, shapes, taken, functions);
  }

  /** The specialised function for a task on values of these shapes. */
  *#targetFor(
    task: Task,
    shapes: readonly Shape[],
    { leaves: given, records }: Pick<Taken, "leaves" | "records">,
    functions: readonly AbstractValue[],
  ): Steps<Target> {
    const writer = this.#writer;
    const of = yield* this.#functions.specialise(task, shapes, given, writer.span);
    const leaves = given.map(({ known }) => known);
    // Sweeps store what may be unset, and derived code has a guard for each element that it reads.
    if (task.kind === "call")
      for (const [k, type] of of.stored) {
        const leaf = leaves[k];
        if (leaf?.kind === "operand") writer.made.storeByCall(leaf.operand, type);
      }
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
      records,
      inputs: [...leaves, ...hosts],
      together: (parts, path) => putTogether(writer, of.result as Shape, parts, `${path}=`, which),
    };
  }

  /** The raw result of a function that is called, and a closure that stands for the call's pullback; undefined if there is none. */
  *pair(
    specialised: Specialised,
    inputs: readonly AbstractValue[],
    path: ObjectId,
  ): Steps<AbstractValue | null | undefined> {
    const recursion = yield* this.#functions.recursion(specialised, this.#writer.span);
    if (recursion === null) return undefined;
    // One forward sweep covers all calls: a late call inside it would be made again in each call around it.
    const { isShared } = this;
    if (isShared || !recursion.mayRepeat) {
      const tape = isShared ? (this.#tape as Tape) : newTape(this.#writer);
      const result = this.#done(yield* this.#forwardSweep(specialised, tape, inputs), path);
      if (result === null) return null;
      const own = isShared ? [] : [tape.numbers, tape.others].map(ofOperand);
      return ofTuple([result, this.#closure(this.#functions.sweeps.tapedCode(specialised), own, path)]);
    }
    // The call is made now, so that it throws now what it may throw; the gradient makes it again.
    const raw = this.#call(specialised, inputs, specialised.isQuiet ? "pure" : specialised.effect);
    return raw === null ? null : ofTuple([ofOperand(raw), this.#closure(recursion.late, inputs, path)]);
  }

  /** The same where the pullback outlives the call: it captures a tape of its own. */
  *outliving(
    of: Specialised,
    inputs: readonly AbstractValue[],
    path: ObjectId,
  ): Steps<AbstractValue | null | undefined> {
    const writer = this.#writer;
    if (of.isCalled && (yield* this.#functions.recursion(of, writer.span)) === null) return undefined;
    const found = yield* this.#functions.sweeps.outliving(of, writer.span);
    if (found === null) return undefined;
    const { code, reverse } = found;
    for (const { env, slot, value, isOfGiven } of reverse.assumed) writer.assume(env, slot, value, isOfGiven);
    const tape = newTape(writer);
    const result = this.#done(yield* this.#forwardSweep(of, tape, inputs), path);
    if (result === null) return null;
    const further = reverse.hosts.filter((host) => host.kind === "host");
    return ofTuple([result, this.#closure(code, [...[tape.numbers, tape.others].map(ofOperand), ...further], path)]);
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
    run: (pullback: AbstractValue) => Steps<AbstractValue | null>,
  ): Steps<AbstractValue | null | undefined> {
    if (code === this.#functions.sweeps.onTapeCode()) {
      const [numbers, others, pullback] = env as readonly [AbstractValue, AbstractValue, AbstractValue];
      const written = { numbers: this.#writer.operand(numbers), others: this.#writer.operand(others), left: null };
      return yield* this.on(reverseTape(this.#writer, written), run(pullback));
    }
    const late = this.#functions.lateOf(code);
    if (late !== undefined) return yield* this.done({ kind: "gradient", of: late }, [...args, ...env], path);
    const taped = this.#functions.sweeps.tapedOf(code);
    if (taped === undefined) return undefined;
    const [numbers, others] = env.slice(0, 2).map((known) => this.#writer.operand(known));
    const tape =
      numbers !== undefined && others !== undefined
        ? reverseTape(this.#writer, { numbers, others, left: null })
        : this.#tape;
    if (tape?.left == null)
      throw new NotSpecialised("a pullback that is called while the tape is written", this.#writer.span);
    return yield* this.#reverseSweep(taped, tape, args, path);
  }

  /** Runs both sweeps of a function with a tape of its own. */
  *bothSweeps(
    specialised: Specialised,
    inputs: readonly AbstractValue[],
    args: readonly AbstractValue[],
  ): Steps<AbstractValue | null> {
    const tape = newTape(this.#writer);
    if (this.#done(yield* this.#forwardSweep(specialised, tape, inputs), "forward") === null) return null;
    return yield* this.#reverseSweep(specialised, reverseTape(this.#writer, tape), args, "reverse");
  }

  /** The forward sweep of a function, which is the same for all its calls: it takes what the function takes, by its types. */
  *#forwardSweep(of: Specialised, { numbers, others }: Tape, inputs: readonly AbstractValue[]): Steps<Target> {
    const further = of.hosts.map((host) => ({ type: typeOfFurther(host), hint: "host", outer: true }));
    const types: readonly Input[] = [
      { type: "numbers", hint: "numbers", outer: false },
      { type: "array", hint: hintOfTape, outer: false },
      ...of.inputs,
      ...further,
    ];
    const given = [ofOperand(numbers), ofOperand(others), ...inputs];
    const leaves: Leaf[] = [];
    const shapes = types.map((input, k): Shape => {
      const known = given[k] ?? abstractUndefined;
      // What a call of a function does may be known.
      if (known.kind === "host" && typeof known.value === "function") return known;
      const leaf = { ...input, known: ofOperand(this.#writer.operand(known)) };
      return { kind: "input", index: leaves.push(leaf) - 1 };
    });
    return yield* this.#targetFor({ kind: "forward-sweep", of }, shapes, { leaves, records: [] }, []);
  }

  /** A call of a function, or of a sweep of it, where calls share a tape. */
  *swept({ of, kind }: Sweep, args: readonly AbstractValue[], path: ObjectId): Steps<AbstractValue | null> {
    if (kind === "none") {
      const raw = this.#call(of, args, of.effect);
      return raw === null ? null : ofOperand(raw);
    }
    const tape = this.#tape;
    if (tape === null || (tape.left === null) !== (kind === "forward"))
      throw new NotSpecialised("a pullback that is called while the tape is written", this.#writer.span);
    if (kind === "forward") return this.#done(yield* this.#forwardSweep(of, tape, args), path);
    return yield* this.#reverseSweep(of, tape, args, path);
  }

  /** Whether calls share a tape here, which is being written. */
  get isShared(): boolean {
    return this.#tape !== null && this.#tape.left === null;
  }

  /** Runs code whose calls share a new tape; its pullback reads that tape. */
  *onTape(run: Steps<AbstractValue | null>, part: PartOf, path: ObjectId): Steps<AbstractValue | null> {
    const tape = newTape(this.#writer);
    const out = yield* this.on(tape, run);
    if (out === null) return null;
    const env = [ofOperand(tape.numbers), ofOperand(tape.others), part(out, 1)];
    return ofTuple([part(out, 0), this.#closure(this.#functions.sweeps.onTapeCode(), env, path)]);
  }

  /** Runs code whose calls share a tape. */
  *on<T>(tape: Tape, run: Steps<T>): Steps<T> {
    const before = this.#tape;
    this.#tape = tape;
    try {
      return yield* run;
    } finally {
      this.#tape = before;
    }
  }

  #reverseSweep(
    of: Specialised,
    { numbers, others, left }: Tape,
    args: readonly AbstractValue[],
    path: ObjectId,
  ): Steps<AbstractValue | null> {
    const tape = [numbers, others, left as Operand].map(ofOperand);
    return this.done({ kind: "reverse-sweep", of }, [...tape, ...args], path);
  }

  /** The tape that a sweep was given: two lists, and what is left of them in a reverse sweep. */
  tapeOf(given: readonly AbstractValue[]): Tape {
    const [numbers = zero, others = zero, left = null] = given.map((known) => this.#writer.operand(known));
    return { numbers, others, left };
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
    const args = inputs.map((known, k) => (specialised.unused.has(k) ? constant(undefined) : writer.operand(known)));
    writer.size++;
    const type = specialised.types.length === 1 ? specialised.types[0] : "tuple";
    const callee = writer.builder.closure(specialised.name, [], writer.span);
    return writer.builder.call(callee, args, writer.span, { effect, ...(type === undefined ? {} : { type }) });
  }
}
