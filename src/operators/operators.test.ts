// Operators refuse what is no function at once, in their own name.

import { expect, test } from "vitest";
import * as zeroth from "../index.ts";

test.each(["grad", "valueAndGrad", "hvp", "vhp", "hessian", "jacobian", "jacrev", "jacfwd", "derivative"] as const)(
  "%s",
  (name) => {
    expect(() => (zeroth[name] as (f: unknown) => unknown)(3)).toThrow(name);
  },
);
