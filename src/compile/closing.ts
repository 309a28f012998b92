// From lowered functions to closed functions: what is done to a module ahead of time.

import { boxAssigned, convertClosures } from "../closure/index.ts";
import { splitGenerators } from "../generators/index.ts";
import { isChecked, runPasses, type Module, type Pass } from "../ir/index.ts";
import { cleaning } from "./cleaning.ts";
import { bound } from "./pipeline.ts";

/** The passes that turn lowered functions into closed functions. */
export const closing: readonly Pass[] = bound("close", [boxAssigned, convertClosures, splitGenerators]);

/** Turns lowered functions into a closed module. */
export function compileModule(lowered: Module): Module {
  return runPasses([...closing, cleaning], lowered, { verify: isChecked });
}
