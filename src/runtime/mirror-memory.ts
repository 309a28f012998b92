// Gradients with respect to memory that nobody has written since the call began, and that holds nothing twice: they mirror the
// memory itself, as it is now. They are those of the prelude (trees.ts), which mirrors a structure made before the call; it also
// answers for what is not data.

import { walkDeep } from "../ir/diagnostics.ts";
import { isIntegerArray } from "./guards.ts";
import type { Context } from "./shadow.ts";
import { structureOf, type Structure } from "./structure.ts";
import { isReal } from "./typed-array.ts";

export type Mirror = (s: Structure, context: Context, g: unknown) => unknown;

/** Thrown where something is not data. */
const notData: unique symbol = Symbol("zeroth.not-data");

/** The function that mirrors memory as `mirror` mirrors the structure of it. */
export const mirrorOfMemory =
  (mirror: Mirror) =>
  (x: unknown, context: Context, g: unknown): unknown =>
    walkDeep(() => {
      try {
        return mirrored(x, context, g);
      } catch (error) {
        if (error !== notData) throw error;
        // Nothing has been taken out of the shadows.
        return mirror(structureOf(x), context, g);
      }
    });

function mirrored(x: unknown, context: Context, g: unknown): unknown {
  if (typeof x === "number") return typeof g === "number" ? g : fail();
  if (typeof x !== "object" || x === null) return typeof x === "function" ? fail() : null;
  if (g !== 0) return fail();
  if (Array.isArray(x)) return ofArray(x, context);
  if (Object.getPrototypeOf(x) === Object.prototype) return ofRecord(x, context);
  if (isReal(x)) return ofReal(x, context);
  return isIntegerArray(x) ? null : fail();
}

function ofRecord(x: object, context: Context): unknown {
  const shadow = context.slotsOf(x);
  const gradient: Record<string, unknown> = {};
  for (const key in x) {
    if (key === "__proto__") return fail();
    const g = shadow === undefined ? 0 : shadow.stored(key);
    const item = (x as Record<string, unknown>)[key];
    gradient[key] = typeof item === "number" && typeof g === "number" ? g : mirrored(item, context, g);
  }
  return gradient;
}

function ofArray(x: readonly unknown[], context: Context): unknown {
  const shadow = context.slotsOf(x);
  const gradient: unknown[] = [];
  for (let i = 0; i < x.length; i++)
    gradient.push(mirrored(x[i], context, shadow === undefined ? 0 : shadow.stored(i)));
  return gradient;
}

function ofReal(x: Float64Array | Float32Array, context: Context): unknown {
  const shadow = context.shadow(x);
  const gradient = new (x.constructor as new (n: number) => typeof x)(x.length);
  for (let i = 0; i < x.length; i++) gradient[i] = shadow.get(i) as number;
  return gradient;
}

function fail(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- it is caught by identity, and a stack trace would be costly
  throw notData;
}
