// Correlated values: a condition is known behind the branch that tested it (LLVM's correlated value propagation; F. Mueller and
// D. Whalley, "Avoiding conditional branches by code replication", 1995).
//
// **How** Where the two ways of a branch meet, a parameter that takes `true` by one way and `false` by the other is the
// condition as a truth value. Behind another branch on the same condition, each parameter of that join is the argument that it
// took by the same way, if that is defined there. A branch behind another on the same condition goes the same way. A parameter
// that takes the length of an array where it is above zero, and zero elsewhere, is that length; so is `n || 0` the integer n.
//
// **Example** `branch %c, bb1(true, %n), bb1(false, 0); bb1(%d, %k): branch %d, bb2(%k), …` → `… bb1: branch %c, bb2(%n), …`.

import { definitionsOf, measured } from "../../analysis/index.ts";
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
  ValueId,
} from "../../ir/index.ts";
import {
  constant,
  countUses,
  dominates,
  edgesInto,
  edgesOf,
  immediateDominators,
  isConstant,
  isValue,
  mapBlock,
  mapFunctions,
  naturalLoops,
  predecessors,
  renumber,
  resolver,
  sameOperand,
  typeIn,
  value,
} from "../../ir/index.ts";

export const correlatedValues: Pass = {
  name: "correlated-values",
  phase: "any",
  run: (module) => mapFunctions(module, branchIn),
};

/** The arguments that a parameter takes by the two ways of a branch on the condition. */
interface Selection {
  readonly condition: ValueId;
  readonly then: Operand;
  readonly else: Operand;
}

/** Conditions, and whether each holds. */
type KnownConditions = ReadonlyMap<ValueId, boolean>;

function branchIn(func: Func): Func {
  const selections = selectionsIn(func);
  const conditions = func.blocks.flatMap(({ terminator }) =>
    terminator.kind === "branch" && terminator.condition.kind === "value" ? [terminator.condition.id] : [],
  );
  if (selections.size === 0 && new Set(conditions).size === conditions.length) return func;

  const { blockOf } = definitionsOf(func);
  const idom = immediateDominators(func);
  const isThere = (operand: Operand, block: BlockId): boolean =>
    operand.kind !== "value" || dominates(idom, blockOf(operand.id), block);
  const values = [...func.values];
  const replaced = new Map<ValueId, Operand>();
  const resolve = resolver(replaced);
  const nots = func.blocks.map((): Instr[] => []);
  for (const [param, selection] of selections) {
    const { condition, then, else: otherwise } = selection;
    const b = blockOf(param);
    const { instrs, terminator } = func.blocks[b] as Block;
    const { span } = instrs[0] ?? terminator;
    const negated = (truth: ValueId): ValueId => {
      const result = (values.push({ hint: "", type: "bool" }) - 1) as ValueId;
      nots[b]?.push({ kind: "prim", result, prim: "not", args: [value(truth)], span });
      return result;
    };
    if (isConstant(then, true) && isConstant(otherwise, false)) {
      const isBoolean = func.values[condition]?.type === "bool";
      replaced.set(param, value(isBoolean ? condition : negated(negated(condition))));
    } else if (isConstant(then, false) && isConstant(otherwise, true)) {
      replaced.set(param, value(negated(condition)));
    } else if (isCountOrNothing(func, selection) && isThere(then, b)) replaced.set(param, then);
  }
  const uses = countUses(func);
  for (const { instrs } of func.blocks) {
    for (const instr of instrs) {
      const outcome = instr.kind === "prim" && uses[instr.result] !== 0 ? sameBothWays(func, instr, selections) : null;
      if (outcome !== null) replaced.set(instr.result, constant(outcome));
    }
  }

  let changed = false;
  const resolveWith =
    (ways: KnownConditions, block: BlockId) =>
    (operand: Operand): Operand => {
      const resolved = resolve(operand);
      const selection = resolved.kind === "value" ? selections.get(resolved.id) : undefined;
      const way = selection === undefined ? undefined : ways.get(selection.condition);
      if (selection === undefined || way === undefined) return resolved;
      const chosen = way ? selection.then : selection.else;
      if (chosen.kind === "unset" || !isThere(chosen, block)) return resolved;
      changed = true;
      return resolve(chosen);
    };
  /** The conditions that are known behind a block that ends so, where those in it are. */
  const waysBehind = (ways: KnownConditions, terminator: Terminator, target: number): KnownConditions => {
    const condition = terminator.kind === "branch" ? resolve(terminator.condition) : null;
    if (terminator.kind !== "branch" || condition?.kind !== "value" || ways.has(condition.id)) return ways;
    return new Map(ways).set(condition.id, terminator.then.target === target);
  };
  const headers = new Set<number>(naturalLoops(func).list.map(({ header }) => header));
  /** A branch whose way is known becomes a jump. A loop keeps the branches that lead to its header. */
  const settled = (terminator: Terminator, ways: KnownConditions): Terminator => {
    if (terminator.kind !== "branch" || edgesOf(terminator).some(({ target }) => headers.has(target)))
      return terminator;
    const condition = resolve(terminator.condition);
    const way = condition.kind === "value" ? ways.get(condition.id) : undefined;
    if (way === undefined) return terminator;
    changed = true;
    return { kind: "jump", edge: way ? terminator.then : terminator.else, span: terminator.span };
  };
  const known: KnownConditions[] = [];
  const blocks = func.blocks.map((block, b): Block => {
    const [only, ...others] = predecessors(func)[b] ?? [];
    const above = known[idom[b] as BlockId] ?? new Map<ValueId, boolean>();
    const isBehindOne = only !== undefined && others.length === 0;
    const ways = isBehindOne ? waysBehind(above, (func.blocks[only] as Block).terminator, b) : above;
    known.push(ways);
    const { params, instrs, terminator } = block;
    const edge = ({ target, args }: Edge): Edge => ({
      target,
      args: args.map(resolveWith(waysBehind(ways, terminator, target), b as BlockId)),
    });
    const mapped = mapBlock(
      { params, instrs, terminator: settled(terminator, ways) },
      resolveWith(ways, b as BlockId),
      edge,
    );
    return { ...mapped, instrs: [...(nots[b] ?? []), ...mapped.instrs] };
  });
  return changed || replaced.size > 0 ? renumber({ ...func, values, blocks }) : func;
}

