// Calls whose result is known without running code of the program: of functions of primitive values, of methods of texts, of
// `subarray`.

import type { AbstractValue } from "./abstract-value.ts";
import { computed } from "./computed.ts";
import { madeError } from "./failures.ts";
import { primitiveNative } from "./primitive-natives.ts";
import type { Border, CallSite } from "./site.ts";
import { expressionCall } from "./regular-expressions.ts";
import { joinCall, textCall } from "./text.ts";
import { viewCall } from "./views.ts";
import type { Writer } from "./writer.ts";

/** The result of a call at a place, which may be one that gives its errors; null for all other calls. */
export const knownCall = (
  writer: Writer,
  border: Border,
  place: string,
  { callee, receiver, args, givesErrors = false }: CallSite & { readonly givesErrors?: boolean },
): AbstractValue | null =>
  computed(writer, border, [callee, receiver, ...args]) ??
  expressionCall(writer, place, { callee, receiver, args }, givesErrors) ??
  textCall(writer, place, callee, receiver, args, givesErrors) ??
  joinCall(writer, callee, receiver, args) ??
  viewCall(writer, place, callee, receiver, args) ??
  primitiveNative(writer, callee, args) ??
  (givesErrors ? madeError(writer, place, { callee, receiver, args }) : null);
