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

import type { Capture, Func, FuncBuilder, Operand, OpenBlock, Rebuild, Type, ValueId } from "../ir/index.ts";
import { SsaVariables, constant, eachOperand, naturalLoops, rebuild, successorsOf, unset, zero } from "../ir/index.ts";
import type { Adjoint } from "./adjoint.ts";
import { Keeper, type Field, type Kept } from "./alpha-storage.ts";
import { isListed, listsBackOf, listsOf, pushAll, takeAll, type Lists, type ListsBack } from "./lists.ts";

/** `isShared`: the alphas go to lists that the functions are given, which all calls share (lists.ts), not to tapes of their own. */
export function storeAlphas(primal: Func, { pullback, reversed }: Adjoint, isShared: boolean): readonly [Func, Func] {
  const keeper = new Keeper(primal);
  const levels = reverseLevels(pullback, reversed, keeper);
  // First pass: find the fields. Asking for an alpha creates its field.
  pullback.blocks.forEach((block, b) => {
    eachOperand(block, (operand) => {
      if (operand.kind === "alpha") keeper.keep(operand.id, levels[b] ?? -1);
    });
  });
  const live = new Set(levels);
  for (let loop = keeper.loops.list.length - 1; loop >= 0; loop--) {
    if (!live.has(loop)) continue;
    keeper.count(loop);
    if (keeper.fields(loop).length > 0 && !isShared) keeper.tape(loop);
  }
  return [
    storeForward(primal, pullback.name, keeper, live, isShared),
    readBackward(primal, pullback, reversed, levels, keeper, isShared),
  ];
}

/** For each block of the pullback, its level: the primal loop in whose reverse it lies. */
function reverseLevels(pullback: Func, reversed: Adjoint["reversed"], keeper: Keeper): readonly number[] {
  const loops = naturalLoops(pullback);
  const primalLoop = new Map(keeper.loops.list.map(({ latch }, loop) => [reversed[latch], loop] as const));
  return loops.of.map((loop) => (loop < 0 ? -1 : (primalLoop.get(loops.list[loop]?.header) ?? -1)));
}

const keyOf = (level: number, field: Field): string =>
  field.kind === "value" ? `${level} value ${field.id}` : `${field.kind} ${field.loop}`;

