// Elements that may be absent: `xs[i - 1] ?? 0`. If the program asks whether an element is there before it does anything else with
// it, what is read is the element at index 0 where there is none at the index; no path uses that, and the question becomes one
// about the index.

import { dominates, edgesOf, immediateDominators, ofFunction, predecessors } from "../ir/index.ts";
import type { BlockId, Func, Instr, Operand, PrimInstr, ValueId } from "../ir/index.ts";
import { usesOf, type Use } from "../analysis/index.ts";
import { ofOperand, type AbstractValue } from "./abstract-value.ts";
import type { Writer } from "./writer.ts";

/** Each question, with what it answers about an element that is there. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ["is-nullish", false],
  ["eq", false],
  ["loose-eq", false],
  ["ne", true],
  ["loose-ne", true],
]);

/** Whether an instruction that uses `id` asks whether it is undefined. */
function asks(instr: Instr | null, id: ValueId): boolean {
  if (instr?.kind !== "prim" || !answers.has(instr.prim)) return false;
  const isItself = (operand: Operand): boolean => operand.kind === "value" && operand.id === id;
  const isUndefined = (operand: Operand): boolean => operand.kind === "const" && operand.value === undefined;
  // What is compared with itself is not asked whether it is undefined, but whether it is NaN.
  return instr.args.filter(isItself).length === 1 && instr.args.every((arg) => isItself(arg) || isUndefined(arg));
}

/** The reads of a function of which nothing is used but the answer whether they are undefined, unless they are not. */
export const askedReads: (func: Func) => ReadonlySet<ValueId> = ofFunction((func: Func): ReadonlySet<ValueId> => {
  const uses = usesOf(func);
  const idom = immediateDominators(func);
  const preds = predecessors(func);
  /** Whether control passes a use only if some branch has found that the read is there. */
  const isBehind = (use: Use, [block, target]: readonly [number, BlockId]): boolean =>
    (use.block === block && use.target === target) ||
    ((preds[target] ?? []).length === 1 && dominates(idom, target, use.block as BlockId));
  const isAsked = (id: ValueId): boolean => {
    const [questions, others] = [[] as Use[], [] as Use[]];
    for (const use of uses(id)) (asks(use.instr, id) ? questions : others).push(use);
    const edges = questions.flatMap(({ instr }) => {
      const { prim, result } = instr as PrimInstr;
      return uses(result).flatMap(({ block, instr: user, target }) => {
        const { terminator } = func.blocks[block] as Func["blocks"][number];
        if (user !== null || target !== null || terminator.kind !== "branch") return [];
        const [then, otherwise] = edgesOf(terminator).map((edge) => edge.target) as [BlockId, BlockId];
        return then === otherwise ? [] : [[block, answers.get(prim) === true ? then : otherwise] as const];
      });
    });
    return edges.length > 0 && others.every((use) => edges.some((edge) => isBehind(use, edge)));
  };
  const reads = func.blocks.flatMap(({ instrs }) => instrs.filter((i) => i.kind === "prim" && i.prim === "get"));
  return new Set(reads.flatMap(({ result }) => (isAsked(result) ? [result] : [])));
});

/** Where to read an element instead of at `index`, and whether there is one at `index`. */
export function whereThere(
  writer: Writer,
  index: Operand,
  length: Operand,
): { readonly where: Operand; readonly isThere: Operand } {
  const zero: Operand = { kind: "const", value: 0 };
  const isBefore = writer.prim("lt", [index, zero], "", "bool");
  const isBelow = writer.prim("lt", [index, length], "", "bool");
  const isThere = writer.prim("select", [isBefore, { kind: "const", value: false }, isBelow], "", "bool");
  return { where: writer.prim("select", [isThere, index, zero], "", writer.typeOf(index)), isThere };
}

/** The answer to a question whether an element is undefined that may be absent, given whether elements are there; else null. */
export function presence(
  writer: Writer,
  instr: PrimInstr,
  presences: ReadonlyMap<ValueId, Operand>,
): AbstractValue | null {
  for (const arg of instr.args) {
    const isThere = arg.kind === "value" ? presences.get(arg.id) : undefined;
    if (arg.kind !== "value" || isThere === undefined || !asks(instr, arg.id)) continue;
    return ofOperand(answers.get(instr.prim) === true ? isThere : writer.prim("not", [isThere], "", "bool"));
  }
  return null;
}
