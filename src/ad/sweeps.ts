// Sweeps: functions whose calls keep what their pullbacks need on a tape of their own, not in a pullback.
//
// A function `@g` with `rules(F @g.forward)` has sweeps, and `@g.forward` has `rules(R @g.reverse)`. The forward sweep takes and
// returns what `@g` does; it leaves on the tape what the reverse sweep needs, which takes a context and the cotangent of the result,
// and returns what a pullback returns. The reverse sweep over a caller calls `@g.reverse` once for each call of `@g.forward`, the
// last call first, so each takes what was left last. Nothing of the call is an alpha of the caller. Where the tape is, is a matter
// of who made the sweeps (specialise/sweeps.ts).

import type { Func, FuncName, Instr, Module } from "../ir/index.ts";
import { definitionsOf } from "../analysis/index.ts";

/** The function that a rule gives for what an instruction calls directly; undefined if there is none. */
export function sweepOf(func: Func, instr: Instr, { functions }: Module, rule: "F" | "R"): FuncName | undefined {
  if (instr.kind !== "call" || instr.word !== "") return undefined;
  const callee = definitionsOf(func).instr(instr.callee);
  return callee?.kind === "closure" && callee.captures.length === 0 ? functions[callee.func]?.rules[rule] : undefined;
}
