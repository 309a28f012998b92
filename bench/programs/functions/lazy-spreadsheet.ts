// A business plan in a spreadsheet that computes cells when they are asked for: a cell is a thunk that is kept in a map until its
// value is known, and it asks for other cells. Net present value and the least cash, by the assumptions.

import type { Program } from "../program.ts";

type Thunk = () => number;
type Formula = (cell: (name: string, row?: number) => number, row: number) => number;

class Sheet {
  private readonly thunks = new Map<string, Thunk>();
  private readonly open = new Set<string>();

  define(name: string, rows: number, formula: Formula): this {
    for (let row = 0; row < rows; row++) {
      const key = `${name}:${row}`;
      this.thunks.set(key, () => {
        if (this.open.has(key)) throw new Error(`${key} needs itself`);
        this.open.add(key);
        const value = formula((other, at = row) => this.value(other, at), row);
        this.open.delete(key);
        // from now on the cell only tells its value
        this.thunks.set(key, () => value);
        return value;
      });
    }
    return this;
  }

  constants(values: Record<string, number>): this {
    for (const [name, value] of Object.entries(values)) this.define(name, 1, () => value);
    return this;
  }

  value(name: string, row = 0): number {
    const thunk = this.thunks.get(`${name}:${row}`);
    if (!thunk) throw new Error(`no cell ${name} in row ${row}`);
    return thunk();
  }

  column(name: string, rows: number): number[] {
    return Array.from({ length: rows }, (_, row) => this.value(name, row));
  }
}

interface Assumptions {
  price: number;
  unitCost: number;
  growth: number;
  churn: number;
  rent: number;
  tax: number;
  discount: number;
}

function plan(assumptions: Assumptions, years: number): Sheet {
  return new Sheet()
    .constants({ ...assumptions })
    .define("customers", years, (cell, row) => {
      if (row === 0) return 40;
      const before = cell("customers", row - 1);
      const room = 1 - before / 900;
      return before * (1 - cell("churn", 0)) + before * cell("growth", 0) * room + 5;
    })
    .define("revenue", years, (cell, row) => cell("customers") * cell("price", 0) * 1.02 ** row)
    .define("costs", years, (cell) => {
      const scale = cell("customers") ** 0.9;
      return cell("rent", 0) + cell("unitCost", 0) * scale;
    })
    .define("profit", years, (cell) => cell("revenue") - cell("costs"))
    .define("losses", years, (cell, row) =>
      row === 0 ? 0 : Math.max(0, cell("losses", row - 1) - cell("profit", row - 1)),
    )
    .define("taxes", years, (cell) => Math.max(0, cell("profit") - cell("losses")) * cell("tax", 0))
    .define("cash", years, (cell, row) => (row === 0 ? 0 : cell("cash", row - 1)) + cell("profit") - cell("taxes"))
    .define("unused", years, (cell) => cell("misspelt"))
    .define("value", years, (cell, row) => (cell("profit") - cell("taxes")) / (1 + cell("discount", 0)) ** row);
}

function worth(assumptions: Assumptions, years: number): [value: number, leastCash: number] {
  const sheet = plan(assumptions, years);
  const value = sheet.column("value", years).reduce((a, b) => a + b, 0);
  return [value / 1000, Math.min(...sheet.column("cash", years)) / 1000];
}

export const program: Program = {
  f: worth,
  inputs: (n) => [{ price: 11, unitCost: 7, growth: 0.6, churn: 0.15, rent: 900, tax: 0.3, discount: 0.08 }, n],
  sizes: [12, 100],
  derivatives: ["vjp"],
};
