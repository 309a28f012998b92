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
  allInstrs,
  constant,
  elementOf,
  firstParam,
  inferTypes,
  isNumber,
  mapFunctions,
  typeIn,
  rebuild,
  sameOperand,
  value,
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
import { pointsTo, usesOf, type Place, type Use } from "../../analysis/index.ts";

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
  readonly context: ValueId;
  readonly shadows: readonly PrimInstr[];
  /** The primal, if it is one object; null if there may be several. */
  readonly primal: ValueId | null;
  /** Whether any slot is read, and any is written; otherwise the shadows are not needed. */
  readonly isKept: boolean;
}

const isPrim = (instr: Instr | null, ...prims: readonly PrimName[]): instr is PrimInstr =>
  instr?.kind === "prim" && prims.includes(instr.prim);

function resolveIn(func: Func, distinct: readonly number[]): Func {
  if (!allInstrs(func).some((instr) => isPrim(instr, "shadow"))) return func;
  let contexts = allInstrs(func)
    .filter((instr) => isPrim(instr, "new-context", "new-tangents"))
    .map(({ result }) => result);
  // Optimistic: assume that reads of shadows give numbers; the assumption stands if only numbers are then written to them.
  for (;;) {
    const typed = withNumbers(func, contexts);
    const plain = contexts.filter((context) => isPlain(typed, context));
    if (plain.length < contexts.length) {
      contexts = plain;
      continue;
    }
    const classes = contexts.flatMap((context) => classesOf(typed, context, distinct));
    return classes.length === 0 ? func : rewritten(typed, classes);
  }
}

/** The shadows that are looked up in a context. */
const lookUpsIn = (func: Func, context: ValueId): readonly PrimInstr[] =>
  usesOf(func)(context).flatMap(({ instr, k }) => (k === 0 && isPrim(instr, "shadow") ? [instr] : []));

/** Whether one of the primitives is applied to one of the shadows, and writes something or has a result that is used. */
function isUsedBy(func: Func, shadows: readonly PrimInstr[], ...prims: readonly PrimName[]): boolean {
  const uses = usesOf(func);
  return shadows.some(({ result }) =>
    uses(result).some(({ instr }) => {
      if (!isPrim(instr, ...prims)) return false;
      const [, , g] = instr.args;
      return g === undefined ? uses(instr.result).length > 0 : g.kind !== "zero";
    }),
  );
}

const isWritten = (func: Func, shadows: readonly PrimInstr[]): boolean => isUsedBy(func, shadows, "accum", "put");

/** The function with type `num` for all reads of the shadows of some contexts. */
function withNumbers(func: Func, contexts: readonly ValueId[]): Func {
  const values = [...func.values];
  for (const { result } of contexts.flatMap((context) => lookUpsIn(func, context))) {
    for (const { instr } of usesOf(func)(result)) {
      if (!isPrim(instr, "shadow-get", "take")) continue;
      values[instr.result] = { hint: values[instr.result]?.hint ?? "", type: "num" };
    }
  }
  return inferTypes({ ...func, values });
}

/** Whether the primal of a shadow holds arrays, so that the shadow has no number but zeros. */
const isOfRows = (func: Func, { args: [, primal] }: PrimInstr): boolean => elementOf(typeIn(func, primal)) !== "num";

/** Whether only shadows of arrays are looked up in a context, and their slots are only read and written, with numbers. */
function isPlain(func: Func, context: ValueId): boolean {
  const uses = usesOf(func);
  const shadows = lookUpsIn(func, context);
  const isSlot = ({ instr, k }: Use): boolean =>
    k === 0 &&
    isPrim(instr, "shadow-get", "accum", "take", "put") &&
    instr.args.slice(1).every((operand) => isNumber(typeIn(func, operand)));
  const ofRows = shadows.filter((shadow) => isOfRows(func, shadow));
  return (
    shadows.length === uses(context).length &&
    shadows.every(({ args: [, primal] }) => elementOf(typeIn(func, primal)) !== undefined) &&
    shadows.every(({ result }) => uses(result).every(isSlot)) &&
    !isWritten(func, ofRows)
  );
}

