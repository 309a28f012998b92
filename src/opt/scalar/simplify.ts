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
  EdgeInto,
  Func,
  Instr,
  Operand,
  Pass,
  PrimInstr,
  Terminator,
  Type,
  ValueId,
  ValueInfo,
} from "../../ir/index.ts";
import {
  edgesInto,
  impliedType,
  isValue,
  mapFunctions,
  mapOperands,
  operandsOf,
  operandType,
  renumber,
  replaceValues,
  sameOperand,
} from "../../ir/index.ts";
import { negatedTwice, rewritePrim, truthBehind, type OperandFacts } from "./rewrites.ts";

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

  const into = edgesInto(func);
  const walked = func.blocks.map((block, b): Block => {
    block.params.forEach((param, k) => {
      const only = b === 0 ? null : onlyArgument(param, into[b] ?? [], k, resolve);
      if (only === null) return;
      replaced.set(param, only);
      changed = true;
    });
    const instrs: Instr[] = [];
    for (const before of block.instrs) {
      const instr = simplified(before);
      if (instr !== null) instrs.push(instr);
    }
    return { params: block.params, instrs, terminator: block.terminator };
  });
  // Branches are decided by what all blocks say.
  const blocks = walked.map((block): Block => {
    const terminator = decided(block.terminator, resolve, known);
    if (terminator !== block.terminator) changed = true;
    return { ...block, terminator };
  });
  if (!changed) return func;
  const values = func.values.map((info, id): ValueInfo => {
    const type = types[id] ?? info.type;
    return type === info.type ? info : { hint: info.hint, type };
  });
  return replaceValues({ ...func, values, blocks }, replaced);
}

/** The one operand that parameter `k` of a block takes, apart from itself; null if there are several. */
function onlyArgument(
  param: ValueId,
  into: readonly EdgeInto[],
  k: number,
  resolve: (operand: Operand) => Operand,
): Operand | null {
  let only: Operand | null = null;
  for (const { args } of into) {
    const arg = resolve(args[k] as Operand);
    if (isValue(arg, param)) continue;
    if (only !== null && !sameOperand(arg, only)) return null;
    only ??= arg;
  }
  return only;
}

/** A branch on a constant becomes a jump; a branch on `+b` for a truth value b, or on `¬¬a`, becomes one on b, or on a. */
function decided(terminator: Terminator, resolve: (operand: Operand) => Operand, known: OperandFacts): Terminator {
  if (terminator.kind !== "branch") return terminator;
  const { span } = terminator;
  const condition = resolve(terminator.condition);
  const truth = truthBehind(condition, known) ?? negatedTwice(condition, known);
  if (truth !== null) return { ...terminator, condition: truth };
  if (condition.kind === "zero") return { kind: "jump", edge: terminator.else, span };
  if (condition.kind !== "const") return terminator;
  return { kind: "jump", edge: condition.value ? terminator.then : terminator.else, span };
}
