// What lowering gives besides meaning: shapes, names, refusals, and what concerns the text.

import { describe, expect, test } from "vitest";
import { boxAssigned, convertClosures } from "../closure/index.ts";
import { printFunc, printModule, printProblems, verifyModule, ZerothError, type Module } from "../ir/index.ts";
import { lower, lowerFunction } from "./index.ts";

function lowered(code: string, file = "m.ts"): Module {
  const { module } = lower(code, file);
  expect(printProblems(verifyModule(module), module)).toBe("");
  const closed = convertClosures.run(boxAssigned.run(module));
  expect(printProblems(verifyModule(closed), closed)).toBe("");
  return module;
}

const closed = (code: string): Module => convertClosures.run(boxAssigned.run(lowered(code)));

function text(code: string, name: string): string {
  const module = lowered(code);
  const func = module.functions[name];
  if (func === undefined) throw new Error(`no @${name} among ${Object.keys(module.functions).join(", ")}`);
  return printFunc(func, module);
}

const names = (code: string, file = "m.ts"): readonly string[] => Object.keys(lowered(code, file).functions);

describe("shapes", () => {
  test("a straight line", () => {
    expect(text("const f = (x: number) => 5 * x + 3;", "f")).toBe(`fn @f parent @module {
bb0(%self; %x):
  %0 = mul 5, %x
  %1 = add %0, 3
  return %1
}`);
  });

  test("a while loop is a guarded do loop", () => {
    const code =
      "function pow(x: number, n: number) { let r = 1; let i = 0; while (i < n) { r *= x; i++; } return r; }";
    expect(text(code, "pow")).toBe(`fn @pow parent @module {
bb0(%self; %x, %n):
  %0 = lt 0, %n
  branch %0, bb1(1, 0), bb2(1)
bb1(%r, %i):
  %r.1 = mul %r, %x
  %i.1 = add %i, 1
  %1 = lt %i.1, %n
  branch %1, bb1(%r.1, %i.1), bb2(%r.1)
bb2(%r.2):
  return %r.2
}`);
  });

  test("a break goes through the latch", () => {
    const code = "function f(n: number) { let i = 0; while (i < n) { if (i * i > n) break; i++; } return i; }";
    expect(text(code, "f")).toBe(`fn @f parent @module {
bb0(%self; %n):
  %0 = lt 0, %n
  branch %0, bb1(0), bb6(0)
bb1(%i):
  %1 = mul %i, %i
  %2 = gt %1, %n
  branch %2, bb2, bb3
bb2:
  jump bb4(false, %i)
bb3:
  %i.1 = add %i, 1
  %3 = lt %i.1, %n
  jump bb4(%3, %i.1)
bb4(%again, %i.2):
  branch %again, bb1(%i.2), bb5
bb5:
  jump bb6(%i.2)
bb6(%i.3):
  return %i.3
}`);
  });

  test("captured constants keep their names", () => {
    const module = closed("function f(b: number) { const a = b; const k = 5; return (x: number) => a * b * k * x; }");
    expect(module.functions["f.fn"]?.captures.map(({ name }) => name)).toEqual(["a", "b", "k"]);
  });

  test("assigned captures are boxes, others values", () => {
    const module = closed("function f(a: number) { let n = 0; let m; m = 1; const k = a; return () => n++ + m + k; }");
    expect(module.functions["f.fn"]?.captures.map(({ name, boxed }) => [name, boxed])).toEqual([
      ["n", true],
      ["m", true],
      ["k", false],
    ]);
  });

  test("functions above and below constants are plain captures", () => {
    const module = closed(
      "function f(a: number) { function up(x: number) { return x * k; } const k = a; const r = (x: number) => up(x) + down(x); return r; function down(x: number) { return x - k; } }",
    );
    for (const { captures } of Object.values(module.functions)) expect(captures.some(({ boxed }) => boxed)).toBe(false);
  });

  test("the module's variables are captured as such, imports that are only called by value", () => {
    const module = closed(
      'import { a, b } from "./x.ts"; import * as ns from "./y.ts"; const k = 1; let n = 0; n++; function f() { return a(1) + b + k + n + g() + ns.z; } function g() { return f(); }',
    );
    expect(module.functions["f"]?.captures).toEqual([
      { name: "a", from: "module", boxed: false },
      { name: "b", from: "module", boxed: true },
      { name: "k", from: "module", boxed: false },
      { name: "n", from: "module", boxed: true },
      { name: "g", from: "module", boxed: false },
      { name: "ns", from: "module", boxed: false },
    ]);
  });

  test("a nested function captures the function around it by its name", () => {
    const module = closed("function walk(xs: number[][]): number { return xs.map((x) => walk([x])).length; }");
    expect(module.functions["walk.fn"]?.captures).toEqual([{ name: "walk", from: "scope", boxed: false }]);
  });

  test("spans are the user's", () => {
    const func = lowered("// one\nconst f = (x: number) =>\n  x.foo\n    .bar(1);\n").functions["f"];
    const spans = func?.blocks[0]?.instrs.map(({ span }) => [span.line, span.column, span.length]);
    expect(spans).toEqual([
      [3, 5, 3],
      [4, 6, 6],
      [4, 6, 6],
    ]);
  });
});