function classesOf(func: Func, context: ValueId, distinct: readonly number[]): readonly Class[] {
  const memory = pointsTo(func);
  const params = (func.blocks[0]?.params ?? []).slice(firstParam);
  /** Inputs that may alias one another. */
  const shared: readonly Place[] = ["unknown", ...params.filter((_, k) => !distinct.includes(k))];
  let groups: { readonly places: ReadonlySet<Place>; readonly shadows: readonly PrimInstr[] }[] = [];
  for (const shadow of lookUpsIn(func, context)) {
    // The shadows of rows are not kept, so it does not matter which ones are the same.
    const own = isOfRows(func, shadow) ? [] : [...memory.of(shadow.args[1] as Operand)];
    // A primal that may be one of the inputs that may alias may be any of them.
    const places = own.some((place) => shared.includes(place)) ? [...own, ...shared] : own;
    const same = groups.filter((group) => places.some((place) => group.places.has(place)));
    groups = groups.filter((group) => !same.includes(group));
    groups.push({
      places: new Set([...places, ...same.flatMap((group) => [...group.places])]),
      shadows: [shadow, ...same.flatMap((group) => group.shadows)],
    });
  }
  /** The one object that all the shadows belong to; null if there may be several. */
  const only = ([first, ...others]: readonly PrimInstr[]): ValueId | null => {
    const primal = first?.args[1];
    if (primal?.kind !== "value" || !others.every(({ args }) => sameOperand(args[1] as Operand, primal))) return null;
    return params.includes(primal.id) || memory.isMade(primal.id) ? primal.id : null;
  };
  return groups.map(({ shadows }) => ({
    context,
    shadows,
    primal: only(shadows),
    isKept: isUsedBy(func, shadows, "shadow-get", "take") && isWritten(func, shadows),
  }));
}

function rewritten(func: Func, classes: readonly Class[]): Func {
  const classOf = new Map(classes.flatMap((one) => one.shadows.map(({ result }) => [result, one] as const)));
  const contexts = new Set(classes.map(({ context }) => context));
  /** Contexts in which shadows are looked up when the code runs. */
  const asked = new Set(classes.filter((one) => one.isKept && one.primal === null).map(({ context }) => context));
  /** The array for each class of shadows whose primal is one object. */
  const arrays = new Map<Class, Operand>();
  const defined = new Set<ValueId>(func.blocks[0]?.params);
  const make = (primal: ValueId, { builder, operand }: Rebuild, span: Instr["span"]): Operand => {
    // Nothing writes an input of which some read is a `load`.
    const isConstant =
      func.blocks[0]?.params.includes(primal) === true &&
      usesOf(func)(primal).some(({ instr, k }) => k === 0 && isPrim(instr, "load"));
    const array = operand(value(primal));
    const length = isConstant
      ? builder.prim("load", [array, constant("length")], span, "", "int")
      : builder.prim("length", [array], span, "", "int");
    const type = builder.prim("global", [constant("Float64Array")], span);
    return builder.prim("typed-new", [type, length], span, "", "float64");
  };
  /** Makes the shadows of a primal once it and the context are defined. */
  const define = ({ result, span }: Instr, _: unknown, state: Rebuild): void => {
    if (defined.has(result)) return;
    defined.add(result);
    for (const one of classes) {
      const { context, primal, isKept } = one;
      if (!isKept || primal === null || ![context, primal].includes(result)) continue;
      if (defined.has(context) && defined.has(primal)) arrays.set(one, make(primal, state, span));
    }
  };
  return rebuild(func, {
    instr: (instr, state) => {
      if (instr.kind !== "prim") return undefined;
      const { span } = instr;
      const { builder, operand } = state;
      if (contexts.has(instr.result)) {
        define(instr, undefined, state);
        return asked.has(instr.result) ? undefined : constant(undefined);
      }
      const own = classOf.get(instr.result);
      if (own !== undefined) {
        if (!own.isKept) return constant(undefined);
        if (own.primal !== null) return arrays.get(own);
        const type = typeIn(func, instr.args[1]);
        const kind = type === "numbers" || type === "float64" ? type : "any";
        return builder.prim("shadow-numbers", instr.args.map(operand), span, "", kind);
      }
      const [shadow] = instr.args;
      const used = shadow?.kind === "value" ? classOf.get(shadow.id) : undefined;
      if (used === undefined) return undefined;
      // A shadow that nothing writes holds zeros.
      if (!used.isKept) return zero;
      const [array, key, given] = instr.args.map(operand) as unknown as readonly [Operand, Operand, Operand];
      const read = (): Operand => builder.prim("guard-number", [builder.prim("get", [array, key], span)], span);
      const write = (x: Operand): void => {
        builder.prim("set", [array, key, x.kind === "zero" ? constant(0) : x], span);
      };
      switch (instr.prim) {
        case "shadow-get":
          return read();
        case "take": {
          const taken = read();
          write(zero);
          return taken;
        }
        case "accum":
          write(builder.prim("add", [read(), given.kind === "zero" ? constant(0) : given], span, "", "num"));
          return constant(undefined);
        default:
          if (given.kind !== "zero") builder.prim("guard-slot", [array, key], span);
          write(given);
          return constant(undefined);
      }
    },
    after: define,
  });
}
