// Operations in `try` statements ask first whether they fail: `%f = failure "get", %o, %k; branch %f, …` ends the block before the one
// that begins with `get %o, %k`, after captured variables that it reads again.

import type { Func, Instr, PrimInstr } from "./model.ts";

export interface Asked {
  readonly question: PrimInstr;
  readonly access: PrimInstr;
}

const isCapture = (instr: Instr): boolean => instr.kind === "prim" && instr.prim === "capture";

/** The operations of a function that ask first, with the questions. */
export function askedBefore({ blocks }: Func): readonly Asked[] {
  return blocks.flatMap(({ instrs, terminator }) => {
    const question = instrs.at(-1);
    if (question?.kind !== "prim" || question.prim !== "failure" || terminator.kind !== "branch") return [];
    const access = blocks[terminator.else.target]?.instrs.find((instr) => !isCapture(instr));
    const [name] = question.args;
    const isAbout = access?.kind === "prim" && name?.kind === "const" && access.prim === name.value;
    return isAbout ? [{ question, access }] : [];
  });
}
