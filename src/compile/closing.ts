// From functions as lowered to closed functions: what is done to a module ahead of time.

import { boxAssigned, convertClosures } from "../closure/index.ts";
import { isChecked, runPasses, type Module, type Pass } from "../ir/index.ts";
import { cleaning } from "./cleaning.ts";
import { bound } from "./pipeline.ts";

/** From functions as lowered to closed functions. */
export const closing: readonly Pass[] = bound("close", [boxAssigned, convertClosures]);

/** Lowered functions as a closed module. */
export function compileModule(lowered: Module): Module {
  return runPasses([...closing, cleaning], lowered, { verify: isChecked });
}
