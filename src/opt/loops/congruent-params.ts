// Congruent parameters of loops and joins become one (congruent induction variables, and sums of parameters).
//
// **How** Two counters of one header with the same start and the same step become one, and so do two parameters with the same
// argument on every edge. Two parameters that are used once, in one sum, become their sum if each edge passes a zero for one of
// them: so the seed of a reversed loop, which only the first iteration has, costs nothing in the others. A sum's zero operand
// is neutral, as in `simplify`.
//
// **Example** `bb1(%a, %b): %s = sum %a, %b; …, bb1(%p, zero)` entered by `bb1(zero, 1)` → `bb1(%s): …, bb1(%p)` by `bb1(1)`.

import { definitionsOf, loopsOf } from "../../analysis/index.ts";
import type { Edge, Func, Operand, Pass, PrimInstr, ValueId, ValueInfo } from "../../ir/index.ts";
import {
  allInstrs,
  countUses,
  edgesOf,
  isNumber,
  mapEdges,
  mapFunctions,
  replaceValues,
  sameOperand,
  typeIn,
  value,
  zero,
} from "../../ir/index.ts";

export const congruentParams: Pass = {
  name: "congruent-params",
  phase: "any",
  run: (module) => mapFunctions(module, foldIn),
};

/** Repeats until nothing changes: a merge may show that other parameters are the same. */
function foldIn(func: Func): Func {
  const folded = mergeParams(joinSums(func));
  return folded === func ? func : foldIn(folded);
}

/** The edges that lead to each block. */
function edgesTo(func: Func): readonly (readonly Edge[])[] {
  const edges: Edge[][] = func.blocks.map(() => []);
  for (const { terminator } of func.blocks) for (const edge of edgesOf(terminator)) edges[edge.target]?.push(edge);
  return edges;
}

/** A sum of parameters `j` and `k` of a block, of which each edge to the block passes zero for one. */
interface Join {
  readonly sum: PrimInstr;
  readonly block: number;
  readonly j: number;
  readonly k: number;
}

function joinSums(func: Func): Func {
  const uses = countUses(func);
  const edges = edgesTo(func);
  const { blockOf } = definitionsOf(func);
  const joins: Join[] = [];
  for (const sum of allInstrs(func)) {
    if (sum.kind !== "prim" || sum.prim !== "sum") continue;
    const [p, q] = sum.args as readonly [Operand, Operand];
    // So no parameter is in two sums.
    if (p.kind !== "value" || q.kind !== "value" || uses[p.id] !== 1 || uses[q.id] !== 1) continue;
    const block = blockOf(p.id);
    const [j, k] = [p, q].map(({ id }) => func.blocks[block]?.params.indexOf(id) ?? -1) as [number, number];
    if (block === 0 || j < 0 || k < 0) continue;
    const isOneZero = ({ args }: Edge): boolean => args[j]?.kind === "zero" || args[k]?.kind === "zero";
    if ((edges[block] ?? []).every(isOneZero)) joins.push({ sum, block, j, k });
  }
  return joins.length === 0 ? func : joined(func, joins);
}

/** Drops each parameter `k`: parameter `j` takes the argument of the two that is not zero, and stands for their sum. */
function joined(func: Func, joins: readonly Join[]): Func {
  const values = [...func.values];
  const replaced = new Map<ValueId, Operand>();
  const joinsAt = new Map<number, readonly Join[]>();
  for (const join of joins) {
    const { sum, block, j, k } = join;
    const params = func.blocks[block]?.params as readonly ValueId[];
    const [param, other] = [params[j], params[k]] as [ValueId, ValueId];
    values[param] = { ...(func.values[param] as ValueInfo), type: typeIn(func, value(sum.result)) };
    replaced.set(sum.result, value(param)).set(other, zero);
    joinsAt.set(block, [...(joinsAt.get(block) ?? []), join]);
  }
  const merged = (edge: Edge): Edge => {
    const args = [...edge.args];
    for (const { j, k } of joinsAt.get(edge.target) ?? []) if (args[j]?.kind === "zero") args[j] = args[k] as Operand;
    return { target: edge.target, args };
  };
  const blocks = func.blocks.map((own) => ({ ...own, terminator: mapEdges(own.terminator, merged) }));
  return replaceValues({ ...func, values, blocks }, replaced);
}

function mergeParams(func: Func): Func {
  const replaced = new Map<ValueId, Operand>();
  const edges = edgesTo(func);
  const uses = countUses(func);
  const replace = (param: ValueId, other: ValueId | undefined): void => {
    // A parameter that has been replaced has no uses.
    if (other !== undefined && uses[param] !== 0) replaced.set(param, value(other));
  };
  for (const [b, { params }] of func.blocks.entries()) {
    if (b === 0) continue;
    params.forEach((param, k) => {
      const isSame = (other: ValueId, j: number): boolean =>
        j < k &&
        func.values[other]?.type === func.values[param]?.type &&
        !replaced.has(other) &&
        (edges[b] ?? []).every(({ args }) => sameOperand(args[j] as Operand, args[k] as Operand));
      replace(param, params.find(isSame));
    });
  }
  for (const { counters } of loopsOf(func)) {
    const numbers = counters.filter(({ param }) => isNumber(typeIn(func, value(param))));
    numbers.forEach(({ param, init, step }, k) => {
      const same = numbers.slice(0, k).find((other) => Object.is(other.step, step) && sameOperand(other.init, init));
      if (same !== undefined && !replaced.has(same.param) && !replaced.has(param)) replace(param, same.param);
    });
  }
  // Value numbering then merges their steps.
  return replaceValues(func, replaced);
}
