// A small query language over a table of columns: derived columns, filters, functions, groups and running sums are
// steps in a list. The result is the total of one column of the final table.

import type { Program } from "../program.ts";

type Table = { [column: string]: number[] };

type Step =
  | { do: "derive"; name: string; from: [string, string]; by: "+" | "-" | "*" | "/" }
  | { do: "keep"; column: string; above: number }
  | { do: "apply"; column: string; fn: string }
  | { do: "cumulate"; column: string; decay?: number }
  | { do: "group"; key: string; sum: string };

const binary = {
  "+": (a: number, b: number) => a + b,
  "-": (a: number, b: number) => a - b,
  "*": (a: number, b: number) => a * b,
  "/": (a: number, b: number) => a / b,
};

const unary: Record<string, (x: number) => number> = {
  log: Math.log,
  exp: Math.exp,
  abs: Math.abs,
  square: (x) => x * x,
};

function run(table: Table, step: Step): Table {
  switch (step.do) {
    case "derive": {
      const [left, right] = step.from.map((c) => table[c]!) as [number[], number[]];
      return { ...table, [step.name]: left.map((v, i) => binary[step.by](v, right[i]!)) };
    }
    case "keep": {
      const rows = table[step.column]!.map((v, i) => (v > step.above ? i : -1)).filter((i) => i >= 0);
      return Object.fromEntries(Object.entries(table).map(([name, column]) => [name, rows.map((i) => column[i]!)]));
    }
    case "apply":
      return { ...table, [step.column]: table[step.column]!.map((v) => unary[step.fn]!(v)) };
    case "cumulate": {
      let carry = 0;
      return { ...table, [step.column]: table[step.column]!.map((v) => (carry = (step.decay ?? 1) * carry + v)) };
    }
    case "group": {
      const sums: Record<string, number> = {};
      table[step.key]!.forEach((k, i) => (sums[`g${k}`] = (sums[`g${k}`] ?? 0) + table[step.sum]![i]!));
      return { [step.sum]: Object.values(sums) };
    }
  }
}

function total(columns: { price: number[]; size: number[] }, shop: number[], steps: Step[], answer: string): number {
  const result = steps.reduce(run, { ...columns, shop });
  return (result[answer] ?? []).reduce((a, b) => a + b, 0);
}

export const program: Program = {
  f: total,
  inputs: (n) => [
    {
      price: Array.from({ length: n }, (_, i) => 2 + Math.sin(1.3 * i)),
      size: Array.from({ length: n }, (_, i) => 1.5 + 0.8 * Math.cos(2.2 * i + 0.1)),
    },
    Array.from({ length: n }, (_, i) => (i * 5) % 4),
    [
      { do: "derive", name: "sales", from: ["price", "size"], by: "*" },
      { do: "keep", column: "sales", above: 1.1 },
      { do: "derive", name: "ratio", from: ["price", "size"], by: "/" },
      { do: "cumulate", column: "sales", decay: 0.6 },
      { do: "apply", column: "sales", fn: "log" },
      { do: "derive", name: "mix", from: ["sales", "ratio"], by: "+" },
      { do: "group", key: "shop", sum: "mix" },
      { do: "apply", column: "mix", fn: "square" },
    ] satisfies Step[],
    "mix",
  ],
  sizes: [14, 200],
  derivatives: ["grad", "hvp"],
};
