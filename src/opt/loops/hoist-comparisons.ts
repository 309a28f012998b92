// Loop-invariant code motion of comparisons, which may be done before code is differentiated (the first step of loop unswitching:
// F. Allen and J. Cocke, "A catalogue of optimizing transformations", 1971).
//
// **How** Comparing numbers has no effect, so a comparison of what the loop does not change moves before the loop, even if no
// iteration would get to it. A derivative then need not store its outcome for each iteration. Operands that may be unset are
// not moved.
//
// **Example** `bb1(%i: int): %c = lt 0, %n` in a loop that does not change %n → `%c` in the block before the loop.

import type { Instr, Pass } from "../../ir/index.ts";
import { isNumber, mapFunctions, prims, typeIn } from "../../ir/index.ts";
import { mayBeUnset } from "../../analysis/index.ts";
import { hoist, type Hoisting } from "./hoist.ts";

export const hoistComparisons: Pass = {
  name: "hoist-comparisons",
  phase: "any",
  run: (module) => mapFunctions(module, (func) => hoist(func, comparisons)),
};

const comparisons: Hoisting = {
  isMovable: (instr: Instr, func) =>
    instr.kind === "prim" &&
    prims[instr.prim].arithmetic?.isComparison === true &&
    instr.args.every((arg) => isNumber(typeIn(func, arg)) && !mayBeUnset(func)(arg)),
  isSpeculative: true,
};
