// A chain from shop to brewery in which each stage orders from the next by its own forecast, with goods and orders under way
// in queues. The result is the cost of stock and of customers who wait, by the demand in each week.

import type { Program } from "../program.ts";

interface Stage {
  stock: number;
  backlog: number;
  forecast: number;
  pipeline: number[];
  orders: number[];
}

interface Policy {
  smoothing: number;
  cover: number;
  caution?: number;
}

function chainCost(demand: number[], stages: number, { smoothing, cover, caution = 0.5 }: Policy): number {
  const chain: Stage[] = Array.from({ length: stages }, (_, s) => ({
    stock: 6 + 0.37 * s,
    backlog: 0,
    forecast: 4,
    pipeline: [4, 4],
    orders: [4],
  }));
  let cost = 0;

  for (const wanted of demand) {
    let incoming = wanted;
    for (let s = 0; s < chain.length; s++) {
      const stage = chain[s]!;
      stage.stock += stage.pipeline.shift()!;
      const due = incoming + stage.backlog;
      const shipped = Math.min(stage.stock, due);
      stage.stock -= shipped;
      stage.backlog = due - shipped;
      if (s > 0) chain[s - 1]!.pipeline.push(shipped);

      stage.forecast += smoothing * (incoming - stage.forecast);
      const underWay = stage.pipeline.reduce((a, b) => a + b, 0);
      const gap = cover * stage.forecast - (stage.stock - stage.backlog + underWay);
      const order = Math.max(0, stage.forecast + caution * gap);
      stage.orders.push(order);
      incoming = stage.orders.shift()!;
      cost += 0.5 * stage.stock + stage.backlog + 0.01 * order * order;
    }
    chain[chain.length - 1]!.pipeline.push(incoming);
  }
  return cost / demand.length;
}

export const program: Program = {
  f: chainCost,
  inputs: (n) => [
    Array.from({ length: n }, (_, week) => 4.1 + (week > 3 ? 2.3 : 0) + 0.87 * Math.sin(1.1 * week)),
    4,
    { smoothing: 0.31, cover: 3.17 },
  ],
  sizes: [12, 200],
  derivatives: ["valueAndGrad"],
};
