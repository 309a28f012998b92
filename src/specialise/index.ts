// Specialisation, from a program to specialised functions of known types.

export type { Further, Input } from "./inputs.ts";
export type { Shape } from "./shape.ts";
export type { Which } from "./abstract-value.ts";
export { textOf } from "./shape-text.ts";
export type { Specialised } from "./specialised.ts";
export type { Question, World } from "./site.ts";
export { capturedNow, holds, type Assumption } from "./assumption.ts";
export { type Reason } from "./reason.ts";
export {
  ChangedMeanwhile,
  ifSpecialised,
  NeedsRecord,
  NotSpecialised,
  NoWorkLeft,
  TooLong,
} from "./not-specialised.ts";
export { typeAtEntry, typeOfFurther, typeOfMemory } from "./memory-types.ts";
export { isTold } from "./structures.ts";
export { Specialiser } from "./specialise.ts";
export { withInliningLimits } from "./outlining.ts";
export type { HowFar } from "./unrolling.ts";
export { withLeastWork } from "./work.ts";
