// Statements that must mean the same to JavaScript and to the IR, whose loops are left by their latches only.

import { describe, test } from "vitest";
import { expectSameMeaning } from "../test-support/same-meaning.ts";

const check = (name: string, text: string, ...args: readonly string[]): void => {
  test.each([name])("%s", () => {
    expectSameMeaning(text, ...args);
  });
};

describe("branches", () => {
  check("if", "(x) => { if (x > 0) return 1; else if (x < 0) { return -1; } return 0; }", "1", "-1", "0");
  check("if without else", "(x) => { let y = 1; if (x) y = 2; return y; }", "1", "0");
  check("empty", "(x) => { if (x); else {} ; return x; }", "1", "0");
  check("no return", "(x) => { x; }", "1");
  check("return in both", "(x) => { if (x) { return 1; } else { return 2; } }", "1", "0");
  check("throw", "(x) => { if (x < 0) throw new RangeError('negative: ' + x); return Math.sqrt(x); }", "4", "-1");
  check("throw of anything", "(x) => { throw x; }", "4", "'s'", "null");
  check("code after return", "() => { return 1; let x = 2; while (x) { x--; } return x; }");
});

describe("switch", () => {
  const text =
    "(x) => { const log = []; switch (x) { case 1: log.push('one'); case 2: log.push('two'); break; default: log.push('other'); case 3: log.push('three'); } return log; }";
  check("fall through, default in the middle", text, "1", "2", "3", "4", "'1'");
  check(
    "returns",
    "(x) => { switch (x) { case 'a': return 1; case 'b': case 'c': return 2; } return 3; }",
    "'a'",
    "'b'",
    "'c'",
    "'d'",
  );
  check(
    "tests are evaluated in order, until one is equal",
    "(x) => { const log = []; const t = (y) => { log.push(y); return y; }; switch (x) { case t(1): break; case t(2): break; case t(3): } return log; }",
    "1",
    "2",
    "9",
  );
  check(
    "in a loop, with continue",
    "(xs) => { let s = 0; for (const x of xs) { switch (x) { case 0: continue; case 1: s += 10; break; default: s += x; } s += 0.5; } return s; }",
    "[0, 1, 2, 3]",
  );
  check(
    "break of the loop around",
    "(xs) => { let s = 0; out: for (const x of xs) { switch (x) { case 9: break out; default: s += x; } } return s; }",
    "[1, 2, 9, 4]",
  );
  check("empty", "(x) => { switch (x++) {} return x; }", "1");
  check("only default", "(x) => { switch (x) { default: x = 5; } return x; }", "1");
  check(
    "lexical variables",
    "(x) => { switch (x) { case 0: let y = 1; return y; case 1: y = 5; return y; default: return (() => y)(); } }",
    "0",
    "1",
    "2",
  );
  check(
    "lexical variables, captured",
    "(x) => { let f; switch (x) { case 0: const y = 1; f = () => y; case 1: f ??= () => y; } return f(); }",
    "0",
    "1",
  );
  check(
    "functions",
    "(x) => { switch (x) { case 0: return f(1); case 1: function f(y) { return y + x; } return f(5); } }",
    "0",
    "1",
  );
  check(
    "default first",
    "(x) => { let s = ''; switch (x) { default: s += 'd'; case 1: s += '1'; break; case 2: s += '2'; } return s; }",
    "1",
    "2",
    "3",
  );
  check("NaN", "(x) => { switch (x) { case NaN: return 1; default: return 2; } }", "NaN");
});

