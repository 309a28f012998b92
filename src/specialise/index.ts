// Specialisation, from a program to specialised functions of known types.

export type { Shape, Input } from "./shape.ts";
export { textOf } from "./shape.ts";
export type { Further, Specialised } from "./specialised.ts";
export type { World } from "./site.ts";
export { NotSpecialised, capturedNow, holds, typeOfFurther, typeOfMemory, type Assumption } from "./writer.ts";
export { Specialiser } from "./specialise.ts";
