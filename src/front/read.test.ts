// The text of a function alone: it need not be a program by itself.

import { expect, test } from "vitest";
import { readFunctionText } from "./read.ts";

test.each([
  ["a method", "length(x) { return x; }"],
  ["a private method", "#own(x) { return this.#own(x); }"],
  ["a method that uses private names", "length(x) { return this.#x + this.#y(x); }"],
  ["a private method that uses others", "#own(x) { return this.#x + this.#own(x); }"],
])("%s", (_, text) => {
  expect(() => readFunctionText(text, "file.js")).not.toThrow();
});
