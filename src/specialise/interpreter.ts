// What instructions mean while a function is specialised: primitives on what is known, calls in place, derivatives by way of
// the flat function of the callee.

import {
  lettersOf,
  type CallInstr,
  type Operand,
  zero,
  type PrimInstr,
  type PrimName,
  type Span,
  type Word,
} from "../ir/index.ts";
import { stampOf, type AnyFunction, type Code } from "../runtime/index.ts";
import {
  carriedApart,
  carriedBy,
  eachProperty,
  lastInput,
  putTogether,
  takeApart,
  whichOf,
  type Form,
  type Taken,
} from "./shape.ts";
import { FlatCalls } from "./instance-calls.ts";
import type { FlatFunctions, Specialised, Stored, Task } from "./instance.ts";
import {
  constantOf,
  indexOf,
  knownUndefined,
  knownZero,
  ofConstant,
  ofOperand,
  ofTuple,
  type Known,
  type Which,
} from "./abstract-value.ts";
import type { Changes } from "./loop.ts";
import { reached } from "./reached.ts";
import { computed } from "./computed.ts";
import { applyPrim } from "./primitives.ts";
import { ofHost, type World } from "./site.ts";
import { NotSpecialised, capturedNow, ifSpecialised, type Writer } from "./writer.ts";
import { Frame, type CallSite, type Interpreter } from "./run.ts";
import { functionsIn } from "./functions-in.ts";
import { recurs } from "./recurs.ts";

export interface Border extends World {
  /** The compiled function that a native stands for; undefined if there is none. */
  readonly counterpart: (native: object) => AnyFunction | undefined;
  /** Whether recursion of a function only walks what is known. */
  readonly isPrelude: (code: Code) => boolean;
}

/** Code that is longer is not worth to be specialised. */
const largest = 20_000;

/** One flat function being written. */
export class Run implements Interpreter {
  readonly #flat: FlatFunctions;
  readonly #border: Border;
  readonly writer: Writer;
  readonly changes: Map<string, Changes> = new Map();
  readonly rolled: Set<string> = new Set();
  readonly #calls: FlatCalls;

  constructor(flat: FlatFunctions, border: Border, writer: Writer) {
    this.#flat = flat;
    this.#border = border;
    this.writer = writer;
    this.#calls = new FlatCalls(writer, flat, border.isPrelude);
  }

  spend(count: number, span: Span): void {
    this.#flat.work.spend(count, span);
  }

  prim(frame: Frame, instr: PrimInstr, args: readonly Known[]): Known {
    const { writer } = this;
    if (writer.size > largest) throw new NotSpecialised("more code than is worth specialising", instr.span);
    const info = frame.func.values[instr.result];
    if (instr.prim === "capture" && args[0]?.kind === "host") return this.#captured(args[0].value, args[1], instr.span);
    const site = { writer, args, span: instr.span, id: frame.idOf(instr), world: this.#border };
    return applyPrim(instr.prim, site, info?.hint ?? "", info?.type ?? "any");
  }

  /** What a function that is there captured: its environment holds for good, but for variables. */
  #captured(f: object, slot: Known | undefined, span: Span): Known {
    const stamp = stampOf(f);
    const k = indexOf(slot);
    if (stamp === undefined || k === null) throw new NotSpecialised("a capture of an unknown function", span);
    const value = capturedNow(stamp.env, k);
    if (typeof value === "function" && !this.#border.isPrelude(stamp.code)) {
      this.writer.assume(stamp.env, k, value);
    }
    return ofHost(value);
  }

