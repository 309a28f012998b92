// Generators become state machines. `@g` runs to its first `yield`, before the first statement, and makes the generator: an object
// whose methods call `@g-resume(mode, value)`, which goes on from the state that was left and stops at the next `yield`. Values that
// a later part needs are in an array that both share; its first element is the number of the state. Since that is ordinary memory
// and ordinary control flow, both transforms know nothing of generators.
//
// **Requires** closed code. `%r = yield %x` stands in generators alone, and gives what the generator is resumed with: the tuple of a
// mode (0: `next`, 1: `throw`, 2: `return`) and a value.
//
// **How** The parts of the code between its yields (states.ts) are the cases of a loop over states, which a jump from part to part
// goes round, and a `yield` or `return` leaves.
//
// **Example** `%r = yield %x; …` → `set %state, 0, 2; return { value: %x, done: false }`, and a case 2 with what comes after it.

import {
  FuncBuilder,
  assertInvariant,
  constant,
  edgesOf,
  mapFunctions,
  mapOperands,
  operandsOf,
  shapeOf,
  terminatorOperands,
  undef,
  unset,
  value,
  withFunctions,
  type Edge,
  type Func,
  type FuncName,
  type OpenBlock,
  type Operand,
  type Pass,
  type PrimInstr,
  type Span,
  type Terminator,
  type ValueId,
} from "../ir/index.ts";
import { cutAtYields, isYield, partsOf } from "./states.ts";

export const splitGenerators: Pass = {
  name: "split-generators",
  phase: "nested",
  run: (module) => {
    const resumes: Func[] = [];
    const split = mapFunctions(module, (func) => {
      if (!func.blocks.some(({ instrs }) => instrs.some(isYield))) return func;
      const machine = new Machine(cutAtYields(func));
      resumes.push(machine.resume());
      return machine.start();
    });
    return resumes.length === 0 ? split : withFunctions(split, resumes);
  },
};

const done = -1;

/** The blocks of each part, by its root. */
type Parts = ReadonlyMap<number, ReadonlySet<number>>;

class Machine {
  readonly #func: Func;
  readonly #parts: Parts;
  /** The slot of each value that another part than its own uses. */
  readonly #slots: ReadonlyMap<ValueId, number>;
  readonly #states: readonly number[];

  constructor(func: Func) {
    this.#func = func;
    this.#parts = partsOf(func);
    this.#states = [...this.#parts.keys()].filter((root) => root > 0).sort((a, b) => a - b);
    this.#slots = this.#shared();
  }

