// What the plugin must not change, and what it must see, in this process. `package.test.ts` runs the same checks by
// the loader.

import { test } from "vitest";
import { checks } from "./fixtures/semantics/checks.ts";

test.each(Object.entries(checks))("%s", (_name, check) => {
  check();
});
