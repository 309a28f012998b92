// The primitives that move cotangents and tangents: tuples, memory, tapes, shadows. What the transforms know of them stands
// in tables over these names (flow.ts, structural.ts, structural-tangents.ts), so that a row that is forgotten, which would
// be a silent zero, does not compile.

/** What gives a value, whose tangent is that of what it moves. */
export const movingPrimNames = [
  "add",
  "carry",
  "sum",
  "gate",
  "select",
  "tuple",
  "tuple-get",
  "tuple-concat",
  "part",
  "parts-from",
  "parts-to",
  "inject",
  "inject-from",
  "get",
  "load",
  "get-frozen",
  "length",
  "gather",
  "box-get",
  "capture",
  "tape-push",
  "tape-pop",
  "shadow-get",
] as const;

/** What makes or changes memory, and does so to shadows even if its result is not wanted. */
export const storingPrimNames = [
  "array",
  "array-from",
  "object",
  "set",
  "delete",
  "set-length",
  "push",
  "pop",
  "box-new",
  "box-set",
  "accum",
  "take",
  "put",
  "accum-all",
  "clear",
] as const;

export type MovingPrim = (typeof movingPrimNames)[number];
export type StoringPrim = (typeof storingPrimNames)[number];
export type StructuralPrim = MovingPrim | StoringPrim;
