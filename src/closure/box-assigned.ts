// Assignment conversion: a `cell`, a captured variable that is assigned after its initialisation (or captured before
// it), becomes a box, an object with identity that closures share.
//
// **Requires** functions as lowered. **Guarantees** no cell is left; everything else is unchanged.
//
// **Example** `%n = cell 1` → `%n = box-new 1`; `cell-set ^%n, %v` → `box-set ^%n, %v`.

import type { Func, Module, Pass, PrimName } from "../ir/index.ts";

export const boxAssigned: Pass = { name: "box-assigned", run: boxAssignedIn };

const boxPrims: { readonly [prim: string]: PrimName } = { cell: "box-new", "cell-get": "box-get", "cell-set": "box-set" };

function boxAssignedIn(module: Module): Module {
  const functions = Object.values(module.functions);
  if (!functions.some(hasCells)) return module;
  return { ...module, functions: Object.fromEntries(functions.map((func) => [func.name, boxCells(func)])) };
}

function hasCells(func: Func): boolean {
  return func.blocks.some((block) => block.instrs.some((instr) => instr.kind === "prim" && instr.prim in boxPrims));
}

function boxCells(func: Func): Func {
  if (!hasCells(func)) return func;
  const blocks = func.blocks.map((block) => ({
    ...block,
    instrs: block.instrs.map((instr) => {
      const prim = instr.kind === "prim" ? boxPrims[instr.prim] : undefined;
      return instr.kind === "prim" && prim !== undefined ? { ...instr, prim } : instr;
    }),
  }));
  return { ...func, blocks };
}
