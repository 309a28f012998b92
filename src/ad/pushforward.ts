// The pushforward: the function run forward, with a bundle of coefficients for each value that can carry them.
//
// **Requires** a closed, canonical function of known types.
// **Guarantees** a canonical function `(context, tangents, x…) ↦ (y, ẏ)` with the same blocks. `tangents` is the tuple of the
// tangents of self, `this` and the arguments, zero beyond its end. `context` has the tangents of memory: those of a reference's
// contents are its shadow there. A bundle of several coefficients has tuples of contexts and tangents, and returns (y, ẏ₁, …).
// Everything else in the primal runs as before, in the same order. Blocks that cannot reach the return have no tangents and stay
// unchanged.
//
// **How** Each active value gets further SSA values, one for each coefficient; each active block parameter gets further
// parameters. The shadow of a reference is looked up once, where the reference is defined. A call gets one more letter in its
// word. Primitives that move values move each coefficient alike; for primitives that compute numbers see tangents.ts.
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
  typeIn,
  reachesReturn,
  rebuild,
  synthetic,
  usedAsNumber,
  value,
  valueId,
  zero,
  type OpenBlock,
  type PrimName,
} from "../ir/index.ts";
import { activeValues } from "./activity.ts";
import type { Bundle } from "./bundle.ts";
import { isPassive } from "./flow.ts";
import type { Forward } from "./forward.ts";
import { rules } from "./rules/index.ts";
import {
  effectsOf,
  isStoring,
  tangentsOf as structuralTangents,
  usesShadow,
  type Pushforward,
} from "./structural-tangents.ts";
import { scaledByPartials, seriesOf, type Coefficients } from "./tangents.ts";
import { described, mayConvertArray, mayStoreArray } from "./array-operands.ts";

