// Evaluates a formula such as "a+b*(c-2)/d" by recursive descent, the variables given by their values.

import type { Program } from "../program.ts";

function evaluate(values: number[], text: string): number {
  let at = 0;

  function peek(): string {
    return at < text.length ? text.charAt(at) : "";
  }

  function expression(): number {
    let value = term();
    while (peek() === "+" || peek() === "-") {
      const op = text.charAt(at++);
      const right = term();
      value = op === "+" ? value + right : value - right;
    }
    return value;
  }

  function term(): number {
    let value = power();
    for (;;) {
      const op = peek();
      if (op !== "*" && op !== "/") return value;
      at++;
      if (op === "*") value *= power();
      else value /= power();
    }
  }

  function power(): number {
    const base = factor();
    if (peek() !== "^") return base;
    at++;
    return Math.pow(base, power());
  }

  function factor(): number {
    const c = peek();
    at++;
    if (c === "-") return -factor();
    if (c === "(") {
      const inner = expression();
      at++; // the closing one
      return inner;
    }
    if (c >= "a" && c <= "z") return values[c.charCodeAt(0) - 97]!;
    let digits = c;
    while (peek() >= "0" && peek() <= "9") digits += text.charAt(at++);
    return parseFloat(digits);
  }

  return expression();
}

function formula(n: number): string {
  const v = (i: number): string => "abcdefghijkl".charAt((i * 7) % 12);
  const parts: string[] = [];
  for (let i = 0; i < n; i += 3) parts.push(`(${v(i)}-${i % 5})*${v(i + 1)}^2/(3+${v(i + 2)})`, `-${v(i)}*${v(i + 2)}`);
  return parts.join("+");
}

export const program: Program = {
  f: evaluate,
  inputs: (n) => [Array.from({ length: 12 }, (_, i) => 1.5 + Math.sin(i)), formula(n)],
  sizes: [12, 240],
  derivatives: ["grad", "hessian"],
};
