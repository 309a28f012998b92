// Tells the prelude's code from other code.

import type { Code } from "../ir/index.ts";

export const isPrelude = ({ program, name }: Code): boolean => program.func(name).span.file.startsWith("zeroth/");
