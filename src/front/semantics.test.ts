// Programs, one per construct, that must mean the same to JavaScript and to the IR.

import { describe, expect, test } from "vitest";
import { expectSameMeaning, interpretedText } from "../test-support/same-meaning.ts";

const check = (name: string, text: string, ...args: readonly string[]): void => {
  test.each([name])("%s", () => {
    expectSameMeaning(text, ...args);
  });
};

const pairs = [
  "1, 2",
  "-3, 0.5",
  "'a', 1",
  "null, undefined",
  "true, '2'",
  "NaN, -0",
  "5n, 2n",
  "[1], {}",
  "'10', '9'",
  "1n, 2",
];

describe("operators", () => {
  for (const op of [
    "+",
    "-",
    "*",
    "/",
    "%",
    "**",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    ">>>",
    "<",
    "<=",
    ">",
    ">=",
    "===",
    "!==",
    "==",
    "!=",
  ]) {
    check(op, `(a, b) => a ${op} b`, ...pairs);
  }
  for (const op of ["-", "+", "~", "!", "typeof ", "void "])
    check(op, `a => ${op}a`, "1", "'3'", "null", "undefined", "true", "-0", "{}", "2n");
  check("in", "(k, o) => k in o", "'a', {a: 1}", "0, [5]", "1, [5]", "'a', 3");
  check(
    "instanceof",
    "(x) => [x instanceof Array, x instanceof Object, x instanceof Error]",
    "[1]",
    "{}",
    "1",
    "new TypeError('x')",
  );
  check(
    "delete",
    "(o) => { const r = delete o.a; const s = delete o['b' + 1]; return [r, s, o]; }",
    "{a: 1, b1: 2, c: 3}",
  );
  check("delete frozen", "(o) => delete o.a", "Object.freeze({a: 1})");
  check("comma", "(a) => (a++, a++, a)", "1", "'4'");
  check("negative zero", "() => [-0, -(0), 0 * -1, Object.is(-0, 0)]");
  check("precedence of **", "(a) => (-a) ** 2 + 2 ** 3 ** -a", "3");
  check("typeof of a name that is not there", "() => typeof thereIsNoSuchName");
  check("typeof of a global", "() => [typeof Math, typeof parseInt, typeof undefined]");
  check("constants", "() => [undefined, NaN, Infinity, null, true, false, 'x\\n', 1e3, 0x1f, 10n]");
  check(
    "order of evaluation",
    "(log) => { const f = (x) => { log.push(x); return x; }; return f(1) + f(2) * f(3) - f(4); }",
    "[]",
  );
  check("old value is kept", "(x) => x + (x = 5) + x", "1");
});

describe("short circuits", () => {
  for (const op of ["&&", "||", "??"]) {
    check(
      op,
      `(a, b) => { let n = 0; const r = a ${op} (n++, b); return [r, n]; }`,
      "0, 2",
      "1, 2",
      "null, 3",
      "undefined, 0",
      "'', 'x'",
    );
    check(
      `${op}=`,
      `(a, b) => { let n = 0; const r = (a ${op}= (n++, b)); return [a, r, n]; }`,
      "0, 2",
      "1, 2",
      "null, 3",
    );
    check(
      `${op}= on a property`,
      `(o, b) => { let n = 0; o[(n++, 'x')] ${op}= b; return [o, n]; }`,
      "{x: 0}, 2",
      "{x: 1}, 2",
      "{}, 3",
    );
  }
  check(
    "in conditions",
    "(a, b, c) => { if (a && (b || !c)) return 1; if (!(a || b)) return 2; return 3; }",
    "1, 0, 0",
    "1, 0, 1",
    "0, 0, 1",
    "0, 1, 0",
  );
  check("?:", "(a) => a > 0 ? 'pos' : a < 0 ? 'neg' : 'zero'", "1", "-1", "0");
  check("?: with effects", "(a) => { let n = 0; const r = a ? (n += 1) : (n -= 1); return [r, n]; }", "true", "false");
  check(
    "optional chains",
    "(o) => [o?.a, o?.a?.b, o?.['a']?.b.c, o?.f?.(2), o?.a.b]",
    "null",
    "{a: {b: {c: 4}}, f(x) { return x + this.k; }, k: 3}",
    "{a: {b: 1}}",
  );
  check("optional chain skips arguments", "(o) => { let n = 0; o?.f(n++); o?.[n++]; return n; }", "null", "{f() {}}");
  check("optional call", "(f) => f?.(1)", "null", "x => x + 1", "3");
});

