// Congruent parameters of loops and joins become one (congruent induction variables, and sums of parameters).
//
// **How** Two counters of one header with the same start and the same step become one, and so do two parameters with the same
// argument on every edge. Two parameters that are used once, in one sum, become their sum if each edge passes a zero for one of
// them: so the seed of a reversed loop, which only the first iteration has, costs nothing in the others. A sum's zero operand
// is neutral, as in `simplify`.
//
// **Example** `bb1(%a, %b): %s = sum %a, %b; …, bb1(%p, zero)` entered by `bb1(zero, 1)` → `bb1(%s): …, bb1(%p)` by `bb1(1)`.

import { definitionsOf, loopsOf } from "../../analysis/index.ts";
import type { Edge, Func, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
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

function joinSums(func: Func): Func {
  const uses = countUses(func);
  const edges = edgesTo(func);
  const { blockOf } = definitionsOf(func);
  for (const instr of allInstrs(func)) {
    if (instr.kind !== "prim" || instr.prim !== "sum") continue;
    const [p, q] = instr.args as readonly [Operand, Operand];
    if (p.kind !== "value" || q.kind !== "value" || uses[p.id] !== 1 || uses[q.id] !== 1) continue;
    const b = blockOf(p.id);
    const [j, k] = [p, q].map(({ id }) => func.blocks[b]?.params.indexOf(id) ?? -1) as [number, number];
    if (b === 0 || j < 0 || k < 0) continue;
    const isOneZero = ({ args }: Edge): boolean => args[j]?.kind === "zero" || args[k]?.kind === "zero";
    if ((edges[b] ?? []).every(isOneZero)) return joinSums(joined(func, b, instr, j, k));
  }
  return func;
}

/** Drops parameter `k`: parameter `j` takes the argument of the two that is not zero, and stands for their sum. */
function joined(func: Func, block: number, sum: PrimInstr, j: number, k: number): Func {
  const params = func.blocks[block]?.params as readonly ValueId[];
  const [param, other] = [params[j], params[k]] as [ValueId, ValueId];
  const merged = (edge: Edge): Edge => {
    const [x, y] = [edge.args[j], edge.args[k]] as [Operand, Operand];
    return edge.target === block ? { ...edge, args: edge.args.with(j, x.kind === "zero" ? y : x) } : edge;
  };
  const blocks = func.blocks.map((own) => ({ ...own, terminator: mapEdges(own.terminator, merged) }));
  const values = func.values.map((info, id) =>
    id === (param as number) ? { ...info, type: typeIn(func, value(sum.result)) } : info,
  );
  const replaced = new Map<ValueId, Operand>([
    [sum.result, value(param)],
    [other, zero],
  ]);
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
