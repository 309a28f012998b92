// Emits pure primitives and remembers them, so that the rules of an instruction's operands share code.

import { constant, type Operand, type PrimName } from "../ir/index.ts";
import type { Emit } from "./rules/index.ts";

type EmitOperands = (prim: PrimName, ...args: readonly Operand[]) => Operand;

/** Emits a primitive once for each list of operands. */
export function emitOnce(emit: EmitOperands): Emit {
  const emitted = new Map<string, Operand>();
  return (prim, ...given) => {
    const args = asOperands(given);
    const key = codeKey(prim, args);
    let result = emitted.get(key);
    if (result === undefined) emitted.set(key, (result = emit(prim, ...args)));
    return result;
  };
}

/** Turns numbers and booleans into constants. */
export const asOperands = (given: readonly (Operand | number | boolean)[]): readonly Operand[] =>
  given.map((x) => (typeof x === "object" ? x : constant(x)));

/** A text that is the same for the same code. */
export const codeKey = (prim: PrimName, args: readonly Operand[]): string => [prim, ...args.map(textOf)].join(" ");

function textOf(operand: Operand): string {
  if (operand.kind === "value" || operand.kind === "alpha") return `${operand.kind} ${operand.id}`;
  if (operand.kind !== "const") return operand.kind;
  return Object.is(operand.value, -0) ? "-0" : `${typeof operand.value}:${String(operand.value)}`;
}
