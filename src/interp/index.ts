// The reference interpreter.

export { checkShapes } from "./debug.ts";
export { interpret, interpretedClosure, type InterpreterHost } from "./run.ts";
