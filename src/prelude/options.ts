// Checks the options of operators. An option that an operator does not have is refused, and so is a surplus argument: ignoring
// it would answer another question than was asked.
//
// Each caller passes the names of its options as an array literal. So the specialiser knows them, and specialised code contains
// no such checks.

import { foreignCall, tuple } from "../host/intrinsics.ts";
import { surplusArgument, unknownOption } from "../host/option-errors.ts";
import { ZerothError } from "../ir/index.ts";
import { optionNames } from "../runtime/index.ts";

/** An alias: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const namesOf = optionNames;

/** Refuses options that are not an object, or that have other properties than these. */
export function requireOptions(options: unknown, names: readonly string[], operator: string): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null || Array.isArray(options)) throw noOptions(options, operator);
  const given = foreignCall(namesOf, undefined, tuple(options)) as readonly PropertyKey[];
  for (let i = 0; i < given.length; i++) {
    // By `includes`, since `===` would count as a comparison of references (`runtime/overlap.ts`).
    if (!names.includes(given[i] as string))
      throw foreignCall(unknownOption, undefined, tuple(operator, given[i], names)) as ZerothError;
  }
}

/** Refuses arguments beyond `what` the operator takes. */
export function requireNoMore(surplus: readonly unknown[], what: string, operator: string): void {
  if (surplus.length > 0)
    throw foreignCall(surplusArgument, undefined, tuple(operator, what, surplus[0])) as ZerothError;
}

function noOptions(given: unknown, operator: string): ZerothError {
  const kind = given === null ? "null" : Array.isArray(given) ? "an array" : `a value of type ${typeof given}`;
  return new ZerothError({
    kind: "invalid",
    message: `the options of ${operator} are an object, and it was given ${kind}`,
    remedy: `to pass ${operator} to a function that adds arguments of its own, as map does, write (f) => ${operator}(f)`,
  });
}

/** Which arguments to differentiate: those that the option `argnums` lists, or the first one. */
export function argnumsOf(
  options: { readonly argnums?: number | readonly number[] } | undefined,
  operator: string,
): number | readonly number[] {
  const argnums: unknown = options?.argnums;
  if (argnums === undefined) return 0;
  if (typeof argnums === "number") return argnums;
  if (Array.isArray(argnums)) {
    // A copy: what the caller does to the list later changes nothing.
    const indices: number[] = [];
    for (let k = 0; k < argnums.length; k++) if (typeof argnums[k] === "number") indices.push(argnums[k] as number);
    if (indices.length === argnums.length) return indices;
  }
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes the index of an argument, or an array of indices, as its argnums, and was given ${typeof argnums === "string" ? "a string" : String(argnums)}`,
  });
}

/** The option `hasAux`: whether the function returns further results beside the number that is differentiated. */
export function hasAuxOf(options: { readonly hasAux?: boolean } | undefined, operator: string): boolean {
  const hasAux: unknown = options?.hasAux;
  if (hasAux === undefined) return false;
  if (typeof hasAux === "boolean") return hasAux;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes true or false as its hasAux, and was given ${hasAux === null ? "null" : `a value of type ${typeof hasAux}`}`,
  });
}