describe("constants", () => {
  test("of the language are no variables", () => {
    expect(text("const f = () => [NaN, Infinity, undefined];", "f")).toContain("array NaN, Infinity, undefined");
  });
});

describe("names", () => {
  test("follow the source", () => {
    const code = `function outer() { function inner() {} const arrow = () => 1; return [() => 1, () => 2, { m() {}, p: () => 3 }]; }
      export default () => 4; const o = { "a b": () => 5, [o + 1]: () => 6 }; let later; later = () => 7; const { d = () => 8 } = o;
      class C { m() { return () => 1; } static s = () => 9; get g() { return 1; } }`;
    expect(names(code)).toEqual([
      "module",
      "outer",
      "outer.inner",
      "outer.arrow",
      "outer.fn",
      "outer.fn.1",
      "outer.m",
      "outer.p",
      "default",
      "a_b",
      "fn",
      "later",
      "d",
      "C.constructor",
      "C.m",
      "C.m.fn",
      "C.s",
      "C.s.s",
      "C.g",
    ]);
  });

  test("never collide with the module's or with those of derivatives", () => {
    expect(
      names("function f() { return [function J() {}, function D() {}]; } function module() {} const J = 1"),
    ).toEqual(["module", "f", "f.J_", "f.D_", "module.1"]);
  });
});

describe("TypeScript", () => {
  test("types vanish", () => {
    const code = `import type { T } from "./t.ts"; import { type U, v } from "./v.ts";
      interface I { x: number } type A = I | U; declare const outside: number; declare function ext(x: number): void;
      export function over(x: number): number; export function over(x: string): string;
      export function over<X extends I = T>(this: I, x: X | any, y?: number): x is X { return (x as any)!.y satisfies A, v(<T>x, y!); }`;
    const { module, functions } = lower(code, "m.ts");
    expect(functions.map(({ func }) => func)).toEqual(["over"]);
    expect(printFunc(module.functions["over"] as never, module)).toContain("call ^%v(%x, %y)");
    expect(Object.values(module.functions).some(({ refusal }) => refusal !== null)).toBe(false);
  });

  test("a type may be called like a value, and a namespace is a value", () => {
    const code = `interface scale { k: number } const scale = 3; type unit = 1; const unit = 2; namespace N { export const k = 2; }
const f = (x: number) => { type scale = 4; return x * scale * unit * N.k; };`;
    expect(text(code, "f")).toBe(`fn @f parent @module {
bb0(%self; %x):
  %0 = mul %x, ^%scale
  %1 = mul %0, ^%unit
  %2 = get ^%N, "k"
  %3 = mul %1, %2
  return %3
}`);
  });

  test("JavaScript, JSX and TSX by the file's name", () => {
    expect(names("const f = (x) => <a>{x}</a>", "m.jsx")).toEqual(["module", "f"]);
    expect(names("const f = (x: number) => <a>{x}</a>", "m.tsx?v=1")).toEqual(["module", "f"]);
    expect(names("const f = (x) => x", "m.mjs")).toEqual(["module", "f"]);
    expect(() => lower("const f = (x: number) => x", "m.js")).toThrow(ZerothError);
  });

  test("exports are listed", () => {
    const code =
      'export const a = 1, { b, c: [d] } = o; export function f() {} export { a as x, f as default }; export * from "./y"; export * as z from "./z"; export { q } from "./q"; export type T = 1; export interface I {}';
    expect(lower(code, "m.ts").exports.map(({ exported, local }) => `${exported}=${local}`)).toEqual([
      "a=a",
      "b=b",
      "d=d",
      "f=f",
      "x=a",
      "default=f",
      "*=null",
      "z=null",
      "q=null",
    ]);
    expect(lower("export default function g() {}", "m.ts").exports).toEqual([{ exported: "default", local: "g" }]);
  });
});

