// What Node loads when it is first asked for: reading it takes longer than a first gradient.

import { createRequire } from "node:module";
import type { Later } from "./later.ts";

// Modules of ECMAScript too, where Node has the condition `module-sync`.
const load = createRequire(import.meta.url);

export const later: Later = {
  plans: () => load("./plans.js") as typeof import("./plans.ts"),
  explanations: () => load("./explain.js") as typeof import("./explain.ts"),
  preludeTexts: () => (load("./prelude-texts.js") as typeof import("./prelude-texts.ts")).preludeTexts,
  compileSource: (text, name) =>
    (load("./source-compiler.js") as typeof import("./source-compiler.ts")).compileSource(text, name),
  moduleCompiler: () => import("./compile.ts"),
};
