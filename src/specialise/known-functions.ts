// Functions that are known: their code, and what existing ones captured.

import type { Code } from "../ir/index.ts";
import { stampOf } from "../runtime/index.ts";
import { indexOf, type AbstractValue } from "./abstract-value.ts";
import { capturedNow } from "./assumption.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { ofHost, type Border } from "./site.ts";
import type { Writer } from "./writer.ts";

/** A captured value of an existing function. Its environment is permanent, apart from variables. */
export function captured(writer: Writer, border: Border, f: object, slot: AbstractValue | undefined): AbstractValue {
  const stamp = stampOf(f);
  const k = indexOf(slot);
  if (stamp === undefined || k === null) throw new NotSpecialised("a capture of an unknown function", writer.span);
  const value = capturedNow(stamp.env, k);
  if (typeof value === "function" && !border.isPrelude(stamp.code)) writer.assume(stamp.env, k, value);
  return ofHost(value);
}

/** The code of a known function, and the function value to call it as; null if it is not known. */
export function codeOf(
  writer: Writer,
  { counterpart }: Border,
  callee: AbstractValue,
): readonly [Code, AbstractValue] | null {
  if (callee.kind === "host") {
    if (typeof callee.value !== "function") return null;
    const value = stampOf(callee.value) === undefined ? counterpart(callee.value) : callee.value;
    const stamp = stampOf(value);
    return stamp === undefined || value === undefined ? null : [stamp.code, { kind: "host", value }];
  }
  const contents = writer.virtual(callee);
  return contents?.kind === "closure" ? [contents.code, callee] : null;
}
