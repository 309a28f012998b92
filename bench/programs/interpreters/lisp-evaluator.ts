// A little Lisp: nested lists as expressions, `let`, `if` and `repeat` as special forms, environments as linked
// frames. The program in it runs a damped map; the result depends on the two numbers given.

import type { Program } from "../program.ts";

type Sexp = number | string | Sexp[];

interface Frame {
  name: string;
  value: number;
  next: Frame | null;
}

function lookup(frame: Frame | null, name: string): number {
  for (let f = frame; f !== null; f = f.next) if (f.name === name) return f.value;
  throw new Error(`unbound: ${name}`);
}

function evaluate(e: Sexp, env: Frame | null): number {
  if (typeof e === "number") return e;
  if (typeof e === "string") return lookup(env, e);
  const [head, ...rest] = e;
  switch (head) {
    case "+":
      return rest.reduce<number>((s, a) => s + evaluate(a, env), 0);
    case "*":
      return rest.reduce<number>((p, a) => p * evaluate(a, env), 1);
    case "-":
      return evaluate(rest[0]!, env) - evaluate(rest[1]!, env);
    case "exp":
      return Math.exp(evaluate(rest[0]!, env));
    case "if":
      return evaluate(rest[0]!, env) > 0 ? evaluate(rest[1]!, env) : evaluate(rest[2]!, env);
    case "let":
      return evaluate(rest[2]!, { name: rest[0] as string, value: evaluate(rest[1]!, env), next: env });
    case "repeat": {
      // (repeat count name start body)
      const [count, name, start, body] = rest as [Sexp, string, Sexp, Sexp];
      let value = evaluate(start, env);
      const times = evaluate(count, env);
      for (let i = 0; i < times; i++) value = evaluate(body, { name, value, next: env });
      return value;
    }
    default:
      throw new Error("not a function");
  }
}

const source: Sexp = [
  "let",
  "k",
  ["+", "a", ["*", "b", "b"]],
  [
    "repeat",
    "steps",
    "z",
    0.3,
    [
      "if",
      ["-", "z", 0.5],
      ["*", "k", "z", ["-", 1, "z"]],
      ["+", ["*", "b", "z"], ["*", 0.8, ["exp", ["*", -1.5, "z"]]]],
    ],
  ],
];

function run(x: { a: number; b: number }, steps: number): number {
  let env: Frame | null = null;
  env = { name: "a", value: x.a, next: env };
  env = { name: "b", value: x.b, next: env };
  env = { name: "steps", value: steps, next: env };
  return evaluate(source, env);
}

export const program: Program = {
  f: run,
  inputs: (n) => [{ a: 0.7, b: 0.3 }, n],
  sizes: [12, 150],
  derivatives: ["grad", "hessian"],
};
