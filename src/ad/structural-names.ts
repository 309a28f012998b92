// The primitives that move cotangents and tangents: tuples, memory, tapes, shadows. The transforms describe them in tables over
// these names (flow.ts, structural.ts, structural-tangents.ts). So a forgotten row, which would be a silent zero, is a type
// error.

/** Primitives that give a value; its tangent is that of what they move. */
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
  "construct",
  "initialiser",
  "tape-push",
  "tape-pop",
  "shadow-get",
] as const;

/** Primitives that make or change memory; they do the same to shadows even if their result is not needed. */
export const storingPrimNames = [
  "array",
  "array-from",
  "arguments-from",
  "object",
  "instance",
  "error",
  "set",
  "delete",
  "set-length",
  "push",
  "pop",
  "box-new",
  "thrown",
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
