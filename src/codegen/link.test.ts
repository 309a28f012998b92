// Linked code: derivative calls, recursion depth, stack traces and places of errors.

import { describe, expect, test } from "vitest";
import { atOnce, Program, ZerothError } from "../ir/index.ts";
import { type AnyFunction } from "../runtime/index.ts";
import { createEngine, enter } from "./index.ts";
import { generated, programOf, textOfFunction } from "../test-support/generated.ts";

// f(n, x) = n < 1 ? x : x · f(n − 1, x), with its derivative as the transform would write it.
const power = `
fn @f "power.ts" 1:1+5 {
bb0(%self; %n, %x):
  %z = lt %n, 1
  branch %z, bb1, bb2
bb1:
  return %x
bb2:
  %m = sub %n, 1
  %r = call %self(%m, %x) ; 2:3+4
  %p = mul %x, %r
  return %p
}
fn @f.J "power.ts" 1:1+5 base @f {
bb0(%self; %n, %x):
  %z = lt %n, 1
  branch %z, bb1, bb2
bb1:
  jump bb3(%x, 0, zero, unset)
bb2:
  %m = sub %n, 1
  %r = call.J %self(%m, %x)
  %y = tuple-get %r, 0
  %pb = tuple-get %r, 1
  %p = mul %x, %y
  jump bb3(%p, 1, %pb, %y)
bb3(%v, %edge, %pb.1, %y.1):
  %back = closure @f.J* [%x, %edge, %pb.1, %y.1]
  %out = tuple %v, %back
  return %out
}
fn @f.J* "power.ts" 1:1+5 captures(x, edge, pb, y) {
bb0(%self; %ctx, %dv):
  %edge = capture %self, 1
  %inner = eq %edge, 1
  branch %inner, bb2, bb1
bb1:
  jump bb3(%dv)
bb2:
  %x = capture %self, 0
  %pb = capture %self, 2
  %y = capture %self, 3
  %dx = scale %dv, %y
  %dy = scale %dv, %x
  %g = call %pb(%ctx, %dy)
  %dx.1 = part %g, 3
  %dx.2 = sum %dx, %dx.1
  jump bb3(%dx.2)
bb3(%dx.3):
  %t = tuple zero, zero, zero, %dx.3
  return %t
}
fn @grad "power.ts" 9:1+5 {
bb0(%self; %f, %n, %x):
  %r = call.J %f(%n, %x) ; 9:5+4
  %pb = tuple-get %r, 1
  %ctx = new-context
  %g = call %pb(%ctx, 1)
  %dx = part %g, 3
  return %dx
}`;

describe("derivative calls", () => {
  test("find the derivative of a closure once, with the closure as self", () => {
    const program = programOf(power);
    const f = generated(program, "f");
    const grad = generated(program, "grad");
    expect(f(2, 3)).toBe(27);
    expect(grad(f, 2, 3)).toBe(27);
    expect(grad(f, 2, 4)).toBe(48);
    expect(textOfFunction(program, "f.J")).toContain("f_J(n - 1, x)");
    expect(textOfFunction(program, "grad")).toContain('derivative(f, "J", site_0)(n, x)');
  });

  test("recursion 5,000 deep, forwards and backwards", () => {
    const program = programOf(power);
    const f = generated(program, "f");
    expect(generated(program, "grad")(f, 5000, 1)).toBe(5001);
    expect(f(5000, 1)).toBe(1);
  });

  test("the derivative of a native is looked up once at a place, until answers are withdrawn", () => {
    const program = programOf(power);
    const self = generated(program, "f") as AnyFunction;
    const asked: unknown[] = [];
    const engine = createEngine((callee, word) => {
      asked.push(callee);
      return { code: program.derivative(program.code("f"), word), self };
    });
    const grad = engine.closureOf(program.code("grad"), []) as (...args: unknown[]) => unknown;
    const [native, other] = [Math.pow, Math.hypot];
    expect(grad(native, 2, 3)).toBe(27);
    expect(grad(native, 2, 4)).toBe(48);
    expect(asked.filter((callee) => callee === native)).toHaveLength(1);
    expect(grad(other, 2, 3)).toBe(27);
    expect(asked.filter((callee) => callee === other)).toHaveLength(1);
    engine.forget();
    expect(grad(other, 2, 3)).toBe(27);
    expect(asked.filter((callee) => callee === other)).toHaveLength(2);
  });

  test("the derivative of closures of one code is looked up once at a place, until answers are withdrawn", () => {
    const program = programOf(power);
    const asked: unknown[] = [];
    const engine = createEngine((callee, word) => {
      asked.push(callee);
      return { code: program.derivative(program.code("f"), word), self: callee as AnyFunction };
    });
    const grad = engine.closureOf(program.code("grad"), []) as (...args: unknown[]) => unknown;
    const made = (): AnyFunction => engine.closureOf(program.code("f"), []);
    expect([grad(made(), 2, 3), grad(made(), 2, 4)]).toEqual([27, 48]);
    expect(asked).toHaveLength(1);
    engine.forget();
    expect(grad(made(), 2, 3)).toBe(27);
    expect(asked).toHaveLength(2);
  });

  test("what runs in place of one closure of a code is not remembered for others", () => {
    const program = programOf(power);
    const asked: unknown[] = [];
    const engine = createEngine((callee, word) => {
      asked.push(callee);
      return { code: program.derivative(program.code("f"), word), self: other };
    });
    const other = engine.closureOf(program.code("f"), []);
    const grad = engine.closureOf(program.code("grad"), []) as (...args: unknown[]) => unknown;
    const made = [engine.closureOf(program.code("f"), []), engine.closureOf(program.code("f"), [])];
    for (const f of made) expect(grad(f, 2, 3)).toBe(27);
    expect(asked).toEqual(made);
  });

  test("what runs for a closure that cannot be compiled is not remembered for others, which may have rules", () => {
    const compiled = programOf(power);
    const f = compiled.func("f");
    const refused = { ...f, refusal: { message: "generators", remedy: "use a loop", span: f.span } };
    const program = new Program({ functions: { f: refused }, sources: {} }, () =>
      atOnce(() => [compiled.func("f.J"), compiled.func("f.J*")]),
    );
    const rule = compiled.derivative(compiled.code("f"), "J");
    const asked: unknown[] = [];
    const engine = createEngine((callee, word) => {
      asked.push(callee);
      return asked.length === 1
        ? { code: program.derivative(program.code("f"), word), self: callee as AnyFunction }
        : { code: rule, self: engine.closureOf(compiled.code("f"), []) };
    });
    const grad = engine.closureOf(compiled.code("grad"), []) as (...args: unknown[]) => unknown;
    const made = [engine.closureOf(program.code("f"), []), engine.closureOf(program.code("f"), [])];
    for (const closure of made) expect(grad(closure, 2, 3)).toBe(27);
    expect(asked).toEqual(made);
  });

  test("a call that cannot be resolved says where", () => {
    const { closureOf } = createEngine((callee, _word, span, source) => {
      throw new ZerothError({
        kind: "unsupported",
        message: `no derivative of ${String(callee)}`,
        span,
        ...(source === undefined ? {} : { source }),
      });
    });
    const grad = closureOf(programOf(power).code("grad"), []) as (...args: unknown[]) => unknown;
    expect(() => grad("nothing", 1, 2)).toThrow("power.ts:9:5: unsupported: no derivative of nothing");
  });
});

