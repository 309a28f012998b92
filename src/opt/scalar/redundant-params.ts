// Redundant block parameters (redundant phis): a parameter that takes one operand on every edge is that operand (M. Braun et al.,
// "Simple and efficient construction of static single assignment form", 2013).
//
// **Guarantees** No parameter is left that takes the same constant, or the same value from outside of the loops it goes around,
// on every edge.
//
// **How** Optimistic: parameters stand for nothing at first, then for what an edge passes, then for themselves if another edge
// passes something else. So constants that go around nested loops are found.
//
// **Example** `bb1(0); bb1(%a): jump bb2(%a); bb2(%b): branch %c, bb2(%b), bb1(0)` → `%a` and `%b` are 0.

import type { Func, Operand, Pass, ValueId } from "../../ir/index.ts";
import { edgesOf, isConstant, isValue, mapFunctions, replaceValues, sameOperand } from "../../ir/index.ts";

export const redundantParams: Pass = {
  name: "redundant-params",
  phase: "any",
  run: (module) => mapFunctions(module, sameIn),
};

type Standing = Operand | "itself";

function sameIn(func: Func): Func {
  const standing = new Map<ValueId, Standing>();
  const params = new Set<ValueId>(func.blocks.slice(1).flatMap((block) => block.params));
  if (params.size === 0) return func;
  /** What an operand stands for; undefined where that is not known yet. */
  const valueOf = (operand: Operand): Operand | undefined => {
    if (operand.kind !== "value" || !params.has(operand.id)) return operand;
    const known = standing.get(operand.id);
    return known === "itself" ? operand : known;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const { terminator } of func.blocks) {
      for (const { target, args } of edgesOf(terminator)) {
        args.forEach((arg, k) => {
          const param = func.blocks[target]?.params[k] as ValueId;
          const passed = valueOf(arg);
          const before = standing.get(param);
          if (passed === undefined || before === "itself" || isValue(passed, param)) return;
          const after = before === undefined ? passed : meet(before, passed);
          if (after === before) return;
          standing.set(param, after);
          changed = true;
        });
      }
    }
  }
  const replaced = new Map<ValueId, Operand>();
  for (const [param, stands] of standing) if (stands !== "itself") replaced.set(param, stands);
  return replaceValues(func, replaced);
}

function meet(a: Operand, b: Operand): Standing {
  if (sameOperand(a, b)) return a;
  // A structural zero is the number 0 when the program runs.
  const isZero = (operand: Operand): boolean => operand.kind === "zero" || isConstant(operand, 0);
  return isZero(a) && isZero(b) ? (a.kind === "const" ? a : b) : "itself";
}
