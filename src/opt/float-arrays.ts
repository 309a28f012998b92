// Arrays of numbers as Float64Arrays, where nobody can tell.
//
// **Requires** closed code without alphas, that is not differentiated afterwards.
// **Guarantees** results are the same. Running it twice changes nothing more.
//
// **How** An array that a loop fills with numbers, and that nothing gets hold of, is only measured, and read by numbers once all of
// it is there; its length is that of another array, so there is an array so long.
//
// **Example** `%n = load %x, "length"; %a = array-new %n; loop: set %a, %i, %v` → `%a = typed-new Float64Array, %n`.

import type { Func, Instr, Operand, Pass, ValueId } from "../ir/index.ts";
import { constant, isNumber, mapFunctions, operandType, rebuild } from "../ir/index.ts";
import { filledArrays } from "./filled-arrays.ts";
import { measured } from "./measured.ts";

export const floatArrays: Pass = { name: "float-arrays", run: (module) => mapFunctions(module, floatIn) };

function floatIn(func: Func): Func {
  const definitions = new Map<ValueId, Instr>();
  for (const { instrs } of func.blocks) for (const instr of instrs) definitions.set(instr.result, instr);
  const definitionOf = (operand: Operand | undefined): Instr | undefined =>
    operand?.kind === "value" ? definitions.get(operand.id) : undefined;
  const isLength = (instr: Instr | undefined): boolean => measured(instr, func) !== undefined;
  const filled = filledArrays(func);
  /** Arrays that are asked for properties, or for elements before all are there: a Float64Array has zeros for holes. */
  const asked = new Set<ValueId>();
  func.blocks.forEach(({ instrs }, b) => {
    for (const instr of instrs) {
      const [array, key] = instr.kind === "prim" && (instr.prim === "get" || instr.prim === "load") ? instr.args : [];
      if (array?.kind !== "value" || isLength(instr)) continue;
      const isIndex = key !== undefined && isNumber(operandType(key, (id) => func.values[id]?.type));
      if (!isIndex || filled.get(array.id)?.isFull(b) !== true) asked.add(array.id);
    }
  });
  const chosen = new Set<Instr>();
  for (const { instr, escapes } of filled.values()) {
    const isSeen = escapes || asked.has(instr.result);
    if (!isSeen && func.values[instr.result]?.type === "numbers" && isLength(definitionOf(instr.args[0])))
      chosen.add(instr);
  }
  if (chosen.size === 0) return func;
  return rebuild(func, {
    instr: (instr, { builder, operand }) => {
      if (!chosen.has(instr) || instr.kind !== "prim") return undefined;
      const { span, result } = instr;
      const constructor = builder.prim("global", [constant("Float64Array")], span);
      const hint = func.values[result]?.hint ?? "";
      return builder.prim("typed-new", [constructor, operand(instr.args[0] as Operand)], span, hint, "float64");
    },
  });
}
