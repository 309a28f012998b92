// Correlated values: a condition is known behind the branch that tested it (LLVM's correlated value propagation; F. Mueller and
// D. Whalley, "Avoiding conditional branches by code replication", 1995).
//
// **How** Where the two ways of a branch meet, a parameter that takes `true` by one way and `false` by the other is the condition
// as a truth value. Behind another branch on the same condition, each parameter of the block where they meet is the argument that
// it took by the same way, if that is defined there. A branch behind another on the same condition goes the same way. A parameter
// that takes the length of an array where it is above zero, and zero elsewhere, is that length.
//
// **Example** `branch %c, bb1(true, %n), bb1(false, 0); bb1(%d, %k): branch %d, bb2(%k), …` → `… bb1: branch %c, bb2(%n), …`.

import { definitionsOf, type Definitions, measured } from "../../analysis/index.ts";
import type { Block, BlockId, Func, Instr, Operand, Pass, PrimInstr, Terminator, ValueId } from "../../ir/index.ts";
import {
  constant,
  countUses,
  dominates,
  edgesOf,
  immediateDominators,
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  predecessors,
  renumber,
  sameOperand,
  value,
  isConstant,
} from "../../ir/index.ts";

export const correlatedValues: Pass = {
  name: "correlated-values",
  phase: "any",
  run: (module) => mapFunctions(module, branchIn),
};

/** The arguments that a parameter takes by the two ways of a branch on the condition. */
interface Choice {
  readonly condition: ValueId;
  readonly then: Operand;
  readonly else: Operand;
}

/** A parameter that is a condition, of any type, negated once or twice. */
interface Truth {
  readonly param: ValueId;
  readonly condition: ValueId;
  readonly nots: 1 | 2;
}

function branchIn(func: Func): Func {
  const uses = countUses(func);
  const isUsed = (id: ValueId): boolean => uses[id] !== 0;
  const preds = predecessors(func);
  const idom = immediateDominators(func);
  const definitions = definitionsOf(func);
  const isThere = (operand: Operand, block: BlockId): boolean =>
    operand.kind !== "value" || dominates(idom, definitions.blockOf(operand.id), block);
  const choices = new Map<ValueId, Choice>();
  func.blocks.forEach(({ params }, b) => {
    if (b === 0 || !params.some(isUsed)) return;
    const ways = waysInto(func, b, preds, idom);
    if (ways === null) return;
    params.forEach((param, k) => {
      if (!isUsed(param)) return;
      const [then, otherwise] = [ways.then[k] as Operand, ways.else[k] as Operand];
      choices.set(param, { condition: ways.condition, then, else: otherwise });
    });
  });
  const isAskedAgain = conditionsOf(func).some((id, k, all) => all.indexOf(id) !== k);
  if (choices.size === 0 && !isAskedAgain) return func;

  const replaced = new Map<ValueId, Operand>();
  const truths = new Map<number, Truth[]>();
  for (const [param, { condition, then, else: otherwise }] of choices) {
    const isTruth = isConstant(then, true) && isConstant(otherwise, false);
    if (isTruth && func.values[condition]?.type === "bool") replaced.set(param, value(condition));
    else if (isTruth || (isConstant(then, false) && isConstant(otherwise, true))) {
      const b = definitions.blockOf(param);
      truths.set(b, [...(truths.get(b) ?? []), { param, condition, nots: isTruth ? 2 : 1 }]);
    }
  }
  // `0 < n ? n : 0` is n, where n is a length.
  for (const [param, choice] of choices) {
    const compared = definitions.prim(value(choice.condition));
    const [low, n] = compared?.prim === "lt" ? compared.args : [];
    if (n?.kind !== "value" || !isNothing(low) || !isNothing(choice.else) || !sameOperand(choice.then, n)) continue;
    const isLength = measured(definitions.prim(n), func) !== undefined;
    if (isLength && isThere(n, definitions.blockOf(param))) replaced.set(param, n);
  }
  /** The conditions that are known at the start of a block, by the ways that branches went. */
  const known = (b: number): ReadonlyMap<ValueId, boolean> => {
    const ways = new Map<ValueId, boolean>();
    for (let at = b; at > 0; at = idom[at] ?? 0) {
      const [only, ...others] = preds[at] ?? [];
      if (only === undefined || others.length > 0) continue;
      note((func.blocks[only] as Block).terminator, at, ways);
    }
    return ways;
  };
  const note = (terminator: Block["terminator"], target: number, ways: Map<ValueId, boolean>): void => {
    if (terminator.kind !== "branch") return;
    const condition = resolve(terminator.condition);
    if (condition.kind === "value" && !ways.has(condition.id))
      ways.set(condition.id, terminator.then.target === target);
  };
  let changed = false;
  const resolve = (operand: Operand): Operand =>
    operand.kind === "value" ? (replaced.get(operand.id) ?? operand) : operand;
  const resolveWith =
    (ways: ReadonlyMap<ValueId, boolean>, block: BlockId) =>
    (operand: Operand): Operand => {
      const resolved = resolve(operand);
      const choice = resolved.kind === "value" ? choices.get(resolved.id) : undefined;
      const way = choice === undefined ? undefined : ways.get(choice.condition);
      if (choice === undefined || way === undefined) return resolved;
      const chosen = way ? choice.then : choice.else;
      if (chosen.kind === "unset" || !isThere(chosen, block)) return resolved;
      changed = true;
      return resolve(chosen);
    };
  for (const instr of func.blocks.flatMap(({ instrs }) => instrs)) {
    if (instr.kind !== "prim") continue;
    const outcome = sameBothWays(instr, choices, definitions);
    if (outcome !== null && isUsed(instr.result)) replaced.set(instr.result, constant(outcome));
  }
  const headers = new Set<number>(naturalLoops(func).list.map(({ header }) => header));
  /** A branch whose way is known becomes a jump. A loop keeps the branches that lead to its header. */
  const settled = (terminator: Terminator, ways: ReadonlyMap<ValueId, boolean>): Terminator => {
    if (terminator.kind !== "branch" || edgesOf(terminator).some(({ target }) => headers.has(target)))
      return terminator;
    const condition = resolve(terminator.condition);
    const way = condition.kind === "value" ? ways.get(condition.id) : undefined;
    if (way === undefined) return terminator;
    changed = true;
    return { kind: "jump", edge: way ? terminator.then : terminator.else, span: terminator.span };
  };
  const values = [...func.values];
  const blocks = func.blocks.map((block, b): Block => {
    const ways = known(b);
    const inside = resolveWith(ways, b as BlockId);
    const { span } = block.instrs[0] ?? block.terminator;
    const nots: Instr[] = [];
    for (const { param, condition, nots: count } of truths.get(b) ?? []) {
      let truth = condition;
      for (let k = 0; k < count; k++) {
        const result = (values.push({ hint: "", type: "bool" }) - 1) as ValueId;
        nots.push({ kind: "prim", result, prim: "not", args: [value(truth)], span });
        truth = result;
      }
      replaced.set(param, value(truth));
    }
    return {
      params: block.params,
      instrs: [...nots, ...block.instrs.map((instr) => mapOperands(instr, inside))],
      terminator: mapTerminator(settled(block.terminator, ways), inside, ({ target, args }) => {
        const onEdge = new Map(ways);
        const twice = edgesOf(block.terminator).every((edge) => edge.target === target);
        if (!twice) note(block.terminator, target, onEdge);
        return { target, args: args.map(resolveWith(onEdge, b as BlockId)) };
      }),
    };
  });
  return changed || replaced.size > 0 ? renumber({ ...func, values, blocks }) : func;
}

