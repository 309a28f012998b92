// How much has been written, and how long the code is.

import { expect, test } from "vitest";
import { constant, noSpan } from "../ir/index.ts";
import { createProgram } from "../compile/derived-program.ts";
import { Writer } from "./writer.ts";

const newWriter = (): Writer =>
  new Writer("f", "f", createProgram({ functions: {}, sources: {} }), () => "f", new Map(), noSpan, false);

test("what failed attempts wrote is no part of the code, also where attempts are within others", () => {
  const writer = newWriter();
  const write = (): unknown => writer.prim("array", [constant(1)]);
  write();
  const outer = writer.length;
  write();
  const inner = writer.length;
  write();
  writer.abandonAfter(inner);
  expect([writer.size, writer.length]).toEqual([3, 2]);
  write();
  expect([writer.size, writer.length]).toEqual([4, 3]);
  writer.abandonAfter(outer);
  write();
  expect([writer.size, writer.length]).toEqual([5, 2]);
});
