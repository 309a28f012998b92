// Expected lifetime losses of a loan book: default rates from a logistic score, migration between three stages month
// by month, recoveries from collateral that drifts. Derivatives with respect to the loans themselves.

import type { Program } from "../program.ts";

interface Loan {
  balance: number;
  rate: number;
  score: number;
  collateral?: number;
}

type Stages = [performing: number, watch: number, defaulted: number];

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

function transition([good, watch, bad]: Stages, pd: number): Stages {
  const slip = 3 * pd * good;
  const heal = 0.15 * watch;
  const fail = 0.1 * watch + pd * good;
  return [good - slip - pd * good + heal, watch + slip - heal - 0.1 * watch, bad + fail];
}

function lifetimeLoss(loan: Loan, months: number): number {
  let state: Stages = [1, 0, 0];
  let balance = loan.balance;
  let loss = 0;
  const payment = (loan.balance / months) * (1 + (loan.rate * months) / 24);
  for (let month = 0; month < months; month++) {
    const pd = logistic(-4 - loan.score) / 12;
    const next = transition(state, pd);
    const newlyBad = next[2] - state[2];
    const { collateral } = loan;
    const cover = collateral === undefined ? 0.1 : Math.min(0.95, (collateral * 0.995 ** month) / (balance + 1));
    loss += (newlyBad * balance * (1 - cover)) / (1 + loan.rate / 12) ** month;
    balance += (balance * loan.rate) / 12 - payment;
    if (balance < 0) return loss;
    state = next;
  }
  return loss;
}

function provision(book: Loan[], months: number[]): number {
  let total = 0;
  let largest = 0;
  book.forEach((loan, i) => {
    const loss = lifetimeLoss(loan, months[i]!);
    total += loss;
    largest = Math.max(largest, loss);
  });
  return total + 0.25 * largest;
}

export const program: Program = {
  f: provision,
  inputs: (n) => [
    Array.from({ length: n }, (_, i): Loan => {
      const loan: Loan = { balance: 20 + 15 * Math.sin(i), rate: 0.05 + 0.02 * Math.cos(i), score: Math.sin(2 * i) };
      return i % 2 === 0 ? loan : { ...loan, collateral: 12 + 6 * Math.cos(3 * i) };
    }),
    Array.from({ length: n }, (_, i) => 12 + 6 * (i % 5)),
  ],
  sizes: [12, 60],
  derivatives: ["grad"],
};
