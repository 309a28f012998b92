import { grad, ready, explain } from "zeroth";
import { program } from "../bench/programs/collections/site-effects-likelihood.ts";
const g = grad(program.f as any) as any;
const args = program.inputs(12);
g(...args); await ready(g, ...args); (globalThis as any).ZG = true; g(...args);
const e = explain(g, ...args) as any;
console.log((explain as any).code(g, ...args));
