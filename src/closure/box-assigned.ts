// Assignment conversion: a captured variable that is assigned after its initialisation, or captured before it, becomes a box, an
// object with identity that closures share (D. Kranz et al., "ORBIT: an optimizing compiler for Scheme", 1986).
//
// **Guarantees** No cell is left; everything else is unchanged.
//
// **How** Each operation on cells becomes the same operation on boxes.
//
// **Example** `%n = cell 1` → `%n = box-new 1`; `cell-set ^%n, %v` → `box-set ^%n, %v`.

import { edit, type Module, type Pass, type PrimInstr, type PrimName } from "../ir/index.ts";

export const boxAssigned: Pass = {
  name: "box-assigned",
  phase: "nested",
  guarantees: ["no-cells"],
  run: boxAssignedIn,
};

const boxPrims: ReadonlyMap<PrimName, PrimName> = new Map([
  ["cell", "box-new"],
  ["cell-get", "box-get"],
  ["cell-set", "box-set"],
]);

function boxAssignedIn(module: Module): Module {
  return edit(module, (draft) => {
    for (const { name, blocks } of Object.values(module.functions)) {
      blocks.forEach((block, b) => {
        block.instrs.forEach((instr, i) => {
          const prim = instr.kind === "prim" ? boxPrims.get(instr.prim) : undefined;
          if (prim === undefined) return;
          const edited = draft.functions[name]?.blocks[b]?.instrs[i] as { prim: PrimInstr["prim"] };
          edited.prim = prim;
        });
      });
    }
  });
}
