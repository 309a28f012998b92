import { describe, expect, test } from "vitest";
import type { Differentiate, Func, Operand, Span } from "../ir/index.ts";
import type { AnyFunction, Resolve } from "../runtime/index.ts";
import { atOnce, constant, FuncBuilder, Program, undef, verified, zero, ZerothError } from "../ir/index.ts";
import { stampOf } from "../runtime/index.ts";
import { checkShapes, interpret, interpretedClosure, type InterpreterHost } from "./index.ts";

const span: Span = { file: "a.ts", line: 2, column: 3, length: 4, synthetic: false };
const source = "one\nx.boom(1)\n";

const resolve: Resolve = (callee, word) => {
  const stamp = stampOf(callee);
  if (stamp === undefined) return null;
  const { program } = stamp.code;
  return { code: program.code(program.derived(stamp.code.name, word)), self: callee as AnyFunction };
};

function programOf(...functions: readonly Func[]): Program {
  const module = { functions: Object.fromEntries(functions.map((f) => [f.name, f])), sources: { "a.ts": source } };
  const given: Differentiate = (_module, name, letter) =>
    atOnce(() => {
      const derived = module.functions[`${name}.${letter}`];
      if (derived === undefined) throw new Error(`no derivative of ${name}`);
      return [derived];
    });
  return new Program(module, verified(given));
}

function define(name: string, params: readonly string[], body: (b: FuncBuilder) => void, more: object = {}): Func {
  const builder = new FuncBuilder({ name, sourceName: name, params: params.map((hint) => ({ hint })), span, ...more });
  body(builder);
  return builder.finish();
}

function functionOf(
  program: Program,
  name: string,
  host: Partial<InterpreterHost> = {},
  env: unknown[] = [],
): AnyFunction {
  return interpretedClosure(program.code(name), env, { resolve, ...host });
}

const call = (f: AnyFunction, ...args: unknown[]): unknown => (f as (...args: unknown[]) => unknown)(...args);
const param = (b: FuncBuilder, k: number): Operand => b.params[k] as Operand;

/** n < 1 ? 0 : 1 + count(n - 1), by a call of the function itself. */
const count = define("count", ["n"], (b) => {
  const [done, more] = [b.block(), b.block()];
  b.branch(b.prim("lt", [param(b, 0), constant(1)], span), done, more, span);
  b.switchTo(done);
  b.ret(constant(0), span);
  b.switchTo(more);
  const rest = b.call(b.self, [b.prim("sub", [param(b, 0), constant(1)], span)], span);
  b.ret(b.prim("add", [rest, constant(1)], span), span);
});

