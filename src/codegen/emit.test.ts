// What generated code looks like, and that it means what the interpreter means.

import { describe, expect, test } from "vitest";
import { interpretedClosure } from "../interp/index.ts";
import type { AnyFunction } from "../ir/index.ts";
import { generated, programOf, resolveByStamp, textOfFunction } from "./testing.ts";

type Run = (...args: unknown[]) => unknown;

/** The body of a function's text, without the factory around it. */
function bodyText(text: string, name = "f"): string {
  const lines = textOfFunction(programOf(text), name).split("\n");
  const start = lines.findIndex((line) => line.startsWith("  return function") || line.startsWith("  const made"));
  return lines
    .slice(start, -1)
    .map((line) => line.slice(2))
    .join("\n");
}

/** Runs both ways; gives what both return or throw. */
function both(text: string, args: readonly unknown[], name = "f", env: readonly unknown[] = []): unknown {
  const program = programOf(text);
  const run = (f: AnyFunction): unknown => {
    try {
      return (f as Run)(...args);
    } catch (thrown) {
      return { thrown: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : thrown };
    }
  };
  const interpreted = run(interpretedClosure(program.code(name), env, { resolve: resolveByStamp }));
  const compiled = run(generated(program, name, env));
  expect(compiled).toEqual(interpreted);
  return compiled;
}

const expression = (lines: string, params = "%x, %y"): string => `fn @f {\nbb0(%self, %this; ${params}):\n${lines}\n}`;

