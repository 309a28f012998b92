// How much has been written, and how long the code is.

import { expect, test } from "vitest";
import { constant, noSpan } from "../ir/index.ts";
import { createProgram } from "../compile/derived-program.ts";
import { abandonAfter, extentOf } from "./extents.ts";
import { ClassFields } from "./class-fields.ts";
import { FunctionStorage } from "./function-storage.ts";
import { PairStorage } from "./pair-storage.ts";
import { Writer } from "./writer.ts";

const newWriter = (): Writer =>
  new Writer(
    "f",
    "f",
    createProgram({ functions: {}, sources: {} }),
    () => "f",
    {
      learned: new Map(),
      held: new Map(),
      fields: new ClassFields(),
      functions: new FunctionStorage(),
      pairs: new PairStorage(),
    },
    noSpan,
    false,
  );

test("what failed attempts wrote is no part of the code, also where attempts are within others", () => {
  const writer = newWriter();
  const write = (): void => {
    writer.prim("array", [constant(1)]);
    writer.block();
  };
  write();
  const outer = extentOf(writer);
  write();
  const inner = extentOf(writer);
  write();
  abandonAfter(writer, inner);
  expect([writer.size, extentOf(writer)]).toEqual([3, { length: 2, blocks: 2 }]);
  write();
  expect([writer.size, extentOf(writer)]).toEqual([4, { length: 3, blocks: 3 }]);
  abandonAfter(writer, outer);
  write();
  expect([writer.size, extentOf(writer)]).toEqual([5, { length: 2, blocks: 2 }]);
});
