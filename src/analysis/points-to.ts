// Points-to: for each value, the places (allocations and inputs) of the objects that it may be or lead to. The analysis does not
// tell apart the objects that one allocation makes, nor the properties of an object.
//
// A forward fixpoint over the function (Andersen's analysis, with one node for each allocation).

import {
  edgesOf,
  isInactive,
  isNumeric,
  operandEffect,
  prims,
  reachesReturn,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type ValueId,
  ofFunction,
} from "../ir/index.ts";

/** An allocation or an entry parameter, named by its value; or memory of unknown origin. */
export type Place = ValueId | "unknown";

export interface PointsTo {
  readonly of: (operand: Operand) => ReadonlySet<Place>;
  /** All places that an operand leads to, by any number of steps. */
  readonly reach: (operand: Operand) => ReadonlySet<Place>;
  /** Whether the function made the memory of a place. */
  readonly isMade: (place: Place) => boolean;
  /** Whether an instruction has an effect that others can see without the function's result. */
  readonly isSeen: (instr: Instr) => boolean;
  /** The operands that lead to what an instruction writes; "any" if it may do anything. */
  readonly writtenBy: (instr: Instr) => readonly Operand[] | "any";
}

const nothing: ReadonlySet<Place> = new Set();

export const pointsTo: (func: Func) => PointsTo = ofFunction((func: Func): PointsTo => {
  const [self, receiver, ...params] = func.blocks[0]?.params ?? [];
  const sets = new Map<ValueId, Set<Place>>();
  const held = new Map<Place, Set<Place>>();
  const made = new Set<Place>();
  for (const id of params) {
    sets.set(id, new Set([id]));
    // Everything that an input leads to counts as the input itself.
    held.set(id, new Set([id]));
  }
  for (const id of [self, receiver]) if (id !== undefined) sets.set(id, new Set(["unknown"]));
  held.set("unknown", new Set(["unknown"]));

  let changed = true;
  const add = (into: Map<Place, Set<Place>>, key: Place, places: Iterable<Place>): void => {
    let set = into.get(key);
    if (set === undefined) into.set(key, (set = new Set()));
    const before = set.size;
    for (const place of places) set.add(place);
    if (set.size > before) changed = true;
  };
  const carriesNone = (id: ValueId): boolean => {
    const type = func.values[id]?.type ?? "any";
    return isNumeric(type) || (isInactive(type) && type !== "context" && type !== "shadow");
  };
  const of = (operand: Operand): ReadonlySet<Place> =>
    operand.kind === "value" && !carriesNone(operand.id) ? (sets.get(operand.id) ?? nothing) : nothing;
  const contents = (operand: Operand): readonly Place[] =>
    [...of(operand)].flatMap((place) => [...(held.get(place) ?? [])]);
  const hold = (operand: Operand | undefined, value: Operand | undefined): void => {
    if (operand === undefined || value === undefined) return;
    for (const place of of(operand)) add(held, place, of(value));
  };
  const make = (id: ValueId, parts: readonly Operand[]): void => {
    made.add(id);
    add(sets, id, [id]);
    for (const part of parts) add(held, id, of(part));
  };
  /** Unknown code gets an operand: it may keep that, and change what it leads to. */
  const leak = (operand: Operand): void => {
    add(held, "unknown", of(operand));
    for (const place of of(operand)) add(held, place, ["unknown"]);
  };
  /** What unknown code gives: anything that it has got. */
  const giveUnknown = (id: ValueId): void => add(sets, id, held.get("unknown") ?? []);
  const visitPrim = ({ prim, args, result }: PrimInstr): void => {
    const [first] = args;
    const from = prims[prim].effects.result;
    args.forEach((arg, k) => {
      const { goes } = operandEffect(prim, k);
      if (goes === "result") add(sets, result, of(arg));
      else if (goes === "into first") hold(first, arg);
      else if (goes === "anywhere") leak(arg);
    });
    if (from === "fresh") make(result, args);
    else if (from === "contents") add(sets, result, contents(first as Operand));
    else if (from === "unknown" && !carriesNone(result)) giveUnknown(result);
  };
  const reachFrom = (places: Iterable<Place>): ReadonlySet<Place> => {
    const found = new Set(places);
    // The set grows while it is walked.
    for (const place of found) for (const inside of held.get(place) ?? []) found.add(inside);
    return found;
  };
  /** Known code keeps nothing. It returns, and writes, memory that it was given or that it made: the latter is one place. */
  const callKnown = (id: ValueId, operands: readonly Operand[], written: readonly Operand[]): void => {
    const given = reachFrom(operands.flatMap((operand) => [...of(operand)]));
    make(id, []);
    for (const place of [id, ...reachFrom(written.flatMap((operand) => [...of(operand)]))])
      add(held, place, [id, ...given]);
    add(sets, id, given);
  };
  while (changed) {
    changed = false;
    for (const { instrs, terminator } of func.blocks) {
      for (const instr of instrs) {
        if (instr.kind === "prim") visitPrim(instr);
        else if (instr.kind === "closure") make(instr.result, instr.captures);
        else {
          const operands = [instr.callee, instr.receiver, ...instr.args];
          if (instr.effect === "any") {
            operands.forEach(leak);
            giveUnknown(instr.result);
          } else callKnown(instr.result, operands, writtenBy(instr) as readonly Operand[]);
        }
      }
      for (const { target, args } of edgesOf(terminator)) {
        args.forEach((arg, k) => {
          const param = func.blocks[target]?.params[k];
          if (param !== undefined) add(sets, param, of(arg));
        });
      }
    }
  }
  const isMade = (place: Place): boolean => made.has(place);
  /** The places that unknown code may reach. */
  const leaked = reachFrom(["unknown"]);
  /** Whether an operand may be memory that the function did not make, or that others have got. */
  const isForeign = (operand: Operand): boolean => {
    const places = [...of(operand)];
    return !(places.length > 0 && places.every((place) => isMade(place) && !leaked.has(place)));
  };
  return {
    of,
    reach: (operand) => reachFrom(of(operand)),
    isMade,
    writtenBy,
    isSeen: (instr) => {
      const written = writtenBy(instr);
      return written === "any" || written.some(isForeign);
    },
  };
});

/**
 * The same for the instructions on the way to a return: what others get on the way to an exception, they get after all of these.
 */
export const pointsToOnReturn: (func: Func) => PointsTo = ofFunction((func: Func): PointsTo => {
  const reaches = reachesReturn(func);
  if (!reaches.includes(false)) return pointsTo(func);
  return pointsTo({ ...func, blocks: func.blocks.map((block, b) => (reaches[b] ? block : { ...block, instrs: [] })) });
});

function writtenBy(instr: Instr): readonly Operand[] | "any" {
  if (instr.kind === "closure") return [];
  if (instr.kind === "call") {
    if (instr.effect === "any") return "any";
    return instr.effect === "pure" ? [] : instr.effect.map((k) => instr.args[k] as Operand);
  }
  if (prims[instr.prim].effects.isAnything) return "any";
  return instr.args.filter((_, k) => operandEffect(instr.prim, k).writes.length > 0);
}
