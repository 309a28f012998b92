// The pushforward: the function as it runs forward with a tangent beside each value that can carry one.
//
// **Requires** a closed, canonical function of known types.
// **Guarantees** a canonical function `(context, tangents, x…) ↦ (y, ẏ)` with the same blocks. `tangents` is the tuple
// of the tangents of self, `this` and the arguments, zero beyond its end; `context` holds those of memory: the tangents
// of a reference's contents are its shadow there. Everything else of the primal runs as before, in the same order.
// Blocks that cannot reach the return have no tangents and stay as they are.
//
// **How** Each active value gets a second SSA value, each active block parameter a second parameter. The shadow of a
// reference is looked up once, where the reference is defined. A call gets one more `D` in its word.
//
// **Example** `%r = mul %x, %y` → `%0 = scale %x.t, %y; %1 = scale %y.t, %x; %r.t = sum %0, %1`.

import {
  type Block,
  type CallInstr,
  type Edge,
  type Func,
  type Instr,
  type Operand,
  type Rebuild,
  type Span,
  type Type,
  type ValueId,
  constant,
  firstParam,
  isNumber,
  isNumeric,
  isReference,
  operandType,
  reachesReturn,
  rebuild,
  synthetic,
  value,
  valueId,
  zero,
  type OpenBlock,
  type PrimName,
} from "../ir/index.ts";
import { activeValues } from "./activity.ts";
import type { Forward } from "./forward.ts";
import { rules, type Partial, type Scope } from "./rules/index.ts";
import { effectsOf, tangentsOf, usesShadow } from "./structural-tangents.ts";
import { usedAsNumber } from "./used-as-number.ts";

