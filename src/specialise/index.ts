// Specialisation, from a program to flat functions of known types.

export type { Form, Input } from "./shape.ts";
export { textOf } from "./shape.ts";
export type { Further, Specialised } from "./instance.ts";
export type { World } from "./site.ts";
export { NotSpecialised, capturedNow, holds, typeOfFurther, typeOfMemory, type Assumption } from "./writer.ts";
export { Specialiser } from "./specialise.ts";
