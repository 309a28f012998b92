// Makes the code for calls ahead of the first one.

import { ZerothError } from "../ir/index.ts";
import { stampFromSource } from "../host/from-source.ts";
import { stampOf, type AnyFunction } from "../runtime/index.ts";
import { entriesWithin } from "./entries-within.ts";
import { differentiatedBy, originOf } from "./origins.ts";

/** `ready` (index.ts): a promise, so that compiling may take turns with other work. */
// oxlint-disable-next-line typescript/require-await
export async function madeReady(f: unknown, ...args: readonly unknown[]): Promise<"specialised" | "general"> {
  if (typeof f !== "function")
    throw new ZerothError({ kind: "invalid", message: "ready takes a function that an operator returned" });
  return isMadeReady(f as AnyFunction, args) ? "specialised" : "general";
}

/** Whether specialised code runs calls of this shape from now on. What makes whole matrices is called once. */
function isMadeReady(f: AnyFunction, args: readonly unknown[]): boolean {
  const differentiated = differentiatedBy(f) ?? args[0];
  if (typeof differentiated === "function" && stampOf(differentiated) === undefined)
    stampFromSource(differentiated as AnyFunction);
  const isPrepared = originOf(f).prepare(args);
  if (isPrepared !== null) return isPrepared;
  const within = entriesWithin(f, args);
  return within.length > 0 && within.every(([entry, given]) => originOf(entry).prepare(given) === true);
}
