// What browsers load: there is no parser, so only the plugin compiles functions, ahead of time.

import * as comparedCalls from "./compared-call.ts";
import * as explanations from "./explain.ts";
import type { Later } from "./later.ts";
import * as plans from "./plans.ts";
import { preludeTexts } from "../host/prelude-texts.ts";
import { ZerothError } from "../ir/index.ts";

export const later: Later = {
  plans: () => plans,
  comparedCalls: () => comparedCalls,
  explanations: () => explanations,
  preludeTexts: () => preludeTexts,
  compileSource: null,
  moduleCompiler: () => {
    throw new ZerothError({
      kind: "unsupported",
      message: "compiling the text of a module in a browser",
      remedy: "compile it in Node, or let the plugin compile the module that has it",
    });
  },
};
