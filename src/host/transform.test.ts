import { describe, expect, test } from "vitest";
import { transform } from "./transform.ts";

/** The transformed text without the embedded code. */
function text(code: string, file = "m.ts"): string {
  const result = transform(code, file);
  return result === null ? "" : result.code.replace(/\$z\d*_?m\("(?:[^"\\]|\\.)*",/, "$zm(…,").replace(/,"m\.ts","(?:[^"\\]|\\.)*"\)/, ")");
}

describe("functions get their stamp", () => {
  test("a declaration at the start of its scope", () => {
    expect(text("export function f(x: number) { return x; }")).toMatchInlineSnapshot(`"import{$z,$zd,$zo,$box as $zb,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);$zd(f,()=>[$zt,"f",[]]);export function f(x: number) { return x; }"`);
  });

  test("nested arrows that end together, and keep their names", () => {
    expect(text("export const scale = (s: number) => (x: number) => x * s")).toMatchInlineSnapshot(`"import{$z,$zd,$zo,$box as $zb,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);export const scale = /*#__PURE__*/$z({scale:(s: number) => $z((x: number) => x * s,()=>[$zt,"scale.fn",{get 0(){return s},length:1}])}.scale,()=>[$zt,"scale",[]])"`);
  });

  test("an assigned variable gets a box beside its declaration", () => {
    expect(text("export function counter() {\n  let n = 0;\n  return () => ++n;\n}")).toMatchInlineSnapshot(`
      "import{$z,$zd,$zo,$box as $zb,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);$zd(counter,()=>[$zt,"counter",[]]);export function counter() {const $zb_n=$zb(()=>n,($v)=>{n=$v});
        let n = 0;
        return $z(() => ++n,()=>[$zt,"counter.fn",{get 0(){return $zb_n},length:1}]);
      }"
    `);
  });

  test("a loop variable gets one box for each iteration", () => {
    expect(text("const fs = [];\nfor (let i = 0; i < 3; i++) fs.push(() => i);")).toMatchInlineSnapshot(`
      "import{$z,$zd,$zo,$box as $zb,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);const fs = [];
      for (let i = 0; i < 3; i++) {const $zb_i=$zb(()=>i,($v)=>{i=$v});fs.push(/*#__PURE__*/$z(() => i,()=>[$zt,"fn",{get 0(){return $zb_i},length:1}]));}"
    `);
  });

  test("a parameter of an arrow without a body", () => {
    expect(text("export const f = (x: number) => (() => ++x);")).toMatchInlineSnapshot(`"import{$z,$zd,$zo,$box as $zb,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);export const f = /*#__PURE__*/$z({f:(x: number) =>{const $zb_x=$zb(()=>x,($v)=>{x=$v});return( ($z(() => ++x,()=>[$zt,"f.fn",{get 0(){return $zb_x},length:1}])))}}.f,()=>[$zt,"f",[]]);"`);
  });

  test("methods of a literal", () => {
    expect(text("const s = 2;\nexport const o = { m(x: number) { return x * s; }, n: (x: number) => x };")).toMatchInlineSnapshot(`
      "import{$z,$zd,$zo,$box as $zb,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);const s = 2;
      export const o = $zo({ m(x: number) { return x * s; }, n: /*#__PURE__*/$z({n:(x: number) => x}.n,()=>[$zt,"n",[]]) },"m",()=>[$zt,"m",{get 0(){return s},length:1}]);"
    `);
  });

  test("a default export without a name", () => {
    expect(text("export default function (x: number) { return x }\n(0);")).toMatchInlineSnapshot(`
      "import{$z,$zd,$zo,$box as $zb,$module as $zm}from"zeroth/runtime";const $zt=/*#__PURE__*/$zm(…);export default /*#__PURE__*/$z({default:function (x: number) { return x }}.default,()=>[$zt,"default",[]]);
      (0);"
    `);
  });
});
