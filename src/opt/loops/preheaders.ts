// Preheaders: gives each loop an entry block that is in no loop but those around it. Such a block is missing where one loop
// ends and the next begins at once.

import type { Func } from "../../ir/index.ts";
import { naturalLoops, renumber } from "../../ir/index.ts";
import { loopsOf } from "../../analysis/index.ts";
import { withPreheader } from "./hoist.ts";

export function withOwnEntries(func: Func): Func {
  const { of } = naturalLoops(func);
  const loop = loopsOf(func).find(({ entry, parent }) => of[entry] !== parent);
  return loop === undefined ? func : withOwnEntries(renumber(withPreheader(func, loop)));
}
