// Shadows of arrays of numbers become arrays: where one function makes and uses a context that holds cotangents of numbers only,
// the shadow of an array is a Float64Array of its length.
//
// **Guarantees** Results are the same, or the run ends by a guard: an index beyond the end has no slot.
//
// **How** Shadows are told apart by what their primals may be (analysis/points-to.ts). Inputs named as distinct share memory
// with nothing else. A primal that is an input, or that is made once, has its shadow in a variable; the shadows of others are
// looked up in the context (`shadow-numbers`). A shadow that is never read is not kept.
//
// **Example** `%s = shadow %ctx, %x; accum %s, %i, %g` → `%s = typed-new %Float64Array, %n; … set %s, %i, %sum`.

import {
  constant,
  countUses,
  elementOf,
  firstParam,
  inferTypes,
  isNumber,
  mapFunctions,
  typeIn,
  operandsOf,
  rebuild,
  sameOperand,
  terminatorOperands,
  zero,
  type Func,
  type Instr,
  type Operand,
  type Pass,
  type PrimInstr,
  type PrimName,
  type Rebuild,
  type ValueId,
} from "../../ir/index.ts";
import { pointsTo, type Place, type PointsTo } from "../../analysis/index.ts";

/** The pass for functions whose inputs at some positions share memory with nothing else. */
export function resolveShadows(distinct: readonly number[]): Pass {
  return {
    name: "resolve-shadows",
    phase: "any",
    run: (module) => mapFunctions(module, (func) => resolveIn(func, distinct)),
  };
}

/** Shadows that may be one and the same. */
interface Class {
  /** The primal, if it is one object; null if there may be several. */
  readonly primal: ValueId | null;
  readonly isRead: boolean;
  readonly isWritten: boolean;
}

interface Resolved {
  readonly context: PrimInstr;
  readonly class: Class;
}

function resolveIn(func: Func, distinct: readonly number[]): Func {
  const instrs = func.blocks.flatMap((block) => block.instrs);
  if (!instrs.some((instr) => instr.kind === "prim" && instr.prim === "shadow")) return func;
  const memory = pointsTo(func);
  let contexts = instrs.filter(
    (instr): instr is PrimInstr =>
      instr.kind === "prim" && (instr.prim === "new-context" || instr.prim === "new-tangents"),
  );
  // Optimistic: assume that reads of shadows give numbers; the assumption stands if only numbers are then written to them.
  for (;;) {
    const typed = withNumbers(func, contexts, instrs);
    const uses = contexts.map((context) => new Uses(typed, context, memory, distinct));
    const plain = uses.filter((use) => use.shadows() !== null);
    if (plain.length < contexts.length) {
      contexts = plain.map(({ context }) => context);
      continue;
    }
    const resolved = new Map<ValueId, Resolved>();
    for (const use of uses) use.resolve(resolved);
    return resolved.size === 0 ? func : rewritten(typed, resolved);
  }
}

/** The function with type `num` for all reads of the shadows of some contexts. */
function withNumbers(func: Func, contexts: readonly PrimInstr[], instrs: readonly Instr[]): Func {
  const ids = new Set<ValueId>(contexts.map(({ result }) => result));
  const shadows = new Set<ValueId>();
  const isOf = (set: ReadonlySet<ValueId>, operand: Operand | undefined): boolean =>
    operand?.kind === "value" && set.has(operand.id);
  const values = [...func.values];
  for (const instr of instrs) {
    if (instr.kind !== "prim") continue;
    if (instr.prim === "shadow" && isOf(ids, instr.args[0])) shadows.add(instr.result);
  }
  for (const instr of instrs) {
    if (instr.kind !== "prim" || (instr.prim !== "shadow-get" && instr.prim !== "take")) continue;
    const info = values[instr.result];
    if (isOf(shadows, instr.args[0]) && info !== undefined) values[instr.result] = { ...info, type: "num" };
  }
  return inferTypes({ ...func, values });
}

const writing: readonly PrimName[] = ["accum", "put"];

/** The uses of one context. */
class Uses {
  readonly #func: Func;
  readonly context: PrimInstr;
  readonly #memory: PointsTo;
  readonly #params: ReadonlySet<Place>;
  /** Inputs that may alias one another. */
  readonly #shared: ReadonlySet<Place>;
  readonly #uses: readonly number[];

  constructor(func: Func, context: PrimInstr, memory: PointsTo, distinct: readonly number[]) {
    this.#func = func;
    this.context = context;
    this.#memory = memory;
    const params = (func.blocks[0]?.params ?? []).slice(firstParam);
    this.#params = new Set(params);
    this.#shared = new Set(params.filter((_, k) => !distinct.includes(k)));
    this.#uses = countUses(func);
  }

