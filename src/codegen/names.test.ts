// What code calls things: identifiers, whatever the names in the program are.

import { expect, test } from "vitest";
import { functionIdentifier, isPlainGlobal } from "./names.ts";

test.each([
  ["f", "square", "square"],
  ["f.fn:2", "square", "square"],
  ["f.J*", "square", "square_J_pullback"],
  ["model.forward:3", "a name", "model_forward"],
  ["model.forward:3/x", "", "model_forward"],
])("the function %s, called %j in the source, is %s in the code", (name, sourceName, identifier) => {
  expect(functionIdentifier({ name, sourceName })).toBe(identifier);
});

test.each([
  ["Math", true],
  ["Infinity", true],
  ["fetch", true],
  ["größe", true],
  ["a-b", false],
  ["2x", false],
  ["class", false],
])("the global %s may be mentioned by its name: %s", (name, isPlain) => {
  expect(isPlainGlobal(name)).toBe(isPlain);
});
