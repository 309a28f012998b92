// The meaning of instructions during specialisation: primitives on abstract values, inlined calls, and derivatives by way of the
// specialised function of the callee.

import {
  lettersOf,
  type CallInstr,
  type Code,
  type PrimInstr,
  type PrimName,
  type Span,
  type Steps,
  type Word,
} from "../ir/index.ts";
import { isUsedAsValue } from "./absent-elements.ts";
import { callAmong } from "./choice-calls.ts";
import { accessAsPrim, conversionAsValue } from "./accessors.ts";
import { absentWhere } from "./asked-elements.ts";
import { captured, codeOf } from "./known-functions.ts";
import { taken } from "./taken-elements.ts";
import { madeObjects } from "./made-parts.ts";
import { isOfOperators, needsTape } from "./outliving-pullbacks.ts";
import { SpecialisedCalls } from "./specialised-calls.ts";
import type { SpecialisedFunctions, Specialised, Task } from "./specialised.ts";
import {
  abstractUndefined,
  ofConstant,
  ofOperand,
  ofTuple,
  type AbstractValue,
  type ObjectId,
} from "./abstract-value.ts";
import { callOfElements, type Calling } from "./element-calls.ts";
import { extentOf } from "./extents.ts";
import type { Found } from "./frame-loops.ts";
import { mayGiveError } from "./given-errors.ts";
import { keeping } from "./reached.ts";
import { knownCall } from "./known-calls.ts";
import { applyPrim } from "./primitives.ts";
import { isStored, stored } from "./perhaps.ts";
import { functionBehind } from "./stored-functions.ts";
import { spreadOf, type Border, type CallSite, type PrimSite } from "./site.ts";
import { uncertain } from "./uncertain.ts";
import { isIntegerRead } from "./integer-reads.ts";
import { NotSpecialised, ifSpecialised } from "./not-specialised.ts";
import type { Writer } from "./writer.ts";
import { Frame, type Interpreter, type Result } from "./run.ts";
import { noteGenerator } from "./states.ts";
import type { Call } from "./call.ts";
import { functionsIn } from "./functions-in.ts";
import { Outlining, canBeGiven } from "./outlining.ts";
import { recurs } from "./recurs.ts";
import { byNative, mirroredAlong } from "./foreign-calls.ts";
import { tangentsOf, tangentsOfResult, type Apply } from "./tangents.ts";
import { requireShort, type Unrolling } from "./unrolling.ts";

/** One specialised function being written. */
export class Run implements Interpreter {
  readonly #functions: SpecialisedFunctions;
  readonly #border: Border;
  readonly writer: Writer;
  readonly unrolling: Unrolling;
  readonly found: Found = { changes: new Map(), rolled: new Set(), circles: new Set() };
  readonly #calls: SpecialisedCalls;
  readonly #outlining = new Outlining();
  /** Whether nothing differentiates what is being written. */
  #isFinal = false;
  /** Whether functions may be in the result, in parts. */
  #isOpen = false;

  constructor(specialised: SpecialisedFunctions, border: Border, writer: Writer, unrolling: Unrolling) {
    this.#functions = specialised;
    this.#border = border;
    this.writer = writer;
    this.unrolling = unrolling;
    this.#calls = new SpecialisedCalls(writer, specialised, border.isPrelude);
  }

  spend(count: number, span: Span): void {
    this.#functions.work.spend(count, span);
  }

