// Preheaders: gives each loop an entry block that is in no loop but those around it. A loop has none if it begins right where
// another loop ends.

import type { Func } from "../../ir/index.ts";
import { naturalLoops, renumber } from "../../ir/index.ts";
import { loopsOf } from "../../analysis/index.ts";
import { withPreheader } from "./hoist.ts";

export function withOwnEntries(func: Func): Func {
  const { of } = naturalLoops(func);
  const loop = loopsOf(func).find(({ entry, parent }) => of[entry] !== parent);
  return loop === undefined ? func : withOwnEntries(renumber(withPreheader(func, loop)));
}
