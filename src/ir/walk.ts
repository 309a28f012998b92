// The one place that knows the shapes of instructions and terminators: passes visit and rebuild through it.
//
// `each…` iterates, `map…` rebuilds. A `map…` that changes nothing still allocates; callers that promise
// identity compare before rebuilding.

import type { Block, BlockId, Edge, Func, Instr, Operand, Terminator, ValueId } from "./model.ts";

/** The operands an instruction reads, callee and receiver first for a call. */
export function operandsOf(instr: Instr): readonly Operand[] {
  switch (instr.kind) {
    case "prim":
      return instr.args;
    case "closure":
      return instr.captures;
    case "call":
      return [instr.callee, instr.receiver, ...instr.args];
  }
}

export function mapOperands(instr: Instr, map: (operand: Operand) => Operand): Instr {
  switch (instr.kind) {
    case "prim":
      return { ...instr, args: instr.args.map(map) };
    case "closure":
      return { ...instr, captures: instr.captures.map(map) };
    case "call":
      return { ...instr, callee: map(instr.callee), receiver: map(instr.receiver), args: instr.args.map(map) };
  }
}

export function edgesOf(terminator: Terminator): readonly Edge[] {
  switch (terminator.kind) {
    case "jump":
      return [terminator.edge];
    case "branch":
      return [terminator.then, terminator.else];
    case "return":
    case "throw":
      return [];
  }
}

export function successorsOf(terminator: Terminator): readonly BlockId[] {
  return edgesOf(terminator).map((edge) => edge.target);
}

/** The operands a terminator reads, edge arguments included. */
export function terminatorOperands(terminator: Terminator): readonly Operand[] {
  switch (terminator.kind) {
    case "jump":
      return terminator.edge.args;
    case "branch":
      return [terminator.condition, ...terminator.then.args, ...terminator.else.args];
    case "return":
    case "throw":
      return [terminator.value];
  }
}

export function mapTerminator(
  terminator: Terminator,
  mapOperand: (operand: Operand) => Operand,
  mapEdge: (edge: Edge) => Edge = (edge) => ({ ...edge, args: edge.args.map(mapOperand) }),
): Terminator {
  switch (terminator.kind) {
    case "jump":
      return { ...terminator, edge: mapEdge(terminator.edge) };
    case "branch":
      return {
        ...terminator,
        condition: mapOperand(terminator.condition),
        then: mapEdge(terminator.then),
        else: mapEdge(terminator.else),
      };
    case "return":
    case "throw":
      return { ...terminator, value: mapOperand(terminator.value) };
  }
}

/** Calls `visit` for every operand of a block, instructions first. */
export function eachOperand(block: Block, visit: (operand: Operand) => void): void {
  for (const instr of block.instrs) operandsOf(instr).forEach(visit);
  terminatorOperands(block.terminator).forEach(visit);
}

/** The value ids an operand list reads (constants and outer references left out). */
export function valuesIn(operands: readonly Operand[]): readonly ValueId[] {
  return operands.flatMap((operand) => (operand.kind === "value" ? [operand.id] : []));
}

/** How often each value of a function is used, indexed by value id. */
export function countUses(func: Func): readonly number[] {
  const counts = new Array<number>(func.values.length).fill(0);
  for (const block of func.blocks) {
    eachOperand(block, (operand) => {
      if (operand.kind === "value") counts[operand.id] = (counts[operand.id] ?? 0) + 1;
    });
  }
  return counts;
}
