// Connects the border with the prelude: which compiled functions replace natives, and how inactive natives are wrapped.

import { implicit, setRun, type AnyFunction } from "../runtime/index.ts";
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
import { nativeParents } from "../prelude/native-parents.ts";
import { ended, generator, pass } from "../prelude/generators.ts";
import { finish, item, iterate, list, more, next, rest } from "../prelude/walks.ts";
import { setConstruction } from "./constructions.ts";
import { registerNative, setInactiveWrapper, setThrower } from "./resolve.ts";

/** What the language calls by itself. */
const steps: Readonly<Record<keyof typeof implicit, unknown>> = {
  get: readByAccessor,
  set: writeByAccessor,
  convert: convertByMethod,
  iterate,
  more,
  item,
  finish,
  next,
  rest,
  list,
  generator,
  pass,
  ended,
  "class-make": makeClassOf,
  "class-parent": classParent,
  "class-returned": requireNothingReturned,
  "define-member": defineClassMember,
  "define-private": definePrivateMember,
  "define-field-key": defineFieldKey,
  "field-key": computedFieldKey,
  "private-get": readPrivate,
  "private-set": writePrivate,
  "private-define": definePrivate,
  "private-has": isPrivateIn,
  "private-brand": brandObject,
};

/** Registers the prelude with `resolve`. A second call changes nothing. */
export function installPrelude(): void {
  for (const [native, replacement] of [...arrayReplacements, ...collectionReplacements]) {
    registerNative(native as AnyFunction, replacement as AnyFunction);
  }
  for (const [name, replacement] of Object.entries(steps))
    registerNative(implicit[name as keyof typeof implicit] as AnyFunction, replacement as AnyFunction);
  setInactiveWrapper((f) => inactive(f));
  setThrower(throwing);
  setRun((f, receiver, args) => callWithWord(f, "", receiver, args));
  const parents = new Map(nativeParents);
  setConstruction({
    ofClass: construction as never,
    ofFunction: constructionByFunction as never,
    ofNativeParent: (parent) => parents.get(parent) as AnyFunction | undefined,
    ofErrorParent: errorInitialisation,
  });
}
