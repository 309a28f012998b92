import { describe, expect, test } from "vitest";
import { FuncBuilder, withFunctions } from "./builder.ts";
import { typeOfConstant } from "./types.ts";
import {
  alpha,
  constant,
  emptyModule,
  type Operand,
  sameOperand,
  undef,
  unset,
  value,
  valueId,
  zero,
} from "./model.ts";
import { printFunc } from "./print.ts";
import { rebuild } from "./rebuild.ts";
import { noSpan, synthetic } from "./span.ts";
import { verifyFunc } from "./verify.ts";

const start = (params: readonly string[] = []): FuncBuilder =>
  new FuncBuilder({ name: "f", sourceName: "f", params: params.map((hint) => ({ hint })), span: noSpan });

describe("FuncBuilder", () => {
  test("orders blocks in reverse postorder, the then side first, and drops what cannot be reached", () => {
    const b = start(["c"]);
    const [join, no, yes, lost] = [b.block(), b.block(), b.block(), b.block()];
    b.branch(b.params[0] as Operand, yes, no, noSpan);
    b.switchTo(lost);
    b.jump(join, noSpan);
    b.switchTo(no);
    b.jump(join, noSpan);
    b.switchTo(yes);
    b.prim("add", [constant(1), constant(2)], noSpan, "three");
    b.jump(join, noSpan);
    b.switchTo(join);
    b.ret(undef, noSpan);
    expect(printFunc(b.finish())).toBe(
      "fn @f {\nbb0(%self; %c):\n  branch %c, bb1, bb2\nbb1:\n  %three = add 1, 2\n  jump bb3\nbb2:\n  jump bb3\nbb3:\n  return undefined\n}",
    );
  });

  test("appends nothing after a terminator", () => {
    const b = start();
    b.ret(constant(1), noSpan);
    b.prim("add", [constant(1), constant(2)], noSpan);
    b.ret(constant(2), noSpan);
    b.throw(constant(3), noSpan);
    expect(b.isOpen()).toBe(false);
    expect(printFunc(b.finish())).toBe("fn @f {\nbb0(%self):\n  return 1\n}");
  });

  test("numbers parameters of all blocks first, then results", () => {
    const b = start(["x"]);
    const next = b.block();
    const sum = b.prim("add", [b.params[0] as Operand, constant(1)], noSpan, "sum");
    b.jump(next, noSpan, [sum]);
    b.switchTo(next);
    b.ret(value(b.param(next, "p")), noSpan);
    expect(b.finish().values.map(({ hint }) => hint)).toEqual(["self", "this", "x", "p", "sum"]);
  });

  test("gives results the types that operands imply", () => {
    const b = new FuncBuilder({ name: "f", sourceName: "f", params: [{ hint: "x", type: "num" }], span: noSpan });
    const x = b.params[0] as Operand;
    expect(b.typeOf(b.prim("mul", [x, constant(2)], noSpan))).toBe("num");
    expect(b.typeOf(b.prim("lt", [x, x], noSpan))).toBe("bool");
    expect(b.typeOf(b.call(b.self, [x], noSpan))).toBe("any");
    expect(b.typeOf(b.closure("f", [], noSpan))).toBe("func");
    expect([zero, unset, alpha(valueId(0)), constant(1n)].map((o) => b.typeOf(o))).toEqual([
      "zero",
      "unset",
      "any",
      "numeric",
    ]);
  });

  test("a long function neither recurses nor takes quadratic time", () => {
    const b = start(["x"]);
    for (let i = 0; i < 20_000; i++) {
      const next = b.block();
      b.jump(next, noSpan);
      b.switchTo(next);
    }
    b.ret(b.params[0] as Operand, noSpan);
    const func = b.finish();
    expect(func.blocks).toHaveLength(20_001);
    expect(verifyFunc(func, withFunctions(emptyModule, [func]))).toEqual([]);
  });

  test("refuses a block without a terminator and a branch with equal targets", () => {
    expect(() => start().finish()).toThrow("block 0 of f has no terminator");
    const b = start(["c"]);
    const next = b.block();
    expect(() => b.branch(b.params[0] as Operand, next, next, noSpan)).toThrow("a branch has two different targets");
  });
});

test("constants are integers below 2^53, but not -0", () => {
  const types = [0, -0, 1.5, 2 ** 53, 2 ** 53 - 1, NaN, true, "s", 1n, null, undefined].map(typeOfConstant);
  expect(types).toEqual(["int", "num", "num", "num", "int", "num", "bool", "str", "numeric", "null", "undef"]);
});

test("operands are the same if they denote the same", () => {
  expect(sameOperand(constant(NaN), constant(NaN))).toBe(true);
  expect(sameOperand(constant(0), constant(-0))).toBe(false);
  expect(sameOperand(constant(0), zero)).toBe(false);
  expect(sameOperand(value(valueId(1)), alpha(valueId(1)))).toBe(false);
  expect(sameOperand({ kind: "outer", depth: 1, id: valueId(1) }, { kind: "outer", depth: 2, id: valueId(1) })).toBe(
    false,
  );
  expect(sameOperand(unset, unset)).toBe(true);
});

test("a synthetic span stays the same object", () => {
  const span = synthetic({ ...noSpan, synthetic: false });
  expect(synthetic(span)).toBe(span);
});

test("rebuilding without hooks gives an equal function", () => {
  const b = start(["x"]);
  const [loop, end] = [b.block(), b.block()];
  b.jump(loop, noSpan, [b.params[0] as Operand]);
  b.switchTo(loop);
  const p = value(b.param(loop, "p"));
  b.branch(b.prim("lt", [p, constant(1)], noSpan), loop, end, noSpan, [p]);
  b.switchTo(end);
  b.ret(p, noSpan);
  const func = b.finish();
  expect(rebuild(func, {})).toStrictEqual(func);
});
