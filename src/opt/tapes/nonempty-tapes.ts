// Tapes that cannot be empty where they are popped: `part` of their records becomes `tuple-get`.
//
// A tape of tangents may be empty where the tape of the values is not; `part` then finds zeros. If both are pushed to in the
// same places and popped in the same places, both have the same length.
//
// **How** Two tapes have the same length if both are empty; if they are parameters of one block, and each edge passes tapes of
// the same length for them; if they are pushed to in one block, or left by pops in one block, and had the same length before; or
// if they are the same field of records of two such tapes, and have the same length wherever such records are pushed. A tape
// whose popped record is taken apart by `tuple-get` is not empty there.
//
// **Example** `%p = tape-pop %t; tuple-get %p, 1; %q = tape-pop %u; part %q, 1` → `tuple-get %q, 1`, if %t and %u have the same
// length.

import { definitionsOf, poppedIn } from "../../analysis/index.ts";
import type { Block, Func, Operand, Pass, PrimInstr } from "../../ir/index.ts";
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

/** What two tapes may have in common. */
interface Likeness {
  /** The records of the first tape have all components that this pop takes. */
  readonly pop: PrimInstr;
  /** What the tapes in a field of the records have in common; null if that does not matter. */
  readonly inside: { readonly k: number; readonly likeness: Likeness } | null;
}

/** Tapes may be in tapes this deep: as many loops may be in one another. */
const deepest = 8;

const depthOf = ({ inside }: Likeness): number => (inside === null ? 0 : 1 + depthOf(inside.likeness));

const nameOf = ({ pop, inside }: Likeness): string =>
  inside === null ? String(pop.result) : `${pop.result}.${inside.k} ${nameOf(inside.likeness)}`;

/** Whether the tape of a pop is not empty, since it is as long as that of another pop, which is not. */
function isFull(func: Func, pop: PrimInstr, other: PrimInstr): boolean {
  const { blockOf } = definitionsOf(func);
  if (blockOf(other.result) !== blockOf(pop.result) || !isTakenBefore(func, other, pop)) return false;
  return isAlike(func, { pop, inside: null }, pop.args[0], other.args[0], new Set());
}

/** Whether a field of the record of one pop, which is not empty then, is taken wherever components of another are taken. */
function isTakenBefore(func: Func, one: PrimInstr, other: PrimInstr): boolean {
  const popped = [...poppedIn(func).values()];
  const { blockOf } = definitionsOf(func);
  const fields = popped.flatMap(({ is, instr, pop }) => (is === "field" && pop === one ? [blockOf(instr.result)] : []));
  const others = popped.flatMap(({ is, instr, pop }) =>
    is !== "pair" && pop === other ? [blockOf(instr.result)] : [],
  );
  const idom = immediateDominators(func);
  return fields.some((block) => others.every((at) => dominates(idom, block, at)));
}

/** Whether two tapes have equally many records, which are alike. */
function isAlike(
  func: Func,
  likeness: Likeness,
  first: Operand | undefined,
  second: Operand | undefined,
  assumed: Set<string>,
): boolean {
  if (first?.kind !== "value" || second?.kind !== "value") return first?.kind === "zero" && second?.kind === "zero";
  const pair = `${first.id} ${second.id} ${nameOf(likeness)}`;
  if (assumed.has(pair)) return true;
  assumed.add(pair);
  const { of, prim, blockOf } = definitionsOf(func);
  const block = blockOf(first.id);
  if (blockOf(second.id) !== block) return false;
  const isAlikeBefore = (a: Operand | undefined, b: Operand | undefined): boolean =>
    isAlike(func, likeness, a, b, assumed);
  if (of(first.id) === undefined && of(second.id) === undefined) {
    const { params } = func.blocks[block] as Block;
    const [j, k] = [params.indexOf(first.id), params.indexOf(second.id)];
    return block > 0 && (edgesInto(func)[block] ?? []).every(({ args }) => isAlikeBefore(args[j], args[k]));
  }
  const { pop, inside } = likeness;
  const [one, other] = [prim(first, "tape-push"), prim(second, "tape-push")];
  if (one !== undefined && other !== undefined) {
    if (!hasAll(func, pop, one) || !isAlikeBefore(one.args[0], other.args[0])) return false;
    const fields = [one, other].map((push) => (inside === null ? undefined : fieldsOf(func, push)?.[inside.k]));
    return inside === null || isAlike(func, inside.likeness, fields[0], fields[1], assumed);
  }
  const [from, to] = [poppedIn(func).get(first.id), poppedIn(func).get(second.id)];
  if (from === undefined || to === undefined || blockOf(from.pop.result) !== blockOf(to.pop.result)) return false;
  if (from.is === "rest" && to.is === "rest") return isAlikeBefore(from.tape, to.tape);
  if (from.is !== "field" || to.is !== "field" || from.k !== to.k || depthOf(likeness) === deepest) return false;
  return isAlike(func, { pop: from.pop, inside: { k: from.k, likeness } }, from.tape, to.tape, assumed);
}

/** Whether a record that is pushed has all components that a pop takes. */
function hasAll(func: Func, pop: PrimInstr, push: PrimInstr): boolean {
  const fields = fieldsOf(func, push);
  const taken = [...poppedIn(func).values()].filter((of) => of.pop === pop && of.is === "field");
  return fields !== null && taken.every(({ k }) => k < fields.length);
}
