// Elements that are taken out of arrays: what `pop` and `shift` give is an element, unless the program asks whether there was one.

import type { Func, Instr } from "../ir/index.ts";
import { isUsedAsElement } from "./absent-elements.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { elementTaken } from "./memory.ts";
import type { CallSite } from "./site.ts";
import type { Writer } from "./writer.ts";

// oxlint-disable-next-line typescript/unbound-method -- only compared
const takers: ReadonlySet<object> = new Set<object>([Array.prototype.pop, Array.prototype.shift]);

/** The result of a call, guarded to be an element if the program takes it for one. */
export function taken(
  writer: Writer,
  func: Func,
  { result }: Instr,
  { callee, receiver }: CallSite,
  given: AbstractValue | null,
): AbstractValue | null {
  const takes = callee.kind === "host" && takers.has(callee.value);
  return takes && given !== null && isUsedAsElement(func, result) ? elementTaken(writer, receiver, given) : given;
}
