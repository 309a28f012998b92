import { describe, expect, test } from "vitest";
import { assertInvariant, codeFrame, ZerothError } from "./diagnostics.ts";
import { noSpan, type Span } from "./span.ts";

const span: Span = { file: "a.ts", line: 2, column: 5, length: 3, synthetic: false };
const source = "let a = 1;\n\tx = boo(1);\n";

describe("ZerothError", () => {
  test("shows the place, the line with carets, and the remedy", () => {
    const error = new ZerothError({ kind: "unsupported", message: "generators", span, source, remedy: "write a loop" });
    expect(error.message).toBe(
      "a.ts:2:5: unsupported: generators\n2 | \tx = boo(1);\n  | \t   ^^^\nremedy: write a loop",
    );
    expect(error).toMatchObject({
      name: "ZerothError",
      kind: "unsupported",
      reason: "generators",
      span,
      remedy: "write a loop",
    });
    expect(error).toBeInstanceOf(Error);
  });

  test("does without a place, a source or a remedy", () => {
    expect(new ZerothError({ kind: "invalid", message: "no" }).message).toBe("no");
    expect(new ZerothError({ kind: "invalid", message: "no", span }).message).toBe("a.ts:2:5: no");
    expect(new ZerothError({ kind: "bug", message: "no", span: noSpan, source }).message).toBe("bug in zeroth: no");
  });

  test("takes a place later, once", () => {
    const error = new ZerothError({ kind: "invalid", message: "no", remedy: "yes" }).at(span, source);
    expect(error.message).toMatch(/^a\.ts:2:5: no\n2 \| .*\nremedy: yes$/su);
    expect(error.at({ ...span, line: 1 }, source)).toBe(error);
    const unplaced = new ZerothError({ kind: "invalid", message: "no" });
    expect(unplaced.at(noSpan, source)).toBe(unplaced);
  });

  test("keeps the cause", () => {
    const cause = new Error("inner");
    expect(new ZerothError({ kind: "bug", message: "outer" }, { cause }).cause).toBe(cause);
  });
});

test("a frame clips carets at the line's end and is empty beyond the text", () => {
  expect(codeFrame("abc", { ...span, line: 1, column: 2, length: 99 })).toBe("1 | abc\n  |  ^^");
  expect(codeFrame("abc", { ...span, line: 1, column: 4, length: 1 })).toBe("1 | abc\n  |    ^");
  expect(codeFrame("abc", { ...span, line: 7 })).toBe("");
  expect(codeFrame("a\r\nbcd\r\n", { ...span, line: 2, column: 1 })).toBe("2 | bcd\n  | ^^^");
});

test("an invariant that fails is our bug", () => {
  expect(() => assertInvariant(1, "fine")).not.toThrow();
  expect(() => assertInvariant(0, "broken", span)).toThrow("a.ts:2:5: bug in zeroth: broken");
});
