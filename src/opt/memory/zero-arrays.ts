// Private arrays of numbers are made of zeros: engines hold these as floating-point numbers and make them quickly.
//
// **How** The array is as long as another one and does not escape. Code only reads its length, and reads and writes elements that
// are numbers. Either a loop fills it with numbers, and elements are read and guarded once all of them are there; or it is a
// Float64Array, and nothing is written beyond its end.
//
// **Example** `%n = load %x, "length"; %a = array-new %n; loop: set %a, %i, %v` → `%a = array-zeros %n`.

import type { Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import { isNumber, mapFunctions, typeIn, rebuild } from "../../ir/index.ts";
import {
  looksAtElements,
  readsElement,
  filledArrays,
  knownElements,
  measured,
  privateStores,
} from "../../analysis/index.ts";

export const zeroArrays: Pass = { name: "zero-arrays", phase: "final", run: (module) => mapFunctions(module, zerosIn) };

function zerosIn(func: Func): Func {
  const made = func.blocks.flatMap(({ instrs }) => instrs.filter(isMaking));
  if (made.length === 0) return func;
  const lengths = new Set<ValueId>();
  const blocks = new Map<Instr, number>();
  func.blocks.forEach(({ instrs }, b) => {
    for (const instr of instrs) {
      blocks.set(instr, b);
      if (measured(instr, func) !== undefined) lengths.add(instr.result);
    }
  });
  const filled = filledArrays(func);
  const elements = knownElements(func);
  const stores = privateStores(func);
  const asked = askedIn(func, lengths, (array, b) => filled.get(array)?.isFull(b) === true);
  const isWithin = ({ args }: PrimInstr, b: number): boolean =>
    elements.isNumber(args[0] as Operand, args[1] as Operand, b);
  const isChosen = ({ prim, args, result }: PrimInstr): boolean => {
    const length = args.at(-1);
    if (length?.kind !== "value" || !lengths.has(length.id) || asked.properties.has(result)) return false;
    const type = func.values[result]?.type;
    if (prim === "array-new")
      return type === "numbers" && filled.get(result)?.escapes === false && !asked.early.has(result);
    return (
      type === "float64" && stores.get(result)?.every((store) => isWithin(store, blocks.get(store) as number)) === true
    );
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

/** Arrays whose properties are read, and arrays whose elements are read or checked before all of them are filled in. */
function askedIn(
  func: Func,
  lengths: ReadonlySet<ValueId>,
  isFull: (array: ValueId, block: number) => boolean,
): { readonly properties: ReadonlySet<ValueId>; readonly early: ReadonlySet<ValueId> } {
  const [properties, early] = [new Set<ValueId>(), new Set<ValueId>()];
  func.blocks.forEach(({ instrs }, b) => {
    for (const instr of instrs) {
      if (instr.kind !== "prim" || lengths.has(instr.result)) continue;
      const [array, key] = instr.args;
      const isRead = readsElement(instr);
      // A check for elements would find zeros in place of holes.
      if (array?.kind !== "value" || !(isRead || looksAtElements(instr))) continue;
      const isIndex = key !== undefined && isNumber(typeIn(func, key));
      if (isRead && !isIndex) properties.add(array.id);
      else if (!isFull(array.id, b)) early.add(array.id);
    }
  });
  return { properties, early };
}
