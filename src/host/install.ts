// Connects the border with the prelude: which compiled functions replace natives, and how inactive natives are wrapped.

import { converted, readProperty, setRun, walking, writeProperty, type AnyFunction } from "../runtime/index.ts";
import { callWithWord } from "./enter.ts";
import { arrayReplacements } from "../prelude/arrays.ts";
import { errorInitialisation } from "../prelude/errors.ts";
import { inactive } from "../prelude/rules.ts";
import {
  construction,
  constructionByFunction,
  convertByMethod,
  initialisationByFunction,
  readByAccessor,
  writeByAccessor,
} from "../prelude/classes.ts";
import { collectionReplacements } from "../prelude/collections.ts";
import { finish, item, iterate, list, more } from "../prelude/walks.ts";
import { setConstruction } from "./constructions.ts";
import { registerNative, setInactiveWrapper } from "./resolve.ts";

/** Registers the prelude with `resolve`. A second call changes nothing. */
export function installPrelude(): void {
  for (const [native, replacement] of [...arrayReplacements, ...collectionReplacements]) {
    registerNative(native as AnyFunction, replacement as AnyFunction);
  }
  registerNative(readProperty, readByAccessor);
  registerNative(writeProperty, writeByAccessor);
  registerNative(converted, convertByMethod);
  registerNative(walking.iterate, iterate);
  registerNative(walking.more, more);
  registerNative(walking.item, item);
  registerNative(walking.finish, finish);
  registerNative(walking.list, list);
  setInactiveWrapper((f) => inactive(f));
  setRun((f, receiver, args) => callWithWord(f, "", receiver, args));
  setConstruction({
    ofClass: construction as never,
    ofFunction: constructionByFunction as never,
    ofParent: initialisationByFunction as never,
    ofErrorParent: errorInitialisation,
  });
}
