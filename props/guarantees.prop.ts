// What passes promise, on random functions: they leave nothing that nobody needs, no block that only a jump leads to, no
// parameter that is always the same and no branch on a constant.

import { ok } from "node:assert/strict";
import type { Block, Edge, Func, Instr, Operand } from "../src/ir/index.ts";
import { countUses, edgesOf, predecessors, prims, sameOperand } from "../src/ir/index.ts";
import { dce, mergeBlocks, simplify } from "../src/opt/index.ts";
import { randomFunction } from "../src/test-support/random-function.ts";
import { seedLaw } from "./law.ts";

const after = ({ run }: typeof simplify, seed: number): Func => {
  const func = randomFunction(seed);
  return run({ functions: { [func.name]: func }, sources: { "r.ts": "" } }).functions[func.name] as Func;
};

/** Computes or makes something, and does nothing else. */
function isFree(instr: Instr): boolean {
  if (instr.kind !== "prim") return instr.kind === "closure";
  const [length] = instr.args;
  if (instr.prim === "array-new") return length?.kind === "const" && [0, 1, 3].includes(length.value as number);
  return prims[instr.prim].effect === "pure" || instr.prim === "array" || instr.prim === "object";
}

seedLaw("dce leaves no value that nobody uses and no effect makes", {}, (seed) => {
  const func = after(dce, seed);
  const uses = countUses(func);
  for (const [b, { params, instrs }] of func.blocks.entries()) {
    for (const id of b === 0 ? [] : params) ok((uses[id] ?? 0) > 0, `the parameter ${id} of block ${b} is not used`);
    for (const instr of instrs) {
      ok(!isFree(instr) || (uses[instr.result] ?? 0) > 0, `the value ${instr.result} of block ${b} is not used`);
    }
  }
});

seedLaw("merge-blocks leaves no jump to a block that only it leads to", {}, (seed) => {
  const func = after(mergeBlocks, seed);
  const preds = predecessors(func);
  for (const [b, { terminator }] of func.blocks.entries()) {
    if (terminator.kind === "jump") ok((preds[terminator.edge.target] ?? []).length > 1, `block ${b} jumps alone`);
  }
});

/** What edges pass for a parameter, but for itself. */
function argumentsFor({ blocks }: Func, block: number, k: number): readonly Operand[] {
  const edges = blocks.flatMap(({ terminator }): readonly Edge[] => edgesOf(terminator));
  const id = (blocks[block] as Block).params[k];
  return edges
    .filter(({ target }) => target === block)
    .map(({ args }) => args[k] as Operand)
    .filter((operand) => !(operand.kind === "value" && operand.id === id));
}

seedLaw("simplify leaves no parameter that is always the same, and no branch on a constant", {}, (seed) => {
  const func = after(simplify, seed);
  for (const [b, { params, terminator }] of func.blocks.entries()) {
    ok(terminator.kind !== "branch" || terminator.condition.kind !== "const", `block ${b} branches on a constant`);
    for (const k of b === 0 ? [] : params.keys()) {
      const [first, ...others] = argumentsFor(func, b, k);
      const differ = first !== undefined && others.some((other) => !sameOperand(first, other));
      ok(differ, `parameter ${k} of block ${b} is always the same`);
    }
  }
});
