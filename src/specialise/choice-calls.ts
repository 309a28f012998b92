// Calls of one of several functions: of each, behind a branch on which it is.

import { constant, type Steps, type ValueId } from "../ir/index.ts";
import { constantOf, ofOperand, type AbstractValue, type Choice, type ObjectId } from "./abstract-value.ts";
import { onlyOption } from "./choices.ts";
import { joinPaths } from "./join.ts";
import type { Path } from "./path.ts";
import type { Frame } from "./run.ts";

/** Names the result where the paths meet. */
const result = 0 as ValueId;

/** The result of a call at a place, by calls of each option; null if none returns. */
export function* callAmong(
  frame: Frame,
  choice: Choice,
  place: ObjectId,
  call: (callee: AbstractValue, place: ObjectId) => Steps<AbstractValue | null>,
): Steps<AbstractValue | null> {
  const { writer } = frame;
  const { builder, heap, span } = writer;
  const only = onlyOption(choice);
  if (only !== null) return yield* call(only, place);
  const [which, ...options] = choice.items;
  const number = writer.operand(which);
  const paths: Path[] = [];
  for (const [k, option] of options.entries()) {
    const [then, otherwise] = [writer.block(), writer.block()];
    if (k < options.length - 1) {
      builder.branch(writer.prim("eq", [number, constant(k)], "", "bool"), then, otherwise, span);
      writer.size++;
      then.sealed = otherwise.sealed = true;
      builder.switchTo(then);
    }
    writer.heap = heap.fork();
    const known = constantOf(option) === null ? yield* call(option, `${place}?${k}`) : absent(frame);
    writer.span = span;
    if (known !== null) paths.push({ block: builder.current, values: new Map([[result, known]]), heap: writer.heap });
    builder.switchTo(otherwise);
  }
  if (paths.length === 0) return null;
  return joinPaths(writer, `${place}?`, paths, [result], frame.roots(true)).get(result) ?? null;
}

/** A call of what is no function: general code throws the error. */
function absent({ writer }: Frame): AbstractValue {
  writer.prim("keep-guard", [writer.prim("guard-number", [constant(undefined)])]);
  return ofOperand({ kind: "unset" });
}
