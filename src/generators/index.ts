// Generators as state machines.

export { splitGenerators } from "./split-generators.ts";
