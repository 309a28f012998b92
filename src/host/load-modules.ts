// What is loaded later, where Node runs the modules that are there for bundlers: test runners resolve packages their own way.

import { createRequire } from "node:module";
import type { Exports } from "./code-cache.ts";

// Modules of ECMAScript too, where Node has the condition `module-sync`.
const require = createRequire(import.meta.url);

/** The exports of what is loaded later, by its name. */
export const loadLater = (name: string): Exports => require(`./${name}.js`) as Exports;

export const importModule = (specifier: string): Promise<object> => import(specifier) as Promise<object>;