export function pushforward(primal: Func, bundle: Bundle): Func {
  const active = activeValues(primal, bundle.isSeries);
  const reaches = reachesReturn(primal);
  const bases = shadowedValues(primal, active, reaches);
  const self = primal.blocks[0]?.params[0];
  const none: Coefficients = Array.from({ length: bundle.count }, () => zero);
  const each = <T>(map: (k: number) => T): readonly T[] => none.map((_, k) => map(k));

  const tangents = new Map<ValueId, Coefficients>();
  const shadows = new Map<ValueId, Coefficients>();
  /** As passed on to callees: a single one, or a tuple. */
  let context: Operand = zero;
  let contexts: Coefficients = none;
  let ownTangents: Coefficients = none;
  let current = 0;
  /** The array length read before the present instruction. */
  let end: Operand | undefined;

  const isActive = (operand: Operand): boolean => operand.kind === "value" && (active[operand.id] ?? false);
  const tangentsOf = (operand: Operand): Coefficients =>
    operand.kind === "value" && isActive(operand) ? (tangents.get(operand.id) ?? none) : none;
  const typeOf = (operand: Operand): Type => typeIn(primal, operand);
  const hintOf = (id: ValueId): string => (primal.values[id]?.hint ?? "").replace(/.$/, "$&.t");
  const tangentType = (id: ValueId): Type => {
    const type = primal.values[id]?.type ?? "any";
    return isNumeric(type) ? "num" : type === "tape" ? type : "any";
  };
  /** The tangents that an edge passes on, after its arguments. */
  const tangentsOfEdge = (edge: Edge): readonly Operand[] =>
    reaches[edge.target]
      ? (primal.blocks[edge.target] as Block).params.flatMap((id, k) =>
          active[id] ? tangentsOf(edge.args[k] as Operand) : [],
        )
      : [];

  /** Looks up the shadow of a value, if it is used. */
  const defineShadow = (id: ValueId, result: Operand, span: Span, { builder }: Rebuild): void => {
    if (bases.has(id))
      shadows.set(
        id,
        contexts.map((c) => builder.prim("shadow", [c, result], span, hintOf(id))),
      );
  };

  return rebuild(widen(primal, bundle), {
    prologue: (state) => {
      const { builder, blocks } = state;
      const span = synthetic(primal.span);
      const [first, given] = builder.params as readonly [Operand, Operand];
      context = first;
      contexts = bundle.isTupled
        ? each((k) => builder.prim("tuple-get", [first, constant(k)], span, "ctx", "context"))
        : [first];
      const moved = bundle.isTupled ? each((k) => builder.prim("part", [given, constant(k)], span)) : [given];
      const partOf = (prim: PrimName, index: number, hint: string, type: Type): Coefficients =>
        moved.map((all) => builder.prim(prim, [all, constant(index)], span, hint, type));
      const params = (primal.blocks[0] as Block).params;
      ownTangents = partOf("part", 0, "self.t", "any");
      params.forEach((id, k) => {
        const isRest = primal.rest && k === params.length - 1;
        if (active[id]) tangents.set(id, partOf(isRest ? "parts-from" : "part", k, hintOf(id), tangentType(id)));
        defineShadow(id, state.operand(value(id)), span, state);
      });
      primal.blocks.forEach((block, b) => {
        if (b === 0 || !reaches[b]) return;
        for (const id of block.params) {
          if (!active[id]) continue;
          const open = blocks[b] as OpenBlock;
          tangents.set(
            id,
            each(() => value(builder.param(open, hintOf(id), tangentType(id)))),
          );
        }
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
      if (isPassive(instr, primal)) return undefined;
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
      const given = tangentsOfResult(instr, result, state);
      if (given === null || !active[instr.result]) return;
      for (const tangent of given) state.builder.suggest(tangent, hintOf(instr.result));
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
          const out = [operand(terminator.value), ...tangentsOf(terminator.value)];
          builder.ret(builder.prim("tuple", out, synthetic(span), "out"), span);
          return true;
        }
        case "throw":
          return false;
      }
    },
  });

  function pushCall(call: CallInstr, { builder, operand }: Rebuild): Operand {
    const { span } = call;
    const moved = each((k) => tangentsOfCall(call, k, builder));
    const all = bundle.isTupled ? tupleUnlessZero(moved, builder, span) : (moved[0] as Operand);
    const out = builder.call(operand(call.callee), [context, all, ...call.args.map(operand)], span, {
      receiver: operand(call.receiver),
      word: `${call.word}${bundle.letter}`,
      spread: call.spread,
      type: "tuple",
    });
    const { hint, type } = primal.values[call.result] ?? { hint: "", type: "any" };
    const result = builder.prim("tuple-get", [out, constant(0)], span, hint, type);
    if (active[call.result]) {
      const get = (k: number): Operand =>
        builder.prim("tuple-get", [out, constant(k + 1)], synthetic(span), hintOf(call.result));
      tangents.set(call.result, each(get));
    }
    return result;
  }

  /** The tuple of the k-th tangents of callee, receiver and arguments. */
  function tangentsOfCall(call: CallInstr, k: number, builder: Rebuild["builder"]): Operand {
    const { span } = call;
    const tangent = (operand: Operand): Operand => tangentsOf(operand)[k] as Operand;
    const fixed = call.spread ? call.args.slice(0, -1) : call.args;
    const moved = [call.callee, call.receiver, ...fixed].map(tangent);
    const spread = call.spread ? tangent(call.args.at(-1) as Operand) : zero;
    if (spread.kind === "zero") return tupleUnlessZero(moved, builder, span);
    const tuple = builder.prim("tuple", moved, synthetic(span));
    return builder.prim("tuple-concat", [tuple, spread], synthetic(span));
  }

  /** Emits what an instruction does to tangents; gives those of its result, null if it has none. */
  function tangentsOfResult(instr: Instr, result: Operand, { builder, operand }: Rebuild): Coefficients | null {
    const span = synthetic(instr.span);
    const isWanted = active[instr.result] ?? false;
    switch (instr.kind) {
      case "call":
        return tangents.get(instr.result) ?? null;
      case "closure": {
        if (!isWanted) return null;
        const captured = (k: number): readonly Operand[] => instr.captures.map((x) => tangentsOf(x)[k] as Operand);
        const tupled = (parts: readonly Operand[]): Operand =>
          parts.every(({ kind }) => kind === "zero") ? zero : builder.prim("tuple", parts, span, hintOf(instr.result));
        return each((k) => tupled(captured(k)));
      }
      case "prim":
        break;
    }
    const emit = (prim: PrimName, ...args: readonly Operand[]): Operand => builder.prim(prim, args, span);
    const rule = rules[instr.prim];
    if (rule.kind === "none") return null;
    if (rule.kind !== "structural" || (bundle.isSeries && instr.prim === "carry")) {
      const reference = instr.args.find((x) => isReference(typeOf(x)));
      if (reference !== undefined) throw usedAsNumber(described(typeOf(reference)), instr.span);
      const mayLose = (x: Operand): boolean => mayConvertArray(instr, typeOf(x)) && !tangentsOf(x).every(isZeroOperand);
      for (const x of isWanted ? new Set(instr.args.filter(mayLose)) : []) emit("no-array", operand(x), context);
      const place = { primal: operand, tangents: tangentsOf, typeOf, emit };
      return isWanted ? (bundle.isSeries ? seriesOf : scaledByPartials)(instr, result, bundle.count, place) : null;
    }
    const shadowsOf = (reference: Operand): Coefficients =>
      (reference.kind === "value" ? shadows.get(reference.id) : undefined) ??
      contexts.map((c) => emit("shadow", c, operand(reference)));
    const forwardAt = (k: number): Forward => ({
      primal: operand,
      number: (x) => (isNumber(typeOf(x)) ? operand(x) : emit("number", operand(x))),
      tangent: (x) => tangentsOf(x)[k] as Operand,
      result,
      end,
      shadow: (reference) => shadowsOf(reference)[k] as Operand,
      shadowOfResult: () => {
        const known = shadows.get(instr.result) ?? contexts.map((c) => emit("shadow", c, result));
        shadows.set(instr.result, known);
        return known[k] as Operand;
      },
      self,
      ownCapture: (index) => emit("part", ownTangents[k] as Operand, constant(index)),
      typeOf,
      emit,
    });
    const { prim } = rule;
    const stored = instr.args[2] as Operand;
    if (mayStoreArray(instr, typeOf) && (isReference(typeOf(stored)) || !tangentsOf(stored).every(isZeroOperand)))
      emit("no-array-stored", operand(instr.args[0] as Operand), operand(stored), context);
    const moved = (move: Pushforward): Coefficients => each((k) => move(forwardAt(k), instr.args, instr) ?? zero);
    if (isStoring(prim)) return moved(effectsOf[prim]);
    return isWanted ? moved(structuralTangents[prim]) : null;
  }
}

