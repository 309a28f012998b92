// Functions that take derivatives in `try` statements, and in loops that generators may give the items of.

import { arbTriedDerivatives } from "./arbitrary/tried-derivatives.ts";
import { moduleLaw } from "./modules.ts";

moduleLaw(
  "derivatives where errors are values differentiate like what they do",
  { share: 0.1, turns: 24 },
  arbTriedDerivatives,
);
