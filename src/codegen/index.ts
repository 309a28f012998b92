// Code generation: closed IR → structured JavaScript.

export { emitFunction, type Emitted } from "./emit.ts";
export { createEngine, type Engine } from "./link.ts";
export { enter, explainError, remapStack } from "./stack.ts";
export { structure, type Shape } from "./structure.ts";
