import { describe, expect, test } from "vitest";
import { arrayOf, join, recordOf, type Type } from "../ir/index.ts";
import { recordOfExisting, typeOfExisting } from "./function-classes.ts";
import { standInFor } from "./stand-in-types.ts";
import { findsOut, tellsOf } from "./stand-ins.ts";

const typeFor = (f: object): Type => typeOfExisting(recordOfExisting(f)) as Type;
const [sine, cosine] = [typeFor(Math.sin), typeFor(Math.cos)];
const either = join(sine, cosine);
const record = (f: Type, g: Type): Type =>
  recordOf(
    new Map<string, Type>([
      ["f", f],
      ["g", g],
    ]),
  );

describe("types of records that stand for functions", () => {
  test("all records of an existing function are one, of a type of its own", () => {
    expect(recordOfExisting(Math.sin)).toBe(recordOfExisting(Math.sin));
    expect(sine).not.toBe(cosine);
    expect([sine, either, "num" as const].map(standInFor)).toEqual(["function", "function", null]);
  });

  test("one tells of another if it tells of all functions that the other tells of, in the same places", () => {
    expect(tellsOf(either, sine)).toBe(true);
    expect(tellsOf(sine, either)).toBe(false);
    expect(tellsOf("any", sine)).toBe(false);
    expect(tellsOf(arrayOf(either), arrayOf(sine))).toBe(true);
    expect(tellsOf("array", arrayOf(sine))).toBe(false);
    expect(tellsOf(record(either, "num"), record(sine, "num"))).toBe(true);
    expect(tellsOf(record(sine, "any"), record(sine, cosine))).toBe(false);
  });

  test("any type tells of what stands for nothing", () => {
    expect(tellsOf("any", "numbers")).toBe(true);
  });
});

test("questions that tell a function from a record find it out", () => {
  expect(findsOut("typeof", 0, "function", false)).toBe(true);
  expect(findsOut("typeof", 0, "table", false)).toBe(false);
  expect(findsOut("eq", 0, "function", false)).toBe(true);
  expect(findsOut("eq", 0, "function", true)).toBe(false);
  expect(findsOut("set", 0, "function", false)).toBe(true);
  expect(findsOut("set", 2, "function", false)).toBe(false);
  expect(findsOut("class-among", 0, "function", true)).toBe(false);
});
