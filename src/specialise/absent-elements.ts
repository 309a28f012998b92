// Elements that may be absent: `xs[i - 1] ?? 0`. If the program asks whether an element is there before it does anything else with
// it, the element is taken for one only where there is one: behind the end, in a hole and where it is `undefined` or `null` there
// is none.

import { dominates, edgesOf, immediateDominators, ofFunction, predecessors } from "../ir/index.ts";
import type { BlockId, Func, Instr, Operand, PrimInstr, ValueId } from "../ir/index.ts";
import { usesOf, type Use } from "../analysis/index.ts";
import { ofOperand, type AbstractValue } from "./abstract-value.ts";
import type { Writer } from "./writer.ts";

/** What a program may ask of an element: whether it is undefined, null, or either. */
export type Question = "undefined" | "null" | "nullish";

/** Each primitive that asks, with what it answers about an element that is there. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ["is-nullish", false],
  ["eq", false],
  ["loose-eq", false],
  ["ne", true],
  ["loose-ne", true],
]);

/** What an instruction that uses `id` asks of it; null if it does anything else. */
function questionOf(instr: Instr | null, id: ValueId): Question | null {
  if (instr?.kind !== "prim" || !answers.has(instr.prim)) return null;
  const { prim, args } = instr;
  if (prim === "is-nullish") return "nullish";
  const isItself = (operand: Operand): boolean => operand.kind === "value" && operand.id === id;
  // What is compared with itself is not asked whether it is undefined, but whether it is NaN.
  const [other, ...more] = args.filter((arg) => !isItself(arg));
  if (other?.kind !== "const" || more.length > 0 || (other.value !== undefined && other.value !== null)) return null;
  return prim.startsWith("loose") ? "nullish" : other.value === null ? "null" : "undefined";
}

/** One question that answers all; null if there is none. Where it finds an element that another does not, a guard fails. */
function oneOf(questions: ReadonlySet<Question | null>): Question | null {
  if (questions.has("undefined")) return questions.has("null") ? null : "undefined";
  return questions.has("null") ? "null" : "nullish";
}

/** The reads of a function of which nothing is used but the answer to one question, unless there is an element. */
export const askedReads: (func: Func) => ReadonlyMap<ValueId, Question> = ofFunction((func: Func) => {
  const uses = usesOf(func);
  const idom = immediateDominators(func);
  const preds = predecessors(func);
  /** Whether control passes a use only if some branch has found that the read is there. */
  const isBehind = (use: Use, [block, target]: readonly [number, BlockId]): boolean =>
    (use.block === block && use.target === target) ||
    ((preds[target] ?? []).length === 1 && dominates(idom, target, use.block as BlockId));
  const askedOf = (id: ValueId): Question | null => {
    const [questions, others] = [[] as Use[], [] as Use[]];
    for (const use of uses(id)) (questionOf(use.instr, id) === null ? others : questions).push(use);
    const question = oneOf(new Set(questions.map(({ instr }) => questionOf(instr, id))));
    const edges = questions.flatMap(({ instr }) => {
      const { prim, result } = instr as PrimInstr;
      return uses(result).flatMap(({ block, instr: user, target }) => {
        const { terminator } = func.blocks[block] as Func["blocks"][number];
        if (user !== null || target !== null || terminator.kind !== "branch") return [];
        const [then, otherwise] = edgesOf(terminator).map((edge) => edge.target) as [BlockId, BlockId];
        return then === otherwise ? [] : [[block, answers.get(prim) === true ? then : otherwise] as const];
      });
    });
    const isAsked = edges.length > 0 && others.every((use) => edges.some((edge) => isBehind(use, edge)));
    return isAsked ? question : null;
  };
  const reads = func.blocks.flatMap(({ instrs }) => instrs.filter((i) => i.kind === "prim" && i.prim === "get"));
  const found = reads.map(({ result }) => [result, askedOf(result)] as const);
  return new Map(found.flatMap(([id, asked]) => (asked === null ? [] : [[id, asked]])));
});

/** Whether all uses of a result are uses as a value that is there: none asks, and none passes it on to where another might. */
export function isUsedAsValue(func: Func, id: ValueId): boolean {
  const all = usesOf(func)(id);
  const isUse = ({ instr }: Use): boolean =>
    instr?.kind === "prim" && questionOf(instr, id) === null && !looksAtKind.has(instr.prim);
  return all.length > 0 && all.every(isUse);
}

/** Primitives that tell a number from what is none. */
const looksAtKind: ReadonlySet<string> = new Set(["is-number", "typeof", "not", "eq", "ne", "loose-eq", "loose-ne"]);

/** What a program asks of a read. */
export interface Asking {
  readonly question: Question;
  /** Notes whether there is an element. */
  readonly noteThere: (isThere: Operand) => void;
}

/** What a program asks of a read if it uses nothing else unless there is an element; else null. */
export function askingFor(func: Func, id: ValueId, presences: Map<ValueId, Operand>): Asking | null {
  const question = askedReads(func).get(id);
  return question === undefined ? null : { question, noteThere: (isThere) => presences.set(id, isThere) };
}

/** The answer to a question whether an element is undefined that may be absent, given whether elements are there; else null. */
export function presence(
  writer: Writer,
  instr: PrimInstr,
  presences: ReadonlyMap<ValueId, Operand>,
): AbstractValue | null {
  for (const arg of instr.args) {
    const isThere = arg.kind === "value" ? presences.get(arg.id) : undefined;
    if (arg.kind !== "value" || isThere === undefined || questionOf(instr, arg.id) === null) continue;
    return ofOperand(answers.get(instr.prim) === true ? isThere : writer.prim("not", [isThere], "", "bool"));
  }
  return null;
}
