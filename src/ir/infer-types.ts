// Type inference: a forward fixpoint over a function. A block parameter's type is the join of what its edges pass; a result's
// type is what its primitive gives for its operands' types. What a function already declares of its own parameters and of
// results (of calls and reads, say) is kept where it says more.
//
// **Guarantees** Types are as narrow as this inference makes them.
//
// **How** Optimistic: parameters begin at the bottom and only rise. `int` is a claim: an exact integer of magnitude below 2^53,
// and not -0. It is made for small constants, lengths, bit operations, and for what these become by adding or subtracting a
// constant of magnitude at most 2^8: to leave the range by such steps takes 2^44 of them on one value, hours of pure counting.
// Sums of two variables are `num`.
//
// **Example** `bb1(%i): %j = add %i, 1` entered by `bb1(0)` → `bb1(%i: int): %j: int = add %i, 1`.

import { definitionType, smallType } from "./definition-types.ts";
import type { Func, Operand, ValueId, ValueInfo } from "./model.ts";
import type { Pass } from "./pass.ts";
import { mapFunctions } from "./pass.ts";
import { join } from "./join-types.ts";
import type { Type } from "./types.ts";
import { edgesOf } from "./walk.ts";

export const inferTypesEverywhere: Pass = {
  name: "infer-types",
  phase: "any",
  guarantees: ["typed"],
  run: (module) => mapFunctions(module, inferTypes),
};

/** The function with its values' types refined; the same object if there was nothing to learn. */
export function inferTypes(func: Func): Func {
  const entry = new Set<ValueId>(func.blocks[0]?.params);
  // Optimistic: parameters of blocks start at the bottom and only rise.
  const types: Type[] = func.values.map(({ type }, id) => (entry.has(id as ValueId) ? type : "unset"));
  const typeOfValue = (id: number): Type | undefined => types[id];
  const typeOf = (operand: Operand): Type => smallType(operand, typeOfValue);
  const declared = (id: ValueId): Type => func.values[id]?.type ?? "any";

  for (let changed = true; changed;) {
    changed = false;
    func.blocks.forEach((block, b) => {
      for (const instr of block.instrs)
        types[instr.result] = narrower(declared(instr.result), definitionType(instr, typeOf));
      for (const { target, args } of edgesOf(block.terminator)) {
        const params = func.blocks[target]?.params ?? [];
        args.forEach((arg, k) => {
          const id = params[k];
          if (id === undefined) return;
          const before = types[id] ?? "unset";
          const after = join(before, typeOf(arg));
          if (after === before) return;
          types[id] = after;
          // All other blocks that an edge leads to are still to come.
          if (target <= b) changed = true;
        });
      }
    });
  }
  for (const block of func.blocks)
    for (const id of block.params) types[id] = narrower(declared(id), types[id] ?? "any");
  return withTypes(func, types);
}

function withTypes(func: Func, types: readonly Type[]): Func {
  let changed = false;
  const values = func.values.map((info, id): ValueInfo => {
    const type = types[id] ?? info.type;
    if (type === info.type) return info;
    changed = true;
    return { hint: info.hint, type };
  });
  return changed ? { ...func, values } : func;
}

/** The narrower of the two types if one implies the other; else the inferred one. */
const narrower = (declared: Type, inferred: Type): Type =>
  declared === inferred || join(declared, inferred) === inferred ? declared : inferred;
