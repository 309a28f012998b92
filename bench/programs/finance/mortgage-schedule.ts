// A mortgage month by month: fixed period, then a variable rate with a cap, yearly extra payments, and an offset
// account. What is paid in interest and fees in all, in money of today.

import type { Program } from "../program.ts";

interface Mortgage {
  principal: number;
  fixedRate: number;
  margin: number;
  cap: number;
  extraPerYear: number;
  offset?: { balance: number; monthly: number };
}

const monthlyPayment = (balance: number, rate: number, months: number): number => {
  const r = rate / 12;
  return (balance * r) / (1 - (1 + r) ** -months);
};

function interestPaid(loan: Mortgage, months: number, fixedMonths: number, reference: number[]): number {
  let balance = loan.principal;
  let saved = loan.offset?.balance ?? 0;
  let rate = loan.fixedRate;
  let payment = monthlyPayment(balance, rate, months);
  let paid = 0;
  for (let month = 1; month <= months; month++) {
    if (month > fixedMonths && (month - fixedMonths) % 12 === 1) {
      const index = reference[Math.floor(month / 12) % reference.length]!;
      rate = Math.min(index + loan.margin, loan.cap);
      payment = monthlyPayment(balance, rate, months - month + 1);
    }
    const interest = (Math.max(balance - saved, 0) * rate) / 12;
    paid += interest / 1.002 ** month;
    balance += interest - payment;
    if (loan.offset) saved += loan.offset.monthly;
    if (month % 12 === 0) {
      const extra = Math.min(loan.extraPerYear, balance);
      balance -= extra;
      paid += 0.01 * extra;
    }
    if (balance <= 0) break;
  }
  return paid;
}

export const program: Program = {
  f: interestPaid,
  inputs: (n) => [
    {
      principal: 250_000,
      fixedRate: 0.031,
      margin: 0.012,
      cap: 0.06,
      extraPerYear: 2500,
      offset: { balance: 8000, monthly: 150 },
    },
    10 * n,
    Math.round(2.5 * n),
    [0.021, 0.033, 0.052, 0.041, 0.018, 0.027],
  ],
  sizes: [12, 36],
  derivatives: ["grad"],
};
