// Runs a function on abstract values and writes the code that remains.
//
// Blocks are visited in reverse postorder; a branch on a known condition is followed one way only. Paths wait at their target
// until all paths that lead there have arrived. A loop is unrolled, within a budget, if it is known in each iteration whether it
// ends; other loops are written as loops (loop.ts).

import {
  calledFrom,
  firstParam,
  isDue,
  naturalLoops,
  placeOfUser,
  type Block,
  type CallInstr,
  type Code,
  type Func,
  type Instr,
  type Loop,
  type OpenBlock,
  type Operand,
  type PrimInstr,
  type Program,
  type Span,
  type Steps,
  type Terminator,
  type ValueId,
} from "../ir/index.ts";
import { neededValues, type Needed } from "../analysis/index.ts";
import { runLoop, type Found, type Running } from "./frame-loops.ts";
import type { Heap } from "./heap.ts";
import type { AtLatch } from "./loop.ts";
import { byStates } from "./states.ts";
import { Waiting } from "./waiting.ts";
import { collect } from "./reached.ts";
import { joinPaths } from "./join.ts";
import type { Path } from "./path.ts";
import { withoutAbsent } from "./absent-results.ts";
import type { Unrolling } from "./unrolling.ts";
import { isSpread, spread } from "./spreads.ts";
import { abstractUndefined, ofOperand, ofTuple, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { conditionOf, noteCondition } from "./absent-elements.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { truthOf } from "./questions.ts";
import type { CallSite } from "./site.ts";
import type { Writer } from "./writer.ts";

/** How the run of a function has instructions interpreted. A null result: control does not continue. */
export interface Interpreter {
  readonly writer: Writer;
  readonly unrolling: Unrolling;
  readonly prim: (frame: Frame, instr: PrimInstr, args: readonly AbstractValue[]) => AbstractValue | null;
  /** `others` takes the results in other states of generators. */
  readonly call: (
    frame: Frame,
    instr: CallInstr,
    site: CallSite,
    path: ObjectId,
    others?: Result[],
  ) => Steps<AbstractValue | null>;
  /** Counts this many instructions as run. */
  readonly spend: (count: number, span: Span) => void;
  readonly found: Found;
}

/** What a call gives on a path. */
export interface Result {
  readonly block: OpenBlock;
  readonly heap: Heap;
  readonly known: AbstractValue;
}

const deepest = 60;

export class Frame {
  readonly func: Func;
  readonly code: Code;
  readonly program: Program;
  readonly caller: Frame | null;
  readonly writer: Writer;
  readonly depth: number;
  /** The place of the user's program that called this function, or what called it; null if none is known. */
  readonly #calledAt: Span | null;
  /** A text for the functions that the callee and the arguments are. */
  readonly functions: string;
  /** The arguments. */
  given: readonly AbstractValue[] = [];
  /** The place of this run: the calls that led to it, and the iterations of unrolled loops. */
  path: string;
  readonly #interpreter: Interpreter;
  /** Whether the caller takes the result for a value that is there. */
  isUsed = false;
  result: ValueId | undefined;
  readonly #loops: readonly Loop[];
  readonly #needed: Needed;
  #values = new Map<ValueId, AbstractValue>();
  #waiting = new Waiting();
  /**
   * For each latch of a loop that is being written: its header, and what to do before the latch branches. One that is run in several
   * states does not branch itself (latches.ts).
   */
  readonly #latches = new Map<number, readonly [header: number, atLatch: AtLatch]>();
  /** Objects that are needed after the present call. */
  #kept: ReadonlySet<ObjectId> = new Set();
  readonly #results: Result[] = [];

  constructor(interpreter: Interpreter, code: Code, caller: Frame | null, path: string, functions: string) {
    this.functions = functions;
    this.#interpreter = interpreter;
    this.writer = interpreter.writer;
    this.code = code;
    this.program = code.program;
    this.func = code.program.func(code.name);
    this.caller = caller;
    this.depth = caller === null ? 0 : caller.depth + 1;
    this.#calledAt = caller && (placeOfUser(this.writer.span) ?? caller.#calledAt);
    this.path = path;
    this.#loops = naturalLoops(this.func).list;
    this.#needed = neededValues(this.func);
    if (this.depth > deepest) throw new NotSpecialised("calls nested too deeply", this.#place(this.func.span));
  }

  /** The result of a call of the function; null if it never returns. `others` takes the results in other states of generators. */
  *run(
    self: AbstractValue,
    receiver: AbstractValue,
    args: readonly AbstractValue[],
    others: Result[] | null,
    rest: AbstractValue = ofTuple(args.slice(this.#fixed)),
  ): Steps<AbstractValue | null> {
    const { writer } = this;
    const { span } = writer;
    this.given = args;
    const params = this.func.blocks[0]?.params ?? [];
    const own = params.slice(firstParam);
    const fixed = own.slice(0, this.#fixed);
    this.#values = new Map<ValueId, AbstractValue>([
      [params[0] as ValueId, self],
      [params[1] as ValueId, receiver],
      ...fixed.map((id, k): [ValueId, AbstractValue] => [id, args[k] ?? abstractUndefined]),
    ]);
    if (this.func.rest) this.#values.set(own.at(-1) as ValueId, rest);
    yield* this.#block(0);
    const outermost = this.#loops.filter((loop) => loop.parent === -1);
    yield* this.#blocks(this.func.blocks.keys(), null, outermost);
    writer.span = span;
    const [result, ...more] = this.#results;
    if (result === undefined) return null;
    if (more.length > 0 && others === null) return this.#one();
    others?.push(...more);
    writer.builder.switchTo(result.block);
    writer.heap = result.heap.fork();
    return result.known;
  }

  /** One result where states must not stay apart. */
  #one(): AbstractValue {
    const id = 0 as ValueId;
    const paths = this.#results.map((result) => ({ ...result, values: new Map([[id, result.known]]) }));
    return joinPaths(this.writer, `${this.path}/`, paths, [id], this.roots()).get(id) as AbstractValue;
  }

  /** The number of parameters that take one argument each. */
  get #fixed(): number {
    return (this.func.blocks[0]?.params.length ?? 0) - firstParam - (this.func.rest ? 1 : 0);
  }

  /** The value of an operand; null if it has none yet. */
  known(operand: Operand): AbstractValue | null {
    return operand.kind === "value" ? (this.#values.get(operand.id) ?? null) : ofOperand(operand);
  }

  operand(operand: Operand): AbstractValue {
    return this.known(operand) as AbstractValue;
  }

  /** The objects that the runs of callers need, and, during a call that this run makes, those that it needs itself. */
  roots(isDuringCall = false): Set<ObjectId> {
    const roots = new Set<ObjectId>(isDuringCall ? this.#kept : []);
    for (let frame = this.caller; frame !== null; frame = frame.caller) for (const id of frame.#kept) roots.add(id);
    return roots;
  }

  /** Visits blocks in order, inner loops as wholes. The entry and this loop's own header have been visited already. */
  *#blocks(order: Iterable<number>, header: number | null, inner: readonly Loop[]): Steps<void> {
    const inside = new Set(inner.flatMap((loop) => loop.blocks as readonly number[]));
    for (const b of order) {
      if (b === header || b === 0) continue;
      const loop = inner.find((one) => one.header === b);
      if (loop !== undefined) yield* runLoop(this.#asRunning(), loop);
      else if (!inside.has(b)) {
        const arrived = this.#waiting.take(b);
        const groups = arrived.length < 2 ? [arrived] : [...byStates(arrived, this.roots()).values()];
        if (groups.length > 1) this.#latches.delete(b);
        for (const paths of groups) {
          if (paths.length === 0) continue;
          this.#values = this.#joined(b, paths);
          yield* this.#block(b);
        }
      }
    }
  }

  #joined(b: number, paths: readonly Path[]): Map<ValueId, AbstractValue> {
    const live = this.#needed.atStart[b] ?? [];
    this.writer.span = this.#spanOf(b);
    const given = this.isUsed ? withoutAbsent(this.writer, this.func.blocks[b] as Block, paths) : paths;
    return joinPaths(this.writer, `${this.path}/${b}`, given, live, this.roots());
  }

  #spanOf(b: number): Span {
    const { instrs, terminator } = this.func.blocks[b] as Block;
    return this.#place((instrs[0] ?? terminator).span);
  }

  #place(span: Span): Span {
    return calledFrom(span, this.#calledAt);
  }

  /** The run, for its loops. */
  #asRunning(): Running {
    // oxlint-disable-next-line typescript/no-this-alias -- the properties below are asked of this run later
    const frame = this;
    const { writer, func } = this;
    const { unrolling, found } = this.#interpreter;
    return {
      writer,
      func,
      unrolling,
      found,
      latches: this.#latches,
      get path() {
        return frame.path;
      },
      set path(path) {
        frame.path = path;
      },
      get waiting() {
        return frame.#waiting;
      },
      set waiting(waiting) {
        frame.#waiting = waiting;
      },
      roots: () => this.roots(),
      joined: (b, paths) => this.#joined(b, paths),
      liveAt: (b) => this.#needed.atStart[b] ?? [],
      spanOf: (b) => this.#spanOf(b),
      body: (loop, values) => this.#body(loop, values),
    };
  }

  *#body(loop: Loop, values: Map<ValueId, AbstractValue>): Steps<void> {
    this.#values = values;
    yield* this.#block(loop.header);
    const inner = this.#loops.filter((other) => this.#loops[other.parent] === loop);
    yield* this.#blocks(loop.blocks, loop.header, inner);
  }

  *#block(b: number): Steps<void> {
    const block = this.func.blocks[b] as Block;
    if (isDue()) yield;
    this.#interpreter.spend(block.instrs.length, this.#place(block.terminator.span));
    yield* this.#instrs(b, 0);
  }

  /** Runs the instructions of a block from one on: what a call gives in several states, in each of them. */
  *#instrs(b: number, from: number): Steps<void> {
    const { instrs, terminator } = this.func.blocks[b] as Block;
    const { writer } = this;
    for (let k = from; k < instrs.length; k++) {
      const instr = instrs[k] as Instr;
      writer.span = this.#place(instr.span);
      const others: Result[] = [];
      const result =
        instr.kind === "call"
          ? yield* this.#call(instr, this.#siteOf(instr), b, k, others)
          : isSpread(this.func, instr)
            ? yield* spread(this, instr, {
                prim: () => this.#instr(instr),
                call: (call, site) => this.#call(call, site, b, k),
              })
            : this.#instr(instr);
      if (result === null) return;
      const before = others.length === 0 ? null : new Map(this.#values);
      this.#values.set(instr.result, result);
      if (before === null) continue;
      this.#latches.delete(b);
      yield* this.#instrs(b, k + 1);
      for (const { block, heap, known } of others) {
        writer.builder.switchTo(block);
        writer.heap = heap.fork();
        this.#values = new Map(before).set(instr.result, known);
        yield* this.#instrs(b, k + 1);
      }
      return;
    }
    this.#prepare(b, terminator);
    this.#leave(terminator);
  }

  #instr(instr: Exclude<Instr, CallInstr>): AbstractValue | null {
    if (instr.kind === "prim") {
      const args = instr.args.map((arg) => this.operand(arg));
      return this.#interpreter.prim(this, instr, args);
    }
    const items = instr.captures.map((capture) => this.operand(capture));
    const code = this.program.code(instr.func);
    return this.writer.allocate(this.idOf(instr), { kind: "closure", code, items, which: "made" });
  }

  #siteOf(instr: CallInstr): CallSite {
    const [callee, receiver, ...args] = [instr.callee, instr.receiver, ...instr.args].map((of) => this.operand(of));
    return { callee: callee as AbstractValue, receiver: receiver as AbstractValue, args };
  }

  *#call(instr: CallInstr, site: CallSite, b: number, k: number, others?: Result[]): Steps<AbstractValue | null> {
    const kept = new Set<ObjectId>();
    for (const id of this.#needed.after(b, k)) {
      const known = this.#values.get(id);
      if (known !== undefined) collect(known, kept);
    }
    this.#kept = kept;
    return yield* this.#interpreter.call(this, instr, site, this.idOf(instr), others);
  }

  idOf(instr: Instr): ObjectId {
    return `${this.path}:${instr.result}`;
  }

  /** Before a latch branches, materialises the arguments for the header's parameters. */
  #prepare(b: number, terminator: Terminator): void {
    const latch = this.#latches.get(b);
    if (latch === undefined || terminator.kind !== "branch") return;
    if (truthOf(this.writer, conditionOf(this.writer, this.operand(terminator.condition))) !== null) return;
    const [header, atLatch] = latch;
    const edge = terminator.then.target === header ? terminator.then : terminator.else;
    atLatch(this.#valuesAt(edge.target, edge.args));
  }

  #leave(terminator: Terminator): void {
    const { writer } = this;
    const { builder } = writer;
    writer.span = this.#place(terminator.span);
    switch (terminator.kind) {
      case "jump":
        this.#wait(terminator.edge.target, terminator.edge.args);
        break;
      case "branch": {
        const condition = conditionOf(writer, this.operand(terminator.condition));
        const way = truthOf(writer, condition);
        if (way !== null) {
          const { target, args } = way ? terminator.then : terminator.else;
          this.#wait(target, args);
          break;
        }
        const operand = writer.operand(condition);
        const [then, otherwise, heap] = [writer.block(), writer.block(), writer.heap];
        builder.branch(operand, then, otherwise, writer.span);
        writer.size++;
        for (const [block, edge, holds] of [
          [then, terminator.then, true],
          [otherwise, terminator.else, false],
        ] as const) {
          block.sealed = true;
          builder.switchTo(block);
          writer.heap = heap.fork();
          noteCondition(writer, operand, holds);
          this.#wait(edge.target, edge.args);
        }
        break;
      }
      case "return": {
        const known = this.operand(terminator.value);
        this.#results.push({ block: builder.current, heap: writer.heap, known });
        break;
      }
      case "throw":
        builder.throw(writer.operand(this.operand(terminator.value)), writer.span);
        break;
    }
  }

  /** The values that a block needs, on an edge from the present block. */
  #valuesAt(target: number, args: readonly Operand[]): Map<ValueId, AbstractValue> {
    const values = new Map<ValueId, AbstractValue>();
    const params = this.func.blocks[target]?.params ?? [];
    for (const id of this.#needed.atStart[target] ?? []) {
      const known = this.#values.get(id);
      if (known !== undefined) values.set(id, known);
    }
    params.forEach((param, k) => values.set(param, this.operand(args[k] as Operand)));
    return values;
  }

  #wait(target: number, args: readonly Operand[]): void {
    const path = { block: this.writer.builder.current, values: this.#valuesAt(target, args), heap: this.writer.heap };
    this.#waiting.add(target, path);
  }
}
