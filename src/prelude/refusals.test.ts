// Operators refuse what is no function at once, in their own name.

import { expect, test } from "vitest";
import { derivative, grad, hessian, hvp, jacfwd, jacobian, jacrev, valueAndGrad, vhp } from "../index.ts";

const operators = { derivative, grad, hessian, hvp, jacfwd, jacobian, jacrev, valueAndGrad, vhp };

test.each(Object.entries(operators))("%s", (name, operator) => {
  expect(() => (operator as (f: unknown) => unknown)(3)).toThrow(name);
});
