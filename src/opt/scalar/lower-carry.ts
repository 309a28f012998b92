// Derivatives that were given by hand are dropped: nothing asks for them any more.
//
// **Guarantees** No `carry` or `stop` is left.
//
// **How** Both are the value of their first operand. What only their other operands need is dead, and so is what a loop stores
// of it.
//
// **Example** `%a = stop %x; %b = carry %a, %y, %p; return %b` → `return %x`

import type { Func, Operand, Pass, ValueId } from "../../ir/index.ts";
import { mapFunctions, replaceValues } from "../../ir/index.ts";
import { dce } from "./dce.ts";

export const lowerCarry: Pass = {
  name: "lower-carry",
  phase: "final",
  guarantees: ["no-carry"],
  run: (module) => {
    const without = mapFunctions(module, dropIn);
    return without === module ? module : dce.run(without);
  },
};

function dropIn(func: Func): Func {
  const values = new Map<ValueId, Operand>();
  for (const { instrs } of func.blocks) {
    for (const instr of instrs) {
      if (instr.kind === "prim" && (instr.prim === "carry" || instr.prim === "stop"))
        values.set(instr.result, instr.args[0] as Operand);
    }
  }
  return replaceValues(func, values);
}
