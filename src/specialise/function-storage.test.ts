import { expect, test } from "vitest";
import { noSpan } from "../ir/index.ts";
import { FunctionStorage } from "./function-storage.ts";
import { thrownBy } from "../test-support/thrown-by.ts";
import { BeginAgain } from "./not-specialised.ts";

const inRecords = (): FunctionStorage => {
  const functions = new FunctionStorage();
  functions.noteStored();
  const again = thrownBy(BeginAgain, () => {
    functions.callUnknown(false);
  });
  expect([again.reason, functions.kind]).toEqual(["a function that is not known", "themselves"]);
  again.change();
  functions.begin();
  return functions;
};

test("functions are stored as records once one is called that was stored, and until something else begins", () => {
  const functions = new FunctionStorage();
  functions.callUnknown(false);
  expect(functions.kind).toBe("themselves");
  const later = inRecords();
  expect(later.kind).toBe("records");
  later.callUnknown(false);
  later.reset();
  expect(later.kind).toBe("themselves");
});

test("an existing function that is called is a reason only where recursion has been refused", () => {
  const functions = new FunctionStorage();
  functions.noteStored();
  functions.callUnknown(true);
  expect(functions.kind).toBe("themselves");
  functions.noteRefusal("recursion that gives results of several shapes");
  expect(() => {
    functions.callUnknown(true);
  }).toThrow("a function that is not known");
});

test("functions that may have two records are not compared, in either order", () => {
  const leaves = "a function that is not known";
  const first = inRecords();
  first.noteCopied(noSpan);
  expect(() => {
    first.noteCompared(noSpan);
  }).toThrow(leaves);
  const second = inRecords();
  second.noteCompared(noSpan);
  expect(() => {
    second.noteCopied(noSpan);
  }).toThrow(leaves);
  second.begin();
  second.noteCopied(noSpan);
});

test("code with records is not the code of another piece of work", () => {
  const functions = inRecords();
  const { key } = functions;
  functions.begin();
  expect(functions.key).not.toBe(key);
});
