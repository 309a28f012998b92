// Connects the border with the prelude: which compiled functions replace natives, and how inactive natives are wrapped.

import type { AnyFunction } from "../runtime/index.ts";
import { arrayReplacements } from "../prelude/arrays.ts";
import { inactive } from "../prelude/rules.ts";
import { registerNative, setInactiveWrapper } from "./resolve.ts";

/** Registers the prelude with `resolve`. A second call changes nothing. */
export function installPrelude(): void {
  for (const [native, replacement] of arrayReplacements) {
    registerNative(native as AnyFunction, replacement as AnyFunction);
  }
  setInactiveWrapper((f) => inactive(f));
}