describe("loops and joins", () => {
  const pow = `
fn @f {
bb0(%self; %x: num, %n: num):
  %go = lt 0, %n
  branch %go, bb1(1, 0), bb2(1)
bb1(%r: num, %i: num):
  %r.1 = mul %r, %x
  %i.1 = add %i, 1
  %go.1 = lt %i.1, %n
  branch %go.1, bb1(%r.1, %i.1), bb2(%r.1)
bb2(%r.2: num):
  return %r.2
}`;

  test("a counted loop is a do-while whose variables are updated in place", () => {
    expect(both(pow, [2, 10])).toBe(1024);
    expect(both(pow, [2, 0])).toBe(1);
    expect(bodyText(pow)).toMatchInlineSnapshot(`
      "return function f(x, n) {
        let r;
        if (0 < n) {
          r = 1;
          let i = 0;
          do {
            r = r * x;
            i = i + 1;
          } while (i < n);
        } else {
          r = 1;
        }
        return r;
      };"
    `);
  });

  test("a million iterations", () => {
    expect(generated(programOf(pow), "f")(1, 1e6)).toBe(1);
  });

  test("parameters that swap go over a temporary", () => {
    const fib = `
fn @f {
bb0(%self; %n):
  jump bb1(0, 1, 0)
bb1(%a, %b, %i):
  %i.1 = add %i, 1
  %s = add %a, %b
  %go = lt %i.1, %n
  branch %go, bb1(%b, %s, %i.1), bb2
bb2:
  return %b
}`;
    expect(both(fib, [10])).toBe(55);
    const swap = `
fn @f {
bb0(%self; %x, %y, %n):
  jump bb1(%x, %y, 0)
bb1(%a, %b, %i):
  %i.1 = add %i, 1
  %go = lt %i.1, %n
  branch %go, bb1(%b, %a, %i.1), bb2
bb2:
  %t = tuple %a, %b
  return %t
}`;
    expect(both(swap, [1, 2, 4])).toEqual([2, 1]);
    expect(both(swap, [1, 2, 5])).toEqual([1, 2]);
    expect(bodyText(swap)).toMatchInlineSnapshot(`
      "return function f(x, y, n) {
        let i = 0;
        for (;;) {
          i = i + 1;
          if (!(i < n)) break;
          const next_x = y;
          y = x;
          x = next_x;
        }
        return [x, y];
      };"
    `);
  });

  test("nested loops, with a break by flag", () => {
    const text = `
fn @f {
bb0(%self; %n, %log):
  jump bb1(0, 0)
bb1(%s, %i):
  jump bb2(%s, 0)
bb2(%t, %j):
  %t.1 = add %t, %j
  %big = gt %t.1, 10
  branch %big, bb3, bb4
bb3:
  call %log(%i)
  jump bb5(true)
bb4:
  jump bb5(false)
bb5(%stop):
  %j.1 = add %j, 1
  %more = lt %j.1, %n
  %not = not %stop
  %go = eq %more, %not
  branch %go, bb2(%t.1, %j.1), bb6
bb6:
  %i.1 = add %i, 1
  %go.1 = lt %i.1, %n
  branch %go.1, bb1(%t.1, %i.1), bb7
bb7:
  return %t.1
}`;
    const logged: unknown[] = [];
    both(text, [3, (x: unknown) => logged.push(x)]);
    expect(logged.slice(0, logged.length / 2)).toEqual(logged.slice(logged.length / 2));
    expect(bodyText(text)).toMatchInlineSnapshot(`
      "return function f(n, log) {
        let s = 0;
        let i = 0;
        do {
          let j = 0;
          for (;;) {
            s = s + j;
            let stop;
            if (s > 10) {
              log(i);
              stop = true;
            } else {
              stop = false;
            }
            j = j + 1;
            if (j < n !== !stop) break;
          }
          i = i + 1;
        } while (i < n);
        return s;
      };"
    `);
  });

  test("a switch with fall-through nests labelled blocks", () => {
    const text = `
fn @f {
bb0(%self; %k, %log):
  %a = eq %k, 1
  branch %a, bb3, bb1
bb1:
  %b = eq %k, 2
  branch %b, bb4, bb2
bb2:
  jump bb5("default")
bb3:
  call %log("one")
  jump bb4
bb4:
  call %log("two")
  jump bb5("case")
bb5(%r):
  return %r
}`;
    for (const k of [1, 2, 3]) both(text, [k, () => 0]);
    expect(bodyText(text)).toMatchInlineSnapshot(`
      "return function f(k, log) {
        let r;
        L1: {
          if (k === 1) {
            log("one");
          } else if (k !== 2) {
            r = "default";
            break L1;
          }
          log("two");
          r = "case";
        }
        return r;
      };"
    `);
  });

  test("throws and endless loops", () => {
    const text = `
fn @f {
bb0(%self; %n):
  jump bb1(0)
bb1(%i):
  %i.1 = add %i, 1
  %end = gt %i.1, %n
  branch %end, bb2, bb3
bb2:
  throw %i.1
bb3:
  jump bb1(%i.1)
}`;
    expect(both(text, [100])).toEqual({ thrown: 101 });
    expect(bodyText(text)).toMatchInlineSnapshot(`
      "return function f(n) {
        let i = 0;
        for (;;) {
          i = i + 1;
          if (i > n) {
            throw i;
          }
        }
      };"
    `);
  });
});

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
    ["%a = lt %x, %y\n%b = lt %a, 1\nreturn %b", "x < y < 1", [1, 2]],
    ["%a = bitor %x, %y\n%b = bitand %a, 3\nreturn %b", "(x | y) & 3", [1, 2]],
    ["%a = shl %x, 2\n%b = add %a, 1\nreturn %b", "(x << 2) + 1", [1]],
    ["%a = to-string %x\nreturn %a", "`${x}`", [1.5]],
    ['%a = get 5, "x"\nreturn %a', "(5).x", []],
    ["%a = is-unset unset\nreturn %a", "$.unset === $.unset", []],
    ["%a = scale %x, %y\nreturn %a", "x === 0 ? 0 : x * y", [0, Infinity]],
    ["%a = scale %x, %y\n%b = scale %a, 2\nreturn %b", "$.scale(x === 0 ? 0 : x * y, 2)", [2, 3]],
    ["%a = scale 2, %y\nreturn %a", "2 * y", [2, 3]],
    ["%a = sum %x, %y\nreturn %a", "$.sum(x, y)", [[1], [2]]],
    ["%a = gate %x, %y\nreturn %a", "y === true ? x : 0", [3, true]],
    ["%a = number %x\n%b = sum %a, 2\nreturn %b", "Number(x) + 2", ["3"]],
    ["%a = bitnot %x\n%b = bitnot %a\nreturn %b", "~(~x)", [3]],
    ["%a = plus %x\n%b = plus %y\n%c = add %a, %b\nreturn %c", "+x + +y", ["3", "4"]],
    ["%a = tuple-concat %x, %y\nreturn %a", "$.tupleConcat(x, y)", [[1], [2]]],
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
      "return function f(x, y) {
        const p = y.p;
        const a = x(1);
        const b = x(y.p);
        return [p, b - a];
      };"
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
});