describe("loops", () => {
  check("while", "(n) => { let r = 1, i = 0; while (i < n) { r = r * 2; i++; } return r; }", "0", "5", "'3'");
  check("while with break", "(n) => { let i = 0; while (true) { if (i >= n) break; i++; } return i; }", "0", "5");
  check(
    "while with continue",
    "(n) => { let s = 0, i = 0; while (i < n) { i++; if (i % 2) continue; s += i; } return s; }",
    "7",
  );
  check(
    "while with a compound condition",
    "(xs) => { let i = 0; while (i < xs.length && xs[i] > 0) i++; return i; }",
    "[1, 2, -1, 3]",
    "[]",
    "[1]",
  );
  check("while with or", "(n) => { let i = 0; while (i < n || i < 2) i++; return i; }", "0", "5");
  check("while not", "(n) => { let i = 0; while (!(i >= n)) i++; return i; }", "0", "5");
  check("condition with effects", "(n) => { let s = 0; while (n-- > 0) s += n; return [s, n]; }", "4", "0");
  check(
    "condition with assignment",
    "(xs) => { let x, s = 0, i = 0; while ((x = xs[i++]) !== undefined) s += x; return [s, i]; }",
    "[1, 2, 3]",
  );
  check("do", "(n) => { let i = 0; do { i++; } while (i < n); return i; }", "0", "5");
  check(
    "do with break and continue",
    "(n) => { let i = 0, s = 0; do { i++; if (i === 3) continue; if (i === 6) break; s += i; } while (i < n); return [i, s]; }",
    "0",
    "4",
    "9",
  );
  check("do false", "() => { let i = 0; do { i++; } while (false); return i; }");
  check("for", "(n) => { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }", "0", "5");
  check("for without parts", "(n) => { let i = 0; for (;;) { if (i++ > n) return i; } }", "3");
  check("for with several", "(n) => { let s = 0; for (let i = 0, j = n; i < j; i++, j--) s += i * j; return s; }", "7");
  check("for with outer variable", "(n) => { let i; for (i = 5; i < n; i += 2); return i; }", "8", "2");
  check(
    "for with destructuring",
    "() => { const out = []; for (let [a, b] = [0, 1]; a < 50; [a, b] = [b, a + b]) out.push(a); return out; }",
  );
  check("for with float counter", "() => { let s = 0; for (let t = 0; t < 1; t += 0.1) s += t; return s; }");
  check(
    "for-of",
    "(xs) => { let s = 0; for (const x of xs) s += x; return s; }",
    "[1, 2, 3]",
    "[]",
    "new Float64Array([1, 2])",
    "'123'",
  );
  check("for-of sees pushes", "(xs) => { for (const x of xs) { if (x < 4) xs.push(x + 2); } return xs; }", "[1, 2, 3]");
  check("for-of of what cannot be", "(xs) => { for (const x of xs) return x; }", "null", "{}", "4");
  check("for-of with var", "(xs) => { for (var x of xs); return x; }", "[1, 2, 3]", "[]");
  check(
    "entries",
    "(xs) => { let s = 0; for (const [i, x] of xs.entries()) s += i * x; return s; }",
    "[1, 2, 3]",
    "new Float64Array([4, 5])",
  );
  check(
    "entries as pairs",
    "(xs) => { const out = []; for (const p of xs.entries()) out.push(p); for (const [i] of xs.entries()) out.push(i); for (const [, x = 9] of xs.entries()) out.push(x); return out; }",
    "[1, undefined]",
  );
  check(
    "keys and values",
    "(xs) => { const out = []; for (const k of xs.keys()) out.push(k); for (const x of xs.values()) out.push(x); return out; }",
    "[5, 6]",
  );
  check("body that always leaves", "(n) => { while (n > 0) { return 5; } return 6; }", "1", "0");
  check("body that always breaks", "(n) => { while (n > 0) { n--; break; } return n; }", "5", "0");
  check("body that always throws", "(n) => { for (;;) { throw new Error('x' + n); } }", "1");
  check("body that always continues", "(n) => { let i = 0; while (i < n) { i++; continue; } return i; }", "3");
  check(
    "if-else with break and continue",
    "(n) => { let i = 0, s = 0; for (;;) { i++; if (i > n) break; else if (i % 3 === 0) continue; s += i; } return s; }",
    "10",
  );
});

describe("nested loops", () => {
  check(
    "plain",
    "(n) => { let s = 0; for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) s += i * j; return s; }",
    "6",
  );
  check(
    "return from the inner",
    "(m, k) => { for (let i = 0; i < m.length; i++) { for (let j = 0; j < m[i].length; j++) { if (m[i][j] === k) return [i, j]; } } return null; }",
    "[[1, 2], [3, 4]], 3",
    "[[1, 2], [3, 4]], 9",
  );
  check(
    "labelled break",
    "(m, k) => { let at = -1; outer: for (let i = 0; i < m.length; i++) { for (const x of m[i]) { if (x === k) { at = i; break outer; } } } return at; }",
    "[[1, 2], [3, 4]], 3",
    "[[1, 2], [3, 4]], 9",
  );
  check(
    "labelled continue",
    "(m) => { const out = []; rows: for (const row of m) { for (const x of row) { if (x < 0) continue rows; } out.push(row.length); } return out; }",
    "[[1, 2], [3, -4], [5]]",
  );
  check(
    "three deep, all kinds of jumps",
    "(n) => { const log = []; a: for (let i = 0; i < n; i++) { b: for (let j = 0; j < n; j++) { let k = 0; while (true) { k++; const c = (i * 7 + j * 3 + k) % 11; if (c === 0) continue b; if (c === 1) continue a; if (c === 2 && i > 2) break a; if (c === 3) break b; if (c === 4) break; if (c === 5 && i * j > 12) return [log, i, j, k]; log.push(c); if (k > 9) continue b; } log.push('in'); } log.push('out'); } return log; }",
    "2",
    "4",
    "7",
  );
  check(
    "labelled block",
    "(x) => { let r = 0; here: { r = 1; if (x) break here; r = 2; } return r; }",
    "true",
    "false",
  );
  check(
    "labelled block left from a loop",
    "(xs) => { let r = 'none'; find: { for (const x of xs) { if (x > 2) { r = x; break find; } } r = 'all'; } return r; }",
    "[1, 2, 3]",
    "[1]",
  );
  check("labelled if", "(x) => { a: if (x) { if (x > 1) break a; x = 10; } return x; }", "0", "1", "2");
  check("two labels", "() => { let n = 0; a: b: for (;;) { n++; if (n < 3) continue a; break b; } return n; }");
  check(
    "loop variables after inner loops",
    "(n) => { let last = 0; for (let i = 0; i < n; i++) { let j = i; while (j > 0) { j--; last += j; } last += j; } return last; }",
    "5",
  );
  check(
    "closures in nested loops",
    "() => { const fs = []; for (let i = 0; i < 3; i++) { for (let j = 0; j < 2; j++) { if (i === 1) continue; fs.push(() => [i, j++]); } } fs.forEach((f) => f()); return fs.map((f) => f()); }",
  );
  check(
    "closures and labelled jumps",
    "() => { const fs = []; out: for (let i = 0; i < 4; i++) { let k = i; for (let j = 0; j < 4; j++) { fs.push(() => k++ + i++); if (j === i) continue out; if (i === 3) break out; } } return fs.map((f) => f()); }",
  );
});
