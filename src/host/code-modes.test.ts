import { expect, test } from "vitest";
import { beginRepeatableRun, byGeneralCode, comparing, currentMode, endRepeatableRun, isUsual } from "./code-modes.ts";

const modes = (): unknown => [currentMode(), isUsual];

test("a mode lasts as long as the run, or its promise", async () => {
  expect(comparing(modes)).toEqual(["comparing", false]);
  expect(byGeneralCode(modes)).toEqual(["general", false]);
  const later = byGeneralCode(async () => {
    await Promise.resolve();
    return modes();
  });
  expect(modes()).toEqual(["general", false]);
  expect(await later).toEqual(["general", false]);
  expect(() =>
    comparing(() => {
      throw new Error("left");
    }),
  ).toThrow("left");
  expect(modes()).toEqual(["usual", true]);
});

test("general code makes runs that are repeated, in every mode", () => {
  comparing(() => {
    beginRepeatableRun();
    beginRepeatableRun();
    expect(modes()).toEqual(["general", false]);
    endRepeatableRun();
    expect(modes()).toEqual(["general", false]);
    endRepeatableRun();
    expect(modes()).toEqual(["comparing", false]);
  });
  expect(modes()).toEqual(["usual", true]);
});

test("a run that an exception left ends with the task", async () => {
  beginRepeatableRun();
  expect(modes()).toEqual(["general", false]);
  await Promise.resolve();
  expect(modes()).toEqual(["usual", true]);
  endRepeatableRun();
  expect(modes()).toEqual(["usual", true]);
});
