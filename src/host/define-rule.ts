// Rules that users give for functions that zeroth does not compile.

import { ZerothError } from "../ir/index.ts";
import { requireNoMore, requireOptions } from "../prelude/options.ts";
import { customJvp, customVjp } from "../prelude/rules.ts";
import { registerRule, requireForeign } from "./resolve.ts";

/** `defineRule` (index.ts). */
export function defineForeignRule(f: (...args: never[]) => unknown, given: unknown, ...surplus: unknown[]): void {
  requireNoMore(surplus, "a function and its rules", "defineRule");
  requireOptions(given, ["vjp", "jvp"], "defineRule");
  if (typeof f !== "function") throw notRules();
  const { vjp: pullback, jvp: pushforward } = given as { readonly vjp?: unknown; readonly jvp?: unknown };
  if ([pullback, pushforward].some((rule) => rule !== undefined && typeof rule !== "function")) throw notRules();
  if (pullback === undefined && pushforward === undefined) throw notRules();
  requireForeign(f);
  if (typeof pullback === "function") registerRule(f, customVjp(f as never, pullback as never, pushforward as never));
  else registerRule(f, customJvp(f as never, pushforward as never));
}

const notRules = (): ZerothError =>
  new ZerothError({
    kind: "invalid",
    message: "defineRule takes a function and an object with its derivative, as `vjp`, as `jvp`, or as both",
  });
