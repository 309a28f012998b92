// Functions that store short arrays of unlike things, and read them again.

import { arbPairs } from "./arbitrary/pairs.ts";
import { moduleLaw } from "./modules.ts";

moduleLaw(
  "functions that store pairs of unlike things differentiate like what they do",
  { share: 0.1, turns: 24 },
  arbPairs,
);