  resolve(into: Map<ValueId, Resolved>): void {
    const shadows = this.shadows();
    if (shadows === null) return;
    const classes = this.#classes(shadows);
    for (const [instr, group] of classes) into.set(instr.result, { context: this.context, class: group });
  }

  /** The shadows that are looked up in the context; null if the context has any other use, or a shadow an unusual one. */
  shadows(): readonly PrimInstr[] | null {
    const shadows = new Map<ValueId, PrimInstr>();
    const { blocks } = this.#func;
    const isContext = (operand: Operand): boolean => operand.kind === "value" && operand.id === this.context.result;
    for (const { instrs, terminator } of blocks) {
      for (const instr of instrs) {
        if (!operandsOf(instr).some(isContext)) continue;
        const [context, primal] = operandsOf(instr);
        if (instr.kind !== "prim" || instr.prim !== "shadow" || !isContext(context as Operand)) return null;
        if (elementOf(this.#typeOf(primal)) === undefined || isContext(primal as Operand)) return null;
        shadows.set(instr.result, instr);
      }
      if (terminatorOperands(terminator).some(isContext)) return null;
    }
    const isShadow = (operand: Operand): boolean => operand.kind === "value" && shadows.has(operand.id);
    for (const { instrs, terminator } of blocks) {
      for (const instr of instrs) if (operandsOf(instr).some(isShadow) && !this.#isPlain(instr, isShadow)) return null;
      if (terminatorOperands(terminator).some(isShadow)) return null;
    }
    const all = [...shadows.values()];
    return this.#isUsed(
      all.filter((shadow) => this.#isOfRows(shadow)),
      writing,
    )
      ? null
      : all;
  }

  /** Whether the primal holds arrays, so that its shadow has no number but zeros. */
  #isOfRows({ args: [, primal] }: PrimInstr): boolean {
    return elementOf(this.#typeOf(primal)) !== "num";
  }

  /** Whether an instruction reads or writes one slot of a shadow, with a number. */
  #isPlain(instr: Instr, isShadow: (operand: Operand) => boolean): boolean {
    if (instr.kind !== "prim" || !["shadow-get", "accum", "take", "put"].includes(instr.prim)) return false;
    const [, ...rest] = instr.args;
    if (rest.some(isShadow) || !isNumber(this.#typeOf(rest[0]))) return false;
    return rest.length < 2 || isNumber(this.#typeOf(rest[1]));
  }

  #typeOf(operand: Operand | undefined): ReturnType<typeof typeIn> {
    return typeIn(this.#func, operand);
  }

  #classes(shadows: readonly PrimInstr[]): ReadonlyMap<PrimInstr, Class> {
    const groups: { readonly places: Set<Place>; members: PrimInstr[] }[] = [];
    const [ofRows, ofNumbers] = [true, false].map((are) => shadows.filter((s) => this.#isOfRows(s) === are));
    for (const shadow of ofNumbers ?? []) {
      const places = new Set(this.#memory.of(shadow.args[1] as Operand));
      // A primal that may be one of the inputs that may alias may be any of them.
      const isShared = [...places].some((place) => this.#shared.has(place) || place === "unknown");
      if (isShared) for (const place of [...this.#shared, "unknown" as const]) places.add(place);
      const group = { places, members: [shadow] };
      for (const other of groups.filter((g) => [...g.places].some((place) => places.has(place)))) {
        for (const place of other.places) places.add(place);
        group.members.push(...other.members);
        groups.splice(groups.indexOf(other), 1);
      }
      groups.push(group);
    }
    const unwritten: Class = { primal: null, isRead: true, isWritten: false };
    return new Map([
      ...(ofRows ?? []).map((shadow) => [shadow, unwritten] as const),
      ...groups.flatMap(({ members }) => {
        const made = {
          primal: this.#only(members),
          isRead: this.#isUsed(members, ["shadow-get", "take"]),
          isWritten: this.#isUsed(members, writing),
        };
        return members.map((member) => [member, made] as const);
      }),
    ]);
  }

  /** The one object that all the shadows belong to; null if there may be several. */
  #only(members: readonly PrimInstr[]): ValueId | null {
    const [first] = members;
    const primal = first?.args[1];
    if (primal?.kind !== "value" || !members.every(({ args }) => sameOperand(args[1] as Operand, primal))) return null;
    if (this.#params.has(primal.id)) return primal.id;
    return this.#memory.isMade(primal.id) ? primal.id : null;
  }

  /** Whether one of the primitives is applied to one of the shadows, and writes something or has a result that is used. */
  #isUsed(members: readonly PrimInstr[], by: readonly PrimName[]): boolean {
    const ids = new Set(members.map((member) => member.result));
    return this.#func.blocks.some(({ instrs }) =>
      instrs.some((instr) => {
        if (instr.kind !== "prim" || !by.includes(instr.prim)) return false;
        const [shadow, , g] = instr.args;
        if (shadow?.kind !== "value" || !ids.has(shadow.id) || g?.kind === "zero") return false;
        return g !== undefined || this.#uses[instr.result] !== 0;
      }),
    );
  }
}

function rewritten(func: Func, resolved: ReadonlyMap<ValueId, Resolved>): Func {
  /** The array for each class of shadows whose primal is one object. */
  const arrays = new Map<Class, Operand>();
  const isKept = ({ class: { isRead, isWritten } }: Resolved): boolean => isRead && isWritten;
  const contexts = new Set([...resolved.values()].map(({ context }) => context.result));
  const byPrimal = new Map<ValueId, Set<Resolved>>();
  const defined = new Set<ValueId>((func.blocks[0]?.params ?? []) as ValueId[]);
  for (const r of new Set(resolved.values())) {
    const { primal } = r.class;
    if (primal !== null && isKept(r)) byPrimal.set(primal, (byPrimal.get(primal) ?? new Set()).add(r));
  }
  /** Inputs that nothing writes: some read of them is a `load`. */
  const given = new Set<ValueId>();
  const inputs = new Set(func.blocks[0]?.params);
  for (const { instrs } of func.blocks) {
    for (const instr of instrs) {
      const [memory] = instr.kind === "prim" && instr.prim === "load" ? instr.args : [];
      if (memory?.kind === "value" && inputs.has(memory.id)) given.add(memory.id);
    }
  }
  const make = ({ class: group }: Resolved, primal: Operand, { builder }: Rebuild, span: Instr["span"]): void => {
    if (arrays.has(group)) return;
    const length =
      group.primal !== null && given.has(group.primal)
        ? builder.prim("load", [primal, constant("length")], span, "", "int")
        : builder.prim("length", [primal], span, "", "int");
    const type = builder.prim("global", [constant("Float64Array")], span);
    arrays.set(group, builder.prim("typed-new", [type, length], span, "", "float64"));
  };
  const shadowOf = (instr: PrimInstr): Resolved | undefined => {
    const [shadow] = instr.args;
    return shadow?.kind === "value" ? resolved.get(shadow.id) : undefined;
  };
  return rebuild(func, {
    instr: (instr, state) => {
      if (instr.kind !== "prim") return undefined;
      const { builder, operand } = state;
      const { span } = instr;
      if (contexts.has(instr.result)) {
        // Make the shadows of primals that are defined by now.
        for (const [primal, all] of byPrimal) {
          if (!defined.has(primal)) continue;
          for (const r of all) if (r.context === instr) make(r, operand({ kind: "value", id: primal }), state, span);
        }
        const isAsked = [...resolved.values()].some((r) => r.context === instr && r.class.primal === null && isKept(r));
        return isAsked ? undefined : constant(undefined);
      }
      const own = resolved.get(instr.result);
      if (own !== undefined) {
        if (!isKept(own)) return constant(undefined);
        if (own.class.primal !== null) return arrays.get(own.class);
        const type = typeIn(func, instr.args[1]);
        const kind = type === "numbers" || type === "float64" ? type : "any";
        return builder.prim("shadow-numbers", instr.args.map(operand), span, "", kind);
      }
      const used = shadowOf(instr);
      if (used === undefined) return undefined;
      // A shadow that nothing writes holds zeros.
      if (!isKept(used)) return zero;
      const [array, key, g] = instr.args.map(operand) as unknown as readonly [Operand, Operand, Operand];
      const read = (): Operand => builder.prim("guard-number", [builder.prim("get", [array, key], span)], span);
      const write = (x: Operand): void => {
        builder.prim("set", [array, key, x], span);
      };
      switch (instr.prim) {
        case "shadow-get":
          return read();
        case "take": {
          const taken = read();
          write(constant(0));
          return taken;
        }
        case "accum":
          write(builder.prim("add", [read(), g.kind === "zero" ? constant(0) : g], span, "", "num"));
          return constant(undefined);
        default:
          if (g.kind !== "zero") builder.prim("guard-slot", [array, key], span);
          write(g.kind === "zero" ? constant(0) : g);
          return constant(undefined);
      }
    },
    after: (instr, _, state) => {
      defined.add(instr.result);
      const late = byPrimal.get(instr.result);
      if (late === undefined) return;
      for (const r of late)
        if (defined.has(r.context.result))
          make(r, state.operand({ kind: "value", id: instr.result }), state, instr.span);
    },
  });
}
