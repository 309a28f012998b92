// Code generation: closed IR → structured JavaScript.

export { emitFunction } from "./emit.ts";
export { createEngine, type Engine } from "./link.ts";
export { enter, explainError, releaseScripts, spanOf, type Scripts } from "./stack.ts";
