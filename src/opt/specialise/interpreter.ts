// What instructions mean while a function is specialised: primitives on what is known, calls in place, derivatives by way of
// the flat function of the callee.

import {
  isArray,
  isTyped,
  lettersOf,
  stampOf,
  type AnyFunction,
  type CallInstr,
  type Code,
  type FuncName,
  type PrimInstr,
  type PrimName,
  type Program,
  type Span,
  type Word,
} from "../../ir/index.ts";
import {
  carriedApart,
  carriedBy,
  eachProperty,
  numberOf,
  putTogether,
  takeApart,
  type Form,
  type Input,
  type Leaf,
  type Taken,
} from "./form.ts";
import { constantOf, indexOf, knownUndefined, knownZero, ofConstant, ofOperand, ofTuple, type Known } from "./known.ts";
import type { Changes } from "./loop.ts";
import { applyPrim } from "./primitives.ts";
import { ofHost, type World } from "./site.ts";
import { requireDistinct } from "./distinct.ts";
import { NotSpecialised, capturedNow, typeOfKnown, type Assumption, type Writer } from "./writer.ts";
import { Frame, type CallSite, type Interpreter } from "./run.ts";

export interface Border extends World {
  /** The compiled function that a native stands for; undefined if there is none. */
  readonly counterpart: (native: object) => AnyFunction | undefined;
  /** Whether recursion of a function only walks what is known. */
  readonly isPrelude: (code: Code) => boolean;
}

/** A flat function. */
export interface Specialised {
  readonly name: FuncName;
  /** JavaScript values that it takes after its inputs. */
  readonly hosts: readonly object[];
  /** How its result is put together from the parts it returns: several are a tuple. */
  readonly result: Form;
  readonly results: number;
  /** What must hold for it to be right. */
  readonly assumed: readonly Assumption[];
  /** The inputs that may share no memory with others. */
  readonly distinct: readonly number[];
  /** Adapts pullbacks of the flat function to what they are called with, once made. */
  pullback: FuncName | null;
}

/** Where flat functions come from. */
export interface FlatFunctions {
  readonly program: Program;
  /** The flat function for a callee, a receiver and arguments of these forms; throws `NotSpecialised`. */
  readonly specialise: (forms: readonly Form[], inputs: readonly Input[], span: Span) => Specialised;
  /** A function that captures the flat function's pullback and is called like that of the function as it was. */
  readonly pullbackOf: (specialised: Specialised, forms: readonly Form[], span: Span) => FuncName;
  /** Takes over the source texts of a program, for errors. */
  readonly meet: (program: Program) => void;
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

