// Loads modules on first use where Node runs the modules made for bundlers: test runners resolve packages in their own way.

import { createRequire } from "node:module";
import type { Exports } from "./code-cache.ts";

// If Node supports the condition `module-sync`, this loads ECMAScript modules too.
const require = createRequire(import.meta.url);

/** The exports of a module that is loaded on first use, by its name. */
export const loadLater = (name: string): Exports => require(`./${name}.js`) as Exports;

export const importModule = (specifier: string): Promise<object> => import(specifier) as Promise<object>;
