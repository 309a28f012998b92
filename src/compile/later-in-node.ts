// What Node loads on first use: reading it takes longer than computing a first gradient.

import { loadLater } from "../host/code-cache.ts";
import type * as ComparedCalls from "./compared-call.ts";
import type * as Compile from "../plugin/compile.ts";
import type * as Explanations from "./explain.ts";
import type { Later } from "./later.ts";
import type * as Plans from "./plans.ts";
import type * as PreludeTexts from "../host/prelude-texts.ts";
import type * as Compiler from "../host/source-compiler.ts";

export const later: Later = {
  plans: () => loadLater("plans") as unknown as typeof Plans,
  comparedCalls: () => loadLater("compared-call") as unknown as typeof ComparedCalls,
  explanations: () => loadLater("explain") as unknown as typeof Explanations,
  preludeTexts: () => (loadLater("prelude-texts") as unknown as typeof PreludeTexts).preludeTexts,
  compileSource: (...args) => (loadLater("source-compiler") as unknown as typeof Compiler).compileSource(...args),
  moduleCompiler: () => Promise.resolve(loadLater("compile") as unknown as typeof Compile),
};
