// Reads properties of trees. Properties that every object inherits (`constructor`, `toString`, `__proto__`) are not part of
// a tree, but an ordinary read would find them.

import { foreignCall, tuple } from "../host/intrinsics.ts";
import { isInheritedName } from "../host/inherited-names.ts";

type Keyed = Record<PropertyKey, unknown>;

/** An alias: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const isInherited = isInheritedName;

/** The value of an own property of a plain object; undefined if it has none of that name. */
export function ownProperty(x: object, key: string): unknown {
  if (foreignCall(isInherited, undefined, tuple(key)) === true) {
    if (foreignCall(Object.hasOwn, undefined, tuple(x, key)) !== true) return undefined;
  }
  return (x as Keyed)[key];
}