const isZeroOperand = ({ kind }: Operand): boolean => kind === "zero";

/** A tuple without zeros at its end; zero if all parts are zero. */
function tupleUnlessZero(parts: readonly Operand[], builder: Rebuild["builder"], span: Span): Operand {
  const end = parts.findLastIndex(({ kind }) => kind !== "zero") + 1;
  return end === 0 ? zero : builder.prim("tuple", parts.slice(0, end), synthetic(span));
}

/** The function with the context and the tuple of tangents as parameters before its own. */
function widen(func: Func, { isTupled }: Bundle): Func {
  const entry = func.blocks[0] as Block;
  const context = valueId(func.values.length);
  const tangents = valueId(func.values.length + 1);
  const params = [...entry.params.slice(0, firstParam), context, tangents, ...entry.params.slice(firstParam)];
  return {
    ...func,
    values: [...func.values, { hint: "ctx", type: isTupled ? "tuple" : "context" }, { hint: "tangents", type: "any" }],
    blocks: [{ ...entry, params }, ...func.blocks.slice(1)],
  };
}

/** The values whose shadows are read or written. */
function shadowedValues(func: Func, active: readonly boolean[], reaches: readonly boolean[]): ReadonlySet<ValueId> {
  const found = new Set<ValueId>();
  func.blocks.forEach(({ instrs }, b) => {
    if (!reaches[b]) return;
    for (const instr of instrs) {
      const rule = instr.kind === "prim" ? rules[instr.prim] : null;
      if (instr.kind !== "prim" || rule?.kind !== "structural" || !usesShadow[rule.prim]) continue;
      const isRead = !isStoring(rule.prim);
      const [reference] = instr.args;
      if (reference?.kind === "value" && (!isRead || active[instr.result])) found.add(reference.id);
    }
  });
  return found;
}
