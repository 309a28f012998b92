// Length propagation: the length of an array that was made with `array-new n`, and to which nothing is added, is `n`.
//
// **How** An array keeps its length if all that happens to it is that elements are read, and written below the length: at a
// loop's counter that starts below `n` and goes on only while it is below `n`.
//
// **Example** `%a = array-new %n; loop over %i < %n: set %a, %i, %x; %m = length %a` → `%m` is `%n`.

import { definitionsOf, type Definitions } from "../../analysis/index.ts";
import type { Block, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  edgesOf,
  mapFunctions,
  naturalLoops,
  typeIn,
  operandsOf,
  replaceValues,
  sameOperand,
  terminatorOperands,
  operandEffect,
} from "../../ir/index.ts";

export const lengthPropagation: Pass = {
  name: "length-propagation",
  phase: "any",
  run: (module) => mapFunctions(module, forwardIn),
};

/** Whether an instruction does not change an array's length, and does not let the array escape. */
function leavesLength({ prim, args }: PrimInstr, made: PrimInstr): boolean {
  return args.every((arg, k) => {
    const { goes, isAsked, writes } = operandEffect(prim, k);
    return !isIt(arg, made) || (goes === "nowhere" && !isAsked && writes.length === 0);
  });
}

function forwardIn(func: Func): Func {
  const instrs = func.blocks.flatMap((block) => block.instrs);
  const replaced = new Map<ValueId, Operand>();
  for (const made of instrs) {
    if (made.kind !== "prim" || made.prim !== "array-new") continue;
    const [n] = made.args;
    if (n === undefined || typeIn(func, n) !== "int" || !keepsLength(func, made, n)) continue;
    for (const instr of instrs) {
      const isLength = instr.kind === "prim" && instr.prim === "length";
      if (isLength && isIt(instr.args[0], made)) replaced.set(instr.result, n);
    }
  }
  return replaceValues(func, replaced);
}

const isIt = (operand: Operand | undefined, { result }: Instr): boolean =>
  operand?.kind === "value" && operand.id === result;

function keepsLength(func: Func, made: PrimInstr, n: Operand): boolean {
  return func.blocks.every(({ instrs, terminator }, b) => {
    if (terminator.kind !== "return" && terminatorOperands(terminator).some((operand) => isIt(operand, made)))
      return false;
    return instrs.every((instr) => {
      if (!operandsOf(instr).some((operand) => isIt(operand, made))) return true;
      if (instr.kind !== "prim") return false;
      if (leavesLength(instr, made)) return true;
      const [array, key, x] = instr.args;
      return instr.prim === "set" && isIt(array, made) && !isIt(x, made) && isBelow(func, b, key as Operand, n, made);
    });
  });
}

const isLengthOf = (instr: Instr | undefined, made: Instr): boolean =>
  instr?.kind === "prim" && instr.prim === "length" && isIt(instr.args[0], made);

/** Whether `small` is at most `large`: one operand, ordered constants, or `large` is `small` plus a constant of at least 0. */
function isAtMost(small: Operand, large: Operand, definitions: Definitions): boolean {
  if (sameOperand(small, large)) return true;
  const valueOf = (operand: Operand): number =>
    operand.kind === "const" && typeof operand.value === "number" ? operand.value : NaN;
  if (valueOf(small) <= valueOf(large)) return true;
  const sum = definitions.instr(large);
  if (sum?.kind !== "prim" || sum.prim !== "add") return false;
  const [a, b] = sum.args as readonly [Operand, Operand];
  return sameOperand(a, small) && valueOf(b) >= 0;
}

/** Whether an operand, in a block, is a counter that is below a limit. */
function isBelow(func: Func, b: number, key: Operand, limit: Operand, made: Instr): boolean {
  if (key.kind !== "value") return false;
  const loops = naturalLoops(func);
  const loop = loops.list.find(({ header }) => func.blocks[header]?.params.includes(key.id));
  if (loop === undefined || !(loop.blocks as readonly number[]).includes(b)) return false;
  const k = (func.blocks[loop.header] as Block).params.indexOf(key.id);
  const definitions = definitionsOf(func);
  // The branch of every edge into the header must have compared what the edge passes.
  return func.blocks.every(({ terminator }) => {
    const edge = edgesOf(terminator).find(({ target }) => target === loop.header);
    if (edge === undefined) return true;
    if (terminator.kind !== "branch" || terminator.then !== edge || terminator.condition.kind !== "value") return false;
    const compared = definitions.instr(terminator.condition);
    if (compared?.kind !== "prim" || compared.prim !== "lt") return false;
    const [larger, bound] = compared.args as readonly [Operand, Operand];
    const passed = edge.args[k] as Operand;
    const isLimit = sameOperand(bound, limit) || isLengthOf(definitions.instr(bound), made);
    return isLimit && isAtMost(passed, larger, definitions);
  });
}
