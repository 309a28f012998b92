// Local functions that call each other and share variables run specialised code, and what they give is what general code gives.

import { expect, test } from "vitest";
import { explain, grad, hvp, J, jvp, ready, vjp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
import * as generalJvp from "../prelude/jvp.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { codeOf } from "./plans.ts";

type F = (x: number, text: string) => number;

const parser: F = (x, text) => {
  let at = 0;
  const peek = (): string => (at < text.length ? text.charAt(at) : "");
  const sum = (): number => {
    let value = product();
    while (peek() === "+") {
      at++;
      value += product();
    }
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (text[at] === "*") {
      at++;
      value *= factor();
    }
    return value;
  };
  const factor = (): number => {
    const c = peek();
    at++;
    if (c === "-") return -factor();
    if (c === "(") {
      const value = sum();
      at++;
      return value;
    }
    if (c === "x") return x;
    let digits = c;
    while (peek() >= "0" && peek() <= "9") digits += text[at++]!;
    return parseFloat(digits);
  };
  return sum();
};

/** They share a number that carries a derivative, and a text. */
const sharing: F = (x, text) => {
  let [total, seen, at] = [x, "", 0];
  const even = (): number => {
    seen += text.charAt(at);
    at++;
    total += Math.sin(total * at);
    return at >= text.length ? total : odd() * 0.5;
  };
  const odd = (): number => {
    total *= 0.9;
    at++;
    return at >= text.length ? total + seen.length : even() + total;
  };
  return odd() * total;
};

/** One of the variables that hold them is assigned while they run. */
const assigned: F = (x, text) => {
  let at = 0;
  let even = (): number => (at++ >= text.length ? x : odd() * 0.5);
  const odd = (): number => {
    if (at === 2) even = () => x * x;
    return at++ >= text.length ? x * 3 : even() + x;
  };
  return odd();
};

/** One of them is kept, where anybody may call it. */
const kept: F = (x, text) => {
  let at = 0;
  let total = x;
  const all: (() => number)[] = [];
  const even = (): number => {
    total += x;
    return at++ >= text.length ? total : odd() * 0.5;
  };
  const odd = (): number => {
    total *= 0.9;
    return at++ >= text.length ? x * 3 : even() + x;
  };
  all.push(odd);
  const first = odd();
  at = 0;
  return first + all[0]!() * total;
};

/** A variable that they share comes to hold something else. */
const changing: F = (x, text) => {
  let last: number | string | null = 0;
  const even = (n: number): number => {
    if (typeof last === "number") last = n > 2 ? "b" : last + 1;
    return n >= text.length ? x : odd(n + 1) * 0.5;
  };
  const odd = (n: number): number => (n >= text.length ? x * 3 : even(n + 1) + (last === "b" ? x * x : 0));
  return odd(0);
};

const texts = ["x", "x*(2+x)*-x", "(x+12)*x+3", "-x*-(x+1)"];
const programs: Readonly<Record<string, readonly [f: F, isTyped: boolean]>> = {
  "a parser": [parser, true],
  "shared numbers and texts": [sharing, true],
  "a variable that is assigned": [assigned, false],
  "a function that is kept": [kept, true],
  "a shared variable of several types": [changing, false],
};

test.each(Object.entries(programs))("%s: what general code gives, for each text", (_, [f, isTyped]) => {
  const pulled = (by: typeof vjp, x: number, text: string): unknown => {
    const [value, back] = by(f, x, text);
    return [value, back(0.7), back(-2)];
  };
  for (const text of [...texts, ...texts]) {
    for (const x of [0.7, -1.3]) {
      expectClose(grad(f)(x, text), general.grad(f as never)(x, text), 1e-13, text);
      expectClose(pulled(vjp, x, text), pulled(general.vjp as never, x, text), 1e-13, text);
      expectClose(jvp(f, [x, text], [0.3, null]), generalJvp.jvp(f as never, [x, text], [0.3, null]), 1e-13, text);
      expectClose(hvp(f)(x, 1, text), general.hvp(f as never)(x, 1, text), 1e-12, text);
    }
  }
  expect(texts.every((text) => isAnswered(grad(f), 0.7, text))).toBe(isTyped);
});

interface Captured {
  readonly w: number;
  readonly x: number;
}

test.each<readonly [string, (go: (k: number) => number) => Captured]>([
  ["J", (go) => (J(go, 2)[1](1) as unknown as readonly [Captured])[0]],
  ["grad", (go) => grad((f: (k: number) => number) => f(2))(go) as unknown as Captured],
])("the gradient of what a function captured has numbers for variables that it shares: %s", async (_, captured) => {
  const f = (x: number): number => {
    let w = x;
    const go = (k: number): number => {
      w *= 1.1;
      return k <= 0 ? w * w : go(k - 1) * x;
    };
    const one = go(2);
    const { w: first, x: second } = captured(go);
    return one + first + 10 * second;
  };
  const gradient = grad(f);
  const expected = [0.7, 1.3].map((x) => general.grad(f as never)(x as never));
  await ready(gradient, 0.7);
  expectClose(
    [0.7, 1.3].map((x) => gradient(x)),
    expected,
    1e-13,
    "gradients",
  );
});

test("what keeps a function variable from typed code is said", () => {
  expect(explain(grad(assigned), 0.7, "xxxx")).toContain("a variable that holds a function is assigned");
});

test("each of several functions that call each other is written few times", () => {
  const names = [...codeOf(grad(parser) as never, 0.7, "x*2").matchAll(/return \(function (\w+)\(/g)].map(
    ([, name]) => name!,
  );
  expect(names.filter((name) => name.startsWith("factor_forward")).length).toBeLessThanOrEqual(2);
  expect(names.length).toBeLessThanOrEqual(20);
});

test("characters of a text that are beyond its end", () => {
  const f = (x: number, text: string): number => {
    let s = x;
    for (let k = 0; k < 4; k++) s *= text[k] === "a" ? 2 : text[k] === undefined ? 3 : x;
    return s;
  };
  const gradient = grad(f);
  for (const text of ["abab", "ab", ""]) {
    expect(gradient(1.5, text)).toBe(general.grad(f as never)(1.5, text));
    expect(isAnswered(gradient, 1.5, text)).toBe(true);
  }
  expect(explain(gradient, 1.5, "ab")).toContain("Specialised code runs");
});
