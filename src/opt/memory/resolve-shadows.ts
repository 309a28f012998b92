// Shadows of arrays of numbers become arrays: where one function makes and uses a context that holds cotangents of numbers only,
// the shadow of an array is a Float64Array of its length.
//
// **Guarantees** Results are the same, or the run ends by a guard: an index beyond the end has no slot.
//
// **How** Shadows are told apart by what their primals may be (analysis/points-to.ts). Inputs named as distinct share memory
// with nothing else. A primal that is an input, or that is made once, has its shadow in a variable; the shadows of others are
// looked up in the context (`shadow-numbers`, `shadow-fields`). Of the records in an input, each property has its own array, if
// the records are only reached by their index. A shadow that is never read is not kept.
//
// **Example** `%s = shadow %ctx, %x; accum %s, %i, %g` → `%s = typed-new %Float64Array, %n; … set %s, %i, %sum`.

import {
  allInstrs,
  constant,
  elementOf,
  firstParam,
  inferTypes,
  isArray,
  isFloats,
  isNumber,
  hasFields,
  isTyped,
  mapFunctions,
  typeIn,
  rebuild,
  recordOf,
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
import { definitionsOf, pointsTo, usesOf, type AbstractLocation, type Use } from "../../analysis/index.ts";
import { idleAmong } from "./idle-shadows.ts";
import { growthOf, isAtEnd, isFollowed, type Growth } from "./growing-arrays.ts";

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
  /** Whether the primals may get more elements; the shadows then do, too. */
  readonly isGrowing: boolean;
  /** Whether any slot is read, and any is written; otherwise the shadows are not needed. */
  readonly isKept: boolean;
  /** For shadows of records: the properties that are written. Others hold zeros. */
  readonly keys: readonly string[];
  /** For each shadow of a record, where it is in an input; null if that is not known of each. */
  readonly places: ReadonlyMap<ValueId, RecordPlace> | null;
}

/** Where a record is in an input: the element at an index, or in it at further properties. */
interface RecordPlace {
  readonly input: ValueId;
  readonly index: Operand;
  readonly path: readonly string[];
}

const isPrim = (instr: Instr | null, ...prims: readonly PrimName[]): instr is PrimInstr =>
  instr?.kind === "prim" && prims.includes(instr.prim);

function resolveIn(given: Func, distinct: readonly number[]): Func {
  if (!allInstrs(given).some((instr) => isPrim(instr, "shadow"))) return given;
  const func = withoutUnread(given, distinct);
  let contexts = contextsIn(func);
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

/** Drops shadows of memory whose cotangent nobody reads, such as that of data, or is always zero. */
function withoutUnread(func: Func, distinct: readonly number[]): Func {
  const uses = usesOf(func);
  const isSlot = ({ instr, k }: Use): boolean => k === 0 && isPrim(instr, ...slotPrims);
  const { of, isMade } = pointsTo(func);
  /** Whether the shadow would take any cotangent. That of what is unknown may refuse it, which must then happen. */
  const isOfData = ({ args: [, primal] }: PrimInstr): boolean => {
    const [type, locations] = [typeIn(func, primal), [...of(primal as Operand)]];
    return isArray(type) || isTyped(type) || hasFields(type) || (locations.length > 0 && locations.every(isMade));
  };
  const contexts = contextsIn(func).filter((context) => {
    const shadows = lookUpsIn(func, context);
    return shadows.length === uses(context).length && shadows.every(({ result }) => uses(result).every(isSlot));
  });
  const groups = contexts
    .flatMap((context) => groupsIn(func, context, distinct, () => false))
    .filter((shadows) => shadows.every(isOfData));
  const isRead = (shadows: readonly PrimInstr[]): boolean => isUsedBy(func, shadows, "shadow-get", "take");
  const idle = new Set(idleAmong(func, groups.filter(isRead)));
  const unread = groups.filter((shadows) => idle.has(shadows) || !isRead(shadows));
  const dropped = new Set(unread.flatMap((shadows) => shadows.map(({ result }) => result)));
  if (dropped.size === 0) return func;
  return rebuild(func, {
    instr: (instr) => {
      if (instr.kind !== "prim") return undefined;
      const [shadow] = instr.args;
      if (dropped.has(instr.result)) return constant(undefined);
      if (shadow?.kind !== "value" || !dropped.has(shadow.id)) return undefined;
      return isPrim(instr, "shadow-get", "take") ? zero : constant(undefined);
    },
  });
}

const slotPrims: readonly PrimName[] = ["shadow-get", "accum", "take", "put"];

const contextsIn = (func: Func): readonly ValueId[] =>
  allInstrs(func)
    .filter((instr) => isPrim(instr, "new-context", "new-tangents"))
    .map(({ result }) => result);

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
      return g === undefined ? uses(instr.result).length > 0 : !isZero(g);
    }),
  );
}

