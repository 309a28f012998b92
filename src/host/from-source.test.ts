// Functions that neither plugin nor loader has met: compiled from their own text, or refused.

import { describe, expect, test } from "vitest";
import { derivative, grad, hessian, taylor, valueAndGrad } from "zeroth";

type Scalar = (x: number) => number;

/** A function that only the engine has seen. */
// oxlint-disable-next-line no-eval
const unseen = (text: string): Scalar => (0, eval)(`(${text})`) as Scalar;

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("closed functions", () => {
  test.each([
    ["(x) => x * x", 6],
    ["x => { let y = 1; for (let i = 0; i < 3; i++) y *= x; return y }", 27],
    ["function (x) { return Math.sin(0) + x ** 2 }", 6],
    ["function f(x) { return x > 10 ? x : 2 * f(x * x) }", 4 * 4 * 27],
    ["{ method(x) { return x * 5 } }.method", 5],
    ["{ 'quoted name'(x) { return x * 5 } }['quoted name']", 5],
    ["{ ['a' + 1](x) { return x * 4 } }.a1", 4],
    ["class { method(x) { return x * 3 } }.prototype.method", 3],
    ["class { static method(x) { return x * 3 } }.method", 3],
    ["class { static field = (x) => x * 2 }.field", 2],
    ["(x, y = 2) => [x, y].map((v) => v * x).reduce((a, b) => a + b, 0)", 8],
    ["(x) => (({ a, ...rest }) => a * x + rest.b)({ a: 2, b: x })", 3],
  ])("%s", (text, slope) => {
    expect(grad(unseen(text))(3)).toBeCloseTo(slope, 10);
  });

  test("made by new Function, and by closures over nothing", () => {
    // oxlint-disable-next-line no-new-func, no-implied-eval
    const f = new Function("x", "return x * x") as Scalar;
    expect(valueAndGrad(f)(3)).toEqual([9, 6]);
    expect(grad(grad(f))(3)).toBe(2);
  });

  test("called by functions that the plugin has met", () => {
    const square = unseen("(x) => x * x");
    expect(grad((x: number) => 2 * square(x))(3)).toBe(12);
  });
});

describe("refused", () => {
  test("functions that use names from outside, with the names, the place and the remedies", () => {
    const open = unseen("function open(x) { return x * table[0] + helper(x) }");
    const lines = messageOf(() => grad((x: number) => 1 + open(x))(1)).split("\n");
    expect(lines).toEqual([
      expect.stringMatching(
        /from-source\.test\.ts:\d+:\d+: the function `open` is not compiled by zeroth, and it uses `table`, `helper` from outside of itself$/,
      ),
      expect.stringContaining("1 + open(x)"),
      expect.stringMatching(/\| +\^{7}$/),
      "remedy: have its module compiled (node --import zeroth/register, or the plugin of zeroth/vite), or give it a rule with defineRule(f, { vjp })",
    ]);
  });

  test("functions that the prelude calls, with the user's place", () => {
    const open = unseen("function open(x) { return x * table }");
    const lines = messageOf(() => grad((x: number) => [x].map(open).length * x)(1)).split("\n");
    expect(lines[0]).toMatch(/from-source\.test\.ts:\d+:\d+: the function `open` is not compiled/);
    expect(lines[1]).toContain("[x].map(open)");
  });

  test("names that only happen to be global", () => {
    const hidden = unseen("(x) => x * constructor(x) * test(x)");
    expect(messageOf(() => grad(hidden)(1))).toContain("it uses `constructor`, `test` from outside");
  });

  test("natives without a rule, bound functions, class constructors", () => {
    const native = Atomics.add as unknown as Scalar;
    expect(messageOf(() => grad(native)(1))).toContain("the native function `add` has no derivative");
    expect(messageOf(() => grad(unseen("function f(x) { return x * table }").bind(null))(1))).toContain(
      "`bound f` is bound",
    );
    expect(messageOf(() => grad((x: number) => new DataView(new ArrayBuffer(8)).byteLength * x)(1))).toContain(
      "the construction of DataView",
    );
  });

  test("constructs that are not compiled, with their place in the function's text", () => {
    expect(messageOf(() => grad(unseen("(x) => { with ({}) { return x } }"))(1))).toContain("syntax error");
    expect(messageOf(() => grad(unseen("async function g(x) { await x }"))(1))).toContain("unsupported");
  });

  test("methods of classes, with the place in their text", () => {
    const text =
      "class P { #p = 2; get() {\n return this.#p } #own() { return this.#own() } own() { return this.#own } up() { return super.up() } async later(x) { return x } deep(x) { return [x].map((v) => v * super.up()) } }";
    const p = new (unseen(text) as unknown as new () => Record<string, Scalar>)();
    const refused = (method: string): string => messageOf(() => grad((x: number) => (p[method] as Scalar)(x))(1));
    const start = String.raw`from-source\.test\.ts:\d+:\d+: unsupported: `;
    const unknown = "whose file is not known: line";
    for (const name of ["get", "own"]) expect(refused(name)).toContain("globals: `super` or private members");
    expect(refused("up")).toMatch(
      new RegExp(`${start}\`super\` outside of a class's own members, in the function \`up\` ${unknown} 1, column 15`),
    );
    expect(refused("later")).toMatch(new RegExp(`${start}\`async\` functions, in the function \`later\` ${unknown} 1`));
    expect(refused("deep")).toMatch(
      /the method `deep` uses more than its parameters, `this` and globals: `super` or private members/,
    );
  });

  test("classes, with one remedy", () => {
    const error = messageOf(() => grad(unseen("class P {}"))(1));
    expect(error).toBe(
      "unsupported: a class as a function: `P`\nremedy: pass a function, with plain objects in place of those of the class",
    );
  });

  test("callbacks of natives that are allowed without", () => {
    const f = (x: number): number => x * "aba".replace("a", "cc").length;
    expect(grad(f)(1)).toBe(4);
    const g = (x: number): number => x * "aba".replace("a", () => `${x}`).length;
    expect(messageOf(() => grad(g)(1))).toMatch(
      /from-source\.test\.ts:\d+:\d+: unsupported: `replace` with a function/,
    );
    for (const run of [() => taylor(g, 2)(1), () => derivative(g, 2)(1), () => hessian(g)(1)]) {
      expect(messageOf(run)).toMatch(/from-source\.test\.ts:\d+:\d+: unsupported: `replace` with a function/);
    }
  });

  test("what is no function", () => {
    const record: { readonly f?: Scalar } = {};
    expect(() => grad((x: number) => (record.f as Scalar)(x))(1)).toThrow(/is not a function/);
  });
});

