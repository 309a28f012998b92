// Activity: which values of a function can carry a cotangent.
//
// A value is *varied* if it may depend on something that is differentiated (a parameter, a capture, memory, a call), and *useful*
// if what is differentiated may depend on it (it reaches the result, memory or a call). It is active if it is both. Loop
// counters, indices and comparisons are not. The fixpoints start from "no", so cycles of counters stay inactive.

import type { Block, Func, Instr, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, isInactive, isReference } from "../ir/index.ts";
import { isSource, passedLater, passedOperands, storedOperands } from "./flow.ts";

/** For each value, by id, whether it carries a cotangent; for series, coefficients, whose higher orders depend on more. */
export function activeValues(func: Func, isSeries = false): readonly boolean[] {
  const varied = variedValues(func);
  const useful = usefulValues(func, isSeries);
  return func.values.map(
    ({ type }, id) => (varied[id] ?? false) && (useful[id] ?? false) && !isInactive(type) && !isReference(type),
  );
}

function variedValues(func: Func): readonly boolean[] {
  const varied = func.values.map(() => false);
  const self = func.blocks[0]?.params[0];
  const isVaried = (operand: Operand): boolean => operand.kind === "value" && (varied[operand.id] ?? false);
  /** Marks a value; whether it was not marked before. */
  const mark = (id: ValueId): boolean => {
    if (varied[id] || isInactive(func.values[id]?.type ?? "any")) return false;
    varied[id] = true;
    return true;
  };
  func.blocks[0]?.params.forEach(mark);
  for (let changed = true; changed;) {
    changed = false;
    func.blocks.forEach((block, b) => {
      for (const instr of block.instrs)
        if (isSource(instr, func) || passedOperands(instr, self).some(isVaried)) mark(instr.result);
      for (const edge of edgesOf(block.terminator)) {
        const params = (func.blocks[edge.target] as Block).params;
        edge.args.forEach((arg, i) => {
          // What follows is still to come, unless the edge leads back.
          if (isVaried(arg) && mark(params[i] as ValueId) && edge.target <= b) changed = true;
        });
      }
    });
  }
  return varied;
}

function usefulValues(func: Func, isSeries: boolean): readonly boolean[] {
  const useful = func.values.map(() => false);
  const self = func.blocks[0]?.params[0];
  // What leads to a value is still to come, unless an edge leads back to it.
  const carried = new Set<ValueId>();
  func.blocks.forEach(({ terminator }, b) => {
    for (const { target } of edgesOf(terminator))
      if (target <= b) for (const param of (func.blocks[target] as Block).params) carried.add(param);
  });
  let changed = false;
  const mark = (operand: Operand): void => {
    if (operand.kind !== "value" || useful[operand.id]) return;
    useful[operand.id] = true;
    if (carried.has(operand.id)) changed = true;
  };
  do {
    changed = false;
    for (let b = func.blocks.length - 1; b >= 0; b--) {
      const { instrs, terminator } = func.blocks[b] as Block;
      if (terminator.kind === "return") mark(terminator.value);
      for (const edge of edgesOf(terminator)) {
        const params = (func.blocks[edge.target] as Block).params;
        edge.args.forEach((arg, i) => {
          if (useful[params[i] as ValueId]) mark(arg);
        });
      }
      for (let i = instrs.length - 1; i >= 0; i--) {
        const instr = instrs[i] as Instr;
        storedOperands(instr).forEach(mark);
        // What a text is made of is no use.
        if (!useful[instr.result] || func.values[instr.result]?.type === "str") continue;
        passedOperands(instr, self).forEach(mark);
        if (isSeries) passedLater(instr).forEach(mark);
      }
    }
  } while (changed);
  return useful;
}