describe("assignments", () => {
  for (const op of ["+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^="]) {
    check(op, `(a, b) => { const r = (a ${op} b); return [a, r]; }`, "7, 2", "'7', 2", "true, 3");
  }
  check(
    "compound on a property evaluates object and key once",
    "() => { const log = []; const o = {k: 1}; const f = () => { log.push('o'); return o; }; const k = () => { log.push('k'); return 'k'; }; f()[k()] += 2; f()[k()]++; return [o, log]; }",
  );
  check("++ and --", "(x) => [x++, x, ++x, x--, --x, x]", "1", "'5'", "null", "1.5");
  check("++ on a property", "(o) => [o.x++, ++o.x, o.x--, o['x'], o.y++, o]", "{x: 1}", "{x: '3'}");
  check("chained", "() => { let a, b; a = b = 3; return [a, b]; }");
  check("length", "(a) => { a.length = 1; a.length += 1; return a; }", "[1, 2, 3]");
  check("constants cannot be assigned", "() => { const c = 1; c = 2; return c; }");
  check("constants cannot be incremented", "() => { const c = 1; c++; return c; }");
  check("constants cannot be assigned by closures", "() => { const c = 1; (() => { c = 2; })(); return c; }");
  check("a property of null", "(o) => o.x", "null", "undefined", "1");
  check("a property of null, written", "(o) => { o.x = 1; }", "null");
  check("a call of what is no function", "(o) => o.f(1)", "{}", "{f: 3}");
});

describe("variables", () => {
  check(
    "block scopes",
    "(x) => { let a = 1; { let a = 2; x += a; } if (x) { const a = 3; x += a; } return x + a; }",
    "1",
  );
  check("var is hoisted", "(c) => { if (c) { var v = 1; } return v; }", "true", "false");
  check("var in loops", "() => { for (var i = 0; i < 3; i++) { var last = i; } return [i, last]; }");
  check("var twice", "(x) => { var x; var y = x; var y; return [x, y]; }", "4");
  check("var of a parameter's name", "(x) => { var x = x + 1; return x; }", "4");
  check("use before declaration", "() => { x; let x = 1; return x; }");
  check("use in its own initialiser", "() => { let x = x + 1; return x; }");
  check("assignment before declaration", "() => { x = 2; let x = 1; return x; }");
  check("typeof before declaration", "() => { typeof x; let x = 1; return x; }");
  check("closure before declaration", "() => { const f = () => x; const a = f(); let x = 1; return [a, x]; }");
  check("closure before declaration, called later", "() => { const f = () => x; const x = 1; return f(); }");
  check("closure assigns before declaration", "() => { const f = () => { x = 3; }; f(); let x = 1; return x; }");
  check("closure declared in a block", "() => { let f; { let x = 1; f = () => x++; } return [f(), f()]; }");
  check(
    "arithmetic on variables that hold text",
    "() => { let s = '5'; const t = s; let u = t; u++; return [s + 1, t - 1, u]; }",
  );
  check("let without initialiser", "() => { let x; const f = () => x; const a = f(); x = 2; return [a, f()]; }");
  check("shadowed parameter", "(x) => { { const x = 5; return x; } }", "1");
  check("globals", "() => [Number.EPSILON, parseInt('12px'), String(4), isNaN(NaN), globalThis.Math === Math]");
  check("missing global", "() => thereIsNoSuchName1 + 1".replace("thereIsNoSuchName1", "globalThis.nothing.x"));
});