/** The parameters that are used and take their arguments by the two ways of a branch. */
function selectionsIn(func: Func): ReadonlyMap<ValueId, Selection> {
  const uses = countUses(func);
  const selections = new Map<ValueId, Selection>();
  func.blocks.forEach(({ params }, b) => {
    const ways = params.some((param) => uses[param] !== 0) ? waysInto(func, b as BlockId) : null;
    params.forEach((param, k) => {
      if (ways === null || uses[param] === 0) return;
      const [then, otherwise] = [ways.then[k] as Operand, ways.else[k] as Operand];
      selections.set(param, { condition: ways.condition, then, else: otherwise });
    });
  });
  return selections;
}

/** Whether a selection is `0 < n ? n : 0`, where n is a length, or `n ? n : 0`, where n is an integer: that is n. */
function isCountOrNothing(func: Func, { condition, then, else: otherwise }: Selection): boolean {
  if (isValue(then, condition)) return typeIn(func, then) === "int" && isConstant(otherwise, 0);
  const { prim, args } = definitionsOf(func);
  const [low, n] = args(value(condition), "lt");
  if (n === undefined || !sameOperand(then, n) || !isConstant(low, 0) || !isConstant(otherwise, 0)) return false;
  return measured(prim(n), func) !== undefined;
}

/** The result of a comparison, if it is the same whichever way the branch went; else null. */
function sameBothWays(
  func: Func,
  { prim, args }: PrimInstr,
  selections: ReadonlyMap<ValueId, Selection>,
): boolean | null {
  if (prim !== "lt" && prim !== "gt") return null;
  const choiceOf = (operand: Operand): Selection | undefined =>
    operand.kind === "value" ? selections.get(operand.id) : undefined;
  const condition = args.map(choiceOf).find(Boolean)?.condition;
  const compared = condition === undefined ? [] : definitionsOf(func).args(value(condition), prim);
  const given = (way: boolean): boolean | null => {
    const [a, b] = args.map((arg) => {
      const own = choiceOf(arg);
      return own?.condition !== condition || own === undefined ? arg : way ? own.then : own.else;
    }) as [Operand, Operand];
    if (a.kind !== "unset" && sameOperand(a, b)) return false;
    return [a, b].every((arg, k) => compared[k] !== undefined && sameOperand(arg, compared[k])) ? way : null;
  };
  const [then, otherwise] = [given(true), given(false)];
  return condition !== undefined && then === otherwise ? then : null;
}

interface Ways {
  readonly condition: ValueId;
  readonly then: readonly Operand[];
  readonly else: readonly Operand[];
}

/** The arguments that a block takes by the two ways of the branch that immediately dominates it, if two edges lead to it. */
function waysInto(func: Func, b: BlockId): Ways | null {
  const idom = immediateDominators(func);
  const top = idom[b] as BlockId;
  const { terminator } = func.blocks[top] as Block;
  const edges = edgesInto(func)[b] ?? [];
  if (terminator.kind !== "branch" || terminator.condition.kind !== "value" || edges.length !== 2) return null;
  // A back edge comes from an earlier iteration, in which the branch may have gone another way.
  if (edges.some(({ from }) => from >= b)) return null;
  const argsBy = ({ target }: Edge): readonly Operand[] | undefined => {
    // The target may head a loop.
    const isOneWay =
      predecessors(func)[target]?.every((pred) => pred === top || dominates(idom, target, pred)) === true;
    const isBehind = (from: BlockId): boolean =>
      from === top ? target === b : target !== b && isOneWay && dominates(idom, target, from);
    return edges.find(({ from }) => isBehind(from))?.args;
  };
  const [then, otherwise] = [argsBy(terminator.then), argsBy(terminator.else)];
  if (then === undefined || otherwise === undefined || then === otherwise) return null;
  return { condition: terminator.condition.id, then, else: otherwise };
}
