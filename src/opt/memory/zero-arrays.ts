// Private arrays of numbers are made of zeros: engines hold these as floating-point numbers and make them quickly.
//
// **How** The array is as long as another one and does not escape. Code only reads its length, and reads and writes elements that
// are numbers. Either a loop fills it with numbers, and elements are read and guarded once all of them are there; or it is a
// Float64Array, and nothing is written beyond its end.
//
// **Example** `%n = load %x, "length"; %a = array-new %n; loop: set %a, %i, %v` → `%a = array-zeros %n`.

import type { Func, Instr, Operand, Pass, PrimInstr } from "../../ir/index.ts";
import { allInstrs, isNumber, mapFunctions, typeIn, rebuild } from "../../ir/index.ts";
import {
  definitionsOf,
  looksAtElements,
  readsElement,
  filledArrays,
  knownElements,
  measured,
  privateStores,
  usesOf,
} from "../../analysis/index.ts";

export const zeroArrays: Pass = { name: "zero-arrays", phase: "final", run: (module) => mapFunctions(module, zerosIn) };

function zerosIn(func: Func): Func {
  const made = allInstrs(func).filter(isMaking);
  if (made.length === 0) return func;
  const filled = filledArrays(func);
  const elements = knownElements(func);
  const privates = privateStores(func);
  const { prim, blockOf } = definitionsOf(func);
  const isWithin = ({ args: [array, key], result }: PrimInstr): boolean =>
    elements.isNumber(array as Operand, key as Operand, blockOf(result));
  const isChosen = ({ prim: making, args, result }: PrimInstr): boolean => {
    const stores = privates.get(result);
    const type = func.values[result]?.type;
    if (stores === undefined || measured(prim(args.at(-1)), func) === undefined) return false;
    const fill = making === "array-new" && type === "numbers" ? filled.get(result) : undefined;
    if (fill === undefined && !(type === "float64" && stores.every(isWithin))) return false;
    return usesOf(func)(result).every(({ instr, block }) => {
      if (instr?.kind !== "prim" || measured(instr, func) !== undefined) return true;
      // The array may be asked for a property.
      if (readsElement(instr) && !isNumber(typeIn(func, instr.args[1]))) return false;
      // A check for elements would find zeros in place of holes.
      return fill === undefined || !(readsElement(instr) || looksAtElements(instr)) || fill.isFull(block);
    });
  };
  const chosen = new Set<Instr>(made.filter(isChosen));
  if (chosen.size === 0) return func;
  return rebuild(func, {
    instr: (instr, { builder, operand }) => {
      if (!chosen.has(instr) || instr.kind !== "prim") return undefined;
      const length = operand(instr.args.at(-1) as Operand);
      return builder.prim("array-zeros", [length], instr.span, func.values[instr.result]?.hint ?? "", "numbers");
    },
  });
}

const isMaking = (instr: Instr): instr is PrimInstr =>
  instr.kind === "prim" && (instr.prim === "array-new" || instr.prim === "typed-new");
