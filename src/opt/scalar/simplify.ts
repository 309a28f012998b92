// Algebraic simplification (LLVM's instcombine): instructions are rewritten by a table of equations (rewrites.ts), constants
// included.
//
// **Guarantees** Results are the same under `Object.is`, but that a structural zero is neutral in sums (it is the number 0 at run
// time, and 0 + -0 is 0). No branch is on a constant, and no parameter takes one operand on all edges.
//
// **How** One walk in reverse postorder, so that operands are simple before what uses them; block parameters whose arguments are
// all one operand become that operand; branches on constants become jumps. Repeated until nothing changes.
//
// **Example** `%t = tuple %a, %b; %y = part %t, 0; %z = sum zero, %y; return %z` → `return %a` (the tuple is dead).

import type {
  Block,
  BlockId,
  Edge,
  Func,
  Instr,
  Operand,
  Pass,
  PrimInstr,
  Terminator,
  Type,
  ValueId,
} from "../../ir/index.ts";
import {
  edgesOf,
  impliedType,
  mapFunctions,
  mapOperands,
  mapTerminator,
  operandsOf,
  operandType,
  predecessors,
  renumber,
  sameOperand,
  terminatorOperands,
  value,
} from "../../ir/index.ts";
import { negatedTwice, rewritePrim, truthBehind, type Known } from "./rewrites.ts";

export const simplify: Pass = {
  name: "simplify",
  phase: "any",
  guarantees: ["no-constant-branches", "no-uniform-params"],
  run: (module) => mapFunctions(module, simplifyIn),
};

function simplifyIn(func: Func): Func {
  for (let current = func; ;) {
    const next = walk(current);
    if (next === current) return current;
    current = renumber(next);
  }
}

function walk(func: Func): Func {
  const replaced = new Map<ValueId, Operand>();
  const definitions: (PrimInstr | undefined)[] = [];
  const types: Type[] = func.values.map(({ type }) => type);
  const preds = predecessors(func);
  let changed = false;

  const resolve = (operand: Operand): Operand =>
    operand.kind === "value" ? (replaced.get(operand.id) ?? operand) : operand;
  const known = {
    typeOf: (operand: Operand): Type => operandType(operand, (id) => types[id]),
    definition: (operand: Operand): PrimInstr | undefined =>
      operand.kind === "value" ? definitions[operand.id] : undefined,
  };
  const isReplaced = (operand: Operand): boolean => operand.kind === "value" && replaced.has(operand.id);

  /** The instruction that is left, or null if it goes: another operand replaces its result, or it has none. */
  const simplified = (before: Instr): Instr | null => {
    let instr = operandsOf(before).some(isReplaced) ? mapOperands(before, resolve) : before;
    while (instr.kind === "prim") {
      const result = rewritePrim(instr, known);
      if (result === null) break;
      changed = true;
      if (result === "nothing") return null;
      if (result.kind !== "prim") {
        replaced.set(instr.result, result);
        return null;
      }
      instr = { ...instr, prim: result.prim, args: result.args };
      types[instr.result] = impliedType(instr, known.typeOf);
    }
    if (instr.kind === "prim") definitions[instr.result] = instr;
    return instr;
  };

  const blocks = func.blocks.map((block, b): Block => {
    if (b > 0) {
      block.params.forEach((param, k) => {
        const only = onlyArgument(func, preds[b] ?? [], b, k, resolve);
        if (only !== null) {
          replaced.set(param, only);
          changed = true;
        }
      });
    }
    const instrs = block.instrs.map(simplified).filter((instr) => instr !== null);
    return { params: block.params, instrs, terminator: block.terminator };
  });
  const closed = blocks.map((block): Block => {
    const mapped = terminatorOperands(block.terminator).some(isReplaced)
      ? mapTerminator(block.terminator, resolve)
      : block.terminator;
    const terminator = decided(mapped, known);
    if (terminator !== mapped) changed = true;
    return { ...block, terminator };
  });
  if (!changed) return func;
  const values = func.values.map((info, id) =>
    types[id] === undefined || types[id] === info.type ? info : { ...info, type: types[id] },
  );
  return withoutParams({ ...func, values, blocks: closed }, replaced);
}

/** The one operand that all edges pass for a parameter, apart from the parameter itself. */
function onlyArgument(
  func: Func,
  preds: readonly BlockId[],
  block: number,
  k: number,
  resolve: (o: Operand) => Operand,
): Operand | null {
  const self = value(func.blocks[block]?.params[k] as ValueId);
  let only: Operand | null = null;
  for (const p of preds) {
    for (const { target, args } of edgesOf((func.blocks[p] as Block).terminator)) {
      if (target !== block) continue;
      const argument = resolve(args[k] as Operand);
      if (sameOperand(argument, self) || (only !== null && sameOperand(argument, only))) continue;
      if (only !== null) return null;
      only = argument;
    }
  }
  return only;
}

/** A branch on a constant becomes a jump; a branch on `+b` for a truth value b, or on `¬¬a`, becomes one on b, or on a. */
function decided(terminator: Terminator, known: Known): Terminator {
  if (terminator.kind !== "branch") return terminator;
  const { condition, span } = terminator;
  const truth = truthBehind(condition, known) ?? negatedTwice(condition, known);
  if (truth !== null) return { ...terminator, condition: truth };
  if (condition.kind === "zero") return { kind: "jump", edge: terminator.else, span };
  if (condition.kind !== "const") return terminator;
  return { kind: "jump", edge: condition.value ? terminator.then : terminator.else, span };
}

function withoutParams(func: Func, replaced: ReadonlyMap<ValueId, Operand>): Func {
  const keeps = func.blocks.map((block) => block.params.map((param) => !replaced.has(param)));
  if (keeps.every((kept) => kept.every(Boolean))) return func;
  const edge = ({ target, args }: Edge): Edge => ({ target, args: args.filter((_, k) => keeps[target]?.[k]) });
  const blocks = func.blocks.map((block, b): Block => ({
    params: block.params.filter((_, k) => keeps[b]?.[k]),
    instrs: block.instrs,
    terminator: mapTerminator(block.terminator, (operand) => operand, edge),
  }));
  return { ...func, blocks };
}
