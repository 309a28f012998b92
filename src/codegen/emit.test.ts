// What generated code looks like, and that it means what the interpreter means.

import { describe, expect, test } from "vitest";
import { bodyText, both, expression } from "../test-support/both-ways.ts";
import { generated, programOf } from "../test-support/generated.ts";
import { printed } from "./emit.ts";

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
      "return (function f(x, n) {
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
      });"
    `);
  });

  test("what only the next iteration reads is assigned before the condition, so the loop stays a do-while", () => {
    const series = `
fn @f {
bb0(%self; %x: num, %n: num):
  jump bb1(1, 0)
bb1(%r: num, %s: num):
  %s.1 = add %s, %r
  %r.1 = mul %r, %x
  %go = lt %s.1, %n
  branch %go, bb1(%r.1, %s.1), bb2
bb2:
  return %s.1
}`;
    expect(both(series, [2, 100])).toBe(127);
    expect(bodyText(series)).toMatchInlineSnapshot(`
      "return (function f(x, n) {
        let r = 1;
        let s = 0;
        do {
          s = s + r;
          r = r * x;
        } while (s < n);
        return s;
      });"
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
      "return (function f(x, y, n) {
        let i = 0;
        for (;;) {
          i = i + 1;
          if (!(i < n)) break;
          const next_x = y;
          y = x;
          x = next_x;
        }
        return [x, y];
      });"
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
      "return (function f(n, log) {
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
      });"
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
      "return (function f(k, log) {
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
      });"
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
      "return (function f(n) {
        let i = 0;
        for (;;) {
          i = i + 1;
          if (i > n) {
            throw i;
          }
        }
      });"
    `);
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
      "return (function inner(y) {
        const a = kept[0] ?? readCapture(env, kept, 0);
        const n = kept[1] ?? readCapture(env, kept, 1);
        const v = n.v;
        n.v = v + 1;
        return a * y + v;
      });"
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

  test("a function that uses itself is called as the closure that was made: it may have properties", () => {
    const text = `
fn @f {
bb0(%self; %x):
  %g = closure @f.g []
  set %g, "k", %x
  %r = call %g(2)
  return %r
}
fn @f.g {
bb0(%self; %v):
  %k = get %self, "k"
  %r = mul %v, %k
  return %r
}`;
    expect(both(text, [3])).toBe(6);
    expect(bodyText(text)).not.toContain("??=");
  });

  test("a captured function is called without a receiver", () => {
    const text = `
fn @g* captures(h) {
bb0(%self; %x):
  %h = capture %self, 0
  %r = call %h(%x)
  return %r
}`;
    const h = function (this: unknown, x: unknown): unknown {
      return [this, x];
    };
    expect(both(text, [1], "g*", [h])).toEqual([undefined, 1]);
    expect(bodyText(text, "g*")).toContain("return (0, env[0])(x);");
  });

  test("functions that call themselves take small stack frames: variables are shared, calls taken apart", () => {
    const text = `
fn @f {
bb0(%self; %n, %g):
  %z = lt %n, 1
  branch %z, bb1, bb2
bb1:
  jump bb3(1)
bb2:
  %m = sub %n, 1
  %a = call %self(%m, %g)
  %b = call %g(%a)
  %c = call %g(%b)
  %d = sum %b, %c
  %e = sum %d, %c
  jump bb3(%e)
bb3(%r):
  return %r
}`;
    expect(both(text, [3, (x: number) => x + 1])).toBe(92);
    expect(bodyText(text)).toMatchInlineSnapshot(`
      "return (function f(n, g) {
        if (n < 1) {
          n = 1;
        } else {
          n = f(n - 1, g);
          n = g(n);
          g = g(n);
          n = sum(n, g);
          n = sum(n, g);
        }
        return n;
      });"
    `);
  });
});

describe("the text with the marks of source places", () => {
  // Regions are found in a text that is written again, with marks: without them it must be the text that runs.
  const isTheSame = (text: string): void => {
    const program = programOf(text);
    expect(printed(program, "f", true).lines).toEqual(printed(program, "f", false).lines);
  };

  test("breaks long expressions at the same places", () => {
    const sum = Array.from({ length: 40 }, (_, k) => [
      `  %v${k} = get %a, ${k} ; 2:${k + 1}+3`,
      `  %s${k + 1} = add %s${k}, %v${k} ; 3:${k + 1}+3`,
    ]);
    isTheSame(`
fn @f "model.ts" 1:1+5 {
bb0(%self; %a, %s0: num):
${sum.flat().join("\n")}
  return %s40
}`);
  });

  test("has the same shorthand properties", () => {
    isTheSame(`
fn @f "model.ts" 1:1+5 {
bb0(%self):
  %g = global "escape" ; 2:1+3
  %o = object "escape", %g ; 2:4+3
  return %o
}`);
  });

  test("has the same loops over elements that are checked", () => {
    isTheSame(`
fn @f "model.ts" 1:1+5 {
bb0(%self; %a: numbers):
  %g = global "list" ; 2:1+3
  %c = copy %g ; 2:4+3
  %n = guard-numbers %c ; 2:7+3
  return %n
}`);
  });
});
