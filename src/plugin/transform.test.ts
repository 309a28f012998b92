import { describe, expect, test } from "vitest";
import { transform } from "./transform.ts";

/** The transformed text without the embedded code. */
function text(code: string, file = "m.ts"): string {
  const result = transform(code, file);
  return result === null
    ? ""
    : result.code.replace(/\$z\d*_?m\("(?:[^"\\]|\\.)*",/, "$zm(…,").replace(/,"m\.ts","(?:[^"\\]|\\.)*"\)/, ")");
}

/** The transformed text after the header. */
const body = (code: string, file?: string): string => text(code, file).replace(/import\{.*?\$z\d*_?m\(…\);/, "");

describe("functions get their stamp", () => {
  test("a declaration at the start of its scope", () => {
    expect(text("export function f(x: number) { return x; }")).toMatchInlineSnapshot(
      `"import{$z,$zd,$zo,$zc,$za,$zq,$box as $zb,$exported as $zbe,$imported as $zbi,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);$zd(f,()=>[$zt,"f",[],1]);export function f(x: number) { return x; }"`,
    );
  });

  test("nested arrows that end together, and keep their names", () => {
    expect(text("export const scale = (s: number) => (x: number) => x * s")).toMatchInlineSnapshot(
      `"import{$z,$zd,$zo,$zc,$za,$zq,$box as $zb,$exported as $zbe,$imported as $zbi,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);export const scale = /*#__PURE__*/$z({scale:(s: number) => $z((x: number) => x * s,()=>[$zt,"scale.fn",[()=>s]])}.scale,()=>[$zt,"scale",[],1])"`,
    );
  });

  test("an assigned variable gets a box beside its declaration", () => {
    expect(text("export function counter() {\n  let n = 0;\n  return () => ++n;\n}")).toMatchInlineSnapshot(`
      "import{$z,$zd,$zo,$zc,$za,$zq,$box as $zb,$exported as $zbe,$imported as $zbi,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);$zd(counter,()=>[$zt,"counter",[],1]);export function counter() {const $zb_n=$zb(()=>n,($v)=>{n=$v});
        let n = 0;
        return $z(() => ++n,()=>[$zt,"counter.fn",[()=>$zb_n]]);
      }"
    `);
  });

  test("a loop variable gets one box for each iteration", () => {
    expect(text("const fs = [];\nfor (let i = 0; i < 3; i++) fs.push(() => i);")).toMatchInlineSnapshot(`
      "import{$z,$zd,$zo,$zc,$za,$zq,$box as $zb,$exported as $zbe,$imported as $zbi,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);const fs = [];
      for (let i = 0; i < 3; i++) {const $zb_i=$zb(()=>i,($v)=>{i=$v});fs.push(/*#__PURE__*/$z(() => i,()=>[$zt,"fn",[()=>$zb_i]]));}"
    `);
  });

  test("a parameter of an arrow without a body", () => {
    expect(text("export const f = (x: number) => (() => ++x);")).toMatchInlineSnapshot(
      `"import{$z,$zd,$zo,$zc,$za,$zq,$box as $zb,$exported as $zbe,$imported as $zbi,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);export const f = /*#__PURE__*/$z({f:(x: number) =>{const $zb_x=$zb(()=>x,($v)=>{x=$v});return( ($z(() => ++x,()=>[$zt,"f.fn",[()=>$zb_x]])))}}.f,()=>[$zt,"f",[],1]);"`,
    );
  });

  test("methods of a literal", () => {
    expect(text("const s = 2;\nexport const o = { m(x: number) { return x * s; }, n: (x: number) => x };"))
      .toMatchInlineSnapshot(`
        "import{$z,$zd,$zo,$zc,$za,$zq,$box as $zb,$exported as $zbe,$imported as $zbi,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);const s = 2;
        export const o = $zo({ m(x: number) { return x * s; }, n: /*#__PURE__*/$z({n:(x: number) => x}.n,()=>[$zt,"n",[],1]) },"m",()=>[$zt,"m",[()=>s],1]);"
      `);
  });

  test("a default export without a name", () => {
    expect(text("export default function (x: number) { return x }\n(0);")).toMatchInlineSnapshot(`
      "import{$z,$zd,$zo,$zc,$za,$zq,$box as $zb,$exported as $zbe,$imported as $zbi,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);export default /*#__PURE__*/$z({default:function (x: number) { return x }}.default,()=>[$zt,"default",[],1]);
      (0);"
    `);
  });
});

describe("the text stays what it was", () => {
  test("modules without functions to stamp, and texts that are not valid, are left alone", () => {
    expect(transform("export const a = 1;", "m.ts")).toBeNull();
    expect(transform("interface A { m(): void }", "m.ts")).toBeNull();
    expect(transform("const f = (x => ;", "m.ts")).toBeNull();
    expect(transform("exports.f = (x) => require('a')(x);", "m.js")).toBeNull();
  });

  test("a hashbang and directives come first", () => {
    expect(text("#!/usr/bin/env node\n'use strict'\nfunction f() { 'use x'\n}\n")).toMatch(
      /^#!.*\n'use strict';import\{.*\nfunction f/,
    );
    expect(text("#!/usr/bin/env node\nfunction f() {}")).toMatch(/^#!.*\nimport\{.*function f/);
    expect(body("const g = () => { 'use y'\n let n = 0; return () => n++ }")).toContain("'use y';const $zb_n=");
  });

  test("lines do not move", () => {
    const code =
      "\n\n// a\nexport const f = (\n  x: number,\n) => {\n  let n = 0;\n  return () => {\n    n++;\n  };\n};\nfunction g() {}\n";
    expect(
      text(code)
        .split("\n")
        .map((line, i) => [i, /\/\/ a|x: number,|n\+\+/.exec(line)?.[0]]),
    ).toEqual(code.split("\n").map((line, i) => [i, /\/\/ a|x: number,|n\+\+/.exec(line)?.[0]]));
  });

  test("helper names give way to the module's own", () => {
    const result = text("const $z = 1, $z1_ = 2; export const f = () => $z;");
    expect(result).toContain("import{$z as $z2_,$zd as $z2_d");
    expect(result).toContain("$z2_({f:() => $z}.f,()=>[$z2_t,");
  });

  test("a source text cannot end the script element that it is in", () => {
    expect(transform("export const f = () => '</script>';", "m.ts")?.code.match(/<\/script>/g)).toHaveLength(1);
  });

  test("functions that are called on the spot need no stamp, unless they can name themselves", () => {
    expect(body("(() => 1)(); new (function () {})(); export const f = 0;")).toBe("");
    expect(body("(function f() {})();")).toMatchInlineSnapshot(
      `"(/*#__PURE__*/$z(function f() {},()=>[$zt,"f",[],1]))();"`,
    );
  });

  test("classes and their methods have a stamp if they can be found", () => {
    const code = "class A { #p = 1; get() { return this.#p } plain() {} static async 'a b'() {} #own() { super.a() } }";
    expect(body(code)).toMatchInlineSnapshot(
      `"class A {static{$zc(this,()=>[$zt,"A.constructor",[()=>this],1],1);}static{$zq(this,"#p",(o)=>#p in o,(o)=>o.#p,(o,v)=>{o.#p=v});}static{$zd(this.prototype.get,()=>[$zt,"A.get",[()=>this],1]);}static{$zd(this.prototype.plain,()=>[$zt,"A.plain",[],1]);}static{$zd(this["a b"],()=>[$zt,"A.a_b",[],1]);}static{$zq(this,"#own",(o)=>#own in o,2,()=>[$zt,"A._own",[()=>this],1]);} #p = 1; get() { return this.#p } plain() {} static async 'a b'() {} #own() { super.a() } }"`,
    );
    const methods = "m() { super.m() } get n() { super.n() } o() { super.o() } ['p']() { super.p() } constructor() {}";
    expect(body(`class A { ${methods} m() {} [key]() {} }`)).toBe("");
  });

  test("of two declarations of one name the last counts", () => {
    expect(
      body("export function g() { function f() { return 1 } function f() { return 2 } return f }", "m.js").match(
        /\$zd\(f,.*?\);/g,
      ),
    ).toHaveLength(1);
  });

  test("a method that a later property may replace has no stamp", () => {
    expect(body("export const o = { m() {}, n() {}, ...other, p() {} };")).toMatchInlineSnapshot(
      `"export const o = $zo({ m() {}, n() {}, ...other, p() {} },"p",()=>[$zt,"p",[],1]);"`,
    );
    expect(body("export const o = { m() {}, n() {}, m: 1 };")).toMatchInlineSnapshot(
      `"export const o = $zo({ m() {}, n() {}, m: 1 },"n",()=>[$zt,"n",[],1]);"`,
    );
  });

  test("names that are no identifiers are kept", () => {
    expect(
      body("export const o = { 'a b': () => 1, 0: () => 2, [key]: () => 3, __proto__: () => 4 };"),
    ).toMatchInlineSnapshot(
      `"export const o = { 'a b': /*#__PURE__*/$z({"a b":() => 1}["a b"],()=>[$zt,"a_b",[],1]), 0: /*#__PURE__*/$z({"0":() => 2}["0"],()=>[$zt,"0",[],1]), [key]: /*#__PURE__*/$z(() => 3,()=>[$zt,"fn",[],1]), __proto__: /*#__PURE__*/$z(() => 4,()=>[$zt,"__proto__",[],1]) };"`,
    );
  });
});

describe("boxes", () => {
  test("a parameter gets its box in the body, a parenthesised expression included", () => {
    expect(body("export const f = (n = 1) => ({ next: () => ++n });")).toMatchInlineSnapshot(
      `"export const f = /*#__PURE__*/$z({f:(n = 1) =>{const $zb_n=$zb(()=>n,($v)=>{n=$v});return( ({ next: $z({next:() => ++n}.next,()=>[$zt,"f.next",[()=>$zb_n]]) }))}}.f,()=>[$zt,"f",[],1]);"`,
    );
    expect(body("export const f=n=>()=>n++")).toMatchInlineSnapshot(
      `"export const f=/*#__PURE__*/$z({f:n=>{const $zb_n=$zb(()=>n,($v)=>{n=$v});return($z(()=>n++,()=>[$zt,"f.fn",[()=>$zb_n]]))}}.f,()=>[$zt,"f",[],1])"`,
    );
    expect(body("export const f = n => // => (\n  (/* => */ () => n++)")).toMatchInlineSnapshot(`
      "export const f = /*#__PURE__*/$z({f:n =>{const $zb_n=$zb(()=>n,($v)=>{n=$v});return( // => (
        (/* => */ $z(() => n++,()=>[$zt,"f.fn",[()=>$zb_n]])))}}.f,()=>[$zt,"f",[],1])"
    `);
  });

  test("loops whose body is one statement", () => {
    expect(body("for (let i = 0; i < 3; i++) if (i) { fs.push(() => i) } else fs.push(() => -i)\nexport {}"))
      .toMatchInlineSnapshot(`
        "for (let i = 0; i < 3; i++) {const $zb_i=$zb(()=>i,($v)=>{i=$v});if (i) { fs.push(/*#__PURE__*/$z(() => i,()=>[$zt,"fn",[()=>$zb_i]])) } else fs.push(/*#__PURE__*/$z(() => -i,()=>[$zt,"fn.1",[()=>$zb_i]]))}
        export {}"
      `);
    expect(body("for (let x of xs) for (let y of ys) fs.push(() => x++ + y++)")).toMatchInlineSnapshot(
      `"for (let x of xs) {const $zb_x=$zb(()=>x,($v)=>{x=$v});for (let y of ys) {const $zb_y=$zb(()=>y,($v)=>{y=$v});fs.push(/*#__PURE__*/$z(() => x++ + y++,()=>[$zt,"fn",[()=>$zb_x,()=>$zb_y]]))}}"`,
    );
    expect(body("for (let x of xs) f(() => x++, y => y)")).toMatchInlineSnapshot(
      `"for (let x of xs) {const $zb_x=$zb(()=>x,($v)=>{x=$v});f(/*#__PURE__*/$z(() => x++,()=>[$zt,"fn",[()=>$zb_x]]), /*#__PURE__*/$z(y => y,()=>[$zt,"fn.1",[]]))}"`,
    );
  });

  test("constants and imports that are not only called have boxes that cannot be written", () => {
    expect(
      body("import { a } from './a.ts'; const f = () => a + late; const late = 1; export { f };"),
    ).toMatchInlineSnapshot(
      `"const $zb_a=/*#__PURE__*/$zbi(()=>a);const $zb_late=$zb(()=>late);import { a } from './a.ts'; const f = /*#__PURE__*/$z({f:() => a + late}.f,()=>[$zt,"f",[()=>$zb_a.box,()=>$zb_late],1,[0]]); const late = 1; export { f };"`,
    );
  });

  test("static blocks", () => {
    expect(body("class A { static { let n = 0; this.f = () => n++; } static {} }")).toMatchInlineSnapshot(
      `"class A {static{$zc(this,()=>[$zt,"A.constructor",[],1]);} static { ;const $zb_n=$zb(()=>n,($v)=>{n=$v});let n = 0; this.f = $z(() => n++,()=>[$zt,"A.static.fn",[()=>$zb_n]]); } static {} }"`,
    );
  });
});
