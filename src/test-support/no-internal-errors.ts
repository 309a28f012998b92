// For every test: none may meet an internal error of the specialiser, even one that something caught.

import { afterEach } from "vitest";
import { internalErrors } from "../compile/internal-errors.ts";

afterEach(() => {
  const errors = internalErrors.splice(0);
  if (errors.length > 0) throw new AggregateError(errors, `internal errors: ${errors.map(String).join("; ")}`);
});