export function pushforward(primal: Func): Func {
  const active = activeValues(primal);
  const reaches = reachesReturn(primal);
  const bases = shadowedValues(primal, active, reaches);
  const widened = widen(primal);
  const self = primal.blocks[0]?.params[0];

  const tangents = new Map<ValueId, Operand>();
  const shadows = new Map<ValueId, Operand>();
  let context: Operand = zero;
  let ownTangent: Operand = zero;
  let current = 0;
  /** The array length read before the instruction at hand. */
  let end: Operand | undefined;

  const isActive = (operand: Operand): boolean => operand.kind === "value" && (active[operand.id] ?? false);
  const tangent = (operand: Operand): Operand =>
    operand.kind === "value" && isActive(operand) ? (tangents.get(operand.id) ?? zero) : zero;
  const typeOf = (operand: Operand): Type => operandType(operand, (id) => primal.values[id]?.type);
  const hintOf = (id: ValueId): string => (primal.values[id]?.hint ?? "").replace(/.$/, "$&.t");
  const tangentType = (id: ValueId): Type => {
    const type = primal.values[id]?.type ?? "any";
    return isNumeric(type) ? "num" : type === "tape" ? type : "any";
  };
  /** The tangents that an edge passes on, after its arguments. */
  const tangentsOfEdge = (edge: Edge): readonly Operand[] =>
    reaches[edge.target]
      ? (primal.blocks[edge.target] as Block).params.flatMap((id, k) =>
          active[id] ? [tangent(edge.args[k] as Operand)] : [],
        )
      : [];

  /** Looks the shadow of a value up, if it is used. */
  const defineShadow = (id: ValueId, result: Operand, span: Span, { builder }: Rebuild): void => {
    if (bases.has(id)) shadows.set(id, builder.prim("shadow", [context, result], span, hintOf(id)));
  };

  return rebuild(widened, {
    prologue: (state) => {
      const { builder, blocks } = state;
      const span = synthetic(primal.span);
      const [first, given] = builder.params as readonly [Operand, Operand];
      context = first;
      const params = (primal.blocks[0] as Block).params;
      ownTangent = builder.prim("part", [given, constant(0)], span, "self.t");
      params.forEach((id, k) => {
        if (active[id]) {
          const prim = primal.rest && k === params.length - 1 ? "parts-from" : "part";
          tangents.set(id, builder.prim(prim, [given, constant(k)], span, hintOf(id), tangentType(id)));
        }
        defineShadow(id, state.operand(value(id)), span, state);
      });
      primal.blocks.forEach((block, b) => {
        if (b === 0 || !reaches[b]) return;
        for (const id of block.params)
          if (active[id]) tangents.set(id, value(builder.param(blocks[b] as OpenBlock, hintOf(id), tangentType(id))));
      });
    },
    enter: (state, b) => {
      current = b;
      if (b === 0 || !reaches[b]) return;
      const { params, terminator } = primal.blocks[b] as Block;
      for (const id of params) defineShadow(id, state.operand(value(id)), synthetic(terminator.span), state);
    },
    instr: (instr, state) => {
      if (!reaches[current]) return undefined;
      if (instr.kind === "call") return pushCall(instr, state);
      const movesEnd = instr.kind === "prim" && (instr.prim === "push" || instr.prim === "set-length");
      end = movesEnd
        ? state.builder.prim("array-length", [state.operand(instr.args[0] as Operand)], synthetic(instr.span), "end")
        : undefined;
      return undefined;
    },
    after: (instr, result, state) => {
      if (!reaches[current]) return;
      defineShadow(instr.result, result, synthetic(instr.span), state);
      const given = tangentOf(instr, result, state);
      if (given === null || !active[instr.result]) return;
      state.builder.suggest(given, hintOf(instr.result));
      tangents.set(instr.result, given);
    },
    leave: (terminator, { builder, blocks, operand }, b) => {
      if (!reaches[b]) return false;
      const { span } = terminator;
      const args = (edge: Edge): readonly Operand[] => [...edge.args.map(operand), ...tangentsOfEdge(edge)];
      const target = (edge: Edge): OpenBlock => blocks[edge.target] as OpenBlock;
      switch (terminator.kind) {
        case "jump":
          builder.jump(target(terminator.edge), span, args(terminator.edge));
          return true;
        case "branch": {
          const { condition, then, else: otherwise } = terminator;
          builder.branch(operand(condition), target(then), target(otherwise), span, args(then), args(otherwise));
          return true;
        }
        case "return": {
          const pair = [operand(terminator.value), tangent(terminator.value)];
          builder.ret(builder.prim("tuple", pair, synthetic(span), "out"), span);
          return true;
        }
        case "throw":
          return false;
      }
    },
  });

  function pushCall(call: CallInstr, { builder, operand }: Rebuild): Operand {
    const { span } = call;
    const moved = tangentsOfCall(call, builder, span);
    const pair = builder.call(operand(call.callee), [context, moved, ...call.args.map(operand)], span, {
      receiver: operand(call.receiver),
      word: `${call.word}D`,
      spread: call.spread,
      type: "tuple",
    });
    const { hint, type } = primal.values[call.result] ?? { hint: "", type: "any" };
    const result = builder.prim("tuple-get", [pair, constant(0)], span, hint, type);
    if (active[call.result]) {
      const t = builder.prim("tuple-get", [pair, constant(1)], synthetic(span), hintOf(call.result));
      tangents.set(call.result, t);
    }
    return result;
  }

  /** The tuple of the tangents of callee, receiver and arguments. */
  function tangentsOfCall(call: CallInstr, builder: Rebuild["builder"], span: Span): Operand {
    const fixed = call.spread ? call.args.slice(0, -1) : call.args;
    const moved = [call.callee, call.receiver, ...fixed].map(tangent);
    const spread = call.spread ? tangent(call.args.at(-1) as Operand) : zero;
    if (spread.kind === "zero") {
      while (moved.at(-1)?.kind === "zero") moved.pop();
      return moved.length === 0 ? zero : builder.prim("tuple", moved, synthetic(span));
    }
    const tuple = builder.prim("tuple", moved, synthetic(span));
    return builder.prim("tuple-concat", [tuple, spread], synthetic(span));
  }

  /** Emits what an instruction does to tangents; the tangent of its result, null if there is none. */
  function tangentOf(instr: Instr, result: Operand, { builder, operand }: Rebuild): Operand | null {
    const span = synthetic(instr.span);
    switch (instr.kind) {
      case "call":
        return tangents.get(instr.result) ?? null;
      case "closure": {
        if (!active[instr.result]) return null;
        const captured = instr.captures.map(tangent);
        if (captured.every(({ kind }) => kind === "zero")) return null;
        return builder.prim("tuple", captured, span, hintOf(instr.result));
      }
      case "prim":
        break;
    }
    const isWanted = active[instr.result] ?? false;
    const emit = (prim: PrimName, ...args: readonly Operand[]): Operand => builder.prim(prim, args, span);
    const asNumber = (x: Operand, type: Type): Operand => (isNumber(type) ? x : emit("number", x));
    const forward: Forward = {
      primal: operand,
      number: (x) => asNumber(operand(x), typeOf(x)),
      tangent,
      result,
      end,
      shadow: (reference) =>
        (reference.kind === "value" ? shadows.get(reference.id) : undefined) ?? shadowOf(reference),
      shadowOfResult: () => {
        const known = shadows.get(instr.result) ?? emit("shadow", context, result);
        shadows.set(instr.result, known);
        return known;
      },
      self,
      ownCapture: (index) => emit("part", ownTangent, constant(index)),
      typeOf,
      emit,
    };
    const shadowOf = (reference: Operand): Operand => emit("shadow", context, operand(reference));
    const rule = rules[instr.prim];
    switch (rule.kind) {
      case "none":
        return null;
      case "structural": {
        const effect = effectsOf[instr.prim];
        if (effect !== undefined) return effect(forward, instr.args, instr);
        return isWanted ? (tangentsOf[instr.prim]?.(forward, instr.args, instr) ?? null) : null;
      }
      case "partials":
        return scalePartials((k) => rule.partials[k] ?? null);
      case "variadic":
        return scalePartials(rule.partial);
    }

    /** The sum of `scale ẋ, ∂` over the operands. */
    function scalePartials(partialOf: (index: number) => Partial): Operand | null {
      const { args } = instr as Extract<Instr, { readonly kind: "prim" }>;
      const reference = args.find((x) => isReference(typeOf(x)));
      if (reference !== undefined) throw usedAsNumber(instr.span, typeOf(reference));
      if (!isWanted) return null;
      const numbers = new Map<number, Operand>();
      const arg = (index: number): Operand => {
        const known = numbers.get(index) ?? forward.number(args[index] as Operand);
        numbers.set(index, known);
        return known;
      };
      const scope: Scope = {
        get x() {
          return arg(0);
        },
        get y() {
          return arg(1);
        },
        get result() {
          return asNumber(result, typeOf(value(instr.result)));
        },
        arg,
        count: args.length,
        emit: (prim, ...operands) => emit(prim, ...operands.map((o) => (typeof o === "number" ? constant(o) : o))),
      };
      let total: Operand | null = null;
      args.forEach((x, index) => {
        const moved = tangent(x);
        const partial = moved.kind === "zero" ? null : partialOf(index);
        if (partial === null) return;
        const part = partial === 1 ? moved : partial === -1 ? emit("neg", moved) : emit("scale", moved, partial(scope));
        total = total === null ? part : emit("sum", total, part);
      });
      return total;
    }
  }
}

/** The function with the context and the tuple of tangents before its own parameters. */
function widen(func: Func): Func {
  const entry = func.blocks[0] as Block;
  const context = valueId(func.values.length);
  const tangents = valueId(func.values.length + 1);
  const params = [...entry.params.slice(0, firstParam), context, tangents, ...entry.params.slice(firstParam)];
  return {
    ...func,
    values: [...func.values, { hint: "ctx", type: "context" }, { hint: "tangents", type: "any" }],
    blocks: [{ ...entry, params }, ...func.blocks.slice(1)],
  };
}

/** The values whose shadows are read or written. */
function shadowedValues(func: Func, active: readonly boolean[], reaches: readonly boolean[]): ReadonlySet<ValueId> {
  const found = new Set<ValueId>();
  func.blocks.forEach(({ instrs }, b) => {
    if (!reaches[b]) return;
    for (const instr of instrs) {
      if (instr.kind !== "prim" || !usesShadow.has(instr.prim)) continue;
      const isRead = effectsOf[instr.prim] === undefined;
      const [reference] = instr.args;
      if (reference?.kind === "value" && (!isRead || active[instr.result])) found.add(reference.id);
    }
  });
  return found;
}
