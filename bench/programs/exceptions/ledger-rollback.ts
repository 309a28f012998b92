// Orders of a trading account, each a transaction of several steps: where money or shares do not suffice, all its steps are undone.
// The result is what the account is worth in the end.

import type { Program } from "../program.ts";

interface Account {
  cash: number;
  shares: number[];
}

interface Step {
  asset: number;
  amount: number;
}

class InsufficientFunds extends Error {
  readonly missing: number;

  constructor(missing: number) {
    super(`${missing} missing`);
    this.missing = missing;
  }
}

class Ledger {
  private account: Account;
  private feesPaid = 0;
  private readonly fee: number;

  constructor(account: Account, fee: number) {
    this.account = account;
    this.fee = fee;
  }

  transaction(work: () => void): boolean {
    const saved = { cash: this.account.cash, shares: [...this.account.shares] };
    const fees = this.feesPaid;
    try {
      work();
      return true;
    } catch (error) {
      this.account = saved;
      this.feesPaid = fees;
      if (!(error instanceof InsufficientFunds)) throw error;
      // the bank wants something for the trouble
      this.account.cash -= 0.001 * error.missing;
      return false;
    }
  }

  trade({ asset, amount }: Step, price: number): void {
    const value = price * amount;
    const fee = this.fee * Math.abs(value);
    this.account.cash -= value + fee;
    this.feesPaid += fee;
    this.account.shares[asset]! += amount;
    if (this.account.cash < 0) throw new InsufficientFunds(-this.account.cash);
    if (this.account.shares[asset]! < 0) throw new InsufficientFunds(-this.account.shares[asset]! * price);
  }

  worth(prices: number[]): number {
    return this.account.shares.reduce((sum, s, k) => sum + s * prices[k]!, this.account.cash) - 0.1 * this.feesPaid;
  }
}

function finalWorth(start: { cash: number; prices: number[]; drift: number[]; fee: number }, orders: Step[][]): number {
  const ledger = new Ledger({ cash: start.cash, shares: start.prices.map(() => 5) }, start.fee);
  let prices = start.prices;
  let done = 0;
  for (const order of orders) {
    const today = prices;
    const isDone = ledger.transaction(() => {
      for (const step of order) ledger.trade(step, today[step.asset]!);
    });
    if (isDone) done++;
    prices = prices.map((p, k) => p * (1 + start.drift[k]! * Math.sin(done + k)));
  }
  return ledger.worth(prices);
}

export const program: Program = {
  f: finalWorth,
  inputs: (n) => [
    { cash: 100, prices: [12, 7, 31], drift: [0.02, 0.03, 0.01], fee: 0.004 },
    Array.from({ length: n }, (_, i) =>
      [0, 1, 2].map((k) => ({ asset: (i + k) % 3, amount: 3 * Math.sin(2 * i + 5 * k + 1) })),
    ),
  ],
  sizes: [12, 150],
  derivatives: ["valueAndGrad"],
};