  prim(frame: Frame, instr: PrimInstr, args: readonly AbstractValue[]): AbstractValue {
    const { writer } = this;
    requireShort(this.unrolling, extentOf(writer), writer.span);
    const info = frame.func.values[instr.result];
    if (instr.prim === "capture" && args[0]?.kind === "host")
      return captured(writer, this.#border, args[0].value, args[1]);
    const answer = uncertain(writer, instr.prim, args, (args) => this.prim(frame, instr, args));
    if (answer !== null) return answer;
    const site: PrimSite = {
      writer,
      args: args.map((arg, k) => (isStored(instr.prim, k) ? arg : writer.settled(arg, instr.prim === "tape-push"))),
      id: frame.idOf(instr),
      prim: instr.prim,
      type: info?.type ?? "any",
      world: this.#border,
      absent: (type, isOptional) => absentWhere(writer, this.#border, frame, instr.result, type, isOptional),
      isInteger: isIntegerRead(frame.func, instr),
    };
    return applyPrim(site, info?.hint ?? "");
  }

  *call(
    frame: Frame,
    instr: CallInstr,
    site: CallSite,
    path: ObjectId,
    others?: Result[],
  ): Steps<AbstractValue | null> {
    const { writer } = this;
    noteGenerator(writer, site);
    const [access, plain] = [accessAsPrim(writer, instr, site), conversionAsValue(writer, instr, site)];
    if (access !== null) return this.prim(frame, ...access);
    if (plain !== null) return plain;
    const [{ receiver, args }, { word, spread }] = [site, instr];
    const read = functionBehind(writer, site.callee, `${path}&`);
    const choice = read?.kind === "choice" ? read : writer.choice(site.callee);
    if (choice !== null)
      return yield* callAmong(frame, choice, path, site, (site, at) => this.call(frame, instr, site, at));
    const callee = read === null || read.kind === "choice" ? site.callee : read;
    const given = spreadOf(args, spread);
    const isOfValue = word === "" || word === "E";
    const call: Call = { callee, receiver, args: given ?? args, caller: frame, path, givesErrors: word === "E" };
    if (given !== null) {
      const isUsed = word === "" && isUsedAsValue(frame.func, instr.result);
      const used: Call = { ...call, isUsed, result: instr.result };
      const own = { ...used, ...(others && { others }) };
      const result = yield* isOfValue ? this.#inPlace(own) : this.#derivative(used, word);
      if (result !== undefined) return isUsed && result !== null ? taken(writer, used, result) : result;
    } else if (isOfValue) {
      const result = yield* callOfElements(this.#calling, call);
      if (result !== undefined) return result;
    }
    writer.functions.callUnknown(callee.kind === "host");
    const operands = writer.pairs.asThemselves(() => args.map((arg) => stored(writer, arg)));
    writer.size++;
    return ofOperand(
      writer.builder.call(writer.operand(callee), operands, writer.span, {
        receiver: writer.operand(receiver),
        word,
        spread,
        // Calls that are known to have no effect are of functions that are known here, too (text.ts, specialised-calls.ts).
        effect: "any",
        hint: frame.func.values[instr.result]?.hint ?? "",
      }),
    );
  }

  /** The result of an inlined call; undefined if the call is not inlined. */
  *#inPlace(call: Call): Steps<AbstractValue | null | undefined> {
    const { receiver, args, caller, path } = call;
    const known = knownCall(this.writer, this.#border, path, call);
    if (known !== null) return known;
    const target = yield* this.#codeOf(call);
    if (target === null) return undefined;
    const [code, self] = target;
    const contents = this.writer.virtual(self);
    const givesErrors = call.givesErrors === true;
    if (contents?.kind === "closure") {
      const sweep = givesErrors ? undefined : this.#functions.sweeps.sweepOf(code);
      if (sweep !== undefined) return yield* this.#calls.swept(sweep, args, path);
      const run = (pullback: AbstractValue): Steps<AbstractValue | null> =>
        this.#known({ callee: pullback, receiver, args, caller, path });
      // Pullbacks throw nothing.
      const cotangents = yield* this.#calls.pulledBack(contents.code, contents.items, args, path, run);
      if (cotangents !== undefined) return cotangents;
    }
    const { refusal, rules } = code.program.func(code.name);
    // Inlined code would be differentiated as code.
    if (refusal !== null || Object.keys(rules).length > 0) return undefined;
    const { circles } = this.#functions;
    const isRecursive = recurs(this.writer, this.#border.isPrelude(code), code, [self, ...args], caller);
    if (isRecursive) circles.note(code, caller, this.#border.isPrelude);
    if (isRecursive || (this.#outlining.isInlinedBefore(code, path) && circles.has(code, caller))) {
      return yield* ifSpecialised(
        this.#calls.done(
          { kind: "call", isOutlined: false, isInCircle: true, givesErrors },
          [self, receiver, ...args],
          path,
        ),
        this.#refused,
      );
    }
    const given = [self, receiver, ...args];
    const native = givesErrors ? null : byNative(this.writer, this.#border, code, self, args, this.#isFinal);
    if (native !== null) return native;
    if (this.#border.isPrelude(code)) return yield* this.#run(code, { ...call, callee: self });
    if (this.#outlining.staysCall(code, path) && canBeGiven(this.writer, given)) {
      const task: Task = { kind: "call", isOutlined: true, givesErrors };
      const called = yield* ifSpecialised(this.#calls.done(task, given, path));
      if (called !== undefined) return called;
    }
    const { work } = this.#functions;
    return yield* this.#outlining.inlined(code, path, () => work.spent, this.#run(code, { ...call, callee: self }));
  }

  readonly #calling: Calling = {
    inPlace: (call) => this.#inPlace(call),
    keeping: (values, run) => keeping(this.writer, values, run),
    run: (code, call, rest) => this.#run(code, call, rest),
    read: (array, k) => this.#applied("get", [array, ofConstant(k)]),
    codeOf: (call) => this.#codeOf(call),
    recurs: (code, given, caller) => recurs(this.writer, this.#border.isPrelude(code), code, given, caller),
    arrayBehind: (elements) => this.writer.sources.gathered.get(elements),
    typeOf: (operand) => this.writer.typeOf(operand),
  };

  readonly #refused = (why: NotSpecialised): void => {
    this.#functions.refused(this.writer.span, why);
  };

  /** The code that a call of a known function runs, and the function value to call it as; null if it is not known. */
  *#codeOf({ callee, givesErrors }: Call): Steps<readonly [Code, AbstractValue] | null> {
    const target = codeOf(this.writer, this.#border, callee);
    if (target === null || givesErrors !== true) return target;
    const [{ program, name }, self] = target;
    return [program.code(yield* program.deriving(name, "E")), self];
  }

  /** Runs a function that must be known. */
  *#known(call: Call): Steps<AbstractValue | null> {
    const target = yield* this.#codeOf(call);
    if (target === null) throw new NotSpecialised("a function that is not known", this.writer.span);
    return yield* this.#run(target[0], { ...call, callee: target[1] });
  }

  *#run(code: Code, call: Call, rest?: AbstractValue): Steps<AbstractValue | null> {
    const { callee, receiver, args, caller, path, isUsed, result, others = null } = call;
    this.#functions.meet(code.program);
    const isOwn = code.program !== this.#functions.program && !this.#border.isPrelude(code);
    if (isOwn) this.#functions.work.meet(code.program.func(code.name));
    const functions = functionsIn(this.writer, [callee, ...args]);
    const frame = new Frame(this, code, caller, path, functions);
    frame.isUsed = isUsed === true && !this.#border.isPrelude(code);
    frame.result = result;
    return yield* frame.run(callee, receiver, args, others, rest);
  }

  *#derivative(call: Call, word: Word): Steps<AbstractValue | null | undefined> {
    const { callee, args } = call;
    if (word === "D") {
      const mirrored = mirroredAlong(this.writer, callee, args[0] as AbstractValue, args.slice(2));
      if (mirrored !== null) return mirrored;
    }
    const known = codeOf(this.writer, this.#border, callee);
    const [letter = "", ...others] = lettersOf(word);
    const givesErrors = others.join("") === "E";
    if (known === null || (others.length > 0 && !givesErrors)) return undefined;
    const [code, self] = known;
    const func = code.program.func(code.name);
    if (func.refusal !== null) return undefined;
    const rule = func.rules[letter.charAt(0)];
    const own = this.#functions.specialisedOf(code);
    if (givesErrors) {
      if (rule !== undefined || own !== undefined) return undefined;
      return yield* ifSpecialised(this.#derivativeOf(self, call, letter, true), this.#refused);
    }
    if (rule !== undefined) return yield* this.#run(code.program.code(rule), { ...call, callee: self });
    // A specialised function takes and returns raw parts already.
    if (own !== undefined) return yield* this.#raw(own, word, call);
    return yield* this.#derivativeOf(self, call, letter, false);
  }

  /** The derivative of a function that is specialised for the call; undefined if it may throw, and errors are values. */
  *#derivativeOf(
    self: AbstractValue,
    call: Call,
    word: Word,
    givesErrors: boolean,
  ): Steps<AbstractValue | null | undefined> {
    const { writer } = this;
    const { receiver, args, path } = call;
    const apply: Apply = (prim, args) => this.#applied(prim, args);
    const [context, tangents, ...moved] = args as readonly [AbstractValue, AbstractValue, ...AbstractValue[]];
    const values = [self, receiver, ...(word === "J" ? args : moved)];
    const target = yield* this.#calls.targetOf({ kind: "call", isOutlined: false, givesErrors }, values, true);
    const { of: specialised, shapes, records, inputs } = target;
    const { result: shape } = specialised;
    if (shape === null) throw new NotSpecialised("a derivative of a function within itself", writer.span);
    // Derivatives find errors by the identity of the value, which is not kept here.
    if (givesErrors && mayGiveError(shape, specialised.types)) return undefined;
    const given = word === "J" ? inputs : [context, tangentsOf(target, word, [context, tangents], apply), ...inputs];
    // The pullback needs the records and what they refer to, even if nothing else does any more. They do not change.
    const out = yield* keeping(writer, records, this.#raw(specialised, word, { ...call, args: given }));
    if (out === null || out === undefined) return out;
    const results = specialised.types.length;
    const parts = (known: AbstractValue): readonly AbstractValue[] =>
      results === 1 ? [known] : Array.from({ length: results }, (_, k) => this.#component(known, k));
    const result = target.together(parts(this.#component(out, 0)), path);
    const made = madeObjects(writer, shape, result);
    if (word === "J") {
      const adapter = this.#functions.program.code(this.#functions.pullbackOf(specialised, shapes, this.writer.span));
      const back = writer.allocate(`${path}*`, {
        kind: "closure",
        code: adapter,
        items: [this.#component(out, 1), ...records, ...made],
        which: "made",
      });
      return ofTuple([result, back]);
    }
    const carriedOut = tangentsOfResult(writer, word, out, context, { shape, count: results, made }, apply);
    return ofTuple([result, ...carriedOut]);
  }

  /** The raw result of a derivative of a specialised function for its inputs; undefined if it is not known. */
  *#raw(specialised: Specialised, word: Word, call: Call): Steps<AbstractValue | null | undefined> {
    const { args, caller, path } = call;
    if (this.#functions.isRunning(specialised))
      throw new NotSpecialised("a derivative of a function within itself", this.writer.span);
    const { program } = this.#functions;
    const outlives = this.#isOpen && isOfOperators(caller, this.#border);
    if (word === "J" && outlives && needsTape(specialised, this.#functions)) {
      const outliving = yield* this.#calls.outliving(specialised, args, path);
      if (outliving !== undefined) return outliving;
    }
    if (specialised.isCalled && word === "J") return yield* this.#calls.pair(specialised, args, path);
    const swept =
      word === "J"
        ? yield* this.#functions.sweeps.neededFor(specialised, this.#calls.isShared, this.writer.span)
        : null;
    const code = program.code(yield* program.deriving(swept ?? specialised.name, word));
    if (specialised.isCalled)
      return yield* ifSpecialised(this.#calls.done({ kind: "run", code, of: specialised }, args, path), this.#refused);
    // The derivative of a recursive function calls itself: such a call is not inlined.
    for (let f = caller; f !== null; f = f.caller) if (f.code === code) return undefined;
    const run = this.#run(code, {
      ...call,
      callee: abstractUndefined,
      receiver: abstractUndefined,
      path: `${path}!`,
    });
    const isOnNewTape = swept !== null && !this.#calls.isShared;
    return yield* isOnNewTape ? this.#calls.onTape(run, (of, k) => this.#component(of, k), path) : run;
  }

  /** Performs the task of a specialised function. */
  *perform(task: Task, known: readonly AbstractValue[]): Steps<AbstractValue | null> {
    const call: Omit<Call, "args"> = {
      callee: abstractUndefined,
      receiver: abstractUndefined,
      caller: null,
      path: "f",
    };
    const { program } = this.#functions;
    /** The code of the forward sweep. */
    const sweep = function* (this: Run, of: Specialised): Steps<Code> {
      const swept = yield* this.#functions.sweeps.withSweeps(of, this.writer.span);
      return program.code(yield* program.deriving(swept ?? of.name, "S"));
    }.bind(this);
    const back = (pullback: AbstractValue, args: readonly AbstractValue[]): Steps<AbstractValue | null> =>
      this.#known({ ...call, callee: pullback, args, path: "b" });
    const component = (of: AbstractValue, k: number): AbstractValue => this.#component(of, k);
    this.#isFinal = task.kind === "entry";
    this.#isOpen = task.kind === "entry" && task.isOpen;
    switch (task.kind) {
      case "call":
      case "entry": {
        const [callee, receiver, ...args] = known as readonly [AbstractValue, AbstractValue, ...AbstractValue[]];
        const givesErrors = task.kind === "call" && task.givesErrors === true;
        return yield* this.#known({ ...call, callee, receiver, args, givesErrors });
      }
      case "make":
        return ofOperand(this.writer.operand(known[0] as AbstractValue));
      case "run":
        return yield* this.#run(task.code, { ...call, args: known });
      case "gradient": {
        const [args, inputs] = [known.slice(0, 2), known.slice(2)];
        if (task.of.recursion?.isLate === false) return yield* this.#calls.bothSweeps(task.of, inputs, args);
        const code = program.code(yield* program.deriving(task.of.name, "J"));
        const out = yield* this.#run(code, { ...call, args: inputs });
        return out === null ? null : yield* back(component(out, 1), args);
      }
      case "forward-sweep": {
        const [lists, inputs] = [known.slice(0, 2), known.slice(2)];
        const tape = this.#calls.tapeOf(lists);
        const code = yield* sweep(task.of);
        return yield* this.#calls.on(tape, this.#run(code, { ...call, args: [...inputs, ...lists] }));
      }
      case "reverse-sweep": {
        const [lists, args] = [known.slice(0, 3), known.slice(3)];
        const tape = this.#calls.tapeOf(lists);
        const { name } = yield* sweep(task.of);
        const code = program.code(`${name}*`);
        return yield* this.#calls.on(tape, this.#run(code, { ...call, args: [...args, ...lists], path: "b" }));
      }
    }
  }

  #component(of: AbstractValue, k: number): AbstractValue {
    return this.#applied("tuple-get", [of, ofConstant(k)]);
  }

  #applied(prim: PrimName, args: readonly AbstractValue[]): AbstractValue {
    const { writer } = this;
    return applyPrim(
      { writer, args, id: "", prim, type: "any", world: this.#border, absent: () => null, isInteger: false },
      "",
    );
  }
}