  call(frame: Frame, instr: CallInstr, { callee, receiver, args }: CallSite): Known | null {
    const given = this.#spread(instr, args);
    const path = frame.idOf(instr);
    if (given !== null) {
      if (instr.word === "") {
        const result = this.#inPlace(callee, receiver, given, frame, path, instr.span);
        if (result !== undefined) return result;
      } else {
        const result = this.#derivative(callee, receiver, given, frame, path, instr);
        if (result !== undefined) return result;
      }
    }
    const { writer } = this;
    const operands = args.map((arg) => writer.operand(arg, instr.span));
    const { word, spread, span } = instr;
    const hint = frame.func.values[instr.result]?.hint ?? "";
    writer.size++;
    return ofOperand(
      writer.builder.call(writer.operand(callee, span), operands, span, {
        receiver: writer.operand(receiver, span),
        word,
        spread,
        hint,
      }),
    );
  }

  #spread(instr: CallInstr, args: readonly Known[]): readonly Known[] | null {
    if (!instr.spread) return args;
    const last = args.at(-1);
    return last?.kind === "tuple" ? [...args.slice(0, -1), ...last.parts] : null;
  }

  /** The result of a call that is run in place; undefined if it is not. */
  #inPlace(
    callee: Known,
    receiver: Known,
    args: readonly Known[],
    frame: Frame,
    path: string,
    span: Span,
  ): Known | null | undefined {
    const known = computed(this.writer, this.#border, [callee, receiver, ...args]);
    if (known !== null) return known;
    const target = this.#codeOf(callee);
    if (target === null) return undefined;
    const [code, self] = target;
    const contents = this.writer.virtual(self);
    if (contents?.kind === "closure") {
      const cotangents = this.#calls.pulledBack(code, contents.env, args, path, span);
      if (cotangents !== undefined) return cotangents;
    }
    const { refusal, rules } = code.program.func(code.name);
    // What is run in place would be differentiated by itself.
    if (refusal !== null || Object.keys(rules).length > 0) return undefined;
    if (recurs(this.writer, this.#border.isPrelude(code), code, [self, ...args], frame, span)) {
      return ifSpecialised(() => this.#calls.done({ kind: "call" }, [self, receiver, ...args], path, span));
    }
    return this.callKnown(self, receiver, args, frame, path, span);
  }

  /** The code of a known function, and the function that it is called as. */
  #codeOf(callee: Known): readonly [Code, Known] | null {
    if (callee.kind === "host") {
      if (typeof callee.value !== "function") return null;
      const stamp = stampOf(callee.value);
      if (stamp !== undefined) return [stamp.code, callee];
      const counterpart = this.#border.counterpart(callee.value);
      const other = stampOf(counterpart);
      return other === undefined || counterpart === undefined
        ? null
        : [other.code, { kind: "host", value: counterpart }];
    }
    const contents = this.writer.virtual(callee);
    return contents?.kind === "closure" ? [contents.code, callee] : null;
  }

  callKnown(
    self: Known,
    receiver: Known,
    args: readonly Known[],
    caller: Frame | null,
    path: string,
    span: Span,
  ): Known | null {
    const target = this.#codeOf(self);
    if (target === null) throw new NotSpecialised("a function that is not known", span);
    return this.#run(target[0], caller, path, target[1], receiver, args);
  }

  #run(
    code: Code,
    caller: Frame | null,
    path: string,
    self: Known,
    receiver: Known,
    args: readonly Known[],
  ): Known | null {
    this.#flat.meet(code.program);
    const isOwn = code.program !== this.#flat.program && !this.#border.isPrelude(code);
    if (isOwn) this.#flat.work.meet(code.program.func(code.name));
    return new Frame(this, code, caller, path, functionsIn(this.writer, [self, ...args])).run(self, receiver, args);
  }

  #derivative(
    callee: Known,
    receiver: Known,
    args: readonly Known[],
    frame: Frame,
    path: string,
    { word, span }: CallInstr,
  ): Known | null | undefined {
    const target = this.#codeOf(callee);
    if (target === null || lettersOf(word).length !== 1) return undefined;
    const [code, self] = target;
    const func = code.program.func(code.name);
    if (func.refusal !== null) return undefined;
    const rule = func.rules[word.charAt(0)];
    if (rule !== undefined) return this.#run(code.program.code(rule), frame, path, self, receiver, args);
    const own = this.#flat.flatOf(code);
    // The code of a flat function takes and gives what there is, as it is.
    if (own !== undefined) return this.#raw(own, word, args, frame, path, span);
    const carried = word === "J" ? 0 : 2;
    const { writer } = this;
    const functions: Known[] = [];
    const taken: Taken = { leaves: [], records: [], functions };
    const { leaves, records } = taken;
    const forms = [self, receiver, ...args.slice(carried)].map((known) =>
      takeApart(writer, known, taken, span, this.#border.isPrelude),
    );
    const flat = this.#flat.specialise({ kind: "call" }, forms, leaves, span);
    if (flat.result === null) throw new NotSpecialised("a derivative of a function within itself", span);
    const inputs = this.#calls.inputsOf(
      flat,
      leaves.map(({ known }) => known),
      functions,
      span,
    );
    const given =
      word === "J"
        ? inputs
        : [
            args[0] as Known,
            this.#tangents(flat, word, forms, args as readonly [Known, Known], records, span),
            ...inputs,
          ];
    // Nobody else may need the records any more, with what they hold, but the pullback does; they do not change.
    const before = [...reached(writer, records)].map((id) => [id, writer.contents(id)] as const);
    const out = this.#raw(flat, word, given, frame, path, span);
    if (out === null || out === undefined) return out;
    for (const [id, contents] of before) if (!writer.heap.has(id)) writer.heap.set(id, contents);
    const results = flat.types.length;
    const { result: form } = flat;
    const valueOf = (known: Known, k: number): Known => this.#component(known, k, span);
    const parts = (known: Known): readonly Known[] =>
      results === 1 ? [known] : Array.from({ length: results }, (_, k) => valueOf(known, k));
    const which = (k: number): Which => whichOf(writer, functions[k] as Known);
    const result = putTogether(writer, form, parts(valueOf(out, 0)), `${path}=`, which);
    if (word === "J") {
      const adapter = this.#flat.program.code(this.#flat.pullbackOf(flat, forms, span));
      const back = writer.allocate(`${path}*`, {
        kind: "closure",
        code: adapter,
        env: [valueOf(out, 1), ...records],
        which: "made",
      });
      return ofTuple([result, back]);
    }
    const count = word.length === 1 ? 1 : Number(word.slice(1));
    const carriedOut = Array.from({ length: count }, (_, k) => {
      const given = valueOf(out, k + 1);
      const components =
        results === 1 ? [given] : Array.from({ length: results }, (_, j) => this.#part(given, j, span));
      return carriedBy(form, (j) => components[j] as Known, knownZero, ofTuple);
    });
    return ofTuple([result, ...carriedOut]);
  }

  /** What the derivative of a flat function gives for its inputs; undefined if it is not known. */
  #raw(
    flat: Specialised,
    word: Word,
    given: readonly Known[],
    frame: Frame,
    path: string,
    span: Span,
  ): Known | null | undefined {
    if (this.#flat.isRunning(flat)) throw new NotSpecialised("a derivative of a function within itself", span);
    if (flat.isRecursive && word === "J") return this.#calls.pair(flat, given, path, span);
    const { program } = this.#flat;
    const code = program.code(program.derived(flat.name, word));
    if (flat.isRecursive) return ifSpecialised(() => this.#calls.done({ kind: "run", code }, given, path, span));
    // The derivative of recursion calls itself.
    for (let f: Frame | null = frame; f !== null; f = f.caller) if (f.code === code) return undefined;
    return this.#run(code, frame, `${path}!`, knownUndefined, knownUndefined, given);
  }

  /** Does what a flat function is to do. */
  perform(task: Task, known: readonly Known[], span: Span): Known | null {
    const derived = (of: Specialised, given: readonly Known[]): Known | null =>
      this.#runDerived(this.#flat.program.code(this.#flat.program.derived(of.name, "J")), given);
    const back = (pullback: Known, [context, cotangent]: readonly Known[]): Known | null =>
      this.callKnown(pullback, knownUndefined, [context as Known, cotangent as Known], null, "b", span);
    const component = (of: Known, k: number): Known => this.#component(of, k, span);
    switch (task.kind) {
      case "call": {
        const [callee, receiver, ...args] = known as readonly [Known, Known, ...Known[]];
        return this.callKnown(callee, receiver, args, null, "f", span);
      }
      case "run":
        return this.#runDerived(task.code, known);
      case "gradient": {
        const [args, inputs] = [known.slice(0, 2), known.slice(2)];
        if (task.of.recursion?.isLate === false) return this.#calls.forthAndBack(task.of, inputs, args, span);
        const out = derived(task.of, inputs);
        return out === null ? null : back(component(out, 1), args);
      }
      case "forth": {
        const [numbers, others] = operandsOf(known);
        const tape = { numbers, others, left: null };
        return this.#calls.storing(tape, () => derived(task.of, known.slice(2)), component, span);
      }
      case "back": {
        const [numbers, others, left] = operandsOf(known);
        const stored = task.forth.stored as Stored;
        return back(this.#calls.restored({ numbers, others, left }, stored, span), known.slice(3));
      }
    }
  }

  #runDerived(code: Code, given: readonly Known[]): Known | null {
    return this.#run(code, null, "f", knownUndefined, knownUndefined, given);
  }

  /** What was stored of the function, if it is one that stores. */
  get stored(): Stored | null {
    return this.#calls.stored;
  }

  /** The tangents of the flat function's inputs, out of those of the callee, the receiver and the arguments. */
  #tangents(
    { hosts }: Specialised,
    word: Word,
    forms: readonly Form[],
    [context, tangents]: readonly [Known, Known],
    records: readonly Known[],
    span: Span,
  ): Known {
    const count = 1 + Math.max(-1, ...forms.map(lastInput));
    const flat = (of: Known): Known => {
      const parts = new Array<Known>(count).fill(knownZero);
      const wholes = new Map<Which, Known>();
      forms.forEach((form, k) => {
        carriedApart(form, this.#part(of, k, span), (from, j) => this.#part(from, j, span), parts, wholes);
        eachProperty(form, (record, key, input) => {
          if (word !== "D") throw new NotSpecialised("several tangents of a record", span);
          const shadow = this.#applied("shadow", [context, records[record] as Known], span);
          parts[input] = this.#applied("shadow-get", [shadow, ofConstant(key)], span);
        });
      });
      const further = hosts.map((host) => (host.kind === "given" ? (wholes.get(host.which) ?? knownZero) : knownZero));
      return ofTuple([knownZero, knownZero, ...parts.map(asCotangent), ...further]);
    };
    if (word === "D") return flat(tangents);
    const directions = Number(word.slice(1));
    return ofTuple(Array.from({ length: directions }, (_, k) => flat(this.#component(tangents, k, span))));
  }

  #component(of: Known, k: number, span: Span): Known {
    return this.#applied("tuple-get", [of, ofConstant(k)], span);
  }

  #part(of: Known, k: number, span: Span): Known {
    return this.#applied("part", [of, ofConstant(k)], span);
  }

  #applied(prim: PrimName, args: readonly Known[], span: Span): Known {
    return applyPrim(prim, { writer: this.writer, args, span, id: "", world: this.#border }, "", "any");
  }
}

/** The operands of a tape. */
const operandsOf = (known: readonly Known[]): readonly [Operand, Operand, Operand] =>
  known.map((one) => (one.kind === "operand" ? one.operand : zero)) as never;

/** The number 0 as the zero that it is. */
const asCotangent = (known: Known): Known => (Object.is(constantOf(known)?.value, 0) ? knownZero : known);
