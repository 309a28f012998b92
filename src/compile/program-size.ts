// The size of the code to specialise: a function with all callees inlined.

import { naturalLoops, type Code, type Instr, type Operand } from "../ir/index.ts";
import { stampOf, type Environment } from "../runtime/index.ts";
import { isPrelude } from "../runtime/prelude-code.ts";

/** What a function captured that the program makes when it runs. */
const unknown: unique symbol = Symbol("unknown");

/** Counting stops at this size. */
const most = 10_000;

export interface ProgramSize {
  /** The number of instructions; each callee counts once for each call in the text. */
  readonly size: number;
  /** Whether something may run more than once: loops, recursion, calls of unknown functions. */
  readonly repeats: boolean;
  /** Whether functions call themselves, or each other in a circle. Functions in functions count if they call what they captured. */
  readonly recurs: boolean;
  /** The differentiated code: the first code that is not the prelude's. */
  readonly code: Code | undefined;
}

export function programSize(f: unknown): ProgramSize {
  let size = 0;
  let repeats = false;
  let recurs = false;
  let first: Code | undefined;
  const around = new Set<Code>();
  const count = (code: Code, captured: (slot: number) => unknown): void => {
    if (around.has(code)) recurs = true;
    if (size > most || around.has(code)) return;
    around.add(code);
    const func = code.program.func(code.name);
    const { blocks } = func;
    if (naturalLoops(func).list.length > 0) repeats = true;
    const definitions = new Map<number, Instr>();
    const definition = (operand: Operand | undefined): Instr | undefined =>
      operand?.kind === "value" ? definitions.get(operand.id) : undefined;
    /** The captured value that an instruction reads, if known; used to find callees. */
    const capturedBy = (instr: Instr | undefined): unknown => {
      if (instr?.kind !== "prim") return undefined;
      const [, slot] = instr.args;
      if (instr.prim === "box-get") {
        const box = capturedBy(definition(instr.args[0]));
        return box === unknown ? unknown : (box as { readonly v?: unknown } | undefined)?.v;
      }
      return instr.prim === "capture" && slot?.kind === "const" ? captured(slot.value as number) : undefined;
    };
    for (const instr of blocks.flatMap(({ instrs }) => instrs)) {
      definitions.set(instr.result, instr);
      size++;
      if (instr.kind === "closure") count(code.program.code(instr.func), () => unknown);
      else if (instr.kind === "call" && definition(instr.callee)?.kind !== "closure")
        countFunction(capturedBy(definition(instr.callee)));
    }
    around.delete(code);
  };
  const countFunction = (g: unknown): void => {
    if (g === unknown) recurs = true;
    const stamp = stampOf(g);
    if (stamp === undefined) {
      repeats = true;
      return;
    }
    const { code, env } = stamp;
    if (!isPrelude(code)) {
      first ??= code;
      count(code, (slot) => valueAt(env, slot));
    }
    // Operators of the prelude differentiate the functions that they were given.
    else
      code.program.func(code.name).captures.forEach(({ from }, slot) => {
        if (from === "scope") countFunction(valueAt(env, slot));
      });
  };
  countFunction(f);
  return { size, repeats: repeats || recurs, recurs, code: first };
}

/** A captured value; undefined if it is not initialised. */
function valueAt(env: Environment, slot: number): unknown {
  try {
    return env[slot];
  } catch {
    return undefined;
  }
}
