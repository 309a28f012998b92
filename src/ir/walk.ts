// The one place that knows the shapes of instructions and terminators: passes visit and rebuild through it.
//
// `each…` iterates, `map…` rebuilds. A `map…` that changes nothing still allocates: callers that must return the same
// object in that case compare before they rebuild.

import type { Block, BlockId, Edge, Func, Instr, Operand, Terminator, ValueId } from "./model.ts";
import { ofFunction } from "./of-function.ts";

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

/** The instruction with its operands mapped, and another result if one is given. Every field is named, since all passes
 * come through here: engines copy objects of one shape much faster than they spread objects of many. */
export function mapOperands(instr: Instr, map: (operand: Operand) => Operand, result: ValueId = instr.result): Instr {
  switch (instr.kind) {
    case "prim": {
      const args = mapAll(instr.args, map);
      if (args === instr.args && result === instr.result) return instr;
      return { kind: "prim", result, prim: instr.prim, args, span: instr.span };
    }
    case "closure": {
      const captures = mapAll(instr.captures, map);
      if (captures === instr.captures && result === instr.result) return instr;
      return { kind: "closure", result, func: instr.func, captures, span: instr.span };
    }
    case "call": {
      const { word, spread, effect, span } = instr;
      const [callee, receiver, args] = [map(instr.callee), map(instr.receiver), mapAll(instr.args, map)];
      return { kind: "call", result, word, callee, receiver, args, spread, effect, span };
    }
  }
}

/** The operands mapped; the same list if all stay what they are. */
function mapAll(operands: readonly Operand[], map: (operand: Operand) => Operand): readonly Operand[] {
  const mapped = operands.map((operand) => map(operand));
  return mapped.every((operand, k) => operand === operands[k]) ? operands : mapped;
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
      return { kind: "jump", edge: mapEdge(terminator.edge), span: terminator.span };
    case "branch":
      return {
        kind: "branch",
        condition: mapOperand(terminator.condition),
        then: mapEdge(terminator.then),
        else: mapEdge(terminator.else),
        span: terminator.span,
      };
    case "return":
    case "throw":
      return { kind: terminator.kind, value: mapOperand(terminator.value), span: terminator.span };
  }
}

/** The terminator with its edges mapped, and all other operands as they are. */
export const mapEdges = (terminator: Terminator, mapEdge: (edge: Edge) => Edge): Terminator =>
  mapTerminator(terminator, (operand) => operand, mapEdge);

/** The block with the operands of its instructions and its terminator mapped. */
export function mapBlock(
  { params, instrs, terminator }: Block,
  map: (operand: Operand) => Operand,
  mapEdge?: (edge: Edge) => Edge,
): Block {
  return {
    params,
    instrs: instrs.map((instr) => mapOperands(instr, map)),
    terminator: mapTerminator(terminator, map, mapEdge),
  };
}

/** The function with what stands in place of each instruction; the same function if all stay what they are. */
export function mapInstrs(func: Func, map: (instr: Instr, block: BlockId) => Instr | readonly Instr[]): Func {
  let changed = false;
  const blocks = func.blocks.map((block, b): Block => {
    const instrs = block.instrs.flatMap((instr) => map(instr, b as BlockId));
    if (instrs.length === block.instrs.length && instrs.every((instr, k) => instr === block.instrs[k])) return block;
    changed = true;
    return { ...block, instrs };
  });
  return changed ? { ...func, blocks } : func;
}

/** Calls `visit` for every operand of a block, instructions first. */
export function eachOperand(block: Block, visit: (operand: Operand) => void): void {
  for (const instr of block.instrs) operandsOf(instr).forEach(visit);
  terminatorOperands(block.terminator).forEach(visit);
}

/** The value ids an operand list reads (constants and outer references left out). */
export function valuesIn(operands: readonly Operand[]): readonly ValueId[] {
  const ids: ValueId[] = [];
  for (const operand of operands) if (operand.kind === "value") ids.push(operand.id);
  return ids;
}

/** The instructions of a function, in the order of its blocks. */
export const allInstrs: (func: Pick<Func, "blocks">) => readonly Instr[] = ofFunction(
  ({ blocks }: Pick<Func, "blocks">): readonly Instr[] => blocks.flatMap(({ instrs }) => instrs),
);

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
