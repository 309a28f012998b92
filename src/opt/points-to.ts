// Which memory values may refer to: for each value, the places where objects are made, and the inputs, that it may be
// or lead to. Objects of one place are not told apart, nor what an object holds by its properties.
//
// A forward fixpoint over the function (Andersen's analysis, with one node for each allocation).

import {
  edgesOf,
  isInactive,
  isNumeric,
  prims,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type ValueId,
} from "../ir/index.ts";

/** An allocation or an entry parameter by its value; memory of unknown origin. */
export type Place = ValueId | "unknown";

export interface PointsTo {
  readonly of: (operand: Operand) => ReadonlySet<Place>;
  /** Whether a place is memory that the function made. */
  readonly isMade: (place: Place) => boolean;
  /** Whether an instruction does what others could see, who do not get the function's result. */
  readonly isSeen: (instr: Instr) => boolean;
  /** The operands that lead to what an instruction writes; "any" if it may do anything. */
  readonly writtenBy: (instr: Instr) => readonly Operand[] | "any";
}

const nothing: ReadonlySet<Place> = new Set();

/** Writes through their first operand. */
const stores: { readonly [prim: string]: number } = { set: 2, push: 1, "box-set": 1 };
const otherWrites = new Set([
  "own-slot",
  "delete",
  "set-length",
  "pop",
  "arena-give",
  "take-numbers",
  "accum",
  "take",
  "put",
  "clear",
  "accum-all",
]);
const reads = new Set([
  "get",
  "load",
  "box-get",
  "pop",
  "gather",
  "shadow-get",
  "take",
  "arena-room",
  "arena-for-loop",
]);
/** The result is one of the operands, or holds them. */
const passes = new Set(
  `tuple tuple-get tuple-concat tape-push tape-pop copy stop carry select gate iterable part parts-to parts-from
   expect-array expect-float64`.split(/\s+/),
);

export function pointsTo(func: Func): PointsTo {
  const [self, receiver, ...params] = func.blocks[0]?.params ?? [];
  const sets = new Map<ValueId, Set<Place>>();
  const held = new Map<Place, Set<Place>>();
  const made = new Set<Place>();
  for (const id of params) {
    sets.set(id, new Set([id]));
    // All that an input leads to counts as the input.
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
  const visitPrim = ({ prim, args, result }: PrimInstr): void => {
    const [first] = args;
    const stored = stores[prim];
    if (stored !== undefined) hold(first, args[stored]);
    // Shadows are the context's.
    else if (prim === "shadow" || prim === "shadow-numbers" || prim === "take-numbers")
      add(sets, result, of(first as Operand));
    else if (prim === "capture" || reads.has(prim)) add(sets, result, contents(first as Operand));
    else if (passes.has(prim)) for (const arg of args) add(sets, result, of(arg));
    else if (prims[prim].effect === "alloc") make(result, args);
    else if (!carriesNone(result)) add(sets, result, ["unknown"]);
  };
  while (changed) {
    changed = false;
    for (const { instrs, terminator } of func.blocks) {
      for (const instr of instrs) {
        if (instr.kind === "prim") visitPrim(instr);
        else if (instr.kind === "closure") make(instr.result, instr.captures);
        else {
          add(sets, instr.result, ["unknown"]);
          for (const operand of [instr.callee, instr.receiver, ...instr.args]) {
            for (const place of of(operand)) add(held, place, ["unknown"]);
          }
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
  /** Whether an operand may be memory that was there before. */
  const isForeign = (operand: Operand): boolean => {
    const places = [...of(operand)];
    return !(places.length > 0 && places.every(isMade));
  };
  return {
    of,
    isMade,
    writtenBy,
    isSeen: (instr) => {
      const written = writtenBy(instr);
      return written === "any" || written.some(isForeign);
    },
  };
}

function writtenBy(instr: Instr): readonly Operand[] | "any" {
  if (instr.kind === "closure") return [];
  if (instr.kind === "call") {
    if (instr.effect === "any") return "any";
    return instr.effect === "pure" ? [] : instr.effect.map((k) => instr.args[k] as Operand);
  }
  const { effect } = prims[instr.prim];
  if (effect === "call") return "any";
  if (stores[instr.prim] === undefined && !otherWrites.has(instr.prim)) return effect === "write" ? "any" : [];
  return instr.prim === "arena-give" ? [] : [instr.args[0] as Operand];
}
