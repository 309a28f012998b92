// Refusals of arguments and results have no place in the program that was run: they name the function that is differentiated.

import { isInPrelude, ZerothError } from "../ir/index.ts";
import { stampOf } from "../runtime/index.ts";

/** The error with the place of a function, if it is a refusal that has none. */
export function placedAtFunction(error: unknown, f: unknown): unknown {
  if (!(error instanceof ZerothError) || error.kind !== "unsupported" || error.span !== undefined) return error;
  const code = stampOf(f)?.code;
  if (code === undefined) return error;
  const { span } = code.program.func(code.name);
  if (isInPrelude(span)) return error;
  const placed = error.at(span, code.program.module.sources[span.file]);
  const frames = (error.stack ?? "").search(/^\s+at /mu);
  if (placed !== error && frames >= 0)
    placed.stack = `${placed.name}: ${placed.message}\n${error.stack?.slice(frames)}`;
  return placed;
}
