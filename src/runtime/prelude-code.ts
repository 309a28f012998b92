// Tells the prelude's code from other code.

import type { Code } from "../ir/program.ts";

export const isPrelude = ({ program, name }: Code): boolean => program.func(name).span.file.startsWith("zeroth/");

/**
 * What a function of the prelude does with data whose structure it is given: mirrors cotangents, enters tangents or reads them,
 * checks that others are alike, or copies data.
 */
export type Role = "mirrors" | "moves tangents" | "checks" | "copies";

const roles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["mirror", "mirrors"],
  ["enterTangent", "moves tangents"],
  ["tangentTree", "moves tangents"],
  ["requireDirection", "checks"],
  ["copyTree", "copies"],
]);

/** What a function does with data; null for functions that are not the prelude's, and for others. */
export const roleOf = (code: Code): Role | null =>
  isPrelude(code) ? (roles.get(code.program.func(code.name).sourceName) ?? null) : null;
