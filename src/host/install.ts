// Connects the border with the prelude: which compiled functions replace natives, and how inactive natives are wrapped.

import { setRun, type AnyFunction } from "../runtime/index.ts";
import { callWithWord } from "./enter.ts";
import { arrayReplacements } from "../prelude/arrays.ts";
import { inactive } from "../prelude/rules.ts";
import { construction, constructionByFunction } from "../prelude/classes.ts";
import { registerNative, setConstruction, setInactiveWrapper } from "./resolve.ts";

/** Registers the prelude with `resolve`. A second call changes nothing. */
export function installPrelude(): void {
  for (const [native, replacement] of arrayReplacements) {
    registerNative(native as AnyFunction, replacement as AnyFunction);
  }
  setInactiveWrapper((f) => inactive(f));
  setRun((f, receiver, args) => callWithWord(f, "", receiver, args));
  setConstruction({ ofClass: construction as never, ofFunction: constructionByFunction as never });
}