describe("allowed, without a derivative", () => {
  test("strings, numbers as text, dates, errors, the console", () => {
    const printed: unknown[] = [];
    const { log } = console;
    console.log = (...args: unknown[]) => {
      printed.push(...args);
    };
    try {
      const f = (x: number): number => {
        const text = `${x.toFixed(2)}|`.padStart(8, "0").toUpperCase();
        console.log(text, Number.isFinite(x), parseFloat("2.5"), Array.isArray([x]), JSON.stringify({ x }));
        if (performance.now() < 0 || Date.now() < 0) throw new RangeError(String(x));
        return x * x * text.length * parseInt("3", 10);
      };
      expect(grad(f)(1)).toBe(2 * 8 * 3);
    } finally {
      console.log = log;
    }
    expect(printed).toEqual(["0001.00|", true, 2.5, true, '{"x":1}']);
  });

  test("an error that is made and thrown keeps its class and message", () => {
    class Special extends TypeError {}
    const f = (x: number): number => {
      if (x > 0) throw new Special(`x is ${x}`);
      return x;
    };
    expect(() => grad(f)(1)).toThrow(Special);
    expect(() => grad(f)(1)).toThrow("x is 1");
  });
});

describe("`this` that a text does not have", () => {
  test("sloppy functions, which see the global object, are refused where they ask", () => {
    const f = unseen("function (x) { return this ? x * x : x; }");
    expect(f(3)).toBe(9);
    expect(() => grad(f)(3)).toThrow(/`this` is not an object in a function that is not strict/);
    expect(grad((x: number) => f.call({}, x))(3)).toBe(6);
    expect(grad(unseen('function (x) { "use strict"; return this ? x * x : x; }'))(3)).toBe(1);
    expect(grad(unseen('(function () { "use strict"; return function (x) { return this ? x * x : x; }; })()'))(3)).toBe(
      1,
    );
    // The text of a method does not tell.
    expect(() => grad(unseen("({ m(x) { return this ? x * x : x; } }).m"))(3)).toThrow(/`this` is not an object/);
  });

  test("arrows, which have it from outside, are refused", () => {
    const f = unseen("(function () { return (x) => (this ? x * x : x); }).call({})");
    expect(f(3)).toBe(9);
    expect(() => grad(f)(3)).toThrow(/it uses `this` from outside of itself/);
    expect(grad(unseen("(x) => { const o = { k: 2, m() { return this.k * x; } }; return o.m(); }"))(3)).toBe(2);
  });

  test("sloppy text is read as such", () => {
    expect(grad(unseen("function (x) { return 010 * x; }"))(3)).toBe(8);
    expect(() => grad(unseen("function (x) { with ({ x: 1 }) { return x; } }"))(3)).toThrow(/`with` statements/);
    expect(() => grad(unseen("function (x, g) { { function h() { return 1; } } return h() * x; }"))(3)).toThrow(
      /declared in a block/,
    );
  });
});
