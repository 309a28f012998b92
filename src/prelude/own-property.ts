// Properties of trees. What every object inherits (`constructor`, `toString`, `__proto__`) is no part of a tree, although
// reading by such a name finds it.

import { foreignCall, tuple } from "../host/intrinsics.ts";
import { isInheritedName } from "../host/inherited-names.ts";

type Keyed = Record<PropertyKey, unknown>;

/** A constant of this module is captured by its value, an import as a variable. */
const isInherited = isInheritedName;

/** A property of the object's own; undefined if it has none of that name. */
export function ownProperty(x: object, key: string): unknown {
  if (foreignCall(isInherited, undefined, tuple(key)) === true) {
    if (foreignCall(Object.hasOwn, undefined, tuple(x, key)) !== true) return undefined;
  }
  return (x as Keyed)[key];
}
