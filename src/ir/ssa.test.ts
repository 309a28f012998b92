import { describe, expect, test } from "vitest";
import { FuncBuilder } from "./builder.ts";
import { constant, type Operand, unset } from "./model.ts";
import { printFunc } from "./print.ts";
import { noSpan } from "./span.ts";
import { SsaVariables } from "./ssa.ts";

function setUp(): { b: FuncBuilder; variables: SsaVariables<string>; c: Operand } {
  const b = new FuncBuilder({ name: "f", sourceName: "f", params: [{ hint: "c" }], span: noSpan });
  return {
    b,
    variables: new SsaVariables<string>(
      b,
      () => unset,
      (key) => key,
    ),
    c: b.params[0] as Operand,
  };
}

describe("SSA variables", () => {
  test("a join takes a parameter where its edges differ", () => {
    const { b, variables, c } = setUp();
    const [yes, no, join] = [b.block(), b.block(), b.block()];
    variables.write("x", constant(0));
    variables.write("same", constant(7));
    b.branch(c, yes, no, noSpan);
    variables.seal(yes);
    variables.seal(no);
    b.switchTo(yes);
    variables.write("x", constant(1));
    b.jump(join, noSpan);
    b.switchTo(no);
    b.jump(join, noSpan);
    variables.seal(join);
    b.switchTo(join);
    b.ret(b.prim("add", [variables.read("x"), variables.read("same")], noSpan), noSpan);
    expect(printFunc(b.finish())).toContain("bb3(%x):\n  %0 = add %x, 7\n  return %0");
  });

  test("a loop takes parameters for what it changes only", () => {
    const { b, variables, c } = setUp();
    const [loop, end] = [b.block(), b.block()];
    variables.write("i", constant(0));
    variables.write("k", c);
    b.jump(loop, noSpan);
    b.switchTo(loop);
    variables.write("i", b.prim("add", [variables.read("i"), variables.read("k")], noSpan));
    b.branch(c, loop, end, noSpan);
    variables.seal(loop);
    variables.seal(end);
    b.switchTo(end);
    b.ret(variables.read("i"), noSpan);
    expect(printFunc(b.finish())).toBe(
      "fn @f {\nbb0(%self; %c):\n  jump bb1(0)\nbb1(%i):\n  %0 = add %i, %c\n  branch %c, bb1(%0), bb2\nbb2:\n  return %0\n}",
    );
  });

  test("where a variable is known to have its initial value, it takes no parameter", () => {
    const written = (isKnown: boolean): string => {
      const { b, c } = setUp();
      const [loop, end] = [b.block(), b.block()];
      const variables = new SsaVariables<string>(
        b,
        () => unset,
        (key) => key,
        () => "any",
        (_, block) => isKnown && block === loop,
      );
      b.jump(loop, noSpan);
      b.switchTo(loop);
      const before = variables.read("x");
      variables.write("x", c);
      b.branch(c, loop, end, noSpan);
      variables.seal(loop);
      variables.seal(end);
      b.switchTo(end);
      b.ret(before, noSpan);
      return printFunc(b.finish());
    };
    expect(written(false)).toContain("bb1(%x):");
    expect(written(true)).toContain("bb1:\n  branch %c, bb1, bb2\nbb2:\n  return unset");
  });

  test("a parameter that turns out redundant takes those that used it along", () => {
    const { b, variables, c } = setUp();
    const [outer, inner, outerLatch, end] = [b.block(), b.block(), b.block(), b.block()];
    variables.write("x", constant(5));
    b.jump(outer, noSpan);
    b.switchTo(outer);
    b.jump(inner, noSpan);
    b.switchTo(inner);
    variables.read("x");
    b.branch(c, inner, outerLatch, noSpan);
    variables.seal(inner);
    variables.seal(outerLatch);
    b.switchTo(outerLatch);
    b.branch(c, outer, end, noSpan);
    variables.seal(outer);
    variables.seal(end);
    b.switchTo(end);
    b.ret(variables.read("x"), noSpan);
    const text = printFunc(b.finish());
    expect(text).toContain("return 5");
    expect(text).not.toContain("%x");
  });

  test("what was never written is the initial operand", () => {
    const { b, variables } = setUp();
    b.ret(variables.read("x"), noSpan);
    expect(printFunc(b.finish())).toContain("return unset");
  });

  test("long chains of blocks are walked, not recursed", () => {
    const { b, variables } = setUp();
    variables.write("x", constant(1));
    for (let i = 0; i < 50_000; i++) {
      const next = b.block();
      b.jump(next, noSpan);
      variables.seal(next);
      b.switchTo(next);
    }
    expect(variables.read("x")).toEqual(constant(1));
  });

  test("a long chain of joins is read", () => {
    const { b, variables, c } = setUp();
    variables.write("x", constant(1));
    for (let i = 0; i < 20_000; i++) {
      const [yes, no, join] = [b.block(), b.block(), b.block()];
      b.branch(c, yes, no, noSpan);
      variables.seal(yes);
      variables.seal(no);
      for (const side of [yes, no]) {
        b.switchTo(side);
        b.jump(join, noSpan);
      }
      variables.seal(join);
      b.switchTo(join);
    }
    expect(variables.read("x")).toEqual(constant(1));
  });

  test("a loop that nothing enters reads the initial operand", () => {
    const { b, variables } = setUp();
    const [header, latch, after] = [b.block(), b.block(), b.block()];
    b.ret(constant(1), noSpan);
    b.switchTo(header);
    b.jump(latch, noSpan);
    b.switchTo(latch);
    b.branch(constant(true), header, after, noSpan);
    for (const block of [header, latch, after]) variables.seal(block);
    expect(variables.read("x", after)).toEqual(unset);
  });

  test("a block is sealed once", () => {
    const { b, variables } = setUp();
    const next = b.block();
    variables.seal(next);
    expect(() => variables.seal(next)).toThrow("a block is sealed once");
  });
});
