// `vjp` by general code, for tests that compare specialised code with it.

import * as derivatives from "../prelude/derivatives.ts";
import type { vjp as specialised } from "../index.ts";

export const vjp: typeof specialised = derivatives.vjp as never;
