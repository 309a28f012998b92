// The prelude's function that mirrors cotangents, for code that calls it instead of running it in place.

import { walkDeep, type Code } from "../ir/index.ts";
import { mirror } from "../prelude/trees.ts";
import { stampOf, type AnyFunction } from "../runtime/index.ts";

const mirrorDeep = (...args: Parameters<typeof mirror>): unknown => walkDeep(() => mirror(...args));

/** The function, if this is its code; else null. */
export const mirrorOf = (code: Code): AnyFunction | null => (stampOf(mirror)?.code === code ? mirrorDeep : null);