describe("functions", () => {
  test("missing, extra and rest arguments, receiver", () => {
    const text = `fn @f rest {\nbb0(%self, %this; %x, %xs):\n  %t = tuple %this, %x, %xs\n  return %t\n}`;
    const wrapper = `${text}\nfn @g {\nbb0(%self; %o):\n  %f = closure @f []\n  %r = call %f(this %o; 1, 2, 3)\n  return %r\n}`;
    expect(both(wrapper, ["o"], "g")).toEqual(["o", 1, [2, 3]]);
    expect(both(text, [])).toEqual([undefined, undefined, []]);
  });

  test("method calls, bare calls of properties, spread", () => {
    const text = expression(`
  %m = get %x, "m"
  %a = call %m(this %x; 1)
  %n = get %x, "n"
  %b = call %n(2)
  %k = get %x, "m"
  %c = call %k(this %y; 3, ...%b)
  %t = tuple %a, %b, %c
  return %t`);
    const x = {
      m(this: unknown, ...args: unknown[]) {
        return [this === x ? "x" : this, ...args];
      },
      n(this: unknown, ...args: unknown[]) {
        return [this, ...args];
      },
    };
    expect(both(text, [x, "y"])).toEqual([
      ["x", 1],
      [undefined, 2],
      ["y", 3, undefined, 2],
    ]);
    expect(bodyText(text)).toContain("x.m(1)");
    expect(bodyText(text)).toContain("(0, x.n)(2)");
    expect(bodyText(text)).toContain("x.m.call(y, 3, ...");
  });

  test("closures capture by value, know their environment, and boxes are shared", () => {
    const text = `
fn @inner captures(a, box n) {
bb0(%self; %y):
  %a = capture %self, 0
  %n = capture %self, 1
  %v = box-get %n
  %v.1 = add %v, 1
  box-set %n, %v.1
  %p = mul %a, %y
  %r = add %p, %v
  return %r
}
fn @f {
bb0(%self; %x):
  %n = box-new 100
  %g = closure @inner [%x, %n]
  %a = call %g(2)
  %b = call %g(3)
  %t = tuple %a, %b
  return %t
}`;
    expect(both(text, [5])).toEqual([110, 116]);
    expect(bodyText(text, "inner")).toMatchInlineSnapshot(`
      "return function inner(y) {
        const a = env[0];
        const n = env[1];
        const v = n.v;
        n.v = v + 1;
        return a * y + v;
      };"
    `);
  });

  test("self is the closure itself, direct recursion calls the function", () => {
    const text = `
fn @f {
bb0(%self; %n):
  %z = lt %n, 1
  branch %z, bb1, bb2
bb1:
  return 0
bb2:
  %m = sub %n, 1
  %r = call %self(%m)
  %s = add %r, 1
  return %s
}
fn @me {
bb0(%self):
  return %self
}`;
    expect(both(text, [10])).toBe(10);
    expect(bodyText(text)).toContain("return f(n - 1) + 1;");
    const me = generated(programOf(text), "me");
    expect(me()).toBe(me);
  });
});