const conditionsOf = (func: Func): readonly ValueId[] =>
  func.blocks.flatMap(({ terminator }) =>
    terminator.kind === "branch" && terminator.condition.kind === "value" ? [terminator.condition.id] : [],
  );

/** The result of a comparison, if it is the same whichever way the branch went; else null. */
function sameBothWays(
  instr: PrimInstr,
  choices: ReadonlyMap<ValueId, Choice>,
  definitions: Definitions,
): boolean | null {
  if (instr.prim !== "lt" && instr.prim !== "gt") return null;
  const choice = instr.args.map((arg) => (arg.kind === "value" ? choices.get(arg.id) : undefined)).find(Boolean);
  const condition = choice === undefined ? undefined : definitions.prim(value(choice.condition));
  if (choice === undefined || condition === undefined) return null;
  const given = (way: boolean): boolean | null => {
    const args = instr.args.map((arg) => {
      const own = arg.kind === "value" ? choices.get(arg.id) : undefined;
      return own?.condition === choice.condition ? (way ? own.then : own.else) : arg;
    });
    const [a, b] = args;
    if (a !== undefined && a.kind !== "unset" && b !== undefined && sameOperand(a, b)) return false;
    const isCondition =
      instr.prim === condition.prim && args.every((arg, k) => sameOperand(arg, condition.args[k] as Operand));
    return isCondition ? way : null;
  };
  const [then, otherwise] = [given(true), given(false)];
  return then === otherwise ? then : null;
}

const isNothing = (operand: Operand | undefined): boolean => operand?.kind === "const" && Object.is(operand.value, 0);

interface Ways {
  readonly condition: ValueId;
  readonly then: readonly Operand[];
  readonly else: readonly Operand[];
}

/** The arguments that a block takes by the two ways of the branch that immediately dominates it, if two edges lead to it. */
function waysInto(
  func: Func,
  b: number,
  preds: readonly (readonly BlockId[])[],
  idom: readonly BlockId[],
): Ways | null {
  const top = idom[b] as BlockId;
  const { terminator } = func.blocks[top] as Block;
  const sources = preds[b] ?? [];
  if (terminator.kind !== "branch" || terminator.condition.kind !== "value" || sources.length !== 2) return null;
  // A back edge comes from an earlier iteration, in which the branch may have gone another way.
  if (sources.some((source) => source >= b)) return null;
  const sideOf = (source: BlockId): boolean | null => {
    for (const [edge, way] of [
      [terminator.then, true],
      [terminator.else, false],
    ] as const) {
      const { target } = edge;
      // The target may head a loop.
      const isOneWay = (preds[target] ?? []).every((pred) => pred === top || dominates(idom, target, pred));
      if (source === top ? target === b : target !== b && isOneWay && dominates(idom, target, source)) return way;
    }
    return null;
  };
  const [first, second] = sources as readonly [BlockId, BlockId];
  const [x, y] = [sideOf(first), sideOf(second)];
  if (x === null || y === null || x === y) return null;
  const argsFrom = (source: BlockId): readonly Operand[] =>
    edgesOf((func.blocks[source] as Block).terminator).find(({ target }) => target === b)?.args ?? [];
  const { condition } = terminator;
  return {
    condition: condition.id,
    then: argsFrom(x ? first : second),
    else: argsFrom(x ? second : first),
  };
}
