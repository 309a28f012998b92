// What the language calls by itself, as functions. The prelude has the derivatives.

import { readProperty, writeProperty } from "./accessors.ts";
import { converted } from "./conversions.ts";
import { generators } from "./generators.ts";
import { madeClasses } from "./made-classes.ts";
import { privates } from "./privates.ts";
import { walking } from "./walks.ts";

type Implicit = {
  readonly get: typeof readProperty;
  readonly set: typeof writeProperty;
  readonly convert: typeof converted;
} & typeof walking &
  typeof generators &
  typeof madeClasses &
  typeof privates;

/** What the primitive `accessor` gives, by its operand. */
export const implicit: Implicit = {
  get: readProperty,
  set: writeProperty,
  convert: converted,
  ...walking,
  ...generators,
  ...madeClasses,
  ...privates,
};
