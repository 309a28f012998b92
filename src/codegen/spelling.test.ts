// Expressions: precedence, constants, names, order of effects.

import { describe, expect, test } from "vitest";
import { bodyText, both, expression } from "../test-support/both-ways.ts";

describe("expressions", () => {
  test.each<[string, string, unknown[]]>([
    ["%a = add %x, %y\n%b = add %y, %a\nreturn %b", "y + (x + y)", [0.1, 0.2]],
    ["%a = add %x, %y\n%b = mul %a, 2\nreturn %b", "(x + y) * 2", [1, 2]],
    ["%a = neg %x\n%b = neg %a\nreturn %b", "-(-x)", [3]],
    ["%a = neg %x\n%b = pow %a, %y\nreturn %b", "(-x) ** y", [3, 2]],
    ["%a = pow %x, %y\n%b = pow %a, 2\nreturn %b", "(x ** y) ** 2", [3, 2]],
    ["%a = pow %x, %y\n%b = pow 2, %a\nreturn %b", "2 ** x ** y", [3, 2]],
    ["%b = pow -2, %x\nreturn %b", "(-2) ** x", [3]],
    ["%a = sub %x, -1\nreturn %a", "x - -1", [3]],
    ["%a = neg -0\nreturn %a", "-(-0)", []],
    ['%a = typeof %x\n%b = eq %a, "number"\nreturn %b', 'typeof x === "number"', [3]],
    ["%a = add %x, 1\n%b = typeof %a\nreturn %b", "typeof (x + 1)", ["s"]],
    ["%a = is-number %x\n%b = not %a\nreturn %b", '!(typeof x === "number")', [1]],
    ["%a = eq %x, %y\n%b = not %a\nreturn %b", "x !== y", [1, 2]],
    ["%a = not %x\n%b = not %a\nreturn %b", "!!x", [1]],
    ["%a = is-nullish %x\n%b = not %a\nreturn %b", "x != null", [null]],
    ["%a = has %x, %y\n%b = not %a\nreturn %b", "!(y in x)", [{ a: 1 }, "a"]],
    ['%a = get %x, "p"\n%b = get %y, "q-r"\n%c = div %a, %b\nreturn %c', 'x.p / y["q-r"]', [{ p: 3 }, { "q-r": 4 }]],
    ['%a = object "p", %x, "q-r", 1, "y", %y\nreturn %a', '{ p: x, "q-r": 1, y }', [5, 6]],
    ['%a = object "2", "2", "true", true, "z", "z"\nreturn %a', '{ "2": "2", true: true, z: "z" }', []],
    ["%a = lt %x, %y\n%b = lt %a, 1\nreturn %b", "x < y < 1", [1, 2]],
    ["%a = bitor %x, %y\n%b = bitand %a, 3\nreturn %b", "(x | y) & 3", [1, 2]],
    ["%a = shl %x, 2\n%b = add %a, 1\nreturn %b", "(x << 2) + 1", [1]],
    ["%a = to-string %x\nreturn %a", "`${x}`", [1.5]],
    ['%a = get 5, "x"\nreturn %a', "(5).x", []],
    ["%a = is-unset unset\nreturn %a", "unset === unset", []],
    ["%a = scale %x, %y\nreturn %a", "x === 0 || (y === 0 && x - x !== 0) ? 0 : x * y", [0, Infinity]],
    ["%a = scale %x, %y\nreturn %a", "x === 0 || (y === 0 && x - x !== 0) ? 0 : x * y", [NaN, -0]],
    ["%a = scale %x, %y\nreturn %a", "x === 0 || (y === 0 && x - x !== 0) ? 0 : x * y", [-2, 0]],
    ["%a = scale %x, 2\nreturn %a", "x === 0 ? 0 : x * 2", [-0]],
    [
      "%a = add %y, 1\n%b = scale %x, %a\nreturn %b",
      "x === 0 || (a === 0 && x - x !== 0) ? 0 : x * a",
      [-Infinity, -1],
    ],
    ["%a = add %y, 1\n%b = scale %a, %x\nreturn %b", "scale(y + 1, x)", [-Infinity, 0]],
    ["%a = scale 2, %y\nreturn %a", "2 * y", [2, 3]],
    ["%a = ratio %x, %y\nreturn %a", "x === 0 ? 0 : x / y", [0, 0]],
    ["%a = ratio %x, %y\nreturn %a", "x === 0 ? 0 : x / y", [3, -0]],
    ["%a = ratio 2, %y\nreturn %a", "2 / y", [2, 0]],
    ["%a = add %x, 1\n%b = ratio %a, %y\nreturn %b", "ratio(x + 1, y)", [-1, NaN]],
    ["%a = sum %x, %y\nreturn %a", "sum(x, y)", [[1], [2]]],
    ["%a = gate %x, %y\nreturn %a", "y === true ? x : 0", [3, true]],
    ["%a = number %x\n%b = sum %a, 2\nreturn %b", "Number(x) + 2", ["3"]],
    ["%a = bitnot %x\n%b = bitnot %a\nreturn %b", "~(~x)", [3]],
    ["%a = plus %x\n%b = plus %y\n%c = add %a, %b\nreturn %c", "+x + +y", ["3", "4"]],
    ["%a = tuple-concat %x, %y\nreturn %a", "tupleConcat(x, y)", [[1], [2]]],
    ['%a = delete %x, "p"\nreturn %a', "delete x.p", [{ p: 1 }]],
    ["%a = carry %x, %y, 3\n%b = stop %a\nreturn %b", "x", [1]],
    ['%a = global "Math"\n%m = get %a, "sin"\n%b = call %m(this %a; %x)\nreturn %b', "Math.sin(x)", [1]],
  ])("%s", (code, text, args) => {
    const program = expression(code);
    both(program, args);
    expect(bodyText(program)).toContain(text === "Math.sin(x)" ? ".sin(x)" : `return ${text};`);
  });

  test("constants", () => {
    const program = expression(
      '%t = tuple -0, 0, NaN, Infinity, -Infinity, 1e21, 12n, -3n, "a\\u2028\\"b", true, null, undefined, zero, unset\nreturn %t',
    );
    const values = both(program, []) as unknown[];
    expect(values.slice(0, 13)).toEqual([
      -0,
      0,
      NaN,
      Infinity,
      -Infinity,
      1e21,
      12n,
      -3n,
      'a\u2028"b',
      true,
      null,
      undefined,
      0,
    ]);
  });

  test("effects and reads keep their order", () => {
    const text = expression(`
  %p = get %y, "p"
  %a = call %x(1)
  %q = get %y, "p"
  %b = call %x(%q)
  %s = sub %b, %a
  %t = tuple %p, %s
  return %t`);
    const log: unknown[] = [];
    const o = {
      get p() {
        log.push("p");
        return 3;
      },
    };
    both(text, [(v: number) => log.push(v), o]);
    expect(log).toEqual(["p", 1, "p", 3, "p", 1, "p", 3]);
    expect(bodyText(text)).toMatchInlineSnapshot(`
      "return (function f(x, y) {
        const p = y.p;
        const a = x(1);
        const b = x(y.p);
        return [p, b - a];
      });"
    `);
  });

  test("names: keywords, clashes with helpers and globals, odd characters", () => {
    const text = expression(
      "%a = add %class, %env\n%b = sin %Math\n%c = mul %a, %b\n%d = mul %c, %a\nreturn %d",
      "%class, %env, %Math",
    );
    expect(both(text, [1, 2, 3])).toBe(9 * Math.sin(3));
    expect(bodyText(text)).toContain("function f(class_1, env_1, Math_1)");
  });

  test("a class as a function that constructs is called by `new`", () => {
    const text = expression(
      '%C = global "RangeError"\n%f = construct %C\n%e = call %f(%x)\n%m = get %e, "message"\nreturn %m',
    );
    expect(both(text, ["far"])).toBe("far");
    expect(bodyText(text)).toContain("new RangeError(x).message");
  });
});

test("a sum whose length is set is in parentheses", () => {
  const text = "fn @f {\nbb0(%self; %x, %y):\n  %a = add %x, %y\n  set-length %a, 1\n  return %y\n}";
  expect(bodyText(text)).toContain("(x + y).length = 1;");
});
