// The text form: printing and parsing are inverse, and errors show the place.

import { describe, expect, test } from "vitest";
import { FuncBuilder } from "./builder.ts";
import { constant, type Func, type Module, type Operand, valueId, zero } from "./model.ts";
import { hintOfName } from "./names.ts";
import { parseFunc, parseModule } from "./parse.ts";
import { printFunc, printModule } from "./print.ts";
import { noSpan, type Span } from "./span.ts";
import { SsaVariables } from "./ssa.ts";

const at = (line: number, column: number, file = "a.ts"): Span => ({ file, line, column, length: 3, synthetic: false });

/** `pow`, through the builder and with places. */
function powFunc(): Func {
  const b = new FuncBuilder({
    name: "pow",
    sourceName: "pow",
    params: [
      { hint: "x", type: "num" },
      { hint: "n", type: "num" },
    ],
    span: at(1, 10),
  });
  const [x, n] = b.params as [Operand, Operand];
  const variables = new SsaVariables<string>(
    b,
    () => zero,
    (key) => key,
  );
  variables.write("r", constant(1));
  variables.write("i", constant(0));
  const loop = b.block();
  const end = b.block();
  b.jump(loop, at(2, 1));
  b.switchTo(loop);
  variables.write("r", b.prim("mul", [variables.read("r"), x], at(3, 5), "r"));
  variables.write("i", b.prim("add", [variables.read("i"), constant(1)], at(3, 9, "b.ts"), "i"));
  const more = b.prim("lt", [variables.read("i"), n], { ...at(3, 12), synthetic: true });
  b.branch(more, loop, end, at(3, 1));
  variables.seal(loop);
  variables.seal(end);
  b.switchTo(end);
  b.ret(variables.read("r"), noSpan);
  return b.finish();
}

describe("printing", () => {
  test("names values by their hints, and places by line, column and length", () => {
    expect(`\n${printFunc(powFunc(), undefined, { spans: true })}`).toMatchInlineSnapshot(`
      "
      fn @pow "a.ts" 1:10+3 {
      bb0(%self; %x: num, %n: num):
        jump bb1(1, 0) ; 2:1+3
      bb1(%r, %i):
        %r.1 = mul %r, %x ; 3:5+3
        %i.1 = add %i, 1 ; "b.ts" 3:9+3
        %0 = lt %i.1, %n ; ~3:12+3
        branch %0, bb1(%r.1, %i.1), bb2 ; 3:1+3
      bb2:
        return %r.1
      }"
    `);
  });

  test("shows a broken function too", () => {
    const func: Func = {
      ...powFunc(),
      blocks: [
        {
          params: [],
          instrs: [],
          terminator: { kind: "return", value: { kind: "value", id: valueId(99) }, span: noSpan },
        },
      ],
    };
    expect(printFunc(func)).toBe("fn @pow {\nbb0():\n  return %#99\n}");
  });
});

