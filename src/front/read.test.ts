// The text of a function alone: it need not be a program by itself.

import { expect, test } from "vitest";
import { readFunctionText, readModule } from "./read.ts";

test.each([
  ["a method", "length(x) { return x; }"],
  ["a private method", "#own(x) { return this.#own(x); }"],
  ["a method that uses private names", "length(x) { return this.#x + this.#y(x); }"],
  ["a private method that uses others", "#own(x) { return this.#x + this.#own(x); }"],
])("%s", (_, text) => {
  expect(() => readFunctionText(text, "file.js")).not.toThrow();
});

test("the code of a text is all of it but comments, save those that may name types", () => {
  const text = "// a Map\nlet a = 1; /* a Set */ /** @type {Map<string, number>} */ let b = 2; // end";
  expect(readModule(text, "file.ts").code).toBe(" \nlet a = 1;   /** @type {Map<string, number>} */ let b = 2;  ");
  expect(readFunctionText("(x) => x /* Map */ + 1", "file.js").code).toBe("(x) => x   + 1");
});
