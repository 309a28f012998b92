// What passes promise of the code that they give, on random functions and programs; and that phases keep what passes promise.

import { ok } from "node:assert/strict";
import { cleaning } from "../src/compile/cleaning.ts";
import { optimising } from "../src/compile/optimising.ts";
import { allPasses, passesByPhase } from "../src/compile/passes.ts";
import { lowerFunction } from "../src/front/index.ts";
import {
  blockId,
  countUses,
  dominates,
  edgesOf,
  immediateDominators,
  inferTypes,
  operandsOf,
  predecessors,
  prims,
  runPass,
  sameOperand,
  terminatorOperands,
  type Block,
  type Edge,
  type Func,
  type Guarantee,
  type Instr,
  type Module,
  type Operand,
  type PrimInstr,
} from "../src/ir/index.ts";
import { randomFunction } from "../src/test-support/random-function.ts";
import { law, seedLaw } from "./law.ts";
import { closedText } from "./subject.ts";

/** Computes or makes something, and does nothing else. */
function isFree(instr: Instr): boolean {
  if (instr.kind !== "prim") return instr.kind === "closure";
  const [length] = instr.args;
  if (instr.prim === "array-new") return length?.kind === "const" && [0, 1, 3].includes(length.value as number);
  return prims[instr.prim].effect === "pure" || instr.prim === "array" || instr.prim === "object";
}

/** What edges pass for a parameter, but for itself. */
function argumentsFor({ blocks }: Func, block: number, k: number): readonly Operand[] {
  const edges = blocks.flatMap(({ terminator }): readonly Edge[] => edgesOf(terminator));
  const id = (blocks[block] as Block).params[k];
  return edges
    .filter(({ target }) => target === block)
    .map(({ args }) => args[k] as Operand)
    .filter((operand) => !(operand.kind === "value" && operand.id === id));
}

const primsOf = ({ blocks }: Func): readonly PrimInstr[] =>
  blocks.flatMap(({ instrs }) => instrs.filter((instr) => instr.kind === "prim"));

const has = (func: Func, ...names: readonly string[]): boolean =>
  primsOf(func).some(({ prim }) => names.includes(prim));

/** Computes the same from the same, and is not cheaper to do again than to keep. */
const isNumbered = ({ prim }: PrimInstr): boolean =>
  prims[prim].effect === "pure" && !["tuple", "tape-push", "copy"].includes(prim);

/** Each fails if the guarantee does not hold of a function. */
const checks: Readonly<Record<Guarantee, (func: Func) => void>> = {
  "no-cells": (func) => ok(!has(func, "cell", "cell-get", "cell-set"), "a cell is left"),
  closed: ({ parent, blocks }) => {
    const operands = blocks.flatMap(({ instrs, terminator }) => [
      ...instrs.flatMap(operandsOf),
      ...terminatorOperands(terminator),
    ]);
    ok(parent === null && operands.every(({ kind }) => kind !== "outer"), "a variable from outside");
  },
  typed: (func) => ok(inferTypes(func) === func, "types are not what they could be"),
  "no-dead-values": (func) => {
    const uses = countUses(func);
    for (const [b, { params, instrs }] of func.blocks.entries()) {
      for (const id of b === 0 ? [] : params) ok((uses[id] ?? 0) > 0, `the parameter ${id} of block ${b} is not used`);
      for (const instr of instrs) {
        ok(!isFree(instr) || (uses[instr.result] ?? 0) > 0, `the value ${instr.result} of block ${b} is not used`);
      }
    }
  },
  "no-lone-jumps": (func) => {
    const preds = predecessors(func);
    for (const [b, { terminator }] of func.blocks.entries()) {
      if (terminator.kind === "jump") ok((preds[terminator.edge.target] ?? []).length > 1, `block ${b} jumps alone`);
    }
  },
  "no-constant-branches": ({ blocks }) => {
    for (const [b, { terminator }] of blocks.entries()) {
      ok(terminator.kind !== "branch" || terminator.condition.kind !== "const", `block ${b} branches on a constant`);
    }
  },
  "no-uniform-params": (func) => {
    for (const [b, { params }] of func.blocks.entries()) {
      for (const k of b === 0 ? [] : params.keys()) {
        const [first, ...others] = argumentsFor(func, b, k);
        const differ = first !== undefined && others.some((other) => !sameOperand(first, other));
        ok(differ, `parameter ${k} of block ${b} is always the same`);
      }
    }
  },
  "no-repeated-values": (func) => {
    const dominators = immediateDominators(func);
    const places = func.blocks.flatMap(({ instrs }, b) => instrs.map((instr, i) => [instr, b, i] as const));
    for (const [first, a, i] of places) {
      for (const [second, b, j] of places) {
        if (first === second || first.kind !== "prim" || second.kind !== "prim" || !isNumbered(first)) continue;
        if (first.prim !== second.prim || first.args.length !== second.args.length) continue;
        if (func.values[first.result]?.type !== func.values[second.result]?.type) continue;
        const isSame = first.args.every((arg, k) => sameOperand(arg, second.args[k] as Operand));
        const isBefore = a === b ? i < j : dominates(dominators, blockId(a), blockId(b));
        ok(!isSame || !isBefore, `${second.result} is ${first.result} again`);
      }
    }
  },
  "no-carry": (func) => ok(!has(func, "carry", "stop"), "what only derivatives need is left"),
};

const check = ({ functions }: Module, guarantees: readonly Guarantee[]): void => {
  for (const func of Object.values(functions)) for (const guarantee of guarantees) checks[guarantee](func);
};

for (const pass of [...allPasses, cleaning, optimising]) {
  const { name, phase, guarantees = [] } = pass;
  if (phase === "nested" || guarantees.length === 0) continue;
  seedLaw(`${name} guarantees ${guarantees.join(", ")}`, {}, (seed) => {
    const func = randomFunction(seed);
    check(runPass(pass, { functions: { [func.name]: func }, sources: { "r.ts": "" } }), guarantees);
  });
}

law("closing guarantees what its passes do", { share: 0.4, turns: 6 }, ({ program }) => {
  let { module } = lowerFunction(closedText(program), "program.js");
  const held: Guarantee[] = [];
  for (const pass of passesByPhase.close) {
    module = runPass(pass, module);
    held.push(...(pass.guarantees ?? []));
    check(module, held);
  }
});
