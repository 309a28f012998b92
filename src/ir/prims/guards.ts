// Guards of specialised code. The result is the operand if it is of the expected kind. Else the run of the code is abandoned
// (runtime/guards.ts), and must have done nothing by then that others could see.

import { guardInherited, guardInstance } from "../../runtime/class-numbers.ts";
import {
  guardApart,
  guardArray,
  guardData,
  guardFunction,
  guardElement,
  guardKeys,
  guardFloat32,
  guardFloat64,
  guardIntegers,
  guardNumber,
  guardNumbers,
  guardRecord,
  guardSlot,
  guardItems,
  guardStructure,
  guardTexts,
  guardTypeof,
} from "../../runtime/guards.ts";
import { asked, assumed, effects, ignored, passed } from "./effects.ts";
import { prim, type Prim } from "./prim.ts";
import type { GuardPrim } from "./names.ts";

export const guardPrims: Readonly<Record<GuardPrim, Prim>> = {
  "guard-number": prim(1, effects([passed], { mayLeave: true }), "num", guardNumber),
  "guard-array": prim(1, effects([passed], { mayLeave: true }), "array", guardArray),
  "guard-float32": prim(1, effects([passed], { mayLeave: true }), "float32", guardFloat32),
  "guard-float64": prim(1, effects([passed], { mayLeave: true }), "float64", guardFloat64),
  "guard-integers": prim(1, effects([passed], { mayLeave: true }), "integers", guardIntegers),
  "guard-record": prim(1, effects([passed], { mayLeave: true }), "object", guardRecord),
  /** `guard-instance x, 3, 5`: the result is `x` if it is an instance of class 3 or 5 itself, not of one that extends it. */
  "guard-instance": prim({ atLeast: 2 }, effects([passed, asked], { mayLeave: true }), "object", guardInstance),
  /** `guard-inherited o, k`: checks that an object has no property of its own under a name. */
  "guard-inherited": prim(2, effects([assumed("presence"), asked], { mayLeave: true }), "none", guardInherited),
  /** Checks that all elements of an array are numbers. */
  "guard-numbers": prim(1, effects([assumed("all")], { mayLeave: true }), "none", guardNumbers),
  /** Checks that all elements of an array are texts. */
  "guard-texts": prim(1, effects([assumed("all")], { mayLeave: true }), "none", guardTexts),
  /** `guard-structure x, s, k`: checks that `x` still has the structure that element k had when the structure `s` was made. */
  "guard-structure": prim(3, effects([assumed("all"), asked], { mayLeave: true }), "none", guardStructure),
  /** `guard-items s`: checks that the structure `s` of an array has an item for each element: it is not one of numbers. */
  "guard-items": prim(1, effects([assumed("all")], { mayLeave: true }), "none", guardItems),
  /** `guard-typeof x, "string"`: the result is `x` if `typeof x` is that. */
  "guard-typeof": prim(2, effects([passed, asked], { mayLeave: true }), "any", guardTypeof),
  /** `guard-keys o, "a", "b"`: checks that these are the properties of a plain record, in this order, data, and no symbols. */
  "guard-keys": prim({ atLeast: 1 }, effects([assumed("all"), asked], { mayLeave: true }), "none", guardKeys),
  /** `guard-apart x, y, …`: checks that `x` has each object once, and none of those that the others lead to. */
  "guard-apart": prim({ atLeast: 1 }, effects([assumed("all")], { mayLeave: true }), "none", guardApart),
  /** `guard-data o, k`: checks that property k is the object's own, and data, or absent: reading it runs no code. */
  "guard-data": prim(2, effects([assumed("presence"), asked], { mayLeave: true }), "none", guardData),
  /** `guard-function x, f, …`: checks that `x` is one of these values; the result is the number of it among them. */
  "guard-function": prim({ atLeast: 1 }, effects([asked], { mayLeave: true }), "int", guardFunction),
  /** `guard-element a, k`: checks that element k exists, unless k is beyond the end. */
  "guard-element": prim(2, effects([assumed("presence", "length"), asked], { mayLeave: true }), "none", guardElement),
  "guard-slot": prim(2, effects([assumed("presence"), asked], { mayLeave: true }), "none", guardSlot),
  /** Keeps the guard of `x` even if nothing needs `x`: the program as written would have used it. */
  "keep-guard": prim(
    1,
    effects([ignored], { mayLeave: true }),
    "none",
    () => undefined,
    (x = "") => x,
  ),
};
