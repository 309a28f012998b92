// Tapes that cannot be empty where they are popped: `part` of their records becomes `tuple-get`.
//
// A tape of tangents may be empty where the tape of the values is not; `part` then finds zeros. If both get a record in the same
// places and give one back in the same places, both are as long.
//
// **How** Two tapes are as long if both are empty; if they are parameters of one block, and what each edge passes for them is as
// long; if they are pushed to in one block, or left by pops in one block, and were as long before. A tape whose popped record is
// taken apart by `tuple-get` is not empty there.
//
// **Example** `%p = tape-pop %t; tuple-get %p, 1; %q = tape-pop %u; part %q, 1` → `tuple-get %q, 1`, if %t and %u are as long.

import { definitionsOf, poppedIn } from "../../analysis/index.ts";
import type { Block, BlockId, Func, Operand, Pass, PrimInstr } from "../../ir/index.ts";
import { dominates, edgesInto, immediateDominators, mapFunctions, mapInstrs } from "../../ir/index.ts";
import { fieldsOf } from "./tape-webs.ts";

export const nonemptyTapes: Pass = {
  name: "nonempty-tapes",
  phase: "final",
  run: (module) => mapFunctions(module, fillIn),
};

function fillIn(func: Func): Func {
  const popped = poppedIn(func);
  // Code allows for an empty tape where it takes components by `part`.
  const doubtful = new Set([...popped.values()].filter(({ isSure }) => !isSure).map(({ pop }) => pop));
  const sure = [...popped.values()].flatMap(({ is, instr }) => (is === "pair" && !doubtful.has(instr) ? [instr] : []));
  const full = new Set([...doubtful].filter((pop) => sure.some((other) => isFull(func, pop, other))));
  return mapInstrs(func, (instr) => {
    const pop = popped.get(instr.result)?.pop;
    const isTaken = instr.kind === "prim" && instr.prim === "part" && pop !== undefined && full.has(pop);
    return isTaken ? { ...instr, prim: "tuple-get" } : instr;
  });
}

/** Whether the tape of a pop is not empty, since it is as long as that of another pop, which is not. */
function isFull(func: Func, pop: PrimInstr, other: PrimInstr): boolean {
  const { blockOf } = definitionsOf(func);
  if (blockOf(other.result) !== blockOf(pop.result) || !isTakenBefore(func, other, pop)) return false;
  return isAlike(func, pop, pop.args[0] as Operand, other.args[0] as Operand, new Set());
}

/** Whether a component of one pop is taken wherever components of another are. */
function isTakenBefore(func: Func, one: PrimInstr, other: PrimInstr): boolean {
  const blocksOf = (of: PrimInstr): readonly BlockId[] =>
    [...poppedIn(func).values()].flatMap(({ instr, pop }) =>
      pop === of && instr !== of ? [definitionsOf(func).blockOf(instr.result)] : [],
    );
  const others = blocksOf(other);
  const idom = immediateDominators(func);
  return blocksOf(one).some((block) => others.every((at) => dominates(idom, block, at)));
}

/** Whether two tapes have equally many records, and those of the first have all components that the pop takes. */
function isAlike(func: Func, pop: PrimInstr, first: Operand, second: Operand, assumed: Set<string>): boolean {
  if (first.kind !== "value" || second.kind !== "value") return first.kind === "zero" && second.kind === "zero";
  const pair = `${first.id} ${second.id}`;
  if (assumed.has(pair)) return true;
  assumed.add(pair);
  const { of, prim, blockOf } = definitionsOf(func);
  const block = blockOf(first.id);
  if (blockOf(second.id) !== block) return false;
  const isAlikeBefore = (a: Operand | undefined, b: Operand | undefined): boolean =>
    isAlike(func, pop, a as Operand, b as Operand, assumed);
  if (of(first.id) === undefined && of(second.id) === undefined) {
    const { params } = func.blocks[block] as Block;
    const [j, k] = [params.indexOf(first.id), params.indexOf(second.id)];
    return block > 0 && (edgesInto(func)[block] ?? []).every(({ args }) => isAlikeBefore(args[j], args[k]));
  }
  const [one, other] = [prim(first, "tape-push"), prim(second, "tape-push")];
  if (one !== undefined && other !== undefined)
    return hasAll(func, pop, one) && isAlikeBefore(one.args[0], other.args[0]);
  const [from, to] = [poppedIn(func).get(first.id), poppedIn(func).get(second.id)];
  if (from?.is !== "rest" || to?.is !== "rest") return false;
  return blockOf(from.pop.result) === blockOf(to.pop.result) && isAlikeBefore(from.tape, to.tape);
}

/** Whether a record that is pushed has all components that a pop takes. */
function hasAll(func: Func, pop: PrimInstr, push: PrimInstr): boolean {
  const fields = fieldsOf(func, push);
  const taken = [...poppedIn(func).values()].filter((of) => of.pop === pop && of.is === "field");
  return fields !== null && taken.every(({ k }) => k < fields.length);
}
