// Income tax with brackets, an allowance that is withdrawn at high incomes, a child credit and a surcharge: revenue
// and inequality of what is left, as a function of the tax code.

import type { Program } from "../program.ts";

interface TaxCode {
  allowance: number;
  brackets: { upTo: number; rate: number }[];
  topRate: number;
  childCredit: number;
  surcharge: { from: number; rate: number };
}

interface Household {
  income: number;
  children?: number;
  selfEmployed?: boolean;
}

function tax(code: TaxCode, { income, children = 0, selfEmployed }: Household): number {
  const allowance = Math.max(0, code.allowance - 0.5 * Math.max(0, income - 100));
  const taxable = income - allowance;
  if (taxable <= 0) return -code.childCredit * children;

  let due = 0;
  let lower = 0;
  for (const { upTo, rate } of code.brackets) {
    if (taxable <= upTo) {
      due += (taxable - lower) * rate;
      lower = Infinity;
      break;
    }
    due += (upTo - lower) * rate;
    lower = upTo;
  }
  if (lower !== Infinity) due += (taxable - lower) * code.topRate;
  if (income > code.surcharge.from) due *= 1 + code.surcharge.rate;
  if (selfEmployed) due += 0.04 * income;
  return due - code.childCredit * children;
}

interface Outcome {
  revenue: number;
  gini: number;
  losers: number;
}

function outcome(code: TaxCode, households: Household[]): Outcome {
  const taxes = households.map((h) => tax(code, h));
  const net = households.map((h, i) => h.income - taxes[i]!).sort((a, b) => a - b);
  const sum = net.reduce((a, b) => a + b, 0);
  const ranked = net.reduce((a, v, i) => a + (2 * (i + 1) - net.length - 1) * v, 0);
  return {
    revenue: taxes.reduce((a, b) => a + b, 0),
    gini: ranked / (net.length * sum),
    losers: taxes.filter((t, i) => t > 0.4 * households[i]!.income).length / taxes.length,
  };
}

export const program: Program = {
  f: outcome,
  inputs: (n) => [
    {
      allowance: 12.3,
      brackets: [
        { upTo: 15.1, rate: 0.12 },
        { upTo: 37.7, rate: 0.22 },
        { upTo: 88.3, rate: 0.37 },
      ],
      topRate: 0.46,
      childCredit: 1.3,
      surcharge: { from: 120.5, rate: 0.055 },
    },
    Array.from({ length: n }, (_, i): Household => {
      const income = 30 * Math.exp(0.9 * Math.sin(i * 1.37 + 0.3)) + (i % 10 === 0 ? 90 : 0);
      return i % 3 === 0 ? { income, children: 1 + (i % 2) } : { income, selfEmployed: i % 7 === 1 };
    }),
  ],
  sizes: [12, 300],
  derivatives: ["jvp", "vjp"],
};
