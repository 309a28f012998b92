// An interpreter of a small script: names are kept in scopes, each a map with a parent, and functions in another map. The
// script computes what a loan costs; its parameters are the differentiated ones.

import type { Program } from "../program.ts";

type Node =
  | { kind: "number"; value: number }
  | { kind: "name"; name: string }
  | { kind: "let" | "set"; name: string; value: Node }
  | { kind: "call"; f: string; args: Node[] }
  | { kind: "repeat"; count: Node; body: Node[] };

class Scope {
  private readonly names = new Map<string, number>();
  private readonly parent: Scope | null;

  constructor(parent: Scope | null = null) {
    this.parent = parent;
  }

  private owner(name: string): Map<string, number> {
    if (this.names.has(name)) return this.names;
    if (this.parent === null) throw new ReferenceError(`unknown name ${name}`);
    return this.parent.owner(name);
  }

  get(name: string): number {
    return this.owner(name).get(name)!;
  }

  set(name: string, value: number): void {
    this.owner(name).set(name, value);
  }

  declare(name: string, value: number): void {
    this.names.set(name, value);
  }
}

const builtins = new Map<string, (...xs: number[]) => number>([
  ["+", (...xs) => xs.reduce((a, b) => a + b, 0)],
  ["-", (a, b) => a - b],
  ["*", (...xs) => xs.reduce((a, b) => a * b, 1)],
  ["/", (a, b) => a / b],
  ["pow", (a, b) => a ** b],
  ["max", Math.max],
]);

function parse(source: string): Node[] {
  const tokens = source.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const name = (): string => tokens[at++]!;
  const rest = (): Node[] => {
    const nodes: Node[] = [];
    while (tokens[at] !== ")" && at < tokens.length) nodes.push(one());
    at++;
    return nodes;
  };
  const one = (): Node => {
    const token = name();
    if (token !== "(")
      return Number.isNaN(Number(token)) ? { kind: "name", name: token } : { kind: "number", value: Number(token) };
    const head = name();
    if (head === "repeat") return { kind: "repeat", count: one(), body: rest() };
    if (head === "let" || head === "set") return { kind: head, name: name(), value: rest()[0]! };
    return { kind: "call", f: head, args: rest() };
  };
  return rest();
}

function run(nodes: Node[], scope: Scope): number {
  let last = 0;
  for (const node of nodes) last = evaluate(node, scope);
  return last;
}

function evaluate(node: Node, scope: Scope): number {
  switch (node.kind) {
    case "number":
      return node.value;
    case "name":
      return scope.get(node.name);
    case "call":
      return builtins.get(node.f)!(...node.args.map((arg) => evaluate(arg, scope)));
    case "let":
    case "set": {
      const value = evaluate(node.value, scope);
      if (node.kind === "let") scope.declare(node.name, value);
      else scope.set(node.name, value);
      return value;
    }
    case "repeat": {
      const count = evaluate(node.count, scope);
      let last = 0;
      for (let k = 0; k < count; k++) last = run(node.body, new Scope(scope));
      return last;
    }
  }
}

const script = `
  (let debt amount) (let paid 0) (let month 0)
  (repeat months
    (let interest (* debt (/ rate 12)))
    (let due (max (* debt share) fee))
    (set debt (- (+ debt interest) due))
    (set month (+ month 1))
    (set paid (+ paid (/ due (pow (+ 1 (/ inflation 12)) month)))))
  (+ paid debt)`;

export const program: Program = {
  f: (loan: { [name: string]: number }, months: number): number => {
    const scope = new Scope();
    scope.declare("months", months);
    for (const [name, value] of Object.entries(loan)) scope.declare(name, value);
    return run(parse(script), scope);
  },
  inputs: (n) => [{ amount: 250, rate: 0.06, share: 0.04, fee: 5.3, inflation: 0.02 }, n],
  sizes: [12, 120],
  derivatives: ["grad"],
};
