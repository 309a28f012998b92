// A column of formulas typed by hand, some of them wrong: the parser throws where it does not understand, the evaluator where a
// name is unknown, and such a cell counts as the one above it.

import type { Program } from "../program.ts";

class FormulaError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = "FormulaError";
    this.at = at;
  }
}

type Names = { [name: string]: number };

function evaluate(text: string, names: Names): number {
  let at = 0;

  const accept = (symbol: string): boolean => {
    while (text[at] === " ") at++;
    if (text[at] !== symbol) return false;
    at++;
    return true;
  };

  function atom(): number {
    if (accept("(")) {
      const value = sum();
      if (!accept(")")) throw new FormulaError("missing )", at);
      return value;
    }
    if (accept("-")) return -atom();
    const [word] = /^\s*[a-z0-9.]+/.exec(text.slice(at)) ?? [];
    if (word === undefined) throw new FormulaError(`unexpected ${text[at] ?? "end"}`, at);
    at += word.length;
    const name = word.trim();
    if (/^[0-9.]+$/.test(name)) return Number(name);
    if (name === "sqrt") {
      const x = atom();
      if (x < 0) throw new RangeError("root of a negative number");
      return Math.sqrt(x);
    }
    const value = names[name];
    if (value === undefined) throw new ReferenceError(name);
    return value;
  }

  function product(): number {
    let value = atom();
    for (;;) {
      if (accept("*")) value *= atom();
      else if (accept("/")) {
        const by = atom();
        if (Math.abs(by) < 1e-9) throw new RangeError("division by zero");
        value /= by;
      } else return value;
    }
  }

  function sum(): number {
    let value = product();
    for (;;) {
      if (accept("+")) value += product();
      else if (accept("-")) value -= product();
      else return value;
    }
  }

  const value = sum();
  if (at < text.trimEnd().length) throw new FormulaError("more than a formula", at);
  return value;
}

function total(names: Names, column: string[], penalty: number): number {
  let last = 1;
  let sum = 0;
  for (const cell of column) {
    try {
      last = evaluate(cell, { ...names, last });
    } catch (error) {
      if (error instanceof FormulaError) sum -= (penalty * error.at) / cell.length;
      else if (error instanceof ReferenceError) sum -= penalty;
      else last = 0.5 * last;
    }
    sum += last;
  }
  return sum / column.length;
}

const cells = [
  "rate * hours",
  "last + (rate - 2",
  "sqrt(hours * hours + 3)",
  "rat * 3",
  "(last + 1) / sqrt rate",
  "sqrt(rate - hours)",
  "-bonus + hours * (rate - 0.5 * bonus)",
  "hours ** 2",
  "last / (bonus - bonus)",
];

export const program: Program = {
  f: total,
  inputs: (n) => [
    { rate: 2.3, hours: 7.1, bonus: 1.4 },
    Array.from({ length: n }, (_, i) => cells[(i * 4) % cells.length]!),
    0.7,
  ],
  sizes: [9, 90],
  derivatives: ["grad"],
};
