// Tells the prelude's code from other code.

import type { Code } from "../ir/index.ts";

export const isPrelude = ({ program, name }: Code): boolean => program.func(name).span.file.startsWith("zeroth/");

/** Whether it is the function that mirrors cotangents (prelude/trees.ts). */
export const isMirror = (code: Code): boolean =>
  isPrelude(code) && code.program.func(code.name).sourceName === "mirror";