function storeForward(
  primal: Func,
  pullback: string,
  keeper: Keeper,
  live: ReadonlySet<number>,
  isShared: boolean,
): Func {
  const { list } = keeper.loops;
  let lists: Lists | undefined;
  const stores = new Map<ValueId, string[]>();
  for (const level of [-1, ...list.keys()]) {
    for (const field of keeper.fields(level)) {
      if (field.kind === "value") stores.set(field.id, [...(stores.get(field.id) ?? []), keyOf(level, field)]);
    }
  }
  let variables: SsaVariables<string> | undefined;
  const vars = (): SsaVariables<string> => variables as SsaVariables<string>;
  const store = (id: ValueId, operand: Operand): void => {
    for (const key of stores.get(id) ?? []) vars().write(key, operand);
  };
  const read = (level: number): readonly Operand[] =>
    keeper.fields(level).map((field) => vars().read(keyOf(level, field)));
  /** Stores the fields of a level at the end of the lists. */
  const storeLast = (level: number, builder: FuncBuilder): void => {
    const types = keeper.fields(level).map((field) => infoOf(primal, field).type);
    pushAll(builder, lists as Lists, read(level), types, primal.span);
  };
  /** At the start of an iteration, nothing of it has been computed. */
  const reset = (level: number): void => {
    for (const field of keeper.fields(level))
      vars().write(
        keyOf(level, field),
        field.kind === "value" ? absent(field) : field.kind === "count" ? constant(0) : zero,
      );
  };
  /** What stands for a value that does not exist on some path. Lists of numbers hold nothing else. */
  const absent = (field: Field): Operand => (isShared && isListed(infoOf(primal, field).type) ? constant(0) : unset);
  return rebuild(primal, {
    prologue: ({ builder }) => {
      variables = new SsaVariables<string>(
        builder,
        () => unset,
        (key) => hintOfKey(primal, key),
        typeOfKey,
      );
      if (isShared) lists = listsOf(builder);
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
    leave: (terminator, { builder, operand }, b) => {
      for (const successor of successorsOf(terminator)) {
        const entered = list.findIndex(({ header, latch }) => header === successor && latch !== b);
        if (!live.has(entered)) continue;
        vars().write(`count ${entered}`, constant(0));
        if (keeper.fields(entered).length > 0 && !isShared) vars().write(`tape ${entered}`, zero);
      }
      list.forEach(({ latch }, loop) => {
        if (latch !== b || !live.has(loop)) return;
        const { span } = terminator;
        if (lists !== undefined) storeLast(loop, builder);
        else if (keeper.fields(loop).length > 0) {
          const record = builder.prim("tuple", read(loop), span, "record");
          vars().write(`tape ${loop}`, builder.prim("tape-push", [vars().read(`tape ${loop}`), record], span, "tape"));
        }
        vars().write(
          `count ${loop}`,
          builder.prim("add", [vars().read(`count ${loop}`), constant(1)], span, "count", "int"),
        );
      });
      if (terminator.kind !== "return") return false;
      if (lists !== undefined) {
        storeLast(-1, builder);
        builder.ret(operand(terminator.value), terminator.span);
        return true;
      }
      const back = builder.closure(pullback, read(-1), terminator.span, "back");
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

function readBackward(
  primal: Func,
  pullback: Func,
  reversed: Adjoint["reversed"],
  levels: readonly number[],
  keeper: Keeper,
  isShared: boolean,
): Func {
  const { list } = keeper.loops;
  let lists: ListsBack | undefined;
  /** Takes the fields of a level that were stored last. */
  const takeLast = (level: number, builder: FuncBuilder): void => {
    const infos = keeper.fields(level).map((field) => infoOf(primal, field));
    takeAll(builder, lists as ListsBack, infos, pullback.span).forEach((operand, index) => {
      read.set(`${level} ${index}`, operand);
    });
  };
  const loopAt = new Map(list.map(({ latch }, loop) => [reversed[latch] as number, loop] as const));
  const read = new Map<string, Operand>();
  let variables: SsaVariables<string> | undefined;
  const vars = (): SsaVariables<string> => variables as SsaVariables<string>;
  let current = 0;

  const operandOf = (kept: Kept, state: Rebuild): Operand => {
    const { builder } = state;
    switch (kept.kind) {
      case "operand":
        return kept.operand;
      case "field":
        return read.get(`${kept.level} ${kept.index}`) as Operand;
      case "again":
        return builder.prim("gt", [read.get(`step ${kept.loop}`) as Operand, constant(0)], pullback.span, "again");
      case "induction": {
        const k = read.get(`step ${kept.loop}`) as Operand;
        const size = Math.abs(kept.step);
        const scaled = size === 1 ? k : builder.prim("mul", [k, constant(size)], pullback.span, "", "int");
        const { hint } = primal.values[kept.of] ?? {};
        // Count down by subtraction: `k · step` would be -0 in the first iteration.
        if (kept.step < 0) return builder.prim("sub", [constant(kept.init), scaled], pullback.span, hint, "int");
        return kept.init === 0
          ? scaled
          : builder.prim("add", [scaled, constant(kept.init)], pullback.span, hint, "int");
      }
      case "recompute": {
        const args = kept.args.map((arg) => operandOf(arg, state));
        const { hint = "", type = "any" } = primal.values[kept.of] ?? {};
        return builder.prim(kept.prim, args, pullback.span, hint, type);
      }
    }
  };

  return rebuild(pullback, {
    shape: { captures: isShared ? [] : keeper.fields(-1).map((field) => captureOf(primal, field)) },
    prologue: ({ builder }) => {
      variables = new SsaVariables<string>(
        builder,
        () => zero,
        (key) => key.replace(/ .*/, ""),
        typeOfKey,
      );
      if (isShared) {
        lists = listsBackOf(builder);
        takeLast(-1, builder);
        return;
      }
      keeper.fields(-1).forEach((field, index) => {
        const { hint, type } = infoOf(primal, field);
        read.set(`-1 ${index}`, builder.prim("capture", [builder.self, constant(index)], pullback.span, hint, type));
      });
    },
    enter: (state, b) => {
      current = b;
      const loop = loopAt.get(b);
      if (loop === undefined) return;
      const { builder } = state;
      const step = builder.prim("sub", [vars().read(`step ${loop}`), constant(1)], pullback.span, "step", "int");
      vars().write(`step ${loop}`, step);
      read.set(`step ${loop}`, step);
      const fields = keeper.fields(loop);
      if (fields.length === 0) return;
      if (lists !== undefined) {
        takeLast(loop, builder);
        return;
      }
      const popped = builder.prim("tape-pop", [vars().read(`tape ${loop}`)], pullback.span, "popped");
      vars().write(`tape ${loop}`, builder.prim("tuple-get", [popped, constant(0)], pullback.span, "tape", "tape"));
      const record = builder.prim("tuple-get", [popped, constant(1)], pullback.span, "record", "tuple");
      fields.forEach((field, index) => {
        const { hint, type } = infoOf(primal, field);
        read.set(`${loop} ${index}`, builder.prim("tuple-get", [record, constant(index)], pullback.span, hint, type));
      });
    },
    other: (operand, state) =>
      operand.kind === "alpha" ? operandOf(keeper.keep(operand.id, levels[current] ?? -1), state) : operand,
    leave: (terminator, state, b) => {
      // On entry to a reversed loop from outside: start with the last iteration.
      for (const successor of successorsOf(terminator)) {
        const loop = loopAt.get(successor);
        if (loop === undefined || isInside(levels[b] ?? -1, loop)) continue;
        vars().write(`step ${loop}`, operandOf(keeper.count(loop), state));
        if (keeper.fields(loop).length > 0 && !isShared)
          vars().write(`tape ${loop}`, operandOf(keeper.tape(loop), state));
      }
      return false;
    },
    seal: (block: OpenBlock) => {
      vars().seal(block);
    },
  });

  function isInside(level: number, loop: number): boolean {
    for (let l = level; l >= 0; l = keeper.parent(l)) if (l === loop) return true;
    return false;
  }
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
