// Tapes: rewrites the augmented primal and its adjoint so that one stores the alphas and the other reads them back, as decided by
// alpha-storage.ts.
//
// **Requires** an augmented primal and its adjoint, which reads alphas.
// **Guarantees** `@f.J` returns the tuple (y, pullback); `@f.J*` reads its environment and tapes; no alpha is left.
//
// **How** Conceptually, the alphas of a loop body form one record per iteration. In the forward sweep the latch pushes the
// record; in the reverse sweep the reversed header counts down and pops it. An inner loop's tape and count are fields of the
// outer record. A loop that stores nothing only has a count. If a value does not exist on some path, the record contains `unset`:
// alphas are SSA variables, unset at the start of each iteration of their level.
//
// **Example** `mul %dr, @%x` in a loop → `%popped = tape-pop %tape; %record = tuple-get %popped, 1;
// %x = tuple-get %record, 0; mul %dr, %x`.

import type {
  Block,
  BlockId,
  Capture,
  Func,
  FuncBuilder,
  Operand,
  OpenBlock,
  Rebuild,
  Steps,
  Type,
  ValueId,
} from "../ir/index.ts";
import {
  SsaVariables,
  constant,
  dominates,
  eachOperand,
  immediateDominators,
  isDue,
  naturalLoops,
  rebuild,
  successorsOf,
  unset,
  zero,
} from "../ir/index.ts";
import { definitionsOf } from "../analysis/index.ts";
import type { Adjoint } from "./adjoint.ts";
import { AlphaStorage, type Field, type AlphaSource } from "./alpha-storage.ts";
import { isListed, reverseListsOf, listsOf, pushAll, takeAll, type Lists, type ReverseLists } from "./lists.ts";
import { Placement, type Stored } from "./placement.ts";

/** `isShared`: the alphas go to lists that the functions are given, which all calls share (lists.ts), not to tapes of their own. */
export function* storeAlphas(
  primal: Func,
  { pullback, reversed }: Adjoint,
  isShared: boolean,
): Steps<readonly [Func, Func]> {
  const storage = new AlphaStorage(primal);
  const reverse = new ReverseLoops(pullback, reversed, storage);
  const placement = isShared ? new Placement(primal, pullback, reversed, reverse.levels) : null;
  // First pass: find the fields. Asking for an alpha creates its field.
  pullback.blocks.forEach((block, b) => {
    eachOperand(block, (operand) => {
      if (operand.kind !== "alpha") return;
      const source = storage.sourceOf(operand.id, reverse.levelOf(b));
      placement?.use(source, b);
    });
  });
  const live = new Set(reverse.levels);
  for (let loop = storage.loops.list.length - 1; loop >= 0; loop--) {
    if (!live.has(loop)) continue;
    const count = storage.count(loop);
    for (const block of reverse.entering(loop)) placement?.use(count, block);
    if (storage.fields(loop).length > 0 && !isShared) storage.tape(loop);
  }
  const shared = placement?.byBlock() ?? null;
  if (isDue()) yield;
  const forward = storeForward(primal, pullback.name, storage, live, shared);
  if (isDue()) yield;
  return [forward, readInReverse(primal, pullback, reversed, reverse, storage, shared)];
}

/** The loops of the primal, as the pullback runs them. */
class ReverseLoops {
  /** For each block of the pullback, its level: the primal loop in whose reverse it lies. */
  readonly levels: readonly number[];
  /** By header in the pullback: the primal loop. */
  readonly at: ReadonlyMap<number, number>;
  readonly #pullback: Func;
  readonly #storage: AlphaStorage;

  constructor(pullback: Func, reversed: Adjoint["reversed"], storage: AlphaStorage) {
    this.#pullback = pullback;
    this.#storage = storage;
    this.at = new Map(storage.loops.list.map(({ latch }, loop) => [reversed[latch] as number, loop] as const));
    const loops = naturalLoops(pullback);
    this.levels = loops.of.map((loop) => this.at.get(loops.list[loop]?.header ?? -1) ?? -1);
  }

  levelOf(block: number): number {
    return this.levels[block] ?? -1;
  }

  /** The loops that a block of the pullback enters from outside: they start with the last iteration. */
  entered(block: number): readonly number[] {
    const { terminator } = this.#pullback.blocks[block] as Block;
    return successorsOf(terminator).flatMap((successor) => {
      const loop = this.at.get(successor);
      return loop === undefined || this.#isInside(this.levelOf(block), loop) ? [] : [loop];
    });
  }

