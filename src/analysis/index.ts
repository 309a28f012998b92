// What passes ask about functions. Analyses are pure, and never stored in the IR.

export { definitionsOf, type Definitions } from "./definitions.ts";
