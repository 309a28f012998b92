// Connects the border with the prelude: which compiled functions replace natives, and how inactive natives are wrapped.

import {
  converted,
  generators,
  madeClasses,
  privates,
  readProperty,
  setRun,
  walking,
  writeProperty,
  type AnyFunction,
} from "../runtime/index.ts";
import { callWithWord } from "./enter.ts";
import { arrayReplacements } from "../prelude/arrays.ts";
import { errorInitialisation } from "../prelude/errors.ts";
import { inactive, throwing } from "../prelude/rules.ts";
import {
  construction,
  constructionByFunction,
  convertByMethod,
  readByAccessor,
  writeByAccessor,
} from "../prelude/classes.ts";
import { collectionReplacements } from "../prelude/collections.ts";
import { brandObject, definePrivate, isPrivateIn, readPrivate, writePrivate } from "../prelude/privates.ts";
import {
  classParent,
  computedFieldKey,
  defineClassMember,
  defineFieldKey,
  requireNothingReturned,
  definePrivateMember,
  makeClassOf,
} from "../prelude/made-classes.ts";
import { nativeConstruction, nativeConstructionByFunction, nativeParents } from "../prelude/native-parents.ts";
import { ended, generator, pass } from "../prelude/generators.ts";
import { finish, item, iterate, list, more, next, rest } from "../prelude/walks.ts";
import { setConstruction } from "./constructions.ts";
import { registerNative, setInactiveWrapper, setThrower } from "./resolve.ts";

/** Registers the prelude with `resolve`. A second call changes nothing. */
export function installPrelude(): void {
  for (const [native, replacement] of [...arrayReplacements, ...collectionReplacements]) {
    registerNative(native as AnyFunction, replacement as AnyFunction);
  }
  registerNative(readProperty, readByAccessor);
  registerNative(writeProperty, writeByAccessor);
  registerNative(converted, convertByMethod);
  registerNative(privates["private-get"], readPrivate);
  registerNative(privates["private-set"], writePrivate);
  registerNative(privates["private-define"], definePrivate);
  registerNative(privates["private-has"], isPrivateIn);
  registerNative(privates["private-brand"], brandObject);
  registerNative(madeClasses["class-make"], makeClassOf);
  registerNative(madeClasses["class-parent"], classParent);
  registerNative(madeClasses["define-member"], defineClassMember);
  registerNative(madeClasses["class-returned"], requireNothingReturned);
  registerNative(madeClasses["define-field-key"], defineFieldKey);
  registerNative(madeClasses["field-key"], computedFieldKey);
  registerNative(madeClasses["define-private"], definePrivateMember);
  registerNative(walking.iterate, iterate);
  registerNative(walking.more, more);
  registerNative(walking.item, item);
  registerNative(walking.finish, finish);
  registerNative(walking.next, next);
  registerNative(walking.rest, rest);
  registerNative(walking.list, list);
  registerNative(generators.generator, generator);
  registerNative(generators.pass, pass);
  registerNative(generators.ended, ended);
  setInactiveWrapper((f) => inactive(f));
  setThrower(throwing);
  setRun((f, receiver, args) => callWithWord(f, "", receiver, args));
  const parents = new Map(nativeParents);
  setConstruction({
    ofClass: construction as never,
    ofFunction: constructionByFunction as never,
    ofNativeClass: nativeConstruction as never,
    ofNativeFunction: nativeConstructionByFunction as never,
    ofNativeParent: (parent) => parents.get(parent) as AnyFunction | undefined,
    ofErrorParent: errorInitialisation,
  });
}
