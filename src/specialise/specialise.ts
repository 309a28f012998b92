// Specialisation: a function and the shapes of its arguments → a specialised function of their numbers and references.
//
// **Requires** closed canonical code.
// **Guarantees** the specialised function returns the parts of what the call would return; unknown values are called and read as
// before. It is canonical, so it can be differentiated.
//
// **How** The program is run on abstract values (run.ts). Calls of known functions are inlined. A call by a derivative word first
// specialises the function by itself, then differentiates the specialised function, and inlines the derivative. So pullbacks that
// are called at once leave no closure, and no transform ever sees an operator.
//
// **Example** `grad(x => 5 * x + 3)` on a number → `fn @grad.1 { bb0(%self; %x: num): return 5 }`.

import {
  reachesReturn,
  assertFunctionsVerified,
  withFunctions,
  type Code,
  type Func,
  type FuncName,
  type Instr,
  reportStep,
  textOfPlace,
  runInSteps,
  runPass,
  type Module,
  type Pass,
  type Program,
  type Span,
  type Steps,
} from "../ir/index.ts";
import { resolveShadows } from "../opt/memory/resolve-shadows.ts";
import type { Input } from "./inputs.ts";
import { textOf } from "./shape-text.ts";
import { putTogether, recordsIn, type Shape } from "./shape.ts";
import { Run } from "./interpreter.ts";
import type { Border } from "./site.ts";
import type { EntryTask, SpecialisedFunctions, Recursion, Specialised, Task } from "./specialised.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { addLate, addPullback, effectOf, readsOnly, withoutUnused } from "./finish.ts";
import { Sweeps } from "./sweeps.ts";
import { assumedAtFirst, textOfTask } from "./tasks.ts";
import { titlesOf } from "./titles.ts";
import { Circles } from "./circles.ts";
import { agrees, returned, Stack, type Manner, type Running } from "./recursion.ts";
import { Work } from "./work.ts";
import { holds } from "./assumption.ts";
import { cotangentOf, isScalar } from "./outliving-pullbacks.ts";
import { Abandoned, NotSpecialised, ifSpecialised } from "./not-specialised.ts";
import type { Reason } from "./reason.ts";
import { typeOfFurther } from "./memory-types.ts";
import { requireTracked } from "./stand-in-uses.ts";
import { unrollings } from "./unrolling.ts";
import { untilKnown } from "./begin-again.ts";
import { ClassFields, type Learned } from "./class-fields.ts";
import { FunctionStorage } from "./function-storage.ts";
import { PairStorage } from "./pair-storage.ts";
import { unlessLearned } from "./made-memory.ts";
import { Writer } from "./writer.ts";

/** At most this many runs of a program are made to find out what its arrays contain. */
const mostRuns = 10;

export class Specialiser implements SpecialisedFunctions {
  readonly program: Program;
  work: Work = new Work();
  readonly #border: Border;
  readonly #clean: Pass;
  readonly #known = new Map<string, Specialised | NotSpecialised>();
  /** What recursive functions turned out to be, for when they are written again within others. */
  readonly #before = new Map<string, Specialised>();
  readonly #stack = new Stack();
  readonly #lasting = { fields: new ClassFields(), functions: new FunctionStorage(), pairs: new PairStorage() };
  /** Specialised functions by name. */
  readonly #functions = new Map<FuncName, Specialised>();
  /** Recursive functions, in the order in which `recursion` was called for them. */
  readonly #decided: Specialised[] = [];
  readonly #lates = new Map<Code, Specialised>();
  /** By place, why a call is not specialised though the code around it is. */
  readonly refusals: Map<string, NotSpecialised> = new Map();
  readonly #adopted = new Map<Program, number>();
  readonly #met = new Set<Program>();
  readonly sweeps: Sweeps;
  readonly circles: Circles = new Circles();
  #count = 0;

  constructor(program: Program, border: Border, clean: Pass) {
    this.sweeps = new Sweeps(program, this);
    this.program = program;
    this.#border = border;
    this.#clean = clean;
  }

  /** Makes a specialised function; all of them are made again when it turns out what instances hold. */
  *specialise(task: Task, shapes: readonly Shape[], inputs: readonly Input[], span: Span): Steps<Specialised> {
    const make = (): Steps<Specialised> => this.#found(task, shapes, inputs, span);
    if (this.#stack.names().length > 0) return yield* make();
    return yield* untilKnown(this.#lasting.functions, this.#lasting.pairs, make, () => {
      this.#known.clear();
    });
  }

