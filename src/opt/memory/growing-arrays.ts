// A shadow has as many slots as its array had elements. This finds arrays that get more elements, or had more. Code of tangents
// that pushes an element also puts its tangent, so there the shadow may grow with the array.

import {
  allInstrs,
  dominates,
  immediateDominators,
  sameOperand,
  value,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type PrimName,
  type ValueId,
} from "../../ir/index.ts";
import { definitionsOf, pointsTo, reachedFrom, type AbstractLocation } from "../../analysis/index.ts";

const shrinking: readonly PrimName[] = ["pop", "set-length"];

/** How arrays get more elements: by pushes alone, or in other ways, too; `any` if they may have had more. */
export type Growth = "none" | "push" | "any";

/** How some arrays may get more elements once the context of their shadows has been made, if they may. */
export function growthOf(func: Func, context: ValueId, arrays: readonly Operand[]): Growth {
  const memory = pointsTo(func);
  const { blockOf, prim } = definitionsOf(func);
  const locations = new Set(arrays.flatMap((array) => [...memory.of(array)]));
  const idom = immediateDominators(func);
  const comesBefore = (a: ValueId, b: ValueId): boolean => {
    const { instrs } = func.blocks[blockOf(b)] as Func["blocks"][number];
    const order = (id: ValueId): number => instrs.findIndex(({ result }) => result === id);
    if (blockOf(a) === blockOf(b)) return order(a) < order(b);
    return dominates(idom, blockOf(a), blockOf(b));
  };
  /** Whether a write may happen when the shadow exists. Once an array has been made again, it is another one. */
  const behindContext = reachedFrom(func, [blockOf(context)]);
  const isLater = ({ result }: PrimInstr, location: AbstractLocation): boolean => {
    if (!memory.isMade(location)) return true;
    if (!behindContext.has(blockOf(result)) && !comesBefore(context, result)) return false;
    const array = location as ValueId;
    const last = comesBefore(array, context) ? context : array;
    const isSoon = blockOf(last) === blockOf(result) && comesBefore(last, result);
    return isSoon || reachedFrom(func, [blockOf(last)], blockOf(array)).has(blockOf(result));
  };
  /** A literal is made with few elements, and filled by index. */
  const isLiteral = (location: AbstractLocation): boolean =>
    location !== "unknown" && prim(value(location), "array") !== undefined;
  const writes = allInstrs(func).filter(
    (instr): instr is PrimInstr => instr.kind === "prim" && (instr.prim === "push" || instr.prim === "set"),
  );
  /** What is called may do anything to the length of what it writes to. */
  const mayShrink = (instr: Instr): boolean => {
    const isShrinking = instr.kind === "prim" && shrinking.includes(instr.prim);
    const written = isShrinking || instr.kind === "call" ? memory.writtenBy(instr) : [];
    return (
      written !== "any" && written.some(({ locations: own }) => [...own].some((location) => locations.has(location)))
    );
  };
  if (allInstrs(func).some(mayShrink)) return "any";
  const growing = writes.filter((write) => {
    const [array, key] = write.args as readonly [Operand, Operand];
    const grows = (location: AbstractLocation): boolean =>
      write.prim === "push" || (key.kind !== "const" && isLiteral(location));
    return [...memory.of(array)].some(
      (location) => locations.has(location) && grows(location) && isLater(write, location),
    );
  });
  return growing.length === 0 ? "none" : growing.every(({ prim }) => prim === "push") ? "push" : "any";
}

/** Whether the shadows of a context grow as their arrays do: code of tangents that pushes an element puts its tangent. */
export function isFollowed(func: Func, context: ValueId, growth: Growth): boolean {
  const isOfTangents = definitionsOf(func).prim(value(context))?.prim === "new-tangents";
  return growth === "none" || (growth === "push" && isOfTangents);
}

/** Whether a slot of a shadow is the one behind the last element: where an element is pushed. */
export function isAtEnd(func: Func, { args: [shadow, key] }: PrimInstr): boolean {
  const { args, prim } = definitionsOf(func);
  const end = prim(key);
  const [array] = end?.prim === "length" || end?.prim === "array-length" ? end.args : [];
  const primal = args(shadow, "shadow")[1];
  return array !== undefined && primal !== undefined && sameOperand(array, primal);
}
