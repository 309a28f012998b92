// For tests: random functions with loops, joins, throws and effects, as IR that keeps to the canonical shape.

import type { Func, Operand, PrimName, Span } from "../ir/index.ts";
import { constant, FuncBuilder, SsaVariables, value, zero } from "../ir/index.ts";

export type Random = (below: number) => number;

/** A linear congruential generator: the same numbers for the same seed everywhere. */
export function randomFrom(seed: number): Random {
  let state = (seed * 2654435761 + 12345) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const binary: readonly PrimName[] = ["add", "sub", "mul", "lt", "eq", "rem", "max", "sum", "scale", "ratio", "bitxor"];
const variableNames = ["a", "b", "c", "d"];

/**
 * `(x, y, log, o)`: `log(v)` is an effect that returns a number, `o.p` a property that it may change, `o.F` a constructor
 * of typed arrays, and `o` as a key may have an effect. Some call
 * themselves (where they never come to), and some have a pullback's name and captures.
 */
export function randomFunction(seed: number): Func {
  const random = randomFrom(seed);
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  let line = 1;
  const span = (): Span => ({ file: "r.ts", line: line++, column: 1, length: 1, synthetic: false });
  const name = seed % 4 === 1 ? "f*" : "f";
  const captures = ["u", "v"].map((hint) => ({ name: hint, from: "scope" as const, boxed: false }));
  const b = new FuncBuilder({
    name,
    sourceName: "f",
    captures,
    params: ["x", "y", "log", "o"].map((hint) => ({ hint })),
    span: span(),
  });
  const variables = new SsaVariables<string>(
    b,
    () => constant(7),
    (key) => key,
  );
  const [x, y, log, o] = b.params as [Operand, Operand, Operand, Operand];
  variables.write("a", x);
  variables.write("b", y);
  let counters = 0;

  const atom = (): Operand => {
    switch (random(5)) {
      case 0:
        return random(3) === 0
          ? b.prim("capture", [b.self, constant(random(2))], span(), "u")
          : constant(pick([0, 1, -1, 2.5, -0]));
      default:
        return variables.read(pick(variableNames));
    }
  };
  const expression = (depth: number): Operand => {
    if (depth === 0) return atom();
    switch (random(10)) {
      case 0:
      case 1:
        return b.call(log, [expression(depth - 1)], span());
      case 2:
        return b.prim("get", [o, constant("p")], span());
      case 3:
        return b.prim("neg", [expression(depth - 1)], span());
      case 4:
        return b.prim("not", [expression(depth - 1)], span());
      case 6: {
        const number = (): Operand => b.prim("number", [expression(depth - 1)], span());
        return random(2) === 0
          ? b.prim("stop", [number()], span())
          : b.prim("carry", [number(), number(), number()], span());
      }
      case 5:
        return atom();
      default: {
        const [left, right] = [expression(depth - 1), expression(depth - 1)];
        const prim = pick(binary);
        const number = (operand: Operand): Operand => b.prim("number", [operand], span());
        // In sums a zero is neutral, though 0 + -0 is 0: so there is no -0 in them.
        const term = (operand: Operand): Operand => b.prim("add", [number(operand), constant(0)], span());
        const as = prim === "sum" ? term : prim === "scale" || prim === "ratio" ? number : (same: Operand) => same;
        return b.prim(prim, [as(left), as(right)], span());
      }
    }
  };
  /** Memory that is made, and read by all kinds of keys; often nobody uses it. Some lengths throw. */
  const memory = (): void => {
    const made = [
      () => b.prim("array-new", [constant(pick([0, 1, 3, -1, 1.5]))], span()),
      () => b.prim("typed-new", [b.prim("get", [o, constant("F")], span()), constant(pick([0, 2, -1]))], span()),
      () => b.prim("array", [atom(), atom()], span()),
      () => b.prim("object", [constant("q"), atom()], span()),
    ];
    const reference = pick(made)();
    const key = pick([constant(0), atom(), o]);
    const read = random(2) === 0 ? b.prim("get", [reference, key], span()) : reference;
    if (random(3) === 0) variables.write(pick(variableNames), b.prim("typeof", [read], span()));
  };
  /** Blocks with parameters that one edge alone leads to. */
  const detour = (): void => {
    let passed = atom();
    for (let n = 1 + random(3); n > 0; n--) {
      const next = b.block();
      const param = value(b.param(next, "p"));
      b.jump(next, span(), [passed]);
      variables.seal(next);
      b.switchTo(next);
      passed = param;
    }
    variables.write(pick(variableNames), passed);
  };
  const statement = (): void => {
    const rare = random(12);
    if (rare === 0) {
      memory();
    } else if (rare === 1) {
      detour();
    } else if (random(6) === 0) {
      b.prim("set", [o, constant("p"), expression(2)], span());
    } else if (random(5) === 0) {
      // A parallel exchange: parameters of a loop may swap.
      const [p, q] = [pick(variableNames), pick(variableNames)];
      const [u, v] = [variables.read(p), variables.read(q)];
      variables.write(p, v);
      variables.write(q, u);
    } else {
      variables.write(pick(variableNames), expression(3));
    }
  };
  /** Blocks that jump forward at random; the last one is open afterwards. */
  const region = (depth: number): void => {
    const blocks = Array.from({ length: 1 + random(6) }, () => b.block());
    b.jump(blocks[0] as never, span());
    blocks.forEach((block, i) => {
      variables.seal(block);
      b.switchTo(block);
      if (!b.isOpen()) return;
      for (let n = random(4); n > 0; n--) statement();
      if (depth > 0 && random(3) === 0) loop(depth - 1);
      if (i === blocks.length - 1) return;
      const later = blocks.slice(i + 1);
      const first = pick(later);
      const second = random(12) === 0 ? b.block() : pick(later);
      // Every block can be reached, so that regions always end.
      const next = random(2) === 0 ? first : (later[0] as typeof first);
      if (second === next) {
        b.jump(next, span());
        return;
      }
      b.branch(random(12) === 0 ? pick([zero, constant(0), constant("s")]) : expression(2), next, second, span());
      if (!later.includes(second)) {
        variables.seal(second);
        b.switchTo(second);
        b.throw(expression(1), span());
      }
    });
  };
  const loop = (depth: number): void => {
    const counter = `i${counters++}`;
    variables.write(counter, constant(0));
    const [header, exit] = [b.block(), b.block()];
    b.jump(header, span());
    b.switchTo(header);
    region(depth);
    if (!b.isOpen()) {
      variables.seal(header);
      variables.seal(exit);
      return;
    }
    variables.write(counter, b.prim("add", [variables.read(counter), constant(1)], span()));
    const more = b.prim("lt", [variables.read(counter), constant(1 + random(3))], span());
    b.branch(more, header, exit, span());
    variables.seal(header);
    variables.seal(exit);
    b.switchTo(exit);
  };
  if (seed % 2 === 1) {
    const [never, on] = [b.block(), b.block()];
    b.branch(b.prim("lt", [x, constant(-1e300)], span()), never, on, span());
    variables.seal(never);
    variables.seal(on);
    b.switchTo(never);
    b.throw(b.call(b.self, [x], span()), span());
    b.switchTo(on);
  }
  region(2);
  if (b.isOpen())
    b.ret(
      b.prim(
        "tuple",
        variableNames.map((name) => variables.read(name)),
        span(),
      ),
      span(),
    );
  return b.finish();
}
