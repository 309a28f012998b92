// Yearly premiums of life policies from a Gompertz-Makeham law of mortality and an interest rate, with an expense load.
// The result is the worth of a book of term, whole life, endowment and annuity policies at the premiums that were charged.

import type { Program } from "../program.ts";

interface Basis {
  accident: number;
  level: number;
  growth: number;
  rate: number;
}

type Policy =
  | { kind: "term"; age: number; years: number; sum: number; premium: number }
  | { kind: "whole"; age: number; sum: number; premium: number }
  | { kind: "endowment"; age: number; years: number; sum: number; premium: number; bonus?: number }
  | { kind: "annuity"; age: number; income: number; paid: number };

const LAST_AGE = 100;

function worth(basis: Basis, policy: Policy): number {
  const years = policy.kind === "term" || policy.kind === "endowment" ? policy.years : LAST_AGE - policy.age;
  const v = 1 / (1 + basis.rate);
  let alive = 1;
  let discount = 1;
  let annuity = 0;
  let assurance = 0;
  for (let t = 0; t < years; t++) {
    annuity += alive * discount;
    const x = policy.age + t;
    const hazard =
      basis.accident + (basis.level * Math.exp(basis.growth * x) * (Math.exp(basis.growth) - 1)) / basis.growth;
    const next = alive * Math.exp(-hazard);
    discount *= v;
    assurance += (alive - next) * discount;
    alive = next;
  }
  switch (policy.kind) {
    case "term":
    case "whole":
      return policy.premium * annuity - policy.sum * assurance;
    case "endowment":
      return policy.premium * annuity - policy.sum * (assurance + (1 + (policy.bonus ?? 0)) * alive * discount);
    case "annuity":
      return policy.paid - policy.income * annuity;
  }
}

const bookValue = (basis: Basis, policies: Policy[]): number =>
  policies.map((p) => worth(basis, p)).reduce((a, b) => a + b, 0) / policies.length;

export const program: Program = {
  f: bookValue,
  inputs: (n) => [
    { accident: 5e-4, level: 2.2e-5, growth: 0.105, rate: 0.03 },
    Array.from({ length: n }, (_, i): Policy => {
      const age = 30 + ((i * 7) % 31);
      const kinds: Policy[] = [
        { kind: "term", age, years: 10 + (i % 4) * 5, sum: 100, premium: 0.6 },
        { kind: "whole", age, sum: 50, premium: 1.1 },
        { kind: "endowment", age, years: 20, sum: 80, premium: 3.2, ...(i % 3 === 0 ? { bonus: 0.05 } : {}) },
        { kind: "annuity", age: age + 25, income: 6, paid: 70 },
      ];
      return kinds[i % 4]!;
    }),
  ],
  sizes: [12, 160],
  derivatives: ["valueAndGrad", "hessian"],
};
