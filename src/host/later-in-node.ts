// What Node loads when it is first asked for: reading it takes longer than a first gradient.

import { createRequire } from "node:module";
import type * as Explanations from "./explain.ts";
import type { Later } from "./later.ts";
import type * as Plans from "./plans.ts";
import type * as PreludeTexts from "./prelude-texts.ts";
import type * as Compiler from "./source-compiler.ts";

// Modules of ECMAScript too, where Node has the condition `module-sync`.
const load = createRequire(import.meta.url);

export const later: Later = {
  plans: () => load("./plans.js") as typeof Plans,
  explanations: () => load("./explain.js") as typeof Explanations,
  preludeTexts: () => (load("./prelude-texts.js") as typeof PreludeTexts).preludeTexts,
  compileSource: (text, name) => (load("./source-compiler.js") as typeof Compiler).compileSource(text, name),
  moduleCompiler: () => import("./compile.ts"),
};
