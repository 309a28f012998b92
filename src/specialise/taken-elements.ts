// Elements that are taken out of arrays: what `pop` and `shift` give is an element, unless the program asks whether there was one.

import type { AbstractValue } from "./abstract-value.ts";
import { elementTaken } from "./memory.ts";
import type { CallSite } from "./site.ts";
import type { Writer } from "./writer.ts";

// oxlint-disable-next-line typescript/unbound-method -- only compared
const takers: ReadonlySet<object> = new Set<object>([Array.prototype.pop, Array.prototype.shift]);

/** The result of a call that the program takes for a value that is there: an element, if it was taken out of an array. */
export const taken = (writer: Writer, { callee, receiver }: CallSite, given: AbstractValue): AbstractValue =>
  callee.kind === "host" && takers.has(callee.value) ? elementTaken(writer, receiver, given) : given;
