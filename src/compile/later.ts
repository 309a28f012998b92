// Large modules that are not needed at once. This version loads them at the start. Where Node runs the package, they are loaded
// on first use (later-in-node.ts); browsers have no parser (later-in-browsers.ts). package.json selects one of the three
// (`imports`, `#later`).

import type * as Compile from "../plugin/compile.ts";
import * as comparedCalls from "./compared-call.ts";
import * as explanations from "./explain.ts";
import type { SourceCompiler } from "../host/from-source.ts";
import * as plans from "./plans.ts";
import { preludeTexts, type Texts } from "../host/prelude-texts.ts";
import { compileSource } from "../host/source-compiler.ts";

export interface Later {
  readonly plans: () => typeof plans;
  readonly comparedCalls: () => typeof comparedCalls;
  readonly explanations: () => typeof explanations;
  readonly preludeTexts: () => Readonly<Record<string, Texts>>;
  /** Compiles functions from their text; null without a parser. */
  readonly compileSource: SourceCompiler | null;
  readonly moduleCompiler: () => Promise<Pick<typeof Compile, "evaluateModule">>;
}

export const later: Later = {
  plans: () => plans,
  comparedCalls: () => comparedCalls,
  explanations: () => explanations,
  preludeTexts: () => preludeTexts,
  compileSource,
  moduleCompiler: () => import("../plugin/compile.ts"),
};
