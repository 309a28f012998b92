// Specialisation, from a program to flat functions of known types.

export type { Form, Input } from "./form.ts";
export { textOf } from "./form.ts";
export { mayLeave } from "../accesses.ts";
export type { Further, Specialised } from "./flat.ts";
export type { World } from "./site.ts";
export { NotSpecialised, capturedNow, holds, typeOfFurther, typeOfMemory, type Assumption } from "./writer.ts";
export { Specialiser } from "./specialise.ts";
