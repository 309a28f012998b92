// Functions with handwritten derivatives: recognises one, and finds what it was made from.

import { customJvp, customVjp } from "../index.ts";
import { resolve } from "../host/resolve.ts";
import { noSpan, ZerothError } from "../ir/index.ts";
import { capturedValue, stampOf } from "../runtime/index.ts";

/** Whether `customVjp` or `customJvp` made the function. */
export function isCustom(f: unknown): boolean {
  const code = stampOf(f)?.code;
  return [customVjp, customJvp].some((operator) => {
    const maker = stampOf(operator)?.code;
    return code !== undefined && code.program === maker?.program && code.name.startsWith(`${maker.name}.`);
  });
}

/** The function with a rule for `f`: `f` itself, the function that `defineRule` gave a foreign one, or null. */
export function customFor(f: unknown): unknown {
  if (isCustom(f)) return f;
  if (typeof f !== "function" || stampOf(f) !== undefined) return null;
  try {
    const self = resolve(f, "J", noSpan, undefined)?.self;
    return isCustom(self) ? self : null;
  } catch (error) {
    if (error instanceof ZerothError) return null;
    throw error;
  }
}

/** The arguments that `customVjp` or `customJvp` was given. */
export function partsOfCustom(custom: unknown): { readonly primal: unknown; readonly rule: unknown } {
  const stamp = stampOf(custom);
  const captured = (name: string): unknown => {
    const at = stamp?.code.program.func(stamp.code.name).captures.findIndex((capture) => capture.name === name) ?? -1;
    return stamp === undefined || at < 0 ? undefined : capturedValue(stamp.env, at);
  };
  return { primal: captured("f"), rule: captured("vjpOf") ?? captured("jvpOf") };
}
