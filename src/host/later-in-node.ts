// What Node loads when it is first asked for: reading it takes longer than a first gradient.

import { load } from "./code-cache.ts";
import type * as Compile from "./compile.ts";
import type * as Explanations from "./explain.ts";
import type { Later } from "./later.ts";
import type * as Plans from "./plans.ts";
import type * as PreludeTexts from "./prelude-texts.ts";
import type * as Compiler from "./source-compiler.ts";

export const later: Later = {
  plans: () => load("./plans.cjs") as unknown as typeof Plans,
  explanations: () => load("./explain.cjs") as unknown as typeof Explanations,
  preludeTexts: () => (load("./prelude-texts.cjs") as unknown as typeof PreludeTexts).preludeTexts,
  compileSource: (text, name) =>
    (load("./source-compiler.cjs") as unknown as typeof Compiler).compileSource(text, name),
  moduleCompiler: () => Promise.resolve(load("./compile.cjs") as unknown as typeof Compile),
};