describe("destructuring", () => {
  check(
    "objects",
    "(o) => { const {a, b: {c = 5} = {}, ['d' + 1]: d, ...rest} = o; return [a, c, d, rest]; }",
    "{a: 1, b: {c: 2}, d1: 3, e: 4, f: 5}",
    "{a: 1}",
    "{b: {}}",
  );
  check(
    "arrays",
    "(xs) => { const [a, , b = 7, ...rest] = xs; return [a, b, rest]; }",
    "[1, 2, 3, 4, 5]",
    "[1]",
    "'hey you'",
    "[]",
  );
  check("null", "(o) => { const {a} = o; return a; }", "null", "undefined", "{a: 3}");
  check("null, empty pattern", "(o) => { const {} = o; return 1; }", "null", "undefined", "{}");
  check("null, rest", "(o) => { const {...r} = o; return r; }", "null", "{a: 1}");
  check("null, array pattern", "(o) => { const [a] = o; return a; }", "null", "undefined", "3", "{}");
  check(
    "rest leaves numeric and computed keys out",
    "(o, k) => { const {1: a, [k]: b, ...rest} = o; return [a, b, rest]; }",
    "{1: 'a', 2: 'b', 3: 'c'}, 2",
  );
  check("swap", "(a, b) => { [a, b] = [b, a]; return [a, b]; }", "1, 2");
  check("swap of elements", "(xs) => { [xs[0], xs[1]] = [xs[1], xs[0]]; return xs; }", "[1, 2]");
  check(
    "rotation in a loop",
    "(n) => { let a = 0, b = 1; for (let i = 0; i < n; i++) [a, b] = [b, a + b]; return a; }",
    "10",
  );
  check("value of a destructuring assignment", "() => { let a, b; const r = ([a, b] = [1, 2, 3]); return [a, b, r]; }");
  check(
    "assignment to properties",
    "(o) => { [o.x, o['y']] = [1, 2]; ({a: o.z, b: o.w = 9} = {a: 3}); return o; }",
    "{}",
  );
  check(
    "defaults are lazy, in order",
    "() => { const log = []; const f = (x) => { log.push(x); return x; }; const {a = f(1), b = f(2), c = f(3)} = {b: 5}; return [a, b, c, log]; }",
  );
  check(
    "null is no reason for a default",
    "(x = 3) => { const [y = 4] = [null]; return [x, y]; }",
    "null",
    "undefined",
    "",
  );
  check(
    "for-of heads",
    "(ps) => { let s = 0; for (const [a, {b = 1}] of ps) s += a * b; return s; }",
    "[[1, {b: 2}], [3, {}]]",
  );
  check(
    "for-of with assignment",
    "(xs) => { let a, o = {}; for ([a, o.b] of xs); return [a, o]; }",
    "[[1, 2], [3, 4]]",
  );
  check("length as a property", "({length}) => length", "[1, 2]", "'abc'", "{length: 5}");
});

describe("parameters", () => {
  check("missing and more", "(a, b) => [a, b]", "", "1", "1, 2, 3");
  check("defaults", "(a, b = a + 1, c = () => a + b) => [a, b, c()]", "1", "1, 5", "1, undefined, Number");
  check("patterns", "({x, y: [z]}, [w = 2] = []) => [x, z, w]", "{x: 1, y: [3]}", "{x: 1, y: [3]}, [4]");
  check("rest", "(a, ...r) => { r.push(a); return r; }", "1", "1, 2, 3");
  check("rest pattern", "(...[a, b = 4]) => [a, b]", "1", "1, 2");
  check("assigned parameters", "(a) => { a = a * 2; const f = () => a++; f(); return a; }", "3");
  check(
    "spread arguments",
    "(xs) => { const f = (...a) => a.length + a[0]; return [f(...xs), f(0, ...xs), f(...xs, 1, ...xs), Math.max(...xs), Math.max(0, ...xs, 5)]; }",
    "[1, 2]",
  );
  check("spread of strings", "(s) => [...s, ...[1], 2]", "'héllo'");
  check("spread of what cannot be", "(s) => [...s]", "3", "null", "{}");
});

describe("literals", () => {
  check("arrays", "(a) => [1, a, [a, []], ...a, 'x', ...a]", "[1, 2]");
  check("objects", "(a, k) => ({a, b: 1, 'c d': 2, 3: 4, [k]: 5, [k + 1]: 6, b: 7})", "1, 'k'", "1, 'a'");
  check(
    "object spread",
    "(o) => ({x: 0, ...o, y: 1, ...null, ...undefined, ...'ab', ...[7]})",
    "{x: 1, z: 2}",
    "null",
    "{}",
  );
  check(
    "methods",
    "(k) => { const o = {k, f(x) { return x * this.k; }, g: function () { return this.f(2); }}; return [o.f(3), o.g()]; }",
    "5",
  );
  check(
    "templates",
    "(a, b) => [`${a}`, `a${a}b${b}`, `${a}${b}`, ``, `x`, `${a} `]",
    "1, 'z'",
    "null, [1, 2]",
    "true, undefined",
  );
  check(
    "typed arrays",
    "(n) => { const a = new Float64Array(n); for (let i = 0; i < n; i++) a[i] = i / 2; a[n] = 9; return [a, a.length, new Float32Array([0.1])[0]]; }",
    "3",
  );
  check("new", "() => [new Error('x').message, new Array(3).length, new Date(0).getTime(), Array(2).length]");
  check("strings", "(s) => s.padStart(6, '-') + s.toUpperCase().length + (3.14159).toFixed(2) + s[0]", "'abc'");
});