describe("interpreter", () => {
  test("runs a loop whose parameters swap, and counts steps", () => {
    const fib = define("fib", ["n"], (b) => {
      const [loop, end] = [b.block(), b.block()];
      const [x, y, i] = [b.param(loop, "a"), b.param(loop, "b"), b.param(loop, "i")].map((id): Operand => ({
        kind: "value",
        id,
      }));
      b.jump(loop, span, [constant(0), constant(1), constant(0)]);
      b.switchTo(loop);
      const next = b.prim("add", [i as Operand, constant(1)], span);
      const again = b.prim("lt", [next, param(b, 0)], span);
      const sum = b.prim("add", [x as Operand, y as Operand], span);
      const back = b.block();
      b.branch(again, back, end, span);
      b.switchTo(back);
      b.jump(loop, span, [y as Operand, sum, next]);
      b.switchTo(end);
      b.ret(y as Operand, span);
    });
    const steps = { count: 0 };
    expect(call(functionOf(programOf(fib), "fib", { steps }), 10)).toBe(55);
    expect(steps.count).toBe(1 + 10 * 4 + 9 + 1);
  });

  test("recursion is as deep as the limit allows", () => {
    const program = programOf(count);
    expect(call(functionOf(program, "count"), 1e6)).toBe(1e6);
    expect(() => call(functionOf(program, "count", { maxDepth: 100 }), 100)).toThrow(/recursion too deep in @count/);
  });

  test("fuel runs out with the place", () => {
    const forever = define("forever", [], (b) => {
      const loop = b.block();
      b.jump(loop, span);
      b.switchTo(loop);
      b.jump(loop, span);
    });
    expect(() => call(functionOf(programOf(forever), "forever", { fuel: 1000 }))).toThrow(/a\.ts:2:3: .*1000 steps/);
  });

  test("pads missing arguments, drops extra ones, binds rest and receiver", () => {
    const f = define(
      "f",
      ["x", "xs"],
      (b) => {
        b.ret(b.prim("tuple", [b.receiver, param(b, 0), param(b, 1)], span), span);
      },
      { rest: true },
    );
    const run = (receiver: unknown, ...args: unknown[]): unknown =>
      interpret(programOf(f).code("f"), call, receiver, args, { resolve });
    expect(run("o", 1, 2, 3)).toEqual(["o", 1, [2, 3]]);
    expect(run(undefined)).toEqual([undefined, undefined, []]);
  });

  test("closures are JavaScript functions that know their code and environment", () => {
    const inner = define(
      "inner",
      ["y"],
      (b) => {
        const x = b.prim("capture", [b.self, constant(0)], span, "x");
        b.ret(b.prim("add", [x, param(b, 0)], span), span);
      },
      { captures: [{ name: "x", from: "scope", boxed: false }] },
    );
    const outer = define("outer", ["x"], (b) => b.ret(b.closure("inner", [param(b, 0)], span), span));
    const add = call(functionOf(programOf(inner, outer), "outer"), 40) as AnyFunction;
    expect(call(add, 2)).toBe(42);
    expect([add.name, add.length]).toEqual(["inner", 1]);
    expect(stampOf(add)?.env).toEqual([40]);
  });

  test("calls natives with receiver and spread arguments, and is called back by them", () => {
    const double = define("double", ["x"], (b) => b.ret(b.prim("mul", [param(b, 0), constant(2)], span), span));
    const f = define("f", ["o", "xs"], (b) => {
      const map = b.prim("get", [param(b, 1), constant("map")], span);
      const doubled = b.call(map, [b.closure("double", [], span)], span, { receiver: param(b, 1) });
      const max = b.prim("get", [param(b, 0), constant("max")], span);
      b.ret(b.call(max, [constant(3), doubled], span, { receiver: param(b, 0), spread: true }), span);
    });
    expect(call(functionOf(programOf(double, f), "f"), Math, [1, 5])).toBe(10);
  });

  test("a call with a word runs the derivative with the closure as self", () => {
    const f = define("f", ["x"], (b) => b.ret(param(b, 0), span));
    const derived = define("f.J", ["x"], (b) => b.ret(b.prim("tuple", [b.self, param(b, 0)], span), span), {
      base: "f",
    });
    const main = define("main", [], (b) => {
      const closure = b.closure("f", [], span);
      const result = b.call(closure, [constant(7)], span, { word: "J" });
      b.ret(
        b.prim(
          "tuple",
          [
            b.prim("eq", [b.prim("tuple-get", [result, constant(0)], span), closure], span),
            b.prim("tuple-get", [result, constant(1)], span),
          ],
          span,
        ),
        span,
      );
    });
    expect(call(functionOf(programOf(f, derived, main), "main"))).toEqual([true, 7]);
  });

  test("errors: calls of no function, refusals, places for errors of primitives, throws", () => {
    const callIt = define("callIt", ["g"], (b) => b.ret(b.call(param(b, 0), [], span), span));
    expect(() => call(functionOf(programOf(callIt), "callIt"), 1)).toThrow(new TypeError("g is not a function"));

    const refused = define("refused", [], (b) => b.ret(undef, span), {
      refusal: { message: "generators", remedy: "use a loop", span },
    });
    expect(() => call(functionOf(programOf(refused), "refused"))).toThrow(
      "a.ts:2:3: unsupported: generators\n2 | x.boom(1)\n  |   ^^^^\nremedy: use a loop",
    );

    const iterate = define("iterate", ["x"], (b) => b.ret(b.prim("iterable", [param(b, 0)], span), span));
    expect(() => call(functionOf(programOf(iterate), "iterate"), new Map())).toThrow(
      /^a\.ts:2:3: unsupported: iteration over Map\n2 \|/,
    );

    const thrower = define("thrower", ["x"], (b) => b.throw(param(b, 0), span));
    let caught: unknown;
    try {
      call(functionOf(programOf(thrower), "thrower"), 12);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBe(12);
    expect(new ZerothError({ kind: "bug", message: "x" }).kind).toBe("bug");
  });

  test("shape checks find derived functions that return the wrong thing", () => {
    const onReturn = checkShapes;
    const notPair = define("g.J", ["x"], (b) => b.ret(param(b, 0), span), { base: "g" });
    expect(() => call(functionOf(programOf(notPair), "g.J", { onReturn }), 1)).toThrow(
      /@g\.J returned a value of type number/,
    );
    const primal = define("f", ["x"], (b) => b.ret(param(b, 0), span));
    const pullback = (parts: readonly Operand[]): Program =>
      programOf(
        primal,
        define("f.J*", ["ctx", "dy"], (b) => b.ret(b.prim("tuple", parts, span), span)),
      );
    const run = (parts: readonly Operand[]): unknown => call(functionOf(pullback(parts), "f.J*", { onReturn }));
    expect(run([zero, zero, constant(1)])).toEqual([0, 0, 1]);
    expect(() => run([zero, zero, zero, zero])).toThrow("@f.J* returned 4 cotangents for 3 parameters");
    expect(() => run([zero, undef])).toThrow("@f.J* returned a value of type undefined as cotangent 1");
  });
});
