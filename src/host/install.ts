// Connects the border with the prelude: which compiled functions stand for natives, and how inactive ones are wrapped.

import type { AnyFunction } from "../runtime/index.ts";
import { arrayReplacements } from "../prelude/arrays.ts";
import { inactive } from "../prelude/rules.ts";
import { registerNative, setInactiveWrapper } from "./resolve.ts";

/** Makes the prelude known to `resolve`. Doing it again changes nothing. */
export function installPrelude(): void {
  for (const [native, replacement] of arrayReplacements) {
    registerNative(native as AnyFunction, replacement as AnyFunction);
  }
  setInactiveWrapper((f) => inactive(f));
}