const isZero = (g: Operand): boolean => g.kind === "zero" || (g.kind === "const" && g.value === 0);

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

const isOfRecord = (func: Func, { args: [, primal] }: PrimInstr): boolean => hasFields(typeIn(func, primal));

/** Whether the primal of a shadow holds references, so that the shadow has no number but zeros. */
const isOfRows = (func: Func, shadow: PrimInstr): boolean =>
  elementOf(typeIn(func, shadow.args[1])) !== "num" && !isOfRecord(func, shadow);

/** The name of the property of a record's shadow that a primitive reads or writes; null if it is not a constant. */
function keyOf({ args: [, key] }: PrimInstr): string | null {
  return key?.kind === "const" && typeof key.value === "string" ? key.value : null;
}

/** Where a record is in an input. */
function placeOf(func: Func, record: Operand | undefined): RecordPlace | null {
  const { args, prim } = definitionsOf(func);
  const [read] = args(record, "guard-record");
  const [from, key] = args(read, "load");
  if (from === undefined || key === undefined) return null;
  const name = key.kind === "const" ? key.value : undefined;
  if (typeof name === "string") {
    const outer = placeOf(func, from);
    return outer === null ? null : { ...outer, path: [...outer.path, name] };
  }
  const isInput =
    from.kind === "value" && func.blocks[0]?.params.includes(from.id) === true && prim(from) === undefined;
  return isInput ? { input: from.id, index: key, path: [] } : null;
}

/** Whether only shadows of arrays are looked up in a context, and only numbers are in their slots. */
function isPlain(func: Func, context: ValueId): boolean {
  const uses = usesOf(func);
  const shadows = lookUpsIn(func, context);
  const isSlot =
    (ofRecord: boolean) =>
    ({ instr, k }: Use): boolean =>
      k === 0 &&
      isPrim(instr, ...slotPrims) &&
      (ofRecord ? keyOf(instr) !== null : isNumber(typeIn(func, instr.args[1]))) &&
      instr.args.slice(2).every((operand) => isNumber(typeIn(func, operand)));
  const ofRows = shadows.filter((shadow) => isOfRows(func, shadow));
  return (
    shadows.length === uses(context).length &&
    shadows.every((shadow) => elementOf(typeIn(func, shadow.args[1])) !== undefined || isOfRecord(func, shadow)) &&
    shadows.every((shadow) => uses(shadow.result).every(isSlot(isOfRecord(func, shadow)))) &&
    !isWritten(func, ofRows) &&
    isFollowed(func, context, growthIn(func, context))
  );
}

const growthIn = (func: Func, context: ValueId): Growth =>
  growthOf(
    func,
    context,
    lookUpsIn(func, context).map(({ args: [, primal] }) => primal as Operand),
  );

/** The shadows in a context, in groups that may be one and the same. `isAlone` tells shadows for which that does not matter. */
function groupsIn(
  func: Func,
  context: ValueId,
  distinct: readonly number[],
  isAlone: (shadow: PrimInstr) => boolean,
): readonly (readonly PrimInstr[])[] {
  const memory = pointsTo(func);
  const params = (func.blocks[0]?.params ?? []).slice(firstParam);
  /** Inputs that may alias one another. */
  const shared: readonly AbstractLocation[] = ["unknown", ...params.filter((_, k) => !distinct.includes(k))];
  const locationsOf = (primal: Operand): readonly AbstractLocation[] => {
    const locations = [...memory.of(primal)];
    return locations.length > 0 || isNumber(typeIn(func, primal)) ? locations : ["unknown"];
  };
  let groups: { readonly locations: ReadonlySet<AbstractLocation>; readonly shadows: readonly PrimInstr[] }[] = [];
  for (const shadow of lookUpsIn(func, context)) {
    const own = isAlone(shadow) ? [] : locationsOf(shadow.args[1] as Operand);
    // A primal that may be one of the inputs that may alias may be any of them.
    const locations = own.some((location) => shared.includes(location)) ? [...own, ...shared] : own;
    const same = groups.filter((group) => locations.some((location) => group.locations.has(location)));
    groups = groups.filter((group) => !same.includes(group));
    groups.push({
      locations: new Set([...locations, ...same.flatMap((group) => [...group.locations])]),
      shadows: [shadow, ...same.flatMap((group) => group.shadows)],
    });
  }
  return groups.map(({ shadows }) => shadows);
}