describe("round trip", () => {
  const withEverything = `source "a.ts" "let x = 1;\\n// \\"quoted\\""
source "b.ts" ""

fn @module "a.ts" 1:1+1 {
bb0(%self; %f, %g):
  return undefined
}

fn @outer parent @module captures(a, box n, module g, module box h, "module", "box", "a b") rules(J @outer.0, DJ @"odd name") {
bb0(%self, %this; %x: num, ...%more):
  %0 = call.JD %self(this %this; 1, -0, ...%more)
  %1 = call ^%f("a\\nb", true, null)
  %f = closure @outer.0
  %g = closure @outer.1 [%f, 12n, -3n, NaN, -Infinity, 1e+21, 1.5e-7]
  accum %0, 0, zero
  %2 = new-context
  %"a b" = get %2, undefined
  %x.1 = get %"a b", unset
  set %x, 0, 1 ; "c.ts" ~0:0+1
  branch %x.1, bb1(%x), bb2
bb1(%x.2: num):
  jump bb3(%x.2)
bb2:
  throw %f
bb3(%y: tape):
  return %y
}

fn @outer.0 parent @outer {
bb0(%self):
  %y = call ^%f(this ^^%f; ^%this, ^%x.1)
  return %y
}

fn @refused name "other" base @outer rest refused "no" "yes" 4:2+1 {
}

fn @f.J {
bb0(%self; %x):
  return %x
}

fn @f.J* base @f {
bb0(%self; %ctx, %dy):
  %dx = scale %dy, @%x
  %0 = tuple zero, %dx, @%this, @%#12
  return %0
}
`;

  test("print ∘ parse = id on canonical text", () => {
    expect(printModule(parseModule(withEverything), { spans: true })).toBe(withEverything);
  });

  test("parse ∘ print = id on functions, if places are printed", () => {
    const func = powFunc();
    expect(parseFunc(printFunc(func, undefined, { spans: true }))).toStrictEqual(func);
    const module = parseModule(withEverything);
    expect(parseModule(printModule(module, { spans: true }))).toStrictEqual(module);
  });

  test("comments, blank lines, block numbers and value names are free", () => {
    const func = parseFunc(`
      // A comment.
      fn @f {   // another
        bb7(%self; %a):     // more
          jump   bb3( %a,1 )
        bb3(%p, %q:num):

          %s.5 = add %p,%q
          call %a()
          return %s.5
      }`);
    expect(printFunc(func)).toBe(
      "fn @f {\nbb0(%self; %a):\n  jump bb1(%a, 1)\nbb1(%p, %q: num):\n  %s = add %p, %q\n  %0 = call %a()\n  return %s\n}",
    );
  });

  test("a name tells its hint", () => {
    expect(["x", "x.1", "0", "0.0", "x.1.0", "x.t", ".5", "x.", ""].map(hintOfName)).toEqual([
      "x",
      "x",
      "",
      "0",
      "x.1",
      "x.t",
      ".5",
      "x.",
      "",
    ]);
  });

  test("hints that look like names are kept", () => {
    const hints = [
      "x",
      "x",
      "x.1",
      "x.1",
      "0",
      "",
      "",
      "12",
      "a b",
      "#1",
      "q:",
      "ẋ",
      "x.t",
      "self",
      "this",
      "\u2028",
      "…",
    ];
    const b = new FuncBuilder({ name: "f", params: hints.map((hint) => ({ hint })), span: noSpan });
    b.ret(b.receiver, noSpan);
    const func: Func = b.finish();
    expect(parseFunc(printFunc(func)).values).toStrictEqual(func.values);
  });
});

describe("errors", () => {
  const body = (text: string): string => `fn @f {\nbb0(%self; %x):\n  ${text}\n  return %x\n}`;
  test.each([
    ["bogus", "bad.ir:1:1: expected 'fn', found 'bogus'"],
    [body("%y = mul %x %x"), "bad.ir:3:15: expected the end of the line, found '%x'"],
    [body("%y = mulx %x"), "bad.ir:3:8: there is no primitive 'mulx'"],
    [body("%y = mul %x, %z"), "bad.ir:3:16: %z is not defined"],
    [body("%x = mul %x, %x"), "bad.ir:3:3: %x is defined twice"],
    [body("%y: nom = mul %x, %x"), "bad.ir:3:7: 'nom' is not a type"],
    [body("%y = mul %x, "), "bad.ir:3:16: expected an operand, found the end of the line"],
    [body('%y = get %x, "a'), "bad.ir:3:16: the string has no end"],
    [body('%y = get %x, "\\q"'), "bad.ir:3:16: the string has a bad escape"],
    [body("%y = get %x, 1.2.3"), "bad.ir:3:16: '1.2.3' is not a number"],
    [body("%y = get %x, ^%a"), "bad.ir:3:16: %a is looked up in a function that is not there"],
    [body("%y = call %x(...%x, %x)"), "bad.ir:3:23: the spread argument is the last"],
    [body("jump bb3"), "bad.ir:4:3: expected a block after the terminator"],
    [body("jump bb3\nbb1:"), "bad.ir:3:8: there is no block bb3"],
    [body("bb1:"), "bad.ir:3:3: the block before has no terminator"],
    ["fn @f {\n  return 1\n}", "bad.ir:2:3: expected the entry block"],
    ["fn @f {\nbb0(%self):\n}", "bad.ir:3:1: the last block has no terminator"],
    ["fn @f {\nbb0(%self):\n  return 1", "bad.ir:3:11: expected '}', found the end of the text"],
    ["fn @f {\n}\nfn @f {\n}", "bad.ir:3:1: @f is defined twice"],
    ["fn @f bare {\n}", "bad.ir:1:7: expected '{', found 'bare'"],
  ])("%s", (text, message) => {
    const error = ((): Error => {
      try {
        parseModule(text, "bad.ir");
      } catch (e) {
        return e as Error;
      }
      throw new Error("parsed");
    })();
    expect(error.message.split("\n")[0]).toBe(message);
    expect(error).toMatchObject({ name: "ZerothError", kind: "invalid" });
  });

  test("show the line", () => {
    expect(() => parseModule(body("%y = mul %x, %zz"))).toThrow("3 |   %y = mul %x, %zz\n  |                ^^^");
  });
});

test("a module without sources prints none", () => {
  const module: Module = { functions: {}, sources: {} };
  expect(printModule(module, { spans: true })).toBe("");
});
