// A call of one of several functions becomes a branch with a call of each.

import { constant, sameOperand, type Operand, type Steps, type ValueId } from "../ir/index.ts";
import { constantOf, ofOperand, type AbstractValue, type Choice, type ObjectId } from "./abstract-value.ts";
import { onlyOption } from "./choices.ts";
import { instanceOfOption } from "./class-choices.ts";
import { joinPaths } from "./join.ts";
import type { Path } from "./path.ts";
import type { Frame } from "./run.ts";
import type { CallSite } from "./site.ts";

/** Names the result where the paths meet. */
const result = 0 as ValueId;

/** The result of a call at a place, by calls of each option; null if none returns. */
export function* callAmong(
  frame: Frame,
  choice: Choice,
  place: ObjectId,
  site: CallSite,
  call: (site: CallSite, place: ObjectId) => Steps<AbstractValue | null>,
): Steps<AbstractValue | null> {
  const { writer } = frame;
  const { builder, heap, span } = writer;
  const only = onlyOption(choice);
  if (only !== null) return yield* call({ ...site, callee: only }, place);
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
    const of = instanceOfOption(writer, number, k);
    const known =
      constantOf(option) === null
        ? yield* call(narrowed(of, { ...site, callee: option }), `${place}?${k}`)
        : absent(frame);
    writer.span = span;
    if (known !== null) paths.push({ block: builder.current, values: new Map([[result, known]]), heap: writer.heap });
    builder.switchTo(otherwise);
  }
  if (paths.length === 0) return null;
  return joinPaths(writer, `${place}?`, paths, [result], frame.roots(true)).get(result) ?? null;
}

/** What a call passes, where it is known of which classes an instance among that is. */
function narrowed(of: readonly [Operand, AbstractValue] | null, site: CallSite): CallSite {
  if (of === null) return site;
  const [instance, known] = of;
  const one = (x: AbstractValue): AbstractValue =>
    x.kind === "operand" && sameOperand(x.operand, instance) ? known : x;
  return { callee: one(site.callee), receiver: one(site.receiver), args: site.args.map(one) };
}

/** A call of what is no function: general code throws the error. */
function absent({ writer }: Frame): AbstractValue {
  writer.prim("keep-guard", [writer.prim("guard-number", [constant(undefined)])]);
  return ofOperand({ kind: "unset" });
}
