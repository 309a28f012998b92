// Functions that store functions in memory and call them later.

import { arbStoredFunctions } from "./arbitrary/stored-functions.ts";
import { moduleLaw } from "./modules.ts";

moduleLaw(
  "functions that store functions differentiate like what they do",
  { share: 0.1, turns: 24 },
  arbStoredFunctions,
);
