// Congruent parameters of loops and joins become one (congruent induction variables, and sums of parameters).
//
// **How** Two counters of one header with the same start and the same step become one, and so do two parameters with the same
// argument on every edge. Two parameters that are used once, in one sum, become their sum if each edge passes a zero for one of
// them: so the seed of a reversed loop, which only the first iteration has, costs nothing in the others. A sum's zero operand
// is neutral, as in `simplify`.
//
// **Example** `bb1(%a, %b): %s = sum %a, %b; …, bb1(%p, zero)` entered by `bb1(zero, 1)` → `bb1(%s): …, bb1(%p)` by `bb1(1)`.

import { definitionsOf, type Definitions } from "../../analysis/index.ts";
import type { Block, Edge, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  countUses,
  edgesOf,
  isNumber,
  mapFunctions,
  mapOperands,
  mapTerminator,
  typeIn,
  renumber,
  replaceValues,
  sameOperand,
  value,
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
  const places = new Map<ValueId, readonly [block: number, k: number]>();
  func.blocks.forEach(({ params }, b) => {
    if (b > 0) params.forEach((param, k) => places.set(param, [b, k]));
  });
  for (const { instrs } of func.blocks) {
    for (const instr of instrs) {
      if (instr.kind !== "prim" || instr.prim !== "sum") continue;
      const [p, q] = instr.args as readonly [Operand, Operand];
      if (p.kind !== "value" || q.kind !== "value" || uses[p.id] !== 1 || uses[q.id] !== 1) continue;
      const [at, other] = [places.get(p.id), places.get(q.id)];
      if (at === undefined || other === undefined || at[0] !== other[0]) continue;
      const isOneZero = ({ args }: Edge): boolean => args[at[1]]?.kind === "zero" || args[other[1]]?.kind === "zero";
      if ((edges[at[0]] ?? []).every(isOneZero)) {
        return joinSums(joined(func, at[0], instr, at[1], other[1]));
      }
    }
  }
  return func;
}

/** Drops parameter `k`: parameter `j` takes the argument of the two that is not zero, and stands for their sum. */
function joined(func: Func, block: number, sum: PrimInstr, j: number, k: number): Func {
  const param = value(func.blocks[block]?.params[j] as ValueId);
  const resolve = (operand: Operand): Operand =>
    operand.kind === "value" && operand.id === sum.result ? param : operand;
  const blocks = func.blocks.map((old, b): Block => ({
    params: b === block ? old.params.filter((_, i) => i !== k) : old.params,
    instrs: old.instrs.flatMap((instr): readonly Instr[] => (instr === sum ? [] : [mapOperands(instr, resolve)])),
    terminator: mapTerminator(old.terminator, resolve, ({ target, args }) => {
      const mapped = args.map(resolve);
      if (target !== block) return { target, args: mapped };
      const [x, y] = [mapped[j] as Operand, mapped[k] as Operand];
      mapped[j] = x.kind === "zero" ? y : x;
      return { target, args: mapped.filter((_, i) => i !== k) };
    }),
  }));
  const id = (param as { readonly id: ValueId }).id;
  const type = func.values[sum.result]?.type ?? "any";
  const values = func.values.map((info, v) => (v === (id as number) ? { ...info, type } : info));
  return renumber({ ...func, values, blocks });
}

/** The step of a counter as text: `add 1` for `%i.1 = add %i, 1`. */
function stepOf(next: Operand, param: ValueId, definitions: Definitions): string | null {
  const instr = definitions.prim(next);
  if (instr === undefined || (instr.prim !== "add" && instr.prim !== "sub")) return null;
  const [from, step] = instr.args;
  if (from?.kind !== "value" || from.id !== param || step?.kind !== "const") return null;
  return `${instr.prim} ${Object.is(step.value, -0) ? "-0" : String(step.value)}`;
}

function mergeParams(func: Func): Func {
  const definitions = definitionsOf(func);
  const replaced = new Map<ValueId, Operand>();
  const edges = edgesTo(func);
  const uses = countUses(func);
  const replace = (param: ValueId, other: ValueId): void => {
    // A parameter that has been replaced has no uses.
    if ((uses[param] ?? 0) > 0) replaced.set(param, value(other));
  };
  const isCounter = (id: ValueId): boolean => isNumber(typeIn(func, value(id)));
  for (const [b, { params }] of func.blocks.entries()) {
    if (b === 0) continue;
    params.forEach((param, k) => {
      const isSame = (other: ValueId, j: number): boolean =>
        j < k &&
        func.values[other]?.type === func.values[param]?.type &&
        !replaced.has(other) &&
        (edges[b] ?? []).every(({ args }) => sameOperand(args[j] as Operand, args[k] as Operand));
      const same = params.find(isSame);
      if (same !== undefined) replace(param, same);
    });
    const counters = params.flatMap((param, k) => {
      if (!isCounter(param)) return [];
      const args = (edges[b] ?? []).map((edge) => edge.args[k] as Operand);
      if (args.length !== 2) return [];
      const steps = args.map((arg) => stepOf(arg, param, definitions));
      const latch = steps.findIndex((step) => step !== null);
      return latch < 0
        ? []
        : [{ param, latch, step: steps[latch], init: args[1 - latch] as Operand, next: args[latch] }];
    });
    counters.forEach((counter, k) => {
      const same = counters
        .slice(0, k)
        .find((c) => c.step === counter.step && c.latch === counter.latch && sameOperand(c.init, counter.init));
      if (same === undefined || replaced.has(same.param) || replaced.has(counter.param)) return;
      replace(counter.param, same.param);
    });
  }
  // Value numbering then merges their steps.
  return replaceValues(func, replaced);
}
