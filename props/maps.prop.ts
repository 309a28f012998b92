// Functions that make maps and sets, and read those of a module.

import { arbMaps } from "./arbitrary/maps.ts";
import { moduleLaw } from "./modules.ts";

moduleLaw("functions of maps and sets differentiate like what they do", { share: 0.3, turns: 24 }, arbMaps);
