// Points-to: for each value, the locations (allocations and inputs) of the objects that it may be or lead to. The analysis does not
// tell apart the objects that one allocation makes, nor the properties of an object.
//
// A forward fixpoint over the function (Andersen's analysis, with one node for each allocation).

import {
  edgesOf,
  isInactive,
  isNumeric,
  isTyped,
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
import { addBit, addBits, eachBit, emptyBits, type Bits } from "./bits.ts";
import { componentsOf } from "./components.ts";

/** An allocation or an entry parameter, named by its value; or memory of unknown origin. */
export type AbstractLocation = ValueId | "unknown";

/** An operand to which an instruction writes: to all that it leads to, or only to the operand itself. */
interface WrittenOperand {
  readonly operand: Operand;
  readonly isOnlyItself: boolean;
}

export interface Written extends WrittenOperand {
  /** The locations that it may write. */
  readonly locations: ReadonlySet<AbstractLocation>;
}

export interface PointsTo {
  readonly of: (operand: Operand) => ReadonlySet<AbstractLocation>;
  /** All locations that an operand leads to, by any number of steps. */
  readonly reach: (operand: Operand) => ReadonlySet<AbstractLocation>;
  /** Whether the function made the memory of a location. */
  readonly isMade: (location: AbstractLocation) => boolean;
  /** Whether an instruction has an effect that others can see without the function's result. */
  readonly isSeen: (instr: Instr) => boolean;
  /** The operands to which an instruction writes; "any" if it may do anything. */
  readonly writtenBy: (instr: Instr) => readonly Written[] | "any";
}

const isEmpty = (bits: Bits): boolean => bits.every((word) => word === 0);

/** Whether an instruction makes memory. A call of known code may; all that it makes is one location. */
const isFresh = (instr: Instr): boolean =>
  instr.kind === "closure" ||
  (instr.kind === "call" && instr.effect !== "any") ||
  (instr.kind === "prim" && prims[instr.prim].effects.result === "fresh");

export const pointsTo: (func: Func) => PointsTo = ofFunction((func: Func): PointsTo => {
  const [self, receiver, ...params] = func.blocks[0]?.params ?? [];
  const components = componentsOf(func);
  const made = func.blocks.flatMap(({ instrs }) => instrs.filter(isFresh).map(({ result }) => result));
  const locations: readonly AbstractLocation[] = ["unknown", ...params, ...made];
  const firstMade = 1 + params.length;
  const numbers = new Map(locations.map((location, k) => [location, k]));
  /** Sets of locations, each by its number. */
  const nothing = emptyBits(locations.length);
  const single = (k: number): Bits => {
    const bits = nothing.slice();
    addBit(bits, k);
    return bits;
  };
  const unknown = single(0);
  const sets = new Map<ValueId, Bits>();
  /** What the objects of each location hold. Everything that an input leads to counts as the input itself. */
  const held = locations.map((_, k) => (k < firstMade ? single(k) : nothing));

  const carriesNone = (id: ValueId): boolean => {
    const type = func.values[id]?.type ?? "any";
    return isNumeric(type) || (isInactive(type) && type !== "context" && type !== "shadow");
  };
  let changed = true;
  const addTo = (id: ValueId, bits: Bits): void => {
    const set = sets.get(id);
    if (set !== undefined) changed = addBits(set, bits) || changed;
    else if (!carriesNone(id) && !isEmpty(bits)) {
      sets.set(id, bits.slice());
      changed = true;
    }
  };
  const holdIn = (location: number, bits: Bits): void => {
    const set = held[location] as Bits;
    if (set !== nothing) changed = addBits(set, bits) || changed;
    else if (!isEmpty(bits)) {
      held[location] = bits.slice();
      changed = true;
    }
  };
  for (const id of [self, receiver]) if (id !== undefined) addTo(id, unknown);
  [...params, ...made].forEach((id, k) => {
    addTo(id, single(1 + k));
  });
  const bitsOf = (operand: Operand): Bits => (operand.kind === "value" ? (sets.get(operand.id) ?? nothing) : nothing);
  const addContents = (id: ValueId, operand: Operand): void => {
    eachBit(bitsOf(operand), (location) => {
      addTo(id, held[location] as Bits);
    });
  };
  const hold = (operand: Operand, bits: Bits): void => {
    eachBit(bitsOf(operand), (location) => {
      holdIn(location, bits);
    });
  };
  const fill = (id: ValueId, parts: readonly Operand[]): void => {
    for (const part of parts) holdIn(numbers.get(id) as number, bitsOf(part));
  };
  /** Unknown code gets an operand: it may keep that, and change what it leads to. */
  const leak = (operand: Operand): void => {
    holdIn(0, bitsOf(operand));
    hold(operand, unknown);
  };
  /** What unknown code gives: anything that it has got. */
  const giveUnknown = (id: ValueId): void => {
    addTo(id, held[0] as Bits);
  };
  const visitPrim = ({ prim, args, result }: PrimInstr): void => {
    const parts = components(result);
    if (parts !== null) {
      for (const part of parts) addTo(result, bitsOf(part));
      return;
    }
    const [first] = args;
    const from = prims[prim].effects.result;
    args.forEach((arg, k) => {
      const { goes } = operandEffect(prim, k);
      if (goes === "result") addTo(result, bitsOf(arg));
      else if (goes === "into first") hold(first as Operand, bitsOf(arg));
      else if (goes === "anywhere") leak(arg);
    });
    // Typed arrays hold numbers; their operands include their class.
    if (from === "fresh" && isTyped(func.values[result]?.type ?? "any")) return;
    if (from === "fresh") fill(result, args);
    else if (carriesNone(result)) return;
    else if (from === "contents") addContents(result, first as Operand);
    else if (from === "unknown") giveUnknown(result);
  };
  const reachFrom = (bits: Bits): Bits => {
    const found = bits.slice();
    const work = [bits];
    for (const some of work) {
      eachBit(some, (location) => {
        const inside = held[location] as Bits;
        // Each location is new once, so the work ends.
        const more = inside.map((word, i) => word & ~(found[i] as number));
        if (addBits(found, more)) work.push(more);
      });
    }
    return found;
  };
  const all = (operands: readonly Operand[]): Bits => {
    const bits = nothing.slice();
    for (const operand of operands) addBits(bits, bitsOf(operand));
    return bits;
  };
  const writtenBits = ({ operand, isOnlyItself }: WrittenOperand): Bits =>
    isOnlyItself ? bitsOf(operand) : reachFrom(bitsOf(operand));
  /** Known code keeps nothing. It returns, and writes, memory that it was given or that it made: the latter is one location. */
  const callKnown = (id: ValueId, operands: readonly Operand[], written: readonly WrittenOperand[]): void => {
    const own = single(numbers.get(id) as number);
    const given = reachFrom(all(operands));
    addBits(given, own);
    const touched = own.slice();
    for (const one of written) addBits(touched, writtenBits(one));
    eachBit(touched, (location) => {
      holdIn(location, given);
    });
    addTo(id, given);
  };
  while (changed) {
    changed = false;
    for (const { instrs, terminator } of func.blocks) {
      for (const instr of instrs) {
        if (instr.kind === "prim") visitPrim(instr);
        else if (instr.kind === "closure") fill(instr.result, instr.captures);
        else {
          const operands = [instr.callee, instr.receiver, ...instr.args];
          if (instr.effect === "any") {
            operands.forEach(leak);
            giveUnknown(instr.result);
          } else callKnown(instr.result, operands, writtenOperands(instr) as readonly WrittenOperand[]);
        }
      }
      for (const { target, args } of edgesOf(terminator)) {
        args.forEach((arg, k) => {
          const param = func.blocks[target]?.params[k];
          if (param !== undefined) addTo(param, bitsOf(arg));
        });
      }
    }
  }
  const setOf = (bits: Bits): ReadonlySet<AbstractLocation> => {
    const set = new Set<AbstractLocation>();
    eachBit(bits, (k) => set.add(locations[k] as AbstractLocation));
    return set;
  };
  /** The locations that unknown code may reach, and those that the function did not make. */
  const foreign = reachFrom(unknown);
  for (let k = 0; k < firstMade; k++) addBits(foreign, single(k));
  /** Whether memory may be such that the function did not make, or that others have got. */
  const isForeign = (bits: Bits): boolean =>
    isEmpty(bits) || bits.some((word, i) => (word & (foreign[i] as number)) !== 0);
  const known = new Map<Bits, ReadonlySet<AbstractLocation>>();
  const locationsIn = (bits: Bits): ReadonlySet<AbstractLocation> => {
    let set = known.get(bits);
    if (set === undefined) known.set(bits, (set = setOf(bits)));
    return set;
  };
  return {
    of: (operand) => locationsIn(bitsOf(operand)),
    reach: (operand) => setOf(reachFrom(bitsOf(operand))),
    isMade: (location) => (numbers.get(location) ?? 0) >= firstMade,
    writtenBy: (instr) => {
      const written = writtenOperands(instr);
      if (written === "any") return written;
      return written.map((one) => ({ ...one, locations: locationsIn(writtenBits(one)) }));
    },
    isSeen: (instr) => {
      const written = writtenOperands(instr);
      return written === "any" || written.some((one) => isForeign(writtenBits(one)));
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

const none: readonly WrittenOperand[] = [];

function writtenOperands(instr: Instr): readonly WrittenOperand[] | "any" {
  if (instr.kind === "closure") return none;
  if (instr.kind === "call") {
    if (instr.effect === "any") return "any";
    if (instr.effect === "pure") return none;
    return instr.effect.map(({ arg, isOnlyItself }) => ({ operand: instr.args[arg] as Operand, isOnlyItself }));
  }
  const { isAnything, operands } = prims[instr.prim].effects;
  if (isAnything) return "any";
  if (operands.every(({ writes }) => writes.length === 0)) return none;
  return instr.args.flatMap((operand, k) =>
    operandEffect(instr.prim, k).writes.length > 0 ? [{ operand, isOnlyItself: true }] : [],
  );
}