describe("Math", () => {
  check(
    "functions",
    "(x) => [Math.abs(x), Math.sin(x), Math.exp(x), Math.atan2(x, 2), Math.pow(x, 2), Math.max(x, 1, 2), Math.min(), Math.hypot(x, 3), Math.sign(x), Math.trunc(x)]",
    "1.5",
    "-2",
    "'3'",
    "NaN",
  );
  check("arity", "(x) => [Math.sin(), Math.sin(x, 1), Math.atan2(x), Math.pow(x), Math.imul(), Math.max(x)]", "1.5");
  check(
    "all of them",
    "(x) => [Math.acos(x), Math.acosh(x), Math.asin(x), Math.asinh(x), Math.atan(x), Math.atanh(x), Math.cbrt(x), Math.ceil(x), Math.clz32(x), Math.cos(x), Math.cosh(x), Math.expm1(x), Math.floor(x), Math.fround(x), Math.log(x), Math.log10(x), Math.log1p(x), Math.log2(x), Math.round(x), Math.sinh(x), Math.sqrt(x), Math.tan(x), Math.tanh(x)]",
    "0.5",
    "2.5",
  );
  check("constants", "() => [Math.PI, Math.E, Math.LN2, Math.LN10, Math.LOG2E, Math.LOG10E, Math.SQRT2, Math.SQRT1_2]");
  check("pow takes no bigints", "(x) => Math.pow(x, 2)", "2n");
  check("shadowed", "() => { const Math = {sin: (x) => x + 1, PI: 3}; return [Math.sin(1), Math.PI]; }");
  check("as values", "(xs) => { const f = Math.sqrt; return [f(4), xs.map(Math.sqrt)]; }", "[1, 4, 9]");
  check("arguments that are dropped have effects", "() => { let n = 0; Math.sin(1, n++); return n; }");
});

