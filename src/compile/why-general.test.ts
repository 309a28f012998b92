import { expect, test } from "vitest";
import { ZerothError } from "../ir/index.ts";
import { NotSpecialised } from "../specialise/index.ts";
import { internalErrors } from "./internal-errors.ts";
import { whyGeneral } from "./why-general.ts";

const bug = new ZerothError({ kind: "bug", message: "no object in the heap" });

test("what cannot be specialised is a reason, under test too", () => {
  const refused = new NotSpecialised("a function that is not known");
  expect(whyGeneral(refused, true)).toBe(refused);
  const unsupported = new ZerothError({ kind: "unsupported", message: "a generator" });
  expect(whyGeneral(unsupported, true).message).toBe("what cannot be differentiated: a generator");
  expect(internalErrors).toEqual([]);
});

test("an error of the compiler's own is thrown under test, and is told of anyway", () => {
  expect(() => whyGeneral(bug, true)).toThrow(bug);
  const mistake = new TypeError("x is undefined");
  expect(() => whyGeneral(mistake, true)).toThrow(mistake);
  expect(internalErrors.splice(0)).toEqual([bug, mistake]);
});

test("users are shown such an error as the reason", () => {
  expect(whyGeneral(bug, false).message).toBe("a bug in zeroth: no object in the heap");
  expect(whyGeneral(new TypeError("x is undefined"), false).message).toBe("a bug in zeroth: x is undefined");
  expect(internalErrors.splice(0)).toHaveLength(2);
});