  /** The blocks of the pullback that enter a loop from outside. */
  entering(loop: number): readonly number[] {
    return [...this.#pullback.blocks.keys()].filter((block) => this.entered(block).includes(loop));
  }

  #isInside(level: number, loop: number): boolean {
    for (let l = level; l >= 0; l = this.#storage.parent(l)) if (l === loop) return true;
    return false;
  }
}

const keyOf = (level: number, field: Field): string =>
  field.kind === "value" ? `${level} value ${field.id}` : `${field.kind} ${field.loop}`;

function storeForward(
  primal: Func,
  pullback: string,
  storage: AlphaStorage,
  live: ReadonlySet<number>,
  shared: ReadonlyMap<number, readonly Stored[]> | null,
): Func {
  const { list } = storage.loops;
  const idom = immediateDominators(primal);
  const { blockOf } = definitionsOf(primal);
  let lists: Lists | undefined;
  const stores = new Map<ValueId, string[]>();
  for (const level of [-1, ...list.keys()]) {
    for (const field of storage.fields(level)) {
      if (field.kind === "value") stores.set(field.id, [...(stores.get(field.id) ?? []), keyOf(level, field)]);
    }
  }
  let variables: SsaVariables<string> | undefined;
  const vars = (): SsaVariables<string> => variables as SsaVariables<string>;
  const store = (id: ValueId, operand: Operand): void => {
    for (const key of stores.get(id) ?? []) vars().write(key, operand);
  };
  /** A field at the end of a block. A value that is defined whenever the block is reached needs no variable. */
  const readAt = (b: number, level: number, field: Field, { operand }: Rebuild): Operand =>
    field.kind === "value" && dominates(idom, blockOf(field.id), b as BlockId)
      ? operand({ kind: "value", id: field.id })
      : vars().read(keyOf(level, field));
  const read = (b: number, level: number, state: Rebuild): readonly Operand[] =>
    storage.fields(level).map((field) => readAt(b, level, field, state));
  /** Stores the fields of a block at the end of the lists. */
  const storeLast = (b: number, at: Lists, state: Rebuild): void => {
    const fields = (shared?.get(b) ?? []).map(
      ({ level, index }) => [level, storage.fields(level)[index] as Field] as const,
    );
    const operands = fields.map(([level, field]) => readAt(b, level, field, state));
    const types = fields.map(([, field]) => infoOf(primal, field).type);
    pushAll(state.builder, at, operands, types, primal.span);
  };
  /** At the start of an iteration, nothing of it has been computed. */
  const reset = (level: number): void => {
    for (const field of storage.fields(level))
      vars().write(
        keyOf(level, field),
        field.kind === "value" ? absent(field) : field.kind === "count" ? constant(0) : zero,
      );
  };
  /** What stands for a value that does not exist on some path. Lists of numbers hold nothing else. */
  const absent = (field: Field): Operand =>
    shared !== null && isListed(infoOf(primal, field).type) ? constant(0) : unset;
  return rebuild(primal, {
    prologue: ({ builder }) => {
      variables = new SsaVariables<string>(
        builder,
        () => unset,
        (key) => hintOfKey(primal, key),
        typeOfKey,
      );
      if (shared !== null) lists = listsOf(builder);
    },
    enter: (state, b) => {
      const loop = list.findIndex(({ header }) => header === b);
      if (b === 0) reset(-1);
      else if (loop >= 0 && live.has(loop)) reset(loop);
      for (const id of primal.blocks[b]?.params ?? []) store(id, state.operand({ kind: "value", id }));
    },
    after: (instr, result) => {
      store(instr.result, result);
    },
    leave: (terminator, state, b) => {
      const { builder, operand } = state;
      for (const successor of successorsOf(terminator)) {
        const entered = list.findIndex(({ header, latch }) => header === successor && latch !== b);
        if (!live.has(entered)) continue;
        vars().write(`count ${entered}`, constant(0));
        if (storage.fields(entered).length > 0 && shared === null) vars().write(`tape ${entered}`, zero);
      }
      list.forEach(({ latch }, loop) => {
        if (latch !== b || !live.has(loop)) return;
        const { span } = terminator;
        if (storage.fields(loop).length > 0 && shared === null) {
          const record = builder.prim("tuple", read(b, loop, state), span, "record");
          vars().write(`tape ${loop}`, builder.prim("tape-push", [vars().read(`tape ${loop}`), record], span, "tape"));
        }
        vars().write(
          `count ${loop}`,
          builder.prim("add", [vars().read(`count ${loop}`), constant(1)], span, "count", "int"),
        );
      });
      if (lists !== undefined) storeLast(b, lists, state);
      if (terminator.kind !== "return" || shared !== null) return false;
      const back = builder.closure(pullback, read(b, -1, state), terminator.span, "back");
      builder.ret(builder.prim("tuple", [operand(terminator.value), back], terminator.span, "out"), terminator.span);
      return true;
    },
    seal: (block) => {
      vars().seal(block);
    },
  });

  function hintOfKey(func: Func, key: string): string {
    const [, kind, id] = /^(?:-?\d+ )?(\w+) (\d+)$/.exec(key) ?? [];
    return kind === "value" ? (func.values[Number(id)]?.hint ?? "") : (kind ?? "");
  }
}

function readInReverse(
  primal: Func,
  pullback: Func,
  reversed: Adjoint["reversed"],
  reverse: ReverseLoops,
  storage: AlphaStorage,
  shared: ReadonlyMap<number, readonly Stored[]> | null,
): Func {
  let lists: ReverseLists | undefined;
  /** Takes the fields that a block stored last. */
  const takeLast = (stored: readonly Stored[], from: ReverseLists, builder: FuncBuilder): void => {
    const infos = stored.map(({ level, index }) => infoOf(primal, storage.fields(level)[index] as Field));
    takeAll(builder, from, infos, pullback.span).forEach((operand, k) => {
      const { level, index } = stored[k] as Stored;
      read.set(`${level} ${index}`, operand);
    });
  };
  const takenAt = new Map([...(shared ?? [])].map(([block, stored]) => [reversed[block], stored]));
  const read = new Map<string, Operand>();
  let variables: SsaVariables<string> | undefined;
  const vars = (): SsaVariables<string> => variables as SsaVariables<string>;
  let current = 0;

  const operandOf = (source: AlphaSource, state: Rebuild): Operand => {
    const { builder } = state;
    switch (source.kind) {
      case "operand":
        return source.operand;
      case "field":
        return read.get(`${source.level} ${source.index}`) as Operand;
      case "again":
        return builder.prim("gt", [read.get(`step ${source.loop}`) as Operand, constant(0)], pullback.span, "again");
      case "induction": {
        const k = read.get(`step ${source.loop}`) as Operand;
        const size = Math.abs(source.step);
        const scaled = size === 1 ? k : builder.prim("mul", [k, constant(size)], pullback.span, "", "int");
        const { hint } = primal.values[source.of] ?? {};
        // Count down by subtraction: `k · step` would be -0 in the first iteration.
        if (source.step < 0) return builder.prim("sub", [constant(source.init), scaled], pullback.span, hint, "int");
        return source.init === 0
          ? scaled
          : builder.prim("add", [scaled, constant(source.init)], pullback.span, hint, "int");
      }
      case "recompute": {
        const args = source.args.map((arg) => operandOf(arg, state));
        const { hint = "", type = "any" } = primal.values[source.of] ?? {};
        return builder.prim(source.prim, args, pullback.span, hint, type);
      }
    }
  };

  return rebuild(pullback, {
    shape: { captures: shared !== null ? [] : storage.fields(-1).map((field) => captureOf(primal, field)) },
    prologue: ({ builder }) => {
      variables = new SsaVariables<string>(
        builder,
        () => zero,
        (key) => key.replace(/ .*/, ""),
        typeOfKey,
      );
      if (shared !== null) {
        lists = reverseListsOf(builder);
        return;
      }
      storage.fields(-1).forEach((field, index) => {
        const { hint, type } = infoOf(primal, field);
        read.set(`-1 ${index}`, builder.prim("capture", [builder.self, constant(index)], pullback.span, hint, type));
      });
    },
    enter: (state, b) => {
      current = b;
      const { builder } = state;
      if (lists !== undefined) takeLast(takenAt.get(b as BlockId) ?? [], lists, builder);
      const loop = reverse.at.get(b);
      if (loop === undefined) return;
      const step = builder.prim("sub", [vars().read(`step ${loop}`), constant(1)], pullback.span, "step", "int");
      vars().write(`step ${loop}`, step);
      read.set(`step ${loop}`, step);
      const fields = storage.fields(loop);
      if (fields.length === 0 || shared !== null) return;
      const popped = builder.prim("tape-pop", [vars().read(`tape ${loop}`)], pullback.span, "popped");
      vars().write(`tape ${loop}`, builder.prim("tuple-get", [popped, constant(0)], pullback.span, "tape", "tape"));
      const record = builder.prim("tuple-get", [popped, constant(1)], pullback.span, "record", "tuple");
      fields.forEach((field, index) => {
        const { hint, type } = infoOf(primal, field);
        read.set(`${loop} ${index}`, builder.prim("tuple-get", [record, constant(index)], pullback.span, hint, type));
      });
    },
    other: (operand, state) =>
      operand.kind === "alpha" ? operandOf(storage.sourceOf(operand.id, reverse.levelOf(current)), state) : operand,
    leave: (_, state, b) => {
      for (const loop of reverse.entered(b)) {
        vars().write(`step ${loop}`, operandOf(storage.count(loop), state));
        if (storage.fields(loop).length > 0 && shared === null)
          vars().write(`tape ${loop}`, operandOf(storage.tape(loop), state));
      }
      return false;
    },
    seal: (block: OpenBlock) => {
      vars().seal(block);
    },
  });
}

/** Counts of iterations are integers: those done, and those left to reverse. */
const typeOfKey = (key: string): Type => (/^(?:-?\d+ )?(?:count|step) /.test(key) ? "int" : "any");

function infoOf(primal: Func, field: Field): { readonly hint: string; readonly type: Type } {
  switch (field.kind) {
    case "value":
      return primal.values[field.id] ?? { hint: "", type: "any" };
    case "tape":
      return { hint: "tape", type: "tape" };
    case "count":
      return { hint: "count", type: "int" };
  }
}

function captureOf(primal: Func, field: Field): Capture {
  return { name: infoOf(primal, field).hint, from: "scope", boxed: false };
}