  get #resumeName(): FuncName {
    return `${this.#func.name}-resume`;
  }

  #shared(): ReadonlyMap<ValueId, number> {
    const { blocks } = this.#func;
    const definedIn = new Map<ValueId, number>();
    blocks.forEach(({ params, instrs }, b) => {
      for (const id of params) definedIn.set(id, b);
      // What a generator is resumed with is there when it goes on, in the next block.
      for (const instr of instrs) definedIn.set(instr.result, isYield(instr) ? b + 1 : b);
    });
    const slots = new Map<ValueId, number>();
    const parts = [...this.#parts.values()];
    const note = (operand: Operand, b: number): void => {
      if (operand.kind !== "value" || slots.has(operand.id)) return;
      const from = definedIn.get(operand.id) as number;
      if (parts.some((part) => part.has(b) && !part.has(from))) slots.set(operand.id, slots.size + 1);
    };
    blocks.forEach(({ instrs, terminator }, b) => {
      for (const instr of instrs) for (const operand of ownOperands(instr, this.#self)) note(operand, b);
      for (const operand of terminatorOperands(terminator)) note(operand, b);
      // What a jump passes to the root of a part is stored in its parameters.
      for (const { target } of edgesOf(terminator))
        if (this.#parts.has(target))
          for (const id of blocks[target]?.params ?? []) if (!slots.has(id)) slots.set(id, slots.size + 1);
    });
    return slots;
  }

  get #self(): ValueId {
    return this.#func.blocks[0]?.params[0] as ValueId;
  }

  /** `@g` itself. */
  start(): Func {
    const { span } = this.#func;
    const builder = new FuncBuilder(shapeOf(this.#func));
    const empty = Array.from({ length: this.#slots.size }, () => unset);
    const state = builder.prim("array", [constant(done), ...empty], span, "state", "array");
    const end = (): void => {
      const captures = this.#func.captures.map(({ name, boxed }, k) =>
        builder.prim("capture", [builder.self, constant(k)], span, name, boxed ? "box" : "any"),
      );
      const resume = builder.closure(this.#resumeName, [...captures, state], span, "resume");
      const make = builder.prim("accessor", [constant("generator")], span, "make");
      builder.ret(builder.call(make, [resume], span, { hint: "generator" }), span);
    };
    const params = [builder.self, builder.receiver, ...builder.params];
    new Part(this.#func, builder, state, this.#slots, this.#parts).write(0, params, {
      next: (target) => {
        builder.prim("set", [state, constant(0), constant(target)], span);
        end();
      },
      stop: (target) => {
        builder.prim("set", [state, constant(0), constant(target)], span);
        end();
      },
    });
    return builder.finish();
  }

  /** `@g-resume`. */
  resume(): Func {
    const { span, captures, sourceName } = this.#func;
    const builder = new FuncBuilder({
      name: this.#resumeName,
      sourceName,
      params: [{ hint: "mode" }, { hint: "sent" }],
      captures: [...captures, { name: "state", from: "scope", boxed: false }],
      span,
    });
    const state = builder.prim("capture", [builder.self, constant(captures.length)], span, "state", "array");
    const [header, latch, exit] = [builder.block(), builder.block(), builder.block()];
    const left = ["again", "result", "done"].map((hint) => value(builder.param(latch, hint)));
    builder.jump(header, span);
    builder.switchTo(header);
    const now = builder.prim("get", [state, constant(0)], span, "at", "int");
    const sent = builder.params as readonly [Operand, Operand];
    const leave = (goesOn: boolean, result: Operand, isDone: boolean, place: Span): void => {
      builder.jump(latch, place, [constant(goesOn), result, constant(isDone)]);
    };
    for (const root of this.#states) {
      const [own, others] = [builder.block(), builder.block()];
      builder.branch(builder.prim("eq", [now, constant(root)], span), own, others, span);
      own.sealed = others.sealed = true;
      builder.switchTo(own);
      // If something throws, the generator is done.
      builder.prim("set", [state, constant(0), constant(done)], span);
      new Part(this.#func, builder, state, this.#slots, this.#parts, sent).write(root, null, {
        next: (target, place) => {
          builder.prim("set", [state, constant(0), constant(target)], place);
          leave(true, undef, false, place);
        },
        stop: (target, place, given) => {
          if (target !== done) builder.prim("set", [state, constant(0), constant(target)], place);
          leave(false, given, target === done, place);
        },
      });
      builder.switchTo(others);
    }
    this.#finished(builder, sent, leave);
    latch.sealed = true;
    builder.switchTo(latch);
    const [isAgain, result, isDone] = left as [Operand, Operand, Operand];
    builder.branch(isAgain, header, exit, span);
    header.sealed = exit.sealed = true;
    builder.switchTo(exit);
    builder.ret(builder.prim("object", [constant("value"), result, constant("done"), isDone], span), span);
    return builder.finish();
  }

  /** What a generator does that is done: nothing, but `throw` throws, and `return` returns. */
  #finished(
    builder: FuncBuilder,
    [mode, sent]: readonly [Operand, Operand],
    leave: (goesOn: boolean, result: Operand, isDone: boolean, place: Span) => void,
  ): void {
    const { span } = this.#func;
    const [throwing, other, returning, nothing] = [0, 1, 2, 3].map(() => builder.block()) as [
      OpenBlock,
      OpenBlock,
      OpenBlock,
      OpenBlock,
    ];
    builder.branch(builder.prim("eq", [mode, constant(1)], span), throwing, other, span);
    builder.switchTo(throwing);
    builder.throw(sent, span);
    builder.switchTo(other);
    builder.branch(builder.prim("eq", [mode, constant(2)], span), returning, nothing, span);
    builder.switchTo(returning);
    leave(false, sent, true, span);
    builder.switchTo(nothing);
    leave(false, undef, true, span);
    for (const block of [throwing, other, returning, nothing]) block.sealed = true;
  }
}

interface Exits {
  /** Goes on with another part. */
  readonly next: (root: number, place: Span) => void;
  /** Stops with a value, until it goes on with a part; -1: for good. */
  readonly stop: (root: number, place: Span, given: Operand) => void;
}

/** Writes one part. */
class Part {
  readonly #func: Func;
  readonly #builder: FuncBuilder;
  readonly #state: Operand;
  readonly #slots: ReadonlyMap<ValueId, number>;
  readonly #parts: Parts;
  readonly #sent: readonly [Operand, Operand] | null;
  readonly #values = new Map<ValueId, Operand>();
  readonly #blocks = new Map<number, OpenBlock>();

  constructor(
    func: Func,
    builder: FuncBuilder,
    state: Operand,
    slots: ReadonlyMap<ValueId, number>,
    parts: Parts,
    sent: readonly [Operand, Operand] | null = null,
  ) {
    this.#func = func;
    this.#builder = builder;
    this.#state = state;
    this.#slots = slots;
    this.#parts = parts;
    this.#sent = sent;
  }

  /** Writes the part with this root where the builder stands; `params` are those of the function, for its entry. */
  write(root: number, params: readonly Operand[] | null, exits: Exits): void {
    const builder = this.#builder;
    const { blocks, span } = this.#func;
    const own = [...blocks.keys()].filter((b) => this.#parts.get(root)?.has(b));
    for (const b of own) {
      if (b === root) continue;
      const open = builder.block();
      for (const id of blocks[b]?.params ?? []) {
        const { hint, type } = this.#func.values[id] ?? { hint: "", type: "any" };
        this.#values.set(id, value(builder.param(open, hint, type)));
      }
      this.#blocks.set(b, open);
    }
    params?.forEach((operand, k) => {
      const id = blocks[0]?.params[k] as ValueId;
      this.#values.set(id, operand);
      this.#keep(id, operand, span);
    });
    if (params === null) this.#load(root, own);
    for (const b of own) {
      const open = this.#blocks.get(b);
      if (open !== undefined) {
        builder.switchTo(open);
        for (const id of blocks[b]?.params ?? []) this.#keep(id, this.#values.get(id) as Operand, span);
      }
      this.#block(b, exits);
    }
    for (const open of this.#blocks.values()) open.sealed = true;
  }

  /** Reads what the part needs of others, and what jumps to it passed. */
  #load(root: number, own: readonly number[]): void {
    const { blocks } = this.#func;
    const within = new Set<ValueId>();
    const needed = new Set<ValueId>(blocks[root]?.params);
    for (const b of own) {
      const { params, instrs, terminator } = blocks[b] as Func["blocks"][number];
      if (b !== root) for (const id of params) within.add(id);
      for (const { result } of instrs) within.add(result);
      const used = [...instrs.flatMap((instr) => ownOperands(instr, this.#self)), ...terminatorOperands(terminator)];
      for (const operand of used) if (operand.kind === "value") needed.add(operand.id);
    }
    const { span } = this.#func;
    const before = blocks[root - 1]?.instrs.at(-1);
    if (before !== undefined && isYield(before) && this.#sent !== null) {
      const resumed = this.#builder.prim("tuple", this.#sent, span, "resumed");
      this.#values.set(before.result, resumed);
      this.#keep(before.result, resumed, span);
      within.add(before.result);
    }
    for (const id of needed) {
      const slot = this.#slots.get(id);
      if (within.has(id) || slot === undefined) continue;
      const { hint, type } = this.#func.values[id] ?? { hint: "", type: "any" };
      this.#values.set(id, this.#builder.prim("get", [this.#state, constant(slot)], span, hint, type));
    }
  }

  get #self(): ValueId {
    return this.#func.blocks[0]?.params[0] as ValueId;
  }

  readonly #operand = (operand: Operand): Operand => {
    const found = operand.kind === "value" ? this.#values.get(operand.id) : operand;
    assertInvariant(found !== undefined, "a part of a generator has all values that it uses", this.#func.span);
    return found;
  };

  readonly #captured = (operand: Operand): Operand => (operand.kind === "value" ? this.#builder.self : operand);

  /** Stores a value that another part uses. */
  #keep(id: ValueId, operand: Operand, span: Span): void {
    const slot = this.#slots.get(id);
    if (slot !== undefined) this.#builder.prim("set", [this.#state, constant(slot), operand], span);
  }

  #block(b: number, exits: Exits): void {
    const builder = this.#builder;
    const { instrs, terminator } = this.#func.blocks[b] as Func["blocks"][number];
    for (const instr of instrs) {
      if (isYield(instr)) {
        const [edge] = edgesOf(terminator) as [Edge];
        exits.stop(edge.target, instr.span, this.#operand((instr as PrimInstr).args[0] as Operand));
        return;
      }
      const { hint, type } = this.#func.values[instr.result] ?? { hint: "", type: "any" };
      // Captures are read from the function that runs.
      const isOwn = instr.kind === "prim" && isOwnCapture(instr, this.#self);
      const operand = isOwn ? this.#captured : this.#operand;
      const result = builder.append(mapOperands(instr, operand, builder.fresh(hint, type)));
      this.#values.set(instr.result, result);
      this.#keep(instr.result, result, instr.span);
    }
    this.#terminate(terminator, exits);
  }

  #terminate(terminator: Terminator, exits: Exits): void {
    const builder = this.#builder;
    const { span } = terminator;
    switch (terminator.kind) {
      case "jump":
        this.#follow(terminator.edge, span, exits);
        break;
      case "branch": {
        const edges = [terminator.then, terminator.else] as const;
        const targets = edges.map((edge) => this.#blocks.get(edge.target) ?? builder.block());
        const [then, otherwise] = targets as [OpenBlock, OpenBlock];
        const given = edges.map((edge) => (this.#blocks.has(edge.target) ? edge.args.map(this.#operand) : []));
        builder.branch(this.#operand(terminator.condition), then, otherwise, span, given[0], given[1]);
        edges.forEach((edge, k) => {
          if (this.#blocks.has(edge.target)) return;
          const target = targets[k] as OpenBlock;
          target.sealed = true;
          builder.switchTo(target);
          this.#follow(edge, span, exits);
        });
        break;
      }
      case "return":
        exits.stop(done, span, this.#operand(terminator.value));
        break;
      case "throw":
        builder.throw(this.#operand(terminator.value), span);
        break;
    }
  }

  #follow({ target, args }: Edge, span: Span, exits: Exits): void {
    const open = this.#blocks.get(target);
    const given = args.map(this.#operand);
    if (open !== undefined) {
      this.#builder.jump(open, span, given);
      return;
    }
    this.#func.blocks[target]?.params.forEach((id, k) => {
      this.#keep(id, given[k] as Operand, span);
    });
    exits.next(target, span);
  }
}

/** Whether an instruction reads a capture of the function itself. */
const isOwnCapture = ({ prim, args: [closure] }: PrimInstr, self: ValueId): boolean =>
  prim === "capture" && closure?.kind === "value" && closure.id === self;

/** The operands of an instruction, but for the function itself of which it reads a capture. */
const ownOperands = (instr: Func["blocks"][number]["instrs"][number], self: ValueId): readonly Operand[] =>
  instr.kind === "prim" && isOwnCapture(instr, self) ? instr.args.slice(1) : operandsOf(instr);
