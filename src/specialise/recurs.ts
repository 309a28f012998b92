// Whether a call of a known function within itself may recurse without end, so that it must not be inlined.

import type { Code } from "../ir/index.ts";
import { functionsIn } from "./functions-in.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { reached } from "./reached.ts";
import type { Frame } from "./run.ts";
import { NotSpecialised } from "./not-specialised.ts";
import type { Writer } from "./writer.ts";

/**
 * Whether a call may recurse without end. The prelude recurses over structures, which are finite where they are known. A function
 * that is called within itself on other functions, as in `grad(grad(f))`, does not recurse. `given` are the function and its
 * arguments.
 */
export function recurs(
  writer: Writer,
  isPrelude: boolean,
  code: Code,
  given: readonly [self: AbstractValue, ...args: AbstractValue[]],
  caller: Frame | null,
): boolean {
  const same: Frame[] = [];
  for (let f = caller; f !== null; f = f.caller) if (f.code === code) same.push(f);
  const [innermost] = same;
  if (innermost === undefined) return false;
  const [, ...args] = given;
  const isRecord = (arg: AbstractValue): boolean => writer.virtual(arg)?.kind === "record";
  if (isPrelude && args.some(isRecord)) {
    if (args.some((arg, k) => isRecord(arg) && !contains(writer, arg, innermost.given[k]))) return false;
    throw new NotSpecialised("data of a structure that is not known", writer.span);
  }
  const functions = functionsIn(writer, given);
  return same.some((f) => f.functions === functions);
}

/** Whether an object is `other`, or refers to it. */
const contains = (writer: Writer, known: AbstractValue, other: AbstractValue | undefined): boolean =>
  other?.kind === "object" && reached(writer, [known]).has(other.id);
