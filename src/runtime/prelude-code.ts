// Tells the prelude's code from other code.

import type { Code } from "../ir/program.ts";

export const isPrelude = ({ program, name }: Code): boolean => program.func(name).span.file.startsWith("zeroth/");

/** Whether it is the function that mirrors cotangents (prelude/trees.ts). */
export const isMirror = (code: Code): boolean => isNamed(code, "mirror");

/** Whether it is the function that copies data (prelude/trees.ts). */
export const isCopy = (code: Code): boolean => isNamed(code, "copyTree");

/** Whether it is a function that enters tangents, or that reads those of a result (prelude/tangents.ts). */
export const isOfTangents = (code: Code): boolean => isNamed(code, "enterTangent") || isNamed(code, "tangentTree");

const isNamed = (code: Code, name: string): boolean =>
  isPrelude(code) && code.program.func(code.name).sourceName === name;
