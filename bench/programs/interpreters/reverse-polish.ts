// A reverse Polish calculator with named variables: compound results of several lines, each line able to use the
// results of the lines before it ("$0", "$1", ...).

import type { Program } from "../program.ts";

type Vars = Record<string, number>;

function calculate(line: string, vars: Vars, results: number[]): number {
  const stack: number[] = [];
  for (const token of line.split(" ")) {
    if (token === "+" || token === "-" || token === "*" || token === "/") {
      const right = stack.pop();
      const left = stack.pop();
      if (left === undefined || right === undefined) throw new Error(`stack underflow at ${token}`);
      stack.push(
        token === "+" ? left + right : token === "-" ? left - right : token === "*" ? left * right : left / right,
      );
    } else if (token === "sqrt") {
      stack.push(Math.sqrt(stack.pop()!));
    } else if (token === "ln") {
      stack.push(Math.log(stack.pop()!));
    } else if (token.startsWith("$")) {
      stack.push(results[parseInt(token.slice(1), 10)]!);
    } else if (token in vars) {
      stack.push(vars[token]!);
    } else {
      stack.push(Number(token));
    }
  }
  if (stack.length !== 1) throw new Error("malformed line");
  return stack[0]!;
}

function sheet(vars: Vars, lines: string[]): number {
  const results: number[] = [];
  lines.forEach((line) => results.push(calculate(line, vars, results)));
  return results[results.length - 1]!;
}

const templates = [
  (i: number): string => `$${i - 1} rate * 1 +`,
  (i: number): string => `$${i - 1} sqrt $${i - 2} + gain *`,
  (i: number): string => `$${i - 1} $${i - 2} / ln 3 + bias +`,
];

export const program: Program = {
  f: sheet,
  inputs: (n) => {
    const lines = ["rate gain +", "gain bias * 2 +"];
    for (let i = 2; i < n; i++) lines.push(templates[i % 3]!(i));
    return [{ rate: 0.9, gain: 0.8, bias: 0.4 }, lines];
  },
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
