import { test } from "vitest";
import { grad } from "zeroth";
import { stampOf } from "../ir/index.ts";
import { emitFunction } from "../codegen/index.ts";
import { reduce, map } from "../prelude/iteration.ts";
test("perf", () => {
  const mr = (x: number[]) => x.map((v) => v * v).reduce((a, b) => a + b, 0);
  grad(mr)([1, 2]);
  const { code } = stampOf(reduce)!;
  for (const n of Object.keys(code.program.module.functions)) if (/^(reduce|map)\.J/.test(n) || n === "reduce") console.log(emitFunction(code.program, n).text);
}, 100000);
