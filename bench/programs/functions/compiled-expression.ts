// A formula of a model, held as a tree, is compiled to closures once and then evaluated at many points. Constants are folded while
// compiling. Weighted squares of the residuals, by the parameters of the formula.

import type { Program } from "../program.ts";

interface Call {
  op: string;
  args: Node[];
}
type Node = number | string | Call;

const call = (op: string, ...args: Node[]): Call => ({ op, args });

type Environment = Record<string, number>;
type Compiled = (env: Environment) => number;

const functions: Record<string, (...values: number[]) => number> = {
  "+": (...values) => values.reduce((a, b) => a + b, 0),
  "*": (...values) => values.reduce((a, b) => a * b, 1),
  "-": (a, b) => (b === undefined ? -a : a - b),
  "/": (a, b) => a / b,
  "^": (a, b) => a ** b,
  exp: Math.exp,
  log: (a) => Math.log(a),
  logistic: (a) => 1 / (1 + Math.exp(-a)),
};

const isConstant = (node: Node): boolean =>
  typeof node === "number" || (typeof node === "object" && node.args.every(isConstant));

function compile(node: Node): Compiled {
  if (typeof node === "number") return () => node;
  if (typeof node === "string") return (env) => env[node]!;
  const { op, args } = node;
  const compiled = args.map(compile);
  if (isConstant(node)) {
    const value = functions[op]!(...compiled.map((arg) => arg({})));
    return () => value;
  }
  if (op === "if") {
    const [condition, then, otherwise] = compiled as [Compiled, Compiled, Compiled];
    return (env) => (condition(env) > 0 ? then(env) : otherwise(env));
  }
  // the usual case needs no array
  if (compiled.length === 2) {
    const [left, right] = compiled as [Compiled, Compiled];
    if (op === "+") return (env) => left(env) + right(env);
    if (op === "*") return (env) => left(env) * right(env);
  }
  const apply = functions[op];
  if (!apply) throw new SyntaxError(`no function ${op}`);
  return (env) => apply(...compiled.map((arg) => arg(env)));
}

// growth with a ceiling, on a background that is quadratic at first
const model = call(
  "+",
  call("*", "ceiling", call("logistic", call("/", call("-", "t", "middle"), "width"))),
  call(
    "if",
    call("-", "t", call("*", 2, 1.5)),
    call("*", "drift", call("log", "t")),
    call("*", call("/", "drift", 9), call("^", "t", 2)),
  ),
  call("-", call("exp", call("-", call("*", "decay", "t")))),
);

interface Sample {
  t: number;
  y: number;
  weight?: number;
}

function residualSquares(parameters: Environment, samples: Sample[]): number {
  const predict = compile(model);
  return samples.reduce((s, { t, y, weight = 1 }) => s + weight * (predict({ ...parameters, t }) - y) ** 2, 0);
}

export const program: Program = {
  f: residualSquares,
  inputs: (n) => [
    { ceiling: 5, middle: 4.2, width: 1.1, drift: 0.3, decay: 0.7 },
    Array.from({ length: n }, (_, i) => {
      const t = (10 * (i + 0.6)) / n;
      const y = 4.5 / (1 + Math.exp(4 - t)) + 0.3 * Math.sin(9 * i);
      return i % 3 === 0 ? { t, y, weight: 0.5 } : { t, y };
    }),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hessian"],
};