describe("places", () => {
  const text = `
source "model.ts" "const f = (o) =>\\n  o.a.b * g(o);\\n"
fn @f "model.ts" 1:11+3 {
bb0(%self; %o, %g):
  %a = get %o, "a" ; 2:3+3
  %b = get %a, "b" ; 2:5+3
  %c = call %g(%o) ; 2:11+4
  %r = mul %b, %c ; 2:3+12
  return %r
}
fn @walk "model.ts" 1:11+3 {
bb0(%self; %x):
  %n = array-length %x ; 2:3+3
  return %n
}`;

  const thrownBy = (run: () => unknown): unknown => {
    try {
      run();
    } catch (error) {
      return error;
    }
    throw new Error("nothing was thrown");
  };
  const stackOf = (run: () => unknown): string => (thrownBy(run) as Error).stack ?? "";

  test("stack traces name the user's file, line and column", () => {
    const f = generated(programOf(text), "f") as AnyFunction;
    expect(stackOf(() => enter(f, undefined, [{}]))).toMatch(/^TypeError: .*\n\s+at f \(model\.ts:2:5\)/);
    expect(stackOf(() => enter(f, undefined, [null]))).toMatch(/at f \(model\.ts:2:3\)/);
    const g = (): never => {
      throw new Error("from g");
    };
    expect(stackOf(() => enter(f, undefined, [{ a: {} }, g]))).toMatch(
      /from g\n\s+at g .*\n\s+at f \(model\.ts:2:11\)/,
    );
  });

  test("errors of zeroth without a place get the one of the code that raised them", () => {
    const walk = generated(programOf(text), "walk") as AnyFunction;
    expect(() => enter(walk, undefined, [{ length: 3 }])).toThrow(
      /^model\.ts:2:3: bug in zeroth: .*\n2 \|   o\.a\.b \* g\(o\);\n/,
    );
  });

  test("running out of stack is a clear error with the place", () => {
    const f = generated(programOf(power), "f") as AnyFunction;
    const caught = thrownBy(() => enter(f, undefined, [1e7, 1]));
    expect(caught).toBeInstanceOf(ZerothError);
    expect((caught as ZerothError).message).toMatch(
      /^power\.ts:\d+:\d+: recursion too deep in f: .*\nremedy: run node with a larger --stack-size/,
    );
  });

  test("other throws pass unchanged", () => {
    const program = programOf("fn @f {\nbb0(%self; %x):\n  throw %x\n}");
    const f = generated(program, "f") as AnyFunction;
    for (const thrown of [1, "s", null, undefined, { a: 1 }])
      expect(thrownBy(() => enter(f, undefined, [thrown]))).toBe(thrown);
  });

  test("a function that is refused throws when called", () => {
    const func = programOf("fn @f {\nbb0(%self):\n  return undefined\n}").func("f");
    const refused = { ...func, refusal: { message: "generators", remedy: "use a loop", span: func.span } };
    const program = new Program({ functions: { f: refused }, sources: {} }, () => atOnce(() => []));
    const { closureOf } = createEngine(() => null);
    expect(() => closureOf(program.code("f"), [])()).toThrow("unsupported: generators\nremedy: use a loop");
  });
});
