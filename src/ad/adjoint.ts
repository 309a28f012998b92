// The adjoint: the pullback's control flow and arithmetic, before storage is decided.
//
// **Requires** an augmented primal (augment.ts).
// **Guarantees** a canonical function `(ctx, dy) ↦ (self̄, this̄, x̄…)` whose blocks are those of the primal that reach the
// return, reversed; it reads primal values as alphas (`@%x`), and tape.ts stores these.
//
// **How** Cotangents are SSA variables: zero at first, added to at each use, read and reset at the definition. At a reversed edge
// the cotangents of all parameters are read and reset before any is added (loops may swap). The reverse of a loop is the loop
// with header and latch exchanged. The cotangents that its header's parameters pass to the previous iteration are carried to the
// reversed header as separate variables, since a parameter's own cotangent may also come from uses after the loop. The SSA
// builder inserts exactly the block parameters and zeros that the paper's reaching-gradients analysis requires.
//
// **Example** `%r = mul %x, %y` → `%dx = scale %dr, @%y; %dy = scale %dr, @%x`.

import type {
  Block,
  BlockId,
  CallInstr,
  Func,
  Instr,
  Module,
  Operand,
  OpenBlock,
  PrimInstr,
  PrimName,
  Span,
  Steps,
  Type,
  ValueId,
} from "../ir/index.ts";
import {
  FuncBuilder,
  SsaVariables,
  alpha,
  constant,
  edgesOf,
  isDue,
  isNumber,
  isReference,
  naturalLoops,
  predecessors,
  reachesReturn,
  synthetic,
  typeOfConstant,
  usedAsNumber,
  value,
  zero,
} from "../ir/index.ts";
import { isLiveAtEnd } from "../analysis/index.ts";
import { activeValues } from "./activity.ts";
import { emitOnce } from "./emit-once.ts";
import type { Reverse } from "./reverse.ts";
import { rules, type Multiple, type Scope } from "./rules/index.ts";
import { structuralPullbacks } from "./structural.ts";
import { sweepOf } from "./sweeps.ts";
import { described, mayConvertArray, mayStoreArray } from "./array-operands.ts";

export interface Adjoint {
  readonly pullback: Func;
  /** For each block of the primal, the block of the pullback that reverses it; undefined if there is none. */
  readonly reversed: readonly (BlockId | undefined)[];
}

/** The adjoint, with the operands of the primal that may not be arrays: a derivative would be lost. */
export interface Reversed extends Adjoint {
  readonly converted: ReadonlyMap<Instr, ReadonlySet<ValueId>>;
}

/** A cotangent: that of a value, what is carried of it, or that of a captured value; numbered in this order. */
type Variable = number;

