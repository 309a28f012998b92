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

import type { Block, Edge, Func, Instr, Operand, Pass, Type, ValueId } from "../../ir/index.ts";
import { edgesOf, mapFunctions, mapTerminator, operandsOf, typeIn, predecessors, renumber } from "../../ir/index.ts";
import { isRemovable, measured, privateStores } from "../../analysis/index.ts";

export const dce: Pass = {
  name: "dce",
  phase: "any",
  guarantees: ["no-dead-values"],
  run: (module) => mapFunctions(module, dceIn),
};

/** What a value comes from: an instruction, or a parameter by its block and position. */
type Definition = { readonly instr: Instr } | { readonly block: number; readonly index: number };

function dceIn(func: Func): Func {
  const live = liveValues(func);
  const keepsParam = (block: number, id: ValueId): boolean => block === 0 || live.has(id);
  const keeps = func.blocks.map((block, b) => block.params.map((id) => keepsParam(b, id)));
  let changed = false;
  const filter = <T>(items: readonly T[], test: (item: T, k: number) => boolean): readonly T[] => {
    const kept = items.filter(test);
    if (kept.length === items.length) return items;
    changed = true;
    return kept;
  };
  const edge = ({ target, args }: Edge): Edge => ({
    target,
    args: filter(args, (_, k) => keeps[target]?.[k] !== false),
  });
  const blocks = func.blocks.map((block, b): Block => ({
    params: filter(block.params, (_, k) => keeps[b]?.[k] !== false),
    instrs: filter(block.instrs, ({ result }) => live.has(result)),
    terminator: mapTerminator(block.terminator, (operand) => operand, edge),
  }));
  return changed ? renumber({ ...func, blocks }) : func;
}

/** The live values; the results of instructions with effects count as live. */
function liveValues(func: Func): ReadonlySet<ValueId> {
  const live = new Set<ValueId>();
  const work: ValueId[] = [];
  const mark = (operand: Operand): void => {
    if (operand.kind === "value" && !live.has(operand.id)) {
      live.add(operand.id);
      work.push(operand.id);
    }
  };
  const definitions = definitionsOf(func);
  const preds = predecessors(func);
  const typeOf = (operand: Operand): Type => typeIn(func, operand);

  const stores = privateStores(func);
  const isStore: ReadonlySet<Instr> = new Set([...stores.values()].flat());
  const isNeeded = (instr: Instr): boolean =>
    !isRemovable(instr, typeOf) && !isStore.has(instr) && !isAsLongAsAnother(instr, func, definitions);

  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) if (isNeeded(instr)) mark({ kind: "value", id: instr.result });
    if (terminator.kind === "branch") mark(terminator.condition);
    else if (terminator.kind !== "jump") mark(terminator.value);
  }
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const definition = definitions[id];
    if (definition === undefined) continue;
    if ("instr" in definition) {
      const operands = operandsOf(definition.instr);
      operands.forEach(mark);
      const [array] = operands;
      if (array?.kind === "value" && !isStore.has(definition.instr))
        for (const { result } of stores.get(array.id) ?? []) mark({ kind: "value", id: result });
    } else {
      const { block, index } = definition;
      for (const p of preds[block] ?? []) {
        for (const { target, args } of edgesOf((func.blocks[p] as Block).terminator)) {
          const argument = args[index];
          if (target === block && argument !== undefined) mark(argument);
        }
      }
    }
  }
  return live;
}

/** Whether an instruction only makes an array as long as another one: such a length cannot be refused. */
function isAsLongAsAnother(instr: Instr, func: Func, definitions: readonly (Definition | undefined)[]): boolean {
  if (instr.kind !== "prim" || (instr.prim !== "array-new" && instr.prim !== "typed-new")) return false;
  const length = instr.args.at(-1);
  const definition = length?.kind === "value" ? definitions[length.id] : undefined;
  return definition !== undefined && "instr" in definition && measured(definition.instr, func) !== undefined;
}

function definitionsOf(func: Func): readonly (Definition | undefined)[] {
  const definitions = new Array<Definition | undefined>(func.values.length).fill(undefined);
  func.blocks.forEach(({ params, instrs }, block) => {
    params.forEach((id, index) => {
      definitions[id] = { block, index };
    });
    for (const instr of instrs) definitions[instr.result] = { instr };
  });
  return definitions;
}
