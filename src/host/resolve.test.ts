import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { atOnce, FuncBuilder, noSpan, Program, ZerothError, type Func, type Span } from "../ir/index.ts";
import { constructorFunction, Stamp, stampFunction, type AnyFunction } from "../runtime/index.ts";
import { setSourceCompiler } from "./from-source.ts";
import { installPrelude } from "./install.ts";
import { registerNative, registerRule, resolve, setInactiveWrapper } from "./resolve.ts";
import { compileSource } from "./source-compiler.ts";

const source = "const y = foreign(x) + 1;\n";
const span: Span = { file: "model.ts", line: 1, column: 11, length: 10, synthetic: false };

function define(name: string): Func {
  const builder = new FuncBuilder({ name, sourceName: name, params: [{ hint: "x" }], span: noSpan });
  builder.ret(builder.params[0] ?? builder.self, noSpan);
  return builder.finish();
}

const functions = [define("f"), define("f.J")];
const program = new Program({ functions: Object.fromEntries(functions.map((f) => [f.name, f])), sources: {} }, () =>
  atOnce(() => [define("f.J")]),
);

/** A function that the plugin has not met. */
// oxlint-disable-next-line no-eval
const foreignFunction = (text: string): AnyFunction => (0, eval)(`(${text})`) as AnyFunction;

function stamped(): AnyFunction {
  const f = foreignFunction("(x) => x");
  stampFunction(f, new Stamp(program.code("f"), []));
  return f;
}

const messageOf = (callee: unknown): string => {
  try {
    resolve(callee, "J", span, source);
  } catch (error) {
    return (error as Error).message;
  }
  return "resolved";
};

afterEach(() => {
  setSourceCompiler(() => ({ kind: "open", freeNames: [] }));
});

// Other files share this process.
afterAll(() => {
  installPrelude();
  setSourceCompiler(compileSource);
});

describe("a call resolves", () => {
  test("a stamped function to its own code, by the word", () => {
    const f = stamped();
    expect(resolve(f, "", span, source)).toEqual({ code: program.code("f"), self: f });
    expect(resolve(f, "J", span, source)?.code).toBe(program.code("f.J"));
  });

  test("a native with a compiled counterpart to that", () => {
    const native = foreignFunction("() => undefined");
    const replacement = stamped();
    registerNative(native, replacement);
    expect(resolve(native, "", span, source)?.self).toBe(replacement);
    expect(resolve(native, "J", span, source)?.self).toBe(replacement);
  });

  test("a foreign function with a rule to its stand-in, but only for derivatives", () => {
    const foreign = foreignFunction("() => undefined");
    const replacement = stamped();
    registerRule(foreign, replacement);
    expect(resolve(foreign, "", span, source)).toBeNull();
    expect(resolve(foreign, "J", span, source)?.self).toBe(replacement);
  });

  test("an inactive native to one wrapper, also when a test tool has replaced it", () => {
    const wrap = vi.fn((_f: AnyFunction) => stamped());
    setInactiveWrapper(wrap);
    // Functions that no other test calls: their wrappers are made once for a process.
    const first = resolve(console.countReset, "J", span, source);
    expect(resolve(console.countReset, "J", span, source)?.self).toBe(first?.self);
    const spy = vi.spyOn(console, "dirxml").mockImplementation(() => undefined);
    resolve(console.dirxml, "J", span, source);
    spy.mockRestore();
    resolve(constructorFunction(Intl.DisplayNames), "J", span, source);
    resolve(String.prototype.toLocaleUpperCase, "J", span, source);
    resolve(performance.clearMarks, "J", span, source);
    expect(wrap).toHaveBeenCalledTimes(5);
  });

  test("a closed function to the code of its text, which is compiled once", () => {
    const compile = vi.fn(() => ({ kind: "code", code: program.code("f") }) as const);
    setSourceCompiler(compile);
    // A text that no other test compiles: what is compiled is kept for the process.
    const [f, g] = [foreignFunction("(x) => x * 2 + 1e-9"), foreignFunction("(x) => x * 2 + 1e-9")];
    expect(resolve(f, "J", span, source)?.self).toBe(f);
    expect(resolve(g, "J", span, source)?.code).toBe(program.code("f.J"));
    expect(compile).toHaveBeenCalledTimes(1);
  });
});

describe("a call is refused", () => {
  test("with name, place, frame and remedy", () => {
    setSourceCompiler(() => ({ kind: "open", freeNames: ["table", "offset"] }));
    expect(messageOf(foreignFunction("function foreign(x) { return table[x] + offset; }"))).toMatchInlineSnapshot(`
      "model.ts:1:11: the function \`foreign\` is not compiled by zeroth, and it uses \`table\`, \`offset\` from outside of itself
      1 | const y = foreign(x) + 1;
        |           ^^^^^^^^^^
      remedy: have its module compiled (node --import zeroth/register, or the plugin of zeroth/vite), or give it a rule with defineRule(f, { vjp })"
    `);
  });

  test("with the callee's expression, if the function has no name", () => {
    expect(messageOf(foreignFunction("() => 1"))).toContain("the function `foreign` is not compiled");
  });

  test("natives, bound functions and classes have their own words", () => {
    expect(messageOf(Atomics.add)).toContain("`add` has no derivative");
    expect(messageOf(messageOf.bind(null))).toContain("`bound messageOf` is bound");
    expect(messageOf(constructorFunction(DataView))).toContain("the construction of DataView");
  });

  test("what the compiler of texts refuses says why", () => {
    setSourceCompiler(() => {
      throw new ZerothError({ kind: "unsupported", message: "a generator" });
    });
    expect(messageOf(foreignFunction("(x) => x * 77"))).toContain("unsupported: a generator");
  });

  test("what is no function, as JavaScript does", () => {
    expect(() => resolve(undefined, "J", span, source)).toThrow(new TypeError("foreign is not a function"));
    expect(() => resolve(3, "J", noSpan, undefined)).toThrow(new TypeError("3 is not a function"));
  });
});