describe("closures", () => {
  check("curried", "(a, b) => ((x) => (y) => x * y + a)(b)(2)", "1, 3");
  check("counter", "() => { let n = 0; const up = () => ++n; const get = () => n; up(); up(); return [get(), n]; }");
  check(
    "shared by many",
    "(x) => { let n = 1; const bump = () => { n++; }; const f = (y) => { bump(); return y * n; }; return [f(x), f(x), n]; }",
    "3",
  );
  check(
    "loop variables are fresh",
    "() => { const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); return fs.map((f) => f()); }",
  );
  check(
    "loop variables, changed in the body",
    "() => { const fs = []; for (let i = 0; i < 6; i++) { fs.push(() => i++); i++; } return [fs.map((f) => f()), fs.map((f) => f())]; }",
  );
  check(
    "loop variables, continue",
    "() => { const fs = []; for (let i = 0; i < 6; i++) { if (i % 2) continue; fs.push(() => (i += 10)); } return fs.map((f) => f()); }",
  );
  check(
    "loop variables, closures change them for the next iteration",
    "() => { const seen = []; for (let i = 0; i < 6; i++) { const skip = () => { i += 2; }; seen.push(i); skip(); } return seen; }",
  );
  check(
    "var loop variables are shared",
    "() => { const fs = []; for (var i = 0; i < 3; i++) fs.push(() => i); return fs.map((f) => f()); }",
  );
  check(
    "for-of variables are fresh",
    "(xs) => { const fs = []; for (const x of xs) fs.push(() => x); return fs.map((f) => f()); }",
    "[1, 2, 3]",
  );
  check(
    "for-of variables, assigned",
    "(xs) => { const fs = []; for (let x of xs) { x *= 2; fs.push(() => x++); } return [fs.map((f) => f()), fs.map((f) => f())]; }",
    "[1, 2, 3]",
  );
  check(
    "while bodies make fresh variables",
    "() => { const fs = []; let i = 0; while (i < 3) { let j = i; fs.push(() => j++); i++; } return [fs.map((f) => f()), fs.map((f) => f())]; }",
  );
  check("constants by value", "() => { const k = 2; const f = (x) => x * k; return f(3); }");
  check("two names of one value", "(b) => { const a = b; const f = () => a + b; b = 5; return f(); }", "1");
  check("the same name twice", "(b) => { const a = b; { const b = 3; return (() => a * b)(); } }", "2");
  check("recursion", "(n) => { function fact(k) { return k < 2 ? 1 : k * fact(k - 1); } return fact(n); }", "5");
  check(
    "recursion by a constant",
    "(n) => { const fact = (k) => (k < 2 ? 1 : k * fact(k - 1)); return fact(n); }",
    "5",
  );
  check(
    "recursion by the function's own name",
    "(n) => { const f = function fact(k) { return k < 2 ? 1 : k * fact(k - 1); }; return f(n); }",
    "5",
  );
  check("own name cannot be assigned", "() => { const f = function g() { g = 1; }; f(); }");
  check(
    "recursion below",
    "(n) => { const f = (k) => [k].map((x) => (x > 0 ? x + f(x - 1) : 0))[0]; return f(n); }",
    "4",
  );
  check(
    "mutual recursion",
    "(n) => { function even(k) { return k === 0 || odd(k - 1); } function odd(k) { return k !== 0 && even(k - 1); } return [even(n), odd(n)]; }",
    "5",
  );
  check(
    "mutual recursion of constants",
    "(n) => { const even = (k) => k === 0 || odd(k - 1); const odd = (k) => k !== 0 && even(k - 1); return [even(n), odd(n)]; }",
    "5",
  );
  check(
    "mutual recursion with captures",
    "(n, s) => { const t = s * 2; function a(k) { return k <= 0 ? t : b(k - 1) + 1; } function b(k) { return k <= 0 ? s : a(k - 1) + 10; } return [a(n), b(n)]; }",
    "5, 100",
  );
  check("hoisted", "() => { const a = f(2); function f(x) { return x * 3; } return a; }");
  check("hoisted below return", "(x) => { const k = 3; return f(x); function f(y) { return y * k; } }", "4");
  check(
    "hoisted, uses a constant too early",
    "(x) => { const a = f(x); const k = 3; return a; function f(y) { return y * k; } }",
    "4",
  );
  check(
    "hoisted in blocks",
    "(c) => { let r = 0; if (c) { r = g(); function g() { return 5; } } return r; }",
    "true",
    "false",
  );
  check(
    "hoisted, the same function in a loop",
    "() => { const fs = []; for (let i = 0; i < 2; i++) { fs.push(f); } function f() {} return fs[0] === fs[1]; }",
  );
  check(
    "assigned function names",
    "() => { function f() { return 1; } const g = () => f(); f = () => 2; return g(); }",
  );
  check("immediately called", "() => (function () { return this; })()");
  check("this in arrows", "() => { const o = {k: 3, f() { return [1, 2].map((x) => x * this.k); }}; return o.f(); }");
  check("this of plain calls", "() => { const f = function () { return this === undefined; }; return f(); }");
  check(
    "names",
    "() => { const f = () => 1; const o = {g() {}, h: () => 1}; return [f.name, o.g.name, o.h.name, (function q() {}).name, (() => 1).name, f.length, ((a, b) => a).length]; }",
  );
  check("properties of functions", "() => { const f = (x) => x; f.k = 2; return f.k + f(1); }");
  check(
    "callbacks with index",
    "(xs) => xs.map((x, i, a) => x * i + a.length).filter((x) => x > 3).reduce((s, x) => s + x, 0)",
    "[1, 2, 3, 4]",
  );
  check(
    "closures over parameters of outer functions",
    "(a) => { const f = (b) => { const g = (c) => { a += c; return a + b; }; return g(1) + g(2); }; return [f(10), a]; }",
    "1",
  );
  check("deep capture", "(a) => (() => () => () => a++)()()() + a", "1");
});

test("recursion as deep as a loop is long", () => {
  const { f } = interpretedText("(n) => { const sum = (k) => (k === 0 ? 0 : k + sum(k - 1)); return sum(n); }");
  expect(f(20000)).toBe(200010000);
});
