// Arrays that get more elements, or had more: a shadow that is made with as many slots as there are elements would have none for
// them.

import {
  allInstrs,
  dominates,
  immediateDominators,
  value,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type PrimName,
  type ValueId,
} from "../../ir/index.ts";
import { definitionsOf, pointsTo, reachedFrom, type Place } from "../../analysis/index.ts";

const shrinking: readonly PrimName[] = ["pop", "set-length"];

/** Whether one of some arrays may have had more elements, or may get more once the context of its shadow has been made. */
export function mayGrow(func: Func, context: ValueId, arrays: readonly Operand[]): boolean {
  const memory = pointsTo(func);
  const { blockOf, prim } = definitionsOf(func);
  const places = new Set(arrays.flatMap((array) => [...memory.of(array)]));
  const idom = immediateDominators(func);
  const comesBefore = (a: ValueId, b: ValueId): boolean => {
    const { instrs } = func.blocks[blockOf(b)] as Func["blocks"][number];
    const order = (id: ValueId): number => instrs.findIndex(({ result }) => result === id);
    if (blockOf(a) === blockOf(b)) return order(a) < order(b);
    return dominates(idom, blockOf(a), blockOf(b));
  };
  /** Whether a write may happen when the shadow exists. Once an array has been made again, it is another one. */
  const behindContext = reachedFrom(func, [blockOf(context)]);
  const isLater = ({ result }: PrimInstr, place: Place): boolean => {
    if (!memory.isMade(place)) return true;
    if (!behindContext.has(blockOf(result)) && !comesBefore(context, result)) return false;
    const array = place as ValueId;
    const last = comesBefore(array, context) ? context : array;
    const isSoon = blockOf(last) === blockOf(result) && comesBefore(last, result);
    return isSoon || reachedFrom(func, [blockOf(last)], blockOf(array)).has(blockOf(result));
  };
  /** A literal is made with few elements, and filled by index. */
  const isLiteral = (place: Place): boolean => place !== "unknown" && prim(value(place), "array") !== undefined;
  const writes = allInstrs(func).filter(
    (instr): instr is PrimInstr => instr.kind === "prim" && (instr.prim === "push" || instr.prim === "set"),
  );
  /** What is called may do anything to the length of what it writes to. */
  const mayShrink = (instr: Instr): boolean => {
    const isShrinking = instr.kind === "prim" && shrinking.includes(instr.prim);
    const written = isShrinking || instr.kind === "call" ? memory.writtenBy(instr) : [];
    return written !== "any" && written.some(({ places: own }) => [...own].some((place) => places.has(place)));
  };
  if (allInstrs(func).some(mayShrink)) return true;
  return writes.some((write) => {
    const [array, key] = write.args as readonly [Operand, Operand];
    const grows = (place: Place): boolean => write.prim === "push" || (key.kind !== "const" && isLiteral(place));
    return [...memory.of(array)].some((place) => places.has(place) && grows(place) && isLater(write, place));
  });
}
