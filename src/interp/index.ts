// The reference interpreter, and the oracles for derivatives that it makes possible.

export { complexStep } from "./complex-step.ts";
export { checkShapes } from "./debug.ts";
export { derivativesByDuals, directional, gradientByDuals, hessianByDuals, pullbackByDuals } from "./dual.ts";
export { agrees, difference, partialDifferences } from "./finite-differences.ts";
export type { OracleHost } from "./oracle.ts";
export { interpret, interpretedClosure, type InterpreterHost } from "./run.ts";