  constructor(flat: FlatFunctions, border: Border, writer: Writer) {
    this.#flat = flat;
    this.#border = border;
    this.writer = writer;
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
      this.writer.assumed.push({ env: stamp.env, slot: k, value });
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
    const computed = this.#computed(callee, receiver, args);
    if (computed !== null) return computed;
    const target = this.#codeOf(callee);
    if (target === null) return undefined;
    const [code, self] = target;
    const { refusal, rules } = code.program.func(code.name);
    // What is run in place would be differentiated by itself.
    if (refusal !== null || Object.keys(rules).length > 0) return undefined;
    if (this.#recurs(code, self, args, frame)) return undefined;
    return this.callKnown(self, receiver, args, frame, path, span);
  }

  /**
   * Whether a call is recursion that may have no end. The prelude recurses over structures, which are finite where they
   * are known; and a function that is called within itself on other functions, as in `grad(grad(f))`, is no recursion.
   */
  #recurs(code: Code, self: Known, args: readonly Known[], frame: Frame): boolean {
    const same: Frame[] = [];
    for (let f: Frame | null = frame; f !== null; f = f.caller) if (f.code === code) same.push(f);
    if (same.length === 0) return false;
    if (this.#border.isPrelude(code) && args.some((arg) => this.writer.virtual(arg)?.kind === "record")) return false;
    const functions = functionsIn(this.writer, [self, ...args]);
    return same.some((f) => f.functions === functions);
  }

  /** What a pure native gives for constants, and for arrays of them. */
  #computed(callee: Known, receiver: Known, args: readonly Known[]): Known | null {
    if (callee.kind !== "host" || !this.#border.isPure(callee.value)) return null;
    const [x] = args;
    const type = x === undefined ? "any" : typeOfKnown(this.writer, x);
    if (isArray(type) || isTyped(type) || (type === "object" && this.writer.virtual(x) !== null)) {
      if (callee.value === Array.isArray) return ofConstant(isArray(type));
      if (callee.value === ArrayBuffer.isView) return ofConstant(isTyped(type));
    }
    const plain = [receiver, ...args].map((known) => this.#plain(known));
    if (plain.some((value) => value === null)) return null;
    const [self, ...given] = plain.map((value) => value?.value);
    const result: unknown = Reflect.apply(callee.value as () => unknown, self, given);
    return typeof result === "object" ? null : ofHost(result);
  }

  #plain(known: Known): { readonly value: unknown } | null {
    const contents = this.writer.virtual(known);
    if (contents?.kind !== "array") return constantOf(known);
    const items = contents.items.map((item) => (item === null ? null : this.#plain(item)));
    return items.every((item) => item !== null) ? { value: items.map((item) => item.value) } : null;
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
    const carried = word === "J" ? 0 : 2;
    const { writer } = this;
    const taken: Taken = { leaves: [], records: [] };
    const { leaves, records } = taken;
    const forms = [self, receiver, ...args.slice(carried)].map((known) =>
      takeApart(writer, known, taken, span, this.#border.isPrelude),
    );
    const flat = this.#flat.specialise(forms, leaves, span);
    writer.assumed.push(...flat.assumed);
    for (const k of flat.distinct) {
      const others = [...leaves.filter((_, j) => j !== k).map((leaf) => leaf.known), ...flat.hosts.map(ofHost)];
      requireDistinct(writer, (leaves[k] as Leaf).known, others, span);
    }
    const derived = this.#flat.program.code(this.#flat.program.derived(flat.name, word));
    // The derivative of recursion calls itself.
    for (let f: Frame | null = frame; f !== null; f = f.caller) if (f.code === derived) return undefined;
    const inputs = [...leaves.map((leaf) => leaf.known), ...flat.hosts.map(ofHost)];
    const given =
      word === "J"
        ? inputs
        : [args[0] as Known, this.#tangents(word, forms, args as readonly [Known, Known], records, span), ...inputs];
    // Nobody else may need the records any more, but the pullback does; they do not change.
    const before = records.map((record) => [record, writer.virtual(record)] as const);
    const out = this.#run(derived, frame, `${path}!`, knownUndefined, knownUndefined, given);
    if (out === null) return null;
    for (const [record, contents] of before) {
      if (record.kind === "object" && contents !== null && !writer.heap.has(record.id))
        writer.heap.set(record.id, contents);
    }
    const valueOf = (known: Known, k: number): Known => this.#component(known, k, span);
    const parts = (known: Known): readonly Known[] =>
      flat.results === 1 ? [known] : Array.from({ length: flat.results }, (_, k) => valueOf(known, k));
    const result = putTogether(writer, flat.result, parts(valueOf(out, 0)), `${path}=`);
    if (word === "J") {
      const adapter = this.#flat.program.code(this.#flat.pullbackOf(flat, forms, span));
      const back = writer.allocate(`${path}*`, { kind: "closure", code: adapter, env: [valueOf(out, 1), ...records] });
      return ofTuple([result, back]);
    }
    const count = word.length === 1 ? 1 : Number(word.slice(1));
    const carriedOut = Array.from({ length: count }, (_, k) => {
      const given = valueOf(out, k + 1);
      const components =
        flat.results === 1 ? [given] : Array.from({ length: flat.results }, (_, j) => this.#part(given, j, span));
      return carriedBy(flat.result, (j) => components[j] as Known, knownZero, ofTuple);
    });
    return ofTuple([result, ...carriedOut]);
  }

  /** The tangents of the flat function's inputs, out of those of the callee, the receiver and the arguments. */
  #tangents(
    word: Word,
    forms: readonly Form[],
    [context, tangents]: readonly [Known, Known],
    records: readonly Known[],
    span: Span,
  ): Known {
    const count = 1 + Math.max(-1, ...forms.map(lastInput));
    const flat = (of: Known): Known => {
      const parts = new Array<Known>(count).fill(knownZero);
      forms.forEach((form, k) => {
        carriedApart(form, this.#part(of, k, span), (from, j) => this.#part(from, j, span), parts);
        eachProperty(form, (record, key, input) => {
          if (word !== "D") throw new NotSpecialised("several tangents of a record", span);
          const shadow = this.#applied("shadow", [context, records[record] as Known], span);
          parts[input] = this.#applied("shadow-get", [shadow, ofConstant(key)], span);
        });
      });
      return ofTuple([knownZero, knownZero, ...parts.map(asCotangent)]);
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

/** The number 0 as the zero that it is. */
const asCotangent = (known: Known): Known => (Object.is(constantOf(known)?.value, 0) ? knownZero : known);

/** Which functions values are, and hold, as far as that is known and not too deep. */
function functionsIn(writer: Writer, values: readonly Known[], depth = 6): string {
  return values
    .map((known): string => {
      if (known.kind === "host") return `#${numberOf(known.value)}`;
      const contents = writer.virtual(known);
      if (contents?.kind !== "closure" || depth === 0) return "_";
      return `@${numberOf(contents.code)}[${functionsIn(writer, contents.env, depth - 1)}]`;
    })
    .join(",");
}

function lastInput(form: Form): number {
  if (form.kind === "input") return form.index;
  if (form.kind === "tuple") return Math.max(-1, ...form.parts.map(lastInput));
  if (form.kind === "record") return Math.max(-1, ...form.items.map(lastInput));
  return form.kind === "closure" ? Math.max(-1, ...form.env.map(lastInput)) : -1;
}
