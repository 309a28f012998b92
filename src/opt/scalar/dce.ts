// Dead-code elimination: removes what nothing needs. That is an instruction without effect whose result is not used, a block
// parameter that only feeds itself or other such values, and a store of a number in an array that is never read.
//
// **Guarantees** Every value that is left, but for parameters of functions and results of effects, is used by an effect that
// others may see or by a terminator.
//
// **How** Mark and sweep, optimistic (R. Cytron et al., "Efficiently computing static single assignment form and the control
// dependence graph", 1991, section 7.1): nothing is live at first but effects and terminators; liveness flows from uses to
// definitions, through a block parameter to the arguments of its edges. A parameter that a loop only carries around is never
// marked. A store to a private array (analysis/escape.ts) is live if a live instruction reads the array.
//
// **Example** `bb1(%i: int, %dead: num): %i.1 = add %i, 1; %d = mul %dead, 2; …, bb1(%i.1, %d)` loses `%dead` and `%d`.

import type { Func, Instr, Operand, Pass, Type, ValueId } from "../../ir/index.ts";
import { allInstrs, edgesInto, mapFunctions, operandsOf, replaceValues, typeIn, undef } from "../../ir/index.ts";
import { definitionsOf, isRemovable, lengthMadeWith, measured, privateStores } from "../../analysis/index.ts";

export const dce: Pass = {
  name: "dce",
  phase: "any",
  guarantees: ["no-dead-values"],
  run: (module) => mapFunctions(module, dceIn),
};

function dceIn(func: Func): Func {
  const live = liveValues(func);
  const dead = new Map<ValueId, Operand>();
  // Nothing that is live uses a dead value, so that any operand may stand for it.
  const drop = (id: ValueId): void => {
    if (live[id] !== true) dead.set(id, undef);
  };
  for (const { params, instrs } of func.blocks) {
    params.forEach(drop);
    for (const { result } of instrs) drop(result);
  }
  return replaceValues(func, dead);
}

/** The live values; the results of instructions with effects and the parameters of the function count as live. */
function liveValues(func: Func): readonly boolean[] {
  const live = new Array<boolean>(func.values.length).fill(false);
  /** Marked, but not visited yet. */
  const work: ValueId[] = [];
  const markValue = (id: ValueId): void => {
    if (live[id] === true) return;
    live[id] = true;
    work.push(id);
  };
  const mark = (operand: Operand): void => {
    if (operand.kind === "value") markValue(operand.id);
  };
  func.blocks[0]?.params.forEach(markValue);
  const { of, blockOf } = definitionsOf(func);
  const typeOf = (operand: Operand): Type => typeIn(func, operand);

  const stores = privateStores(func);
  const isStore: ReadonlySet<Instr> = new Set([...stores.values()].flat());
  const isNeeded = (instr: Instr): boolean =>
    !isRemovable(instr, typeOf) && !isStore.has(instr) && !isAsLongAsAnother(instr, func);

  for (const instr of allInstrs(func)) if (isNeeded(instr)) markValue(instr.result);
  for (const { terminator } of func.blocks) {
    if (terminator.kind === "branch") mark(terminator.condition);
    else if (terminator.kind !== "jump") mark(terminator.value);
  }
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const instr = of(id);
    if (instr !== undefined) {
      const operands = operandsOf(instr);
      operands.forEach(mark);
      const [array] = operands;
      if (array?.kind === "value" && !isStore.has(instr))
        for (const { result } of stores.get(array.id) ?? []) markValue(result);
    } else {
      const block = blockOf(id);
      const k = func.blocks[block]?.params.indexOf(id) as number;
      for (const { args } of edgesInto(func)[block] ?? []) mark(args[k] as Operand);
    }
  }
  return live;
}

/** Whether an instruction only makes an array as long as another one: such a length cannot be refused. */
const isAsLongAsAnother = (instr: Instr, func: Func): boolean =>
  measured(definitionsOf(func).instr(lengthMadeWith(instr)), func) !== undefined;