describe("refusals", () => {
  const refusal = (code: string): string => {
    const refused = Object.values(lowered(code).functions).filter((func) => func.refusal !== null);
    expect(refused.map(({ name }) => name)).toEqual(["f"]);
    return refused[0]?.refusal?.message ?? "";
  };

  test.each([
    ["class A { @d m() {} }", "decorators"],
    ["class A { accessor m = 1 }", "`accessor` fields"],
    ["return new.target", "`new.target` outside of a class"],
    ["return import.meta", "`import.meta`"],
    ["return eval('x')", "`eval`"],
    ["enum E { A }", "`enum` declarations"],
    ["return import('x')", "`import()`"],
    ["undeclared = 1", "assignment to the global `undeclared`"],
    ["for (let i = 0; check(() => i); i++) {}", "a function that captures"],
  ])("%s", (body, message) => {
    const module = lowered(`function f(x) { ${body} }`);
    const messages = Object.values(module.functions).flatMap((func) => func.refusal?.message ?? []);
    expect(messages.join("; ")).toContain(message);
  });

  test("name the construct and its place, and leave other functions alone", () => {
    expect(refusal("function f() { return import('x'); }\nfunction g() { return 1; }")).toBe("`import()`");
    expect(lowered("const f = async () => {\n  await 1;\n}").functions["f"]?.refusal).toMatchObject({
      message: "`async` functions",
      span: { file: "m.ts", line: 1, column: 11 },
    });
  });

  test("what another body of a namespace exports is a name of that namespace, not a global", () => {
    const { functions } = closed(
      "namespace N { export const a = 2; const own = 1; }\nnamespace N { export const f = (x) => a * x * own; }",
    );
    expect(functions["f"]?.captures).toEqual([{ name: "a", from: "module", boxed: false }]);
  });

  test("a variable that a namespace exports is refused by its plain name, which may mean another variable", () => {
    const { functions } = lowered(
      "namespace S {\n export let n = 1;\n export const f = () => n;\n export const g = (x) => { n = x; };\n" +
        " export const h = () => S.n;\n}\nnamespace S { export const k = () => n; }",
    );
    for (const name of ["f", "g", "k"]) {
      expect(functions[name]?.refusal?.message).toBe("`n`, a variable that a namespace exports, by its plain name");
      expect(functions[name]?.refusal?.remedy).toBe("write `S.n`");
    }
    expect(functions["h"]?.refusal).toBe(null);
  });

  test("functions nested in a refused one have what they capture", () => {
    const module = closed(
      "async function f() { const k = 2; let n = 1; n++; const g = (x: number) => k * n * x * this.y; await g(1); }",
    );
    expect(module.functions["f.g"]?.refusal).toBe(null);
    expect(module.functions["f.g"]?.captures).toEqual([
      { name: "n", from: "scope", boxed: true },
      { name: "k", from: "scope", boxed: false },
      { name: "this", from: "scope", boxed: false },
    ]);
  });

  test("syntax errors show their place", () => {
    const error = (() => {
      try {
        lower("const a = 1;\nconst b = ;\n", "m.ts");
      } catch (e) {
        return e as ZerothError;
      }
      return undefined;
    })();
    expect(error).toBeInstanceOf(ZerothError);
    expect(error?.kind).toBe("invalid");
    expect(error?.message).toBe("m.ts:2:11: syntax error: Unexpected token\n2 | const b = ;\n  |           ^");
  });

  test.each(["let a; let a;", "break;", "return 1;", "const x;", "await: 1", "function f() { super.x }"])(
    "early errors: %s",
    (code) => {
      expect(() => lower(code, "m.ts")).toThrow(ZerothError);
    },
  );
});

describe("the text of one function", () => {
  test.each([
    ["(x) => x * 2", "fn"],
    ["x => { return x }", "fn"],
    ["function f(x) { return x < 1 ? 0 : f(x - 1) }", "f"],
    ["m(x) { return x }", "m"],
    ["'a b'(x) { return x }", "a_b"],
    ["async (x) => x", "fn"],
    ["static(x) { return x }", "static"],
  ])("%s", (code, name) => {
    const { func, module, freeNames } = lowerFunction(code, "f.js");
    expect(func).toBe(name);
    expect(freeNames).toEqual([]);
    expect(printProblems(verifyModule(module), module)).toBe("");
  });

  test("free names are reported", () => {
    expect(lowerFunction("(x) => Math.sin(k * x) + typeof maybe + inner((y) => y + k)", "f.js").freeNames).toEqual([
      "k",
      "inner",
    ]);
  });

  test("spans are those of the text", () => {
    const { module, func } = lowerFunction("x =>\n  x + 1", "f.js");
    expect(module.functions[func]?.blocks[0]?.instrs[0]?.span).toEqual({
      file: "f.js",
      line: 2,
      column: 3,
      length: 5,
      synthetic: false,
    });
    expect(module.functions[func]?.span.column).toBe(1);
  });

  test("classes are no functions", () => {
    expect(() => lowerFunction("class A { m() {} }", "f.js")).toThrow("a class as a function");
  });
});

