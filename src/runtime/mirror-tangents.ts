// Gradients with their tangents, of data whose structure is known when the code runs only. It is what the derivative of `mirror`
// (prelude/trees.ts) in forward mode does: the tangents of cotangents are in the shadows of shadows.

import { walkDeep } from "../ir/diagnostics.ts";
import { failGuard } from "./guards.ts";
import type { Context } from "./shadow.ts";
import type { Structure } from "./structure.ts";

type Gradient = unknown[] | Record<string, unknown> | Float64Array | Float32Array;

/**
 * The gradient of memory of this structure, whose cotangents are in `context`. Its tangent is put into the shadows of what it
 * consists of, in `tangents`. Cotangents and their tangents are taken out of the shadows. Gives up if there are functions,
 * variables or instances of classes.
 */
export const mirrorWithTangents = (structure: Structure, context: Context, tangents: Context): unknown =>
  walkDeep(() => mirrored(structure, context, tangents));

function mirrored(s: Structure, context: Context, tangents: Context): unknown {
  if (s.kind === "none") return null;
  if (s.kind !== "array" && s.kind !== "typed" && s.kind !== "object") return failGuard();
  const shadow = context.shadow(s.ref);
  const along = tangents.shadow(shadow);
  const gradient = emptyLike(s);
  const own = tangents.shadow(gradient);
  const count = s.kind === "object" ? s.keys.length : s.length;
  for (let k = 0; k < count; k++) {
    const key = s.kind === "object" ? (s.keys[k] as string) : k;
    const [g, t] = [shadow.take(key), along.take(key)];
    const item = s.uniform ? null : (s.items[k] as Structure);
    const isNumber = item === null || item.kind === "number";
    if (!isNumber && (g !== 0 || t !== 0)) failGuard();
    define(gradient, key, isNumber ? g : mirrored(item, context, tangents));
    if (isNumber && t !== 0) own.put(key, t);
  }
  return gradient;
}

function emptyLike(s: Structure): Gradient {
  if (s.kind === "object") return {};
  if (s.kind === "array") return [];
  const kind = (s.ref as Float64Array).constructor as new (n: number) => Float64Array;
  return new kind(s.length);
}

function define(gradient: Gradient, key: string | number, value: unknown): void {
  if (key === "__proto__") failGuard();
  (gradient as Record<string | number, unknown>)[key] = value;
}