function classesOf(func: Func, context: ValueId, distinct: readonly number[]): readonly Class[] {
  const memory = pointsTo(func);
  const params = (func.blocks[0]?.params ?? []).slice(firstParam);
  const isGrowing = growthIn(func, context) !== "none";
  /** The one object that all the shadows belong to; null if there may be several. */
  const only = ([first, ...others]: readonly PrimInstr[]): ValueId | null => {
    const primal = first?.args[1];
    if (primal?.kind !== "value" || !others.every(({ args }) => sameOperand(args[1] as Operand, primal))) return null;
    return params.includes(primal.id) || memory.isMade(primal.id) ? primal.id : null;
  };
  const keysIn = (shadows: readonly PrimInstr[]): readonly string[] => {
    const slots = shadows
      .flatMap(({ result }) => usesOf(func)(result))
      .flatMap(({ instr }) => (isPrim(instr, ...slotPrims) ? [instr] : []));
    const written = slots.filter(
      ({ prim, args: [, , g] }) => (prim === "accum" || prim === "put") && g !== undefined && !isZero(g),
    );
    return [...new Set(written.flatMap((slot) => keyOf(slot) ?? []))];
  };
  const placesOf = (shadows: readonly PrimInstr[]): Class["places"] => {
    const places = shadows.map(({ result, args }) => [result, placeOf(func, args[1])] as const);
    const known = places.flatMap(([id, place]) => (place === null ? [] : [[id, place] as const]));
    const isDistinct = known.every(([, { input }]) => distinct.includes(params.indexOf(input)));
    return known.length === places.length && isDistinct ? new Map(known) : null;
  };
  // The shadows of rows are not kept, so it does not matter which ones are the same.
  return groupsIn(func, context, distinct, (shadow) => isOfRows(func, shadow)).map((shadows) => {
    const ofRecords = shadows.filter((shadow) => isOfRecord(func, shadow));
    return {
      context,
      shadows,
      // What may grow is looked up: it then is an array.
      primal: ofRecords.length === 0 && !isGrowing ? only(shadows) : null,
      isGrowing,
      isKept: isUsedBy(func, shadows, "shadow-get", "take") && isWritten(func, shadows),
      keys: keysIn(ofRecords),
      places: placesOf(ofRecords),
    };
  });
}

function rewritten(func: Func, classes: readonly Class[]): Func {
  const classOf = new Map(classes.flatMap((one) => one.shadows.map(({ result }) => [result, one] as const)));
  const contexts = new Set(classes.map(({ context }) => context));
  /** Contexts in which shadows are looked up when the code runs. */
  const isAsked = ({ isKept, primal, places, shadows }: Class): boolean =>
    isKept && primal === null && (places === null || shadows.some((shadow) => !isOfRecord(func, shadow)));
  const asked = new Set(classes.filter(isAsked).map(({ context }) => context));
  /** The array for each class of shadows whose primal is one object. */
  const arrays = new Map<Class, Operand>();
  /** The array for each property of the records in an input: one in each context. */
  const columns = new Map<string, Operand>();
  const columnKey = (of: ValueId, at: RecordPlace, key: string): string => JSON.stringify([of, at.input, at.path, key]);
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
    for (const { context, isKept, places, keys } of classes) {
      if (!isKept || context !== result) continue;
      for (const [shadow, place] of places ?? []) {
        for (const { instr } of usesOf(func)(shadow)) {
          const key = instr?.kind === "prim" ? keyOf(instr) : null;
          if (key === null || !keys.includes(key)) continue;
          const column = columnKey(context, place, key);
          if (!columns.has(column)) columns.set(column, make(place.input, state, span));
        }
      }
    }
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
      const looked = classOf.get(instr.result);
      if (looked !== undefined) {
        if (!looked.isKept) return constant(undefined);
        if (looked.primal !== null) return arrays.get(looked);
        if (isOfRecord(func, instr)) {
          if (looked.places !== null || looked.keys.length === 0) return constant(undefined);
          const type = recordOf(new Map(looked.keys.map((key) => [key, "num"])));
          const keys = looked.keys.map((key) => constant(key));
          return builder.prim("shadow-fields", [...instr.args.map(operand), ...keys], span, "", type);
        }
        const type = typeIn(func, instr.args[1]);
        const kind = isFloats(type) ? "float64" : type === "numbers" ? type : "any";
        return builder.prim("shadow-numbers", instr.args.map(operand), span, "", kind);
      }
      const [shadow] = instr.args;
      const used = shadow?.kind === "value" ? classOf.get(shadow.id) : undefined;
      if (used === undefined) return undefined;
      // A shadow that nothing writes holds zeros.
      if (!used.isKept) return zero;
      const name = keyOf(instr);
      if (name !== null && !used.keys.includes(name))
        return isPrim(instr, "shadow-get", "take") ? zero : constant(undefined);
      const place = used.places?.get((shadow as { readonly id: ValueId }).id);
      const [own, index, given] = instr.args.map(operand) as unknown as readonly [Operand, Operand, Operand];
      const isColumn = place !== undefined && name !== null;
      const array = isColumn ? (columns.get(columnKey(used.context, place, name)) as Operand) : own;
      const key = isColumn ? operand(place.index) : index;
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
          if (given.kind !== "zero" && !(used.isGrowing && isAtEnd(func, instr)))
            builder.prim("guard-slot", [array, key], span);
          write(given);
          return constant(undefined);
      }
    },
    after: define,
  });
}