  *#found(task: Task, shapes: readonly Shape[], inputs: readonly Input[], span: Span): Steps<Specialised> {
    const { mayChange = false, unrolls = "usual" } = this.#entryOf(task) ?? {};
    const { functions, pairs } = this.#lasting;
    const key = `${functions.key}${pairs.key}${mayChange ? "changing " : ""}${unrolls === "usual" ? "" : `${unrolls} `}${textOfTask(task)} ${shapes.map((shape) => textOf(shape, inputs)).join(" ")}`;
    const running = this.#stack.meet(key);
    if (running !== undefined) return running;
    if (this.#stack.names().length === 0) {
      this.work = new Work();
      this.#before.clear();
    }
    let made = this.#known.get(key);
    if (made === undefined || !(made instanceof NotSpecialised || made.assumed.every(holds))) {
      try {
        made = yield* this.#specialised(key, task, shapes, inputs, span);
      } catch (error) {
        // What is abandoned is not remembered: this function may still be specialised, by itself or later.
        if (!(error instanceof NotSpecialised) || error instanceof Abandoned) throw error;
        made = error;
      }
      this.#known.set(key, made);
    } else this.#stack.reuse(key);
    if (made instanceof NotSpecialised) throw made.calledAt(span);
    if (task.kind === "call" && task.isInCircle === true && !made.isCalled) {
      made = { ...made, isCalled: true };
      this.#known.set(key, made);
      this.#functions.set(made.name, made);
    }
    return made;
  }

  /** The entry that a function is written for. */
  #entryOf(task: Task): EntryTask | undefined {
    return task.kind === "entry" ? task : this.#stack.entry();
  }

  /** Writes a function until it does what its own calls assume. */
  *#specialised(
    key: string,
    task: Task,
    shapes: readonly Shape[],
    inputs: readonly Input[],
    span: Span,
  ): Steps<Specialised> {
    const [name, title] = titlesOf(this.program, task, shapes);
    const specialised = assumedAtFirst(`${name}:${++this.#count}`, inputs, task, this.#before.get(key));
    const entry = this.#stack.push({ key, title, task, shapes, span, specialised });
    /** Forgets what was written meanwhile: it calls this function, and assumes of it what has turned out to be wrong. */
    const forgetDependents = (): void => {
      for (const dependent of entry.dependents) this.#known.delete(dependent);
    };
    try {
      for (let k = 0; k < mostRuns; k++) {
        entry.isMet = false;
        forgetDependents();
        const [made, func] = yield* this.#learned(entry);
        const isRecursive = entry.isMet;
        if (!isRecursive && made.result === null && !this.#stack.isDependent(entry)) break;
        if (!isRecursive || agrees(entry.specialised, made)) {
          const finished = { ...made, isCalled: isRecursive || (task.kind === "call" && task.isOutlined) };
          if (func !== null) this.#add(func);
          this.#functions.set(finished.name, finished);
          if (isRecursive) this.#before.set(key, finished);
          return finished;
        }
        if (k > 0 && made.result === null) break;
        // Which inputs are unused is known only when the function is finished.
        entry.specialised = { ...made, unused: new Set() };
      }
      const returns = entry.specialised.result !== null;
      const reason: Reason = returns
        ? "recursion whose result keeps changing its shape"
        : "a function that never returns";
      throw new NotSpecialised(reason, span);
    } catch (error) {
      forgetDependents();
      if (error instanceof NotSpecialised) this.#lasting.functions.noteRefusal(error.reason);
      throw error;
    } finally {
      this.#stack.pop();
    }
  }

  /** Runs the program until the types of its arrays' elements are known. */
  *#learned(entry: Running): Steps<readonly [Specialised, Func | null]> {
    const found = { learned: new Map(), held: new Map(), ...this.#lasting };
    for (let k = 0; k < mostRuns; k++) {
      const written = yield* this.#run(entry, found);
      if (written !== null) return written;
    }
    throw new NotSpecialised("arrays whose elements keep changing their type", entry.span);
  }

  *#run(entry: Running, found: Learned): Steps<readonly [Specialised, Func | null] | null> {
    const { title, task, shapes, span } = entry;
    const { name, inputs, hosts } = entry.specialised;
    const { mayChange = false, unrolls = "usual" } = this.#entryOf(task) ?? {};
    const writer = new Writer(title, name, this.program, (code, at) => this.#adopt(code, at), found, span, mayChange);
    const given = inputs.map((input) => ({ kind: "operand" as const, operand: writer.input(input) }));
    for (const host of hosts) writer.further(host);
    const known = shapes.map((shape, k) => putTogether(writer, shape, given, `in${k}`));
    const run = new Run(this, this.#border, writer, unrollings[unrolls]);
    // Once an array turns out to contain other types than assumed, nothing that follows is valid, errors included.
    const result = yield* unlessLearned(writer.made, run.perform(task, known));
    writer.made.learnUnknownKeys();
    if (writer.made.hasLearned || result === undefined) return null;
    const { assumed } = writer;
    if (result === null) return [{ ...entry.specialised, hosts: writer.hosts, assumed }, null];
    const { shape, operands, types } = returned(
      writer,
      result,
      entry.specialised,
      this.#border.isPrelude,
      mannerOf(writer, entry, result),
    );
    if (recordsIn(shape).length > 0) throw new NotSpecialised("a record of an argument as a result", span);
    const [only] = operands;
    writer.builder.ret(
      operands.length === 1 && only !== undefined ? only : writer.builder.prim("tuple", operands, span),
      span,
    );
    const func = writer.builder.finish();
    const isOwn = (one: FuncName): boolean => this.#functions.has(one) || this.#stack.names().includes(one);
    const distinct = given.flatMap(({ operand }, k) =>
      operand.kind === "value" && writer.distinct.has(operand.id) ? [k] : [],
    );
    const written = withFunctions(noFunctions, [func]);
    reportStep("specialise", noFunctions, written);
    const module = yield* runInSteps(this.#clean, written);
    requireTracked(module.functions[func.name] as Func, task.kind === "entry", this.#lasting.functions, isOwn);
    const resolved = runPass(resolveShadows(distinct), module);
    const [cleaned, unused] = withoutUnused(
      (resolved === module ? module : yield* runInSteps(this.#clean, resolved)).functions[func.name] as Func,
    );
    const stored = new Map(
      given.flatMap(({ operand }, k) => {
        const type = operand.kind === "value" ? writer.made.stored.get(operand.id) : undefined;
        return type === undefined ? [] : [[k, type] as const];
      }),
    );
    const effect = effectOf(cleaned, writer.callsUnknown);
    const mayThrow = !writer.callsUnknown && reachesReturn(cleaned).includes(false);
    const isQuiet = writer.isQuiet && effect !== "any" && effect.length === 0 && !mayThrow;
    return [
      {
        ...entry.specialised,
        hosts: writer.hosts,
        result: shape,
        types,
        assumed,
        distinct,
        stored,
        effect,
        isQuiet,
        isFixed: !writer.mayChange && writer.isFixed && readsOnly(cleaned, inputs),
        unused,
      },
      cleaned,
    ];
  }

  /** Adds a function. It is verified in every mode: code that is not canonical would be differentiated wrongly. */
  #add(func: Func): void {
    this.program.add(func);
    const { functions, sources } = this.program.module;
    // Functions that are not finished may be called already.
    const unfinished = this.#stack.names().filter((name) => functions[name] === undefined);
    const module = {
      functions: { ...functions, ...Object.fromEntries(unfinished.map((name) => [name, func])) },
      sources,
    };
    assertFunctionsVerified([func], unfinished.length === 0 ? this.program.module : module, "specialise");
  }

  refused(span: Span, why: NotSpecialised): void {
    this.refusals.set(textOfPlace(span), why);
  }

  /** Adds the source texts of a program, for errors. */
  meet(program: Program): void {
    if (this.#met.has(program)) return;
    this.#met.add(program);
    this.program.addSources(program.module.sources);
  }

  /** Copies a function of another program, with everything that it mentions, under new names; gives its name. */
  #adopt(code: Code, span: Span): FuncName {
    if (this.sweeps.isTaped(code)) throw new NotSpecialised("a pullback of a recursive call that is kept", span);
    if (code.program === this.program) return code.name;
    let n = this.#adopted.get(code.program);
    if (n === undefined) this.#adopted.set(code.program, (n = this.#adopted.size + 1));
    const nameOf = (name: FuncName): FuncName => `${n}:${name}`;
    const visit = (name: FuncName): void => {
      if (this.program.module.functions[nameOf(name)] !== undefined) return;
      const func = code.program.func(name);
      const rules = Object.fromEntries(Object.entries(func.rules).map(([word, rule]) => [word, nameOf(rule)]));
      const mentioned = new Set<FuncName>([func.base, ...Object.values(func.rules)]);
      const blocks = func.blocks.map((block) => ({
        ...block,
        instrs: block.instrs.map((instr) => {
          if (instr.kind !== "closure") return instr;
          mentioned.add(instr.func);
          return { ...instr, func: nameOf(instr.func) };
        }),
      }));
      this.program.add({ ...func, name: nameOf(name), base: nameOf(func.base), parent: null, rules, blocks });
      mentioned.forEach(visit);
    };
    visit(code.name);
    return nameOf(code.name);
  }

  specialisedOf({ program, name }: Code): Specialised | undefined {
    return program === this.program ? this.#functions.get(name) : undefined;
  }

  lateOf(code: Code): Specialised | undefined {
    return this.#lates.get(code);
  }

  isRunning(specialised: Specialised): boolean {
    return this.#stack.isRunning(specialised);
  }

  *recursion(specialised: Specialised, span: Span): Steps<Recursion | null> {
    if (specialised.recursion !== undefined) return specialised.recursion;
    specialised.recursion = null;
    if (specialised.effect === "any") return null;
    // A late call would have its effects again, and would return another object, with a shadow of its own.
    const mayRepeat = specialised.isFixed && specialised.effect.length === 0 && specialised.types.every(isScalar);
    const late = this.program.code(addLate(this.program, specialised, span));
    this.#lates.set(late, specialised);
    const [made, decided] = [new Set(this.#known.keys()), this.#decided.push(specialised)];
    specialised.recursion = { late, mayRepeat, isLate: mayRepeat && specialised.isQuiet };
    /** Forgets what was written meanwhile: it assumed that the function is late. */
    const forgetMeanwhile = (): void => {
      for (const key of this.#known.keys()) if (!made.has(key)) this.#known.delete(key);
      for (const other of this.#decided.splice(decided)) other.recursion = undefined;
    };
    try {
      if (specialised.recursion.isLate) {
        const gradient = yield* this.#gradient(specialised, span);
        if (gradient?.some(isMadeAgain) === false) return specialised.recursion;
      }
      forgetMeanwhile();
      specialised.recursion.isLate = false;
      if ((yield* this.#gradient(specialised, span)) === null) specialised.recursion = null;
      return specialised.recursion;
    } catch (error) {
      // Nothing has been decided.
      forgetMeanwhile();
      specialised.recursion = undefined;
      throw error;
    }
  }

  /** The code of the gradient of a call; null if that cannot be specialised. */
  *#gradient(specialised: Specialised, span: Span): Steps<readonly Instr[] | null> {
    const inputs: Input[] = [{ type: "context", hint: "ctx", outer: false }];
    const input = (of: Input): Shape => ({ kind: "input", index: inputs.push(of) - 1 });
    const cotangent = cotangentOf(specialised, input);
    const hosts = specialised.hosts.map((host) => ({ type: typeOfFurther(host), hint: "host", outer: true }));
    const shapes: readonly Shape[] = [
      { kind: "input", index: 0 },
      cotangent,
      ...[...specialised.inputs, ...hosts].map(input),
    ];
    const gradient = yield* ifSpecialised(
      this.specialise({ kind: "gradient", of: specialised }, shapes, inputs, span),
      (why) => {
        this.refused(span, why);
      },
    );
    if (gradient === undefined) return null;
    const { blocks } = this.program.func(gradient.name);
    return blocks.flatMap(({ instrs }) => instrs);
  }

  pullbackOf(specialised: Specialised, shapes: readonly Shape[], span: Span): FuncName {
    return (specialised.pullback ??= addPullback(this.program, specialised, shapes, span));
  }
}

const noFunctions: Module = { functions: {}, sources: {} };

/** Whether an instruction is a call whose result is needed before its pullback is called, where it is made again. */
const isMadeAgain = (instr: Instr): boolean => instr.kind === "call" && instr.effect === "pure";

/** How a function returns its result. A recursive one may nest what it returns. */
function mannerOf(writer: Writer, { task, isMet }: Running, result: AbstractValue): Manner {
  if (task.kind === "call") return isMet ? "stored" : "parts";
  if (task.kind !== "entry" || !task.isOpen) return "references";
  // A value with a function.
  const contents = writer.virtual(result);
  const isPair = contents?.kind === "array" && contents.items.length === 2;
  return isPair && writer.virtual(contents.items[1] as AbstractValue)?.kind === "closure" ? "open" : "references";
}
