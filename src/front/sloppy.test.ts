// What CommonJS modules have of their own: variables that nobody declares, and code that is not strict.

import { describe, expect, test } from "vitest";
import { printProblems, verifyModule } from "../ir/index.ts";
import { lower } from "./index.ts";

/** The refusals of a CommonJS text by the names of the functions, "" where there is none. */
function refusals(code: string): Readonly<Record<string, string>> {
  const { module } = lower(code, "m.cjs", "commonjs");
  expect(printProblems(verifyModule(module), module)).toBe("");
  const functions = Object.entries(module.functions).filter(([name]) => name !== "module");
  return Object.fromEntries(functions.map(([name, { refusal }]) => [name, refusal?.message ?? ""]));
}

const strict = (code: string): string => `"use strict";${code}`;

describe("what the module has", () => {
  test("its variables are captured, not globals", () => {
    const { functions } = lower("exports.f = (x) => exports.g(x) * require('a').h(x);", "m.cjs", "commonjs").module;
    const text = JSON.stringify(functions);
    expect(text).not.toContain('"global"');
    const { module } = lower("exports.f = (x) => exports.g(x);", "m.cjs");
    expect(JSON.stringify(module)).toContain('"global"');
  });

  test("what is assigned to one of them is shared by all closures", () => {
    const { boxes } = lower("exports = module.exports = { f: () => exports.g() };", "m.cjs", "commonjs");
    expect(boxes.map(({ name, isWritable }) => [name, isWritable])).toEqual([["exports", true]]);
  });

  test("functions and variables may have their names", () => {
    expect(
      refusals("function require(x) { return x } var module = 3; exports.f = (x) => require(x) * module;"),
    ).toEqual({
      require: "",
      fn: "",
    });
  });

  test("`return` may be at the top", () => {
    expect(refusals("if (globalThis.done) return; exports.f = (x) => x;")).toEqual({ fn: "" });
  });
});

describe("what is not strict", () => {
  test.each([
    ["function f(a, a) { return a }", "two parameters called `a`"],
    ["function f(o) { with (o) { return x } }", "`with` statements"],
    ["with (o) { f = function f() { return x } }", "a function within a `with` statement"],
    ["function f(x) { var arguments; return arguments }", "a variable called `arguments`"],
    ["function f(x) { x = 1; undeclared = x }", "assignment to the global `undeclared`"],
    ["function f(x) { delete x; return x }", "`delete` of a variable"],
    [
      "const g = function f(x) { f = 1; return f }",
      "assignment to `f`, the function itself, which does nothing in sloppy code",
    ],
    ["const f = () => this.x", "`this` of a CommonJS module"],
    [
      "function f(x) { { function g() {} } return g }",
      "`g`, a function that is declared in a block or branch, outside of that",
    ],
    [
      "function f(x) { if (x) function g() {} return g }",
      "`g`, a function that is declared in a block or branch, outside of that",
    ],
    [
      "function f(x) { switch (x) { case 1: function g() {} } return g() }",
      "`g`, a function that is declared in a block or branch, outside of that",
    ],
    [
      "function f(x) { g(); l: function g() {} }",
      "`g`, a function that is declared in a block or branch, outside of that",
    ],
    [
      "function g() {} if (x) { function g() {} } function f() { return g() }",
      "`g`, a function that is declared in a block or branch, outside of that",
    ],
    [
      "var g = 1; { function g() {} } function f() { return g }",
      "`g`, a function that is declared in a block or branch, outside of that",
    ],
  ])("%s", (code, message) => {
    expect(refusals(code)["f"]).toBe(message);
  });

  test.each([
    ["function f(x) { { function g() { return g } return g } }"],
    ["function f(g) { { function g() {} } return h => { let g = 1; return g } }"],
    ["function f(x) { { function g() {} } { const g = 1; return g } }"],
    ["function f(x) { return 010 * x } function f2() { return '\\101' }"],
    ["function f(let, static, package) { var yield = let * static; return yield * package }"],
    ["const o = { f() { return this.x } }"],
    ["function f(x) { with2(x); return x } const with2 = (x) => x"],
  ])("%s", (code) => {
    expect(refusals(code)["f"]).toBe("");
  });

  test("strict functions within sloppy ones", () => {
    const inner = "function f() { 'use strict'; return x }";
    expect(refusals(`with (o) { ${inner} }`)["f"]).toContain("`with`");
    expect(refusals("with (o) { class A { y = x } }")["y"]).toBe(undefined);
    expect(refusals("with (o) { class A { y = x } }")["A.constructor.y"]).toContain("`with`");
    expect(refusals(`function g() { eval(code); ${inner} }`)["g.f"]).toContain("calls `eval`");
  });

  test("functions within one that calls eval, and their own", () => {
    const code = "function f() { eval(code); const g = () => x; return g } const h = () => x;";
    expect(refusals(code)).toEqual({
      f: "`eval`",
      "f.g": "a function within one that calls `eval`, which may declare variables",
      h: "",
    });
    expect(refusals(strict(code))["f.g"]).toBe("");
    expect(refusals(`eval(code); ${code}`)["h"]).toContain("calls `eval`");
  });

  test("a function that needs `this` asks for an object, unless it is strict", () => {
    const text = (code: string): string => JSON.stringify(lower(code, "m.cjs", "commonjs").module.functions["f"]);
    expect(text("function f() { return () => this.x }")).toContain("is not an object");
    expect(text("function f() { return 1 }")).not.toContain("is not an object");
    expect(text("function f() { 'use strict'; return this.x }")).not.toContain("is not an object");
    expect(text(strict("function f() { return this.x }"))).not.toContain("is not an object");
    const method = lower("class A { f() { return this.x } }", "m.cjs", "commonjs").module.functions["A.f"];
    expect(JSON.stringify(method)).not.toContain("is not an object");
  });

  test("modules and classes are strict", () => {
    const code = "{ function g() {} } const f = () => g;";
    expect(lower(code, "m.js").module.functions["f"]?.refusal).toBeNull();
    expect(refusals(strict(code))["f"]).toBe("");
    expect(refusals("class A { f() { { function g() {} } return g } }")["A.f"]).toBe("");
  });
});