describe("intrinsics", () => {
  const from =
    'import { newContext, shadowGet, callJ, callPullback, callWith, tuple, rule, arrayLength as len } from "../host/intrinsics.ts";';

  test("are primitives and calls", () => {
    const code = `${from} function f(a: unknown, k: number) { const c = newContext(); const r = callJ(a, undefined, k, 2); return tuple(shadowGet(c, len(a)), callPullback(r, c, 1), callWith(a, c, k)); }`;
    expect(text(code, "f")).toBe(`fn @f parent @module {
bb0(%self; %a, %k):
  %c = new-context
  %r = call.J %a(%k, 2)
  %0 = array-length %a
  %1 = shadow-get %c, %0
  %2 = call %r(%c, 1)
  %3 = call %a(this %c; %k)
  %4 = tuple %1, %2, %3
  return %4
}`);
  });

  test("rules share one environment", () => {
    const module = closed(
      `${from} function f(a: number, b: number) { return rule(p, j, d); function d(x: number) { return x; } function p(x: number) { return x * a; } function j(x: number) { return tuple(x * b, q); } function q() { return b; } }`,
    );
    expect(module.functions["f.p"]?.rules).toEqual({ J: "f.j", D: "f.d" });
    expect(module.functions["f.p"]?.captures).toEqual(module.functions["f.j"]?.captures);
    expect(module.functions["f.p"]?.captures).toEqual(module.functions["f.d"]?.captures);
  });

  test("misuse is a bug", () => {
    const { module } = lower(
      `${from} const f = () => tuple; const g = () => shadowGet(1); const h = (x: number) => rule(x, x);`,
      "m.ts",
    );
    expect(Object.values(module.functions).flatMap(({ refusal }) => refusal?.message ?? [])).toEqual([
      "bug in zeroth: the intrinsic `tuple` as a value",
      "bug in zeroth: `shadowGet` with 1 arguments",
      "bug in zeroth: `rule` of anything but the names of functions of one scope",
    ]);
  });
});

describe("what concerns the text", () => {
  const code = `"use strict";
export default function () { return 1; }
const f = (x) => x, xs = [1].map((x) => x);
const o = { m(x) { return this.k; }, "n-o": function () { return () => this; } };
(() => 1)(); (function named() {})();
switch (f) { case 1: let z = 0; z++; function g() { return z; } }
for (let i = 0; i < 3; i++) xs.push(() => i++);
const h = (a) => () => a++;
function p(b = 1) { "use asm"; b = 2; return () => b; }
`;
  const { functions, boxes, start } = lower(code, "m.js");
  const at = (name: string): (typeof functions)[number] => functions.find(({ func }) => func === name) as never;
  const after = (offset: number): string => code.slice(offset, offset + 12);

  test("functions", () => {
    expect(code.slice(0, start)).toBe('"use strict";');
    expect(at("default")).toMatchObject({
      form: "declaration",
      isExportDefaultAnonymous: true,
      name: "default",
      scopeStart: start,
    });
    expect(at("f")).toMatchObject({ form: "arrow", name: "f", isNamed: false });
    expect(at("m")).toMatchObject({ form: "method", key: { name: "m" }, usesThis: false });
    expect(code.slice(at("m").literal?.start, at("m").literal?.end)).toMatch(/^\{ m\(x\).*\}$/);
    expect(at("n-o".replace("-", "_"))).toMatchObject({ form: "expression", name: "n-o" });
    expect(at("n_o.fn")).toMatchObject({ form: "arrow", usesThis: true });
    expect(functions.filter(({ isCallee }) => isCallee).map(({ start: s }) => code.slice(s, s + 7))).toEqual([
      "() => 1",
    ]);
    expect(after(at("g").scopeStart)).toBe("let z = 0; z");
  });

  test("boxes", () => {
    expect(boxes.map(({ name, func, users, isWritable }) => [name, func, users, isWritable])).toEqual([
      ["z", "module", ["g"], true],
      ["i", "module", ["fn.2"], true],
      ["a", "h", ["h.fn"], true],
      ["b", "p", ["p.fn"], true],
    ]);
    const place = (name: string): unknown => {
      const found = boxes.find((box) => box.name === name)?.place;
      if (found?.kind === "statement") return after(found.offset);
      return found === undefined ? undefined : [found.kind, code.slice(found.start, found.end)];
    };
    expect(place("z")).toBe("let z = 0; z");
    expect(place("i")).toEqual(["wrap-statement", "xs.push(() => i++);"]);
    expect(place("a")).toEqual(["wrap-expression", "() => a++"]);
    expect(place("b")).toBe(" b = 2; retu");
  });
});

test("the same text gives the same module", () => {
  const code = "export const f = (x) => { for (const y of x) if (y) return () => y; };";
  expect(printModule(lower(code, "m.js").module)).toBe(printModule(lower(code, "m.js").module));
});
