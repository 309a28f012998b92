// Finds the values that are parts of a `tape-pop`'s result: a pair of the rest of the tape and the record that was pushed last.

import {
  allInstrs,
  ofFunction,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type ValueId,
} from "../ir/index.ts";

export interface Popped {
  readonly is: "pair" | "rest" | "record" | "field";
  /** The index of the component that the value is; -1 for a pair. */
  readonly k: number;
  readonly instr: PrimInstr;
  readonly pop: PrimInstr;
  readonly tape: Operand;
  /** Whether all components on the way are taken by `tuple-get`. If this is a field, the tape is then not empty. */
  readonly isSure: boolean;
}

/** Whether an instruction takes a component of a tuple. */
const isComponent = (instr: Instr): instr is PrimInstr =>
  instr.kind === "prim" && (instr.prim === "tuple-get" || instr.prim === "part");

/** The popped pairs of a function, and what is taken of them, by value. */
export const poppedIn: (func: Func) => ReadonlyMap<ValueId, Popped> = ofFunction((func: Func) => {
  const found = new Map<ValueId, Popped>();
  for (const instr of allInstrs(func)) {
    if (instr.kind === "prim" && instr.prim === "tape-pop") {
      const [tape] = instr.args as readonly [Operand];
      found.set(instr.result, { is: "pair", k: -1, instr, pop: instr, tape, isSure: true });
    }
    if (!isComponent(instr)) continue;
    const [from, index] = instr.args;
    const of = from?.kind === "value" ? found.get(from.id) : undefined;
    if (of === undefined || of.is === "rest" || of.is === "field") continue;
    const k = index?.kind === "const" ? index.value : undefined;
    if (typeof k !== "number") continue;
    const is = of.is === "record" ? "field" : k === 0 ? "rest" : "record";
    found.set(instr.result, { ...of, is, k, instr, isSure: of.isSure && instr.prim === "tuple-get" });
  }
  return found;
});