export function* adjoint(primal: Func, module: Module): Steps<Reversed> {
  const active = activeValues(primal);
  const converted = new Map<Instr, ReadonlySet<ValueId>>();
  const preds = predecessors(primal);
  const reaches = reachesReturn(primal);
  const loops = naturalLoops(primal);
  const latchOf = new Map(loops.list.map(({ header, latch }) => [header as number, latch as number] as const));
  const headerOf = new Map(loops.list.map(({ header, latch }) => [latch as number, header as number] as const));

  const name = `${primal.name}*`;
  const builder = new FuncBuilder({
    name,
    sourceName: primal.sourceName,
    params: [{ hint: "ctx", type: "context" }, { hint: "dy" }],
    span: synthetic(primal.span),
  });
  const [context, dy] = builder.params as readonly [Operand, Operand];
  const hintOf = (id: ValueId): string => primal.values[id]?.hint ?? "";
  const size = primal.values.length;
  const isLive = isLiveAtEnd(primal);
  /** By the index of a reversed block: the block of the primal. */
  const primalOf: (number | undefined)[] = [];
  const cotangents = new SsaVariables<Variable>(
    builder,
    () => zero,
    (key) =>
      key >= 2 * size
        ? `d${primal.captures[key - 2 * size]?.name ?? "capture"}`
        : `d${hintOf((key % size) as ValueId)}`,
    () => "any",
    // What a block uses is live in it. So nothing has been added yet to what is not live at the end of the block, which is where
    // its reverse starts.
    (key, { index }) => {
      const block = primalOf[index];
      return block !== undefined && key < size && !isLive(key as ValueId, block);
    },
  );
  const ofValue = (id: ValueId): Variable => id;
  /** What a loop parameter's cotangent hands to the previous iteration. */
  const ofCarry = (id: ValueId): Variable => size + id;
  const ofCapture = (index: number): Variable => 2 * size + index;

  let span: Span = synthetic(primal.span);
  const isActive = (operand: Operand): boolean => operand.kind === "value" && (active[operand.id] ?? false);
  const typeOf = (operand: Operand): Type => {
    if (operand.kind === "value") return primal.values[operand.id]?.type ?? "any";
    return operand.kind === "const" ? typeOfConstant(operand.value) : operand.kind === "zero" ? "zero" : "any";
  };
  const readBack = (operand: Operand): Operand => (operand.kind === "value" ? alpha(operand.id) : operand);
  const take = (key: Variable): Operand => {
    const g = cotangents.read(key);
    if (g.kind !== "zero") cotangents.write(key, zero);
    return g;
  };
  const accumulate = (key: Variable, g: Operand): void => {
    if (g.kind === "zero") return;
    const before = cotangents.read(key);
    cotangents.write(key, before.kind === "zero" ? g : builder.prim("sum", [before, g], span, builder.hintOf(before)));
  };
  const add = (operand: Operand, g: Operand): void => {
    if (operand.kind === "value" && active[operand.id]) accumulate(ofValue(operand.id), g);
  };
  const emit = (prim: PrimName, ...args: readonly Operand[]): Operand => builder.prim(prim, args, span);

  const blocks: (OpenBlock | undefined)[] = primal.blocks.map((block, i) =>
    !reaches[i] ? undefined : block.terminator.kind === "return" ? builder.entry : builder.block(),
  );
  blocks.forEach((block, i) => {
    if (block !== undefined) primalOf[block.index] = i;
  });
  const reversedBlock = (i: number): OpenBlock => blocks[i] as OpenBlock;

  /** Passes the cotangents of a block's parameters to the arguments of one edge into it. */
  const reverseEdge = (from: number, to: number, keyOf: (id: ValueId) => Variable): void => {
    const edge = edgesOf((primal.blocks[from] as Block).terminator).find(({ target }) => target === to);
    const params = (primal.blocks[to] as Block).params;
    const taken = params.map((id) => (active[id] ? take(keyOf(id)) : zero));
    taken.forEach((g, i) => {
      add(edge?.args[i] as Operand, g);
    });
  };

  for (let i = primal.blocks.length - 1; i >= 0; i--) {
    if (isDue()) yield;
    if (!reaches[i]) continue;
    const block = primal.blocks[i] as Block;
    const open = reversedBlock(i);
    builder.switchTo(open);
    span = synthetic(block.terminator.span);
    const header = headerOf.get(i);
    if (header === undefined && !open.sealed) cotangents.seal(open);
    if (block.terminator.kind === "return") add(block.terminator.value, dy);
    if (header !== undefined) reverseEdge(i, header, ofCarry);
    reverseInstrs(block);
    endBlock(i, block);
  }
  const pullback = builder.finish();
  const reversed = blocks.map((block) => (block === undefined ? undefined : builder.positionOf(block)));
  return { pullback, reversed, converted };

  function reverseInstrs(block: Block): void {
    for (let k = block.instrs.length - 1; k >= 0; k--) {
      const instr = block.instrs[k] as Instr;
      span = synthetic(instr.span);
      const call = block.instrs[k - 2];
      if (call?.kind === "call" && readsPair(instr, call)) {
        reverseCall(call, block.instrs[k - 1] as Instr, () => alpha(instr.result));
        k -= 2;
      } else {
        reverseInstr(instr, (offset) => block.instrs[k + offset] as Instr);
      }
    }
  }

  /** Whether `instr` is the pullback that the augmented primal reads two places after a call. */
  function readsPair(instr: Instr, call: CallInstr): boolean {
    // A forward sweep may return a tuple as well.
    if (!call.word.endsWith("J") || instr.kind !== "prim" || instr.prim !== "tuple-get") return false;
    const [pair, index] = instr.args;
    return pair?.kind === "value" && pair.id === call.result && index?.kind === "const" && index.value === 1;
  }

  function reverseCall(call: CallInstr, result: Instr, pullback: () => Operand): void {
    const g = active[result.result] ? take(ofValue(result.result)) : zero;
    const parts = builder.call(pullback(), [context, g], span, { hint: "parts" });
    const given: readonly (readonly [Operand, number])[] = [
      [call.callee, 0],
      [call.receiver, 1],
    ];
    for (const [operand, index] of given) if (isActive(operand)) add(operand, emit("part", parts, constant(index)));
    call.args.forEach((arg, index) => {
      if (!isActive(arg)) return;
      const isSpread = call.spread && index === call.args.length - 1;
      add(arg, emit(isSpread ? "parts-from" : "part", parts, constant(index + 2)));
    });
  }

  function reverseInstr(instr: Instr, neighbour: (offset: number) => Instr): void {
    const takeResult = (): Operand => (active[instr.result] ? take(ofValue(instr.result)) : zero);
    if (instr.kind === "closure") {
      const g = takeResult();
      if (g.kind === "zero") return;
      instr.captures.forEach((captured, k) => {
        if (isActive(captured)) add(captured, emit("part", g, constant(k)));
      });
      return;
    }
    if (instr.kind === "call") {
      const sweep = sweepOf(primal, instr, module, "R");
      if (sweep !== undefined) reverseCall(instr, instr, () => builder.closure(sweep, [], span));
      return;
    }
    const alphaNumber = (operand: Operand): Operand => {
      const read = readBack(operand);
      return isNumber(typeOf(operand)) ? read : emit("number", read);
    };
    const reverse: Reverse = {
      builder,
      context,
      span,
      instr,
      isActive,
      takeResult,
      add,
      typeOf,
      neighbour,
      emit,
      alphaNumber,
      alpha: readBack,
      isSelf: (operand) => operand.kind === "value" && operand.id === primal.blocks[0]?.params[0],
      addCapture: (index, g) => {
        accumulate(ofCapture(index), g);
      },
    };
    const rule = rules[instr.prim];
    switch (rule.kind) {
      case "none":
        return;
      case "structural": {
        const stored = instr.args[2];
        // A reference is not active itself: what it leads to may be.
        if (
          stored?.kind === "value" &&
          mayStoreArray(instr, typeOf) &&
          (isActive(stored) || isReference(typeOf(stored)))
        )
          converted.set(instr, new Set([stored.id]));
        structuralPullbacks[rule.prim](reverse, instr.args, instr);
        return;
      }
      case "partials":
        return scalePartials(reverse, instr.args, (k) => rule.partials[k] ?? null);
      case "variadic":
        return scalePartials(reverse, instr.args, rule.partial);
    }
  }

  /** Contributes `g · ∂` to each operand that can use it. */
  function scalePartials(reverse: Reverse, args: readonly Operand[], multipleOf: (index: number) => Multiple): void {
    const reference = args.find((operand) => isReference(typeOf(operand)));
    if (reference !== undefined) throw usedAsNumber(described(typeOf(reference)), reverse.instr.span);
    const g = reverse.takeResult();
    if (g.kind === "zero") return;
    const once = emitOnce(emit);
    const asNumber = (operand: Operand): Operand =>
      isNumber(typeOf(operand)) ? readBack(operand) : once("number", readBack(operand));
    const arg = (index: number): Operand => asNumber(args[index] as Operand);
    const scope: Scope = {
      get x() {
        return arg(0);
      },
      get y() {
        return arg(1);
      },
      get result() {
        return asNumber(value(reverse.instr.result));
      },
      arg,
      count: args.length,
      emit: once,
    };
    args.forEach((operand, index) => {
      if (!isActive(operand)) return;
      const multiple = multipleOf(index);
      if (multiple === null) return;
      if (operand.kind === "value" && mayConvertArray(reverse.instr as PrimInstr, typeOf(operand)))
        converted.set(reverse.instr, new Set(converted.get(reverse.instr)).add(operand.id));
      add(operand, multiple === 1 ? g : multiple === -1 ? emit("neg", g) : multiple(scope, g));
    });
  }

  /** Ends the reverse of a block: jumps to its predecessors, by the edge that was taken. */
  function endBlock(i: number, block: Block): void {
    const sources = preds[i] as readonly number[];
    if (i === 0) return finishPullback();
    const edge = alpha(block.params[block.params.length - 1] as ValueId);
    const latch = latchOf.get(i);
    if (latch !== undefined) {
      for (const id of block.params) if (active[id]) cotangents.write(ofCarry(id), take(ofValue(id)));
      const outside = sources.find((source) => source !== latch) as number;
      const exit = builder.block();
      builder.branch(edge, reversedBlock(latch), exit, span);
      cotangents.seal(reversedBlock(latch));
      enterEdge(exit, outside, i, ofCarry);
    } else if (sources.length === 1) {
      reverseEdge(sources[0] as number, i, ofValue);
      builder.jump(reversedBlock(sources[0] as number), span);
    } else {
      chooseEdge(edge, sources, i);
    }
  }

  function chooseEdge(edge: Operand, sources: readonly number[], to: number): void {
    for (let k = sources.length - 1; k >= 1; k--) {
      const taken = builder.block();
      const other = builder.block();
      builder.branch(sources.length === 2 ? edge : emit("eq", edge, constant(k)), taken, other, span);
      enterEdge(taken, sources[k] as number, to, ofValue);
      cotangents.seal(other);
      builder.switchTo(other);
    }
    reverseEdge(sources[0] as number, to, ofValue);
    builder.jump(reversedBlock(sources[0] as number), span);
  }

  function enterEdge(at: OpenBlock, from: number, to: number, keyOf: (id: ValueId) => Variable): void {
    cotangents.seal(at);
    builder.switchTo(at);
    reverseEdge(from, to, keyOf);
    builder.jump(reversedBlock(from), span);
  }

  function finishPullback(): void {
    const [self, receiver, ...params] = (primal.blocks[0] as Block).params as readonly [ValueId, ValueId, ...ValueId[]];
    const captured = primal.captures.map((_, k) => take(ofCapture(k)));
    const own = active[self] ? take(ofValue(self)) : zero;
    const environment = captured.every((g) => g.kind === "zero") ? zero : emit("tuple", ...captured);
    const selfCotangent =
      own.kind === "zero" ? environment : environment.kind === "zero" ? own : emit("sum", own, environment);
    const cotangentOf = (id: ValueId): Operand => (active[id] ? take(ofValue(id)) : zero);
    const fixed = primal.rest ? params.slice(0, -1) : params;
    const parts = emit("tuple", selfCotangent, cotangentOf(receiver), ...fixed.map(cotangentOf));
    const rest = primal.rest ? cotangentOf(params.at(-1) as ValueId) : zero;
    builder.ret(rest.kind === "zero" ? parts : emit("tuple-concat", parts, rest), span);
  }
}
