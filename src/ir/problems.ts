// What the verifier reports (verify.ts says what each rule demands), and what it may let pass.

import type { FuncName } from "./model.ts";

export type Rule =
  | "entry"
  | "target"
  | "edge-arity"
  | "order"
  | "prim-arity"
  | "no-result"
  | "word"
  | "closure"
  | "capture"
  | "callee-arity"
  | "effect"
  | "defined-once"
  | "dominance"
  | "result-type"
  | "edge-type"
  | "outer"
  | "cell"
  | "alpha"
  | "names"
  | "one-return"
  | "header"
  | "latch"
  | "loop-exit";

export interface Problem {
  readonly rule: Rule;
  readonly func: FuncName;
  /** -1: the function as a whole. */
  readonly block: number;
  /** -1: the block's label; the number of instructions: its terminator. */
  readonly instr: number;
  readonly message: string;
}

export interface VerifyOptions {
  /** Whether `@%x` is allowed, as inside the reverse transform. */
  readonly alphas?: boolean;
  /** Whether functions that are mentioned may be missing: the module is a part of a program, on which a pass runs alone. */
  readonly isPart?: boolean;
  /** Whether control flow need not be canonical yet. */
  readonly isAnyFlow?: boolean;
}

/** Reports a problem of the function under inspection. */
export type Report = (rule: Rule, block: number, instr: number, message: string) => void;
