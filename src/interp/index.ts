// The reference interpreter.

export { interpret, interpretedClosure, type InterpreterHost } from "./run.ts";
