import { expect, test } from "vitest";
import { isElementRead, prims, type Instr, type PrimInstr, type PrimName } from "../ir/index.ts";
import { isAccess, isRepeatable, mayLeave, readsElement, touchesMemory, writesMemory } from "./accesses.ts";

const primNames = Object.keys(prims) as PrimName[];
const instrOf = (prim: PrimName): PrimInstr => ({
  kind: "prim",
  prim,
  args: [],
  result: 0 as never,
  span: {} as never,
});
const those = (is: (instr: PrimInstr) => boolean): readonly PrimName[] =>
  primNames.filter((prim) => is(instrOf(prim))).sort();

test("calls and closures are no accesses: they may pass the reference on", () => {
  const operand = { kind: "const", value: 1 } as const;
  const others = { result: 0 as never, span: {} as never };
  const call: Instr = {
    kind: "call",
    callee: operand,
    receiver: operand,
    args: [],
    word: "",
    spread: false,
    effect: "any",
    ...others,
  };
  const closure: Instr = { kind: "closure", func: "f", captures: [operand], ...others };
  expect([call, closure].map(isAccess)).toEqual([false, false]);
});

test("which primitives read elements, and write memory", () => {
  expect(primNames.filter(isElementRead).sort()).toEqual(["get", "get-frozen", "load"]);
  for (const prim of ["get", "get-frozen", "load"] as const) expect(readsElement(instrOf(prim)), prim).toBe(true);
  expect(those(writesMemory)).toEqual(
    expect.arrayContaining(["accum", "box-set", "clear", "delete", "pop", "push", "put", "set", "set-length", "take"]),
  );
  expect(those(writesMemory).filter((prim) => prims[prim].effect === "pure")).toEqual([]);
  expect(those(touchesMemory)).toEqual(
    expect.arrayContaining(["get", "length", "set", "guard-element", "guard-numbers"]),
  );
  expect(touchesMemory(instrOf("guard-number"))).toBe(false);
});

test("what gives the same again is pure, or reads frozen memory", () => {
  expect(those(isRepeatable).filter((prim) => prims[prim].effect !== "pure")).toEqual(["get-frozen"]);
});

test("guards, and reads that need them, may end a run", () => {
  expect(those(mayLeave)).toEqual([
    "get-frozen",
    "guard-apart",
    "guard-array",
    "guard-data",
    "guard-element",
    "guard-float32",
    "guard-float64",
    "guard-function",
    "guard-inherited",
    "guard-instance",
    "guard-integers",
    "guard-items",
    "guard-keys",
    "guard-number",
    "guard-numbers",
    "guard-record",
    "guard-slot",
    "guard-structure",
    "guard-texts",
    "guard-typeof",
    "keep-guard",
    "load",
    "log-end",
    "log-length",
    "log-slot",
  ]);
});
