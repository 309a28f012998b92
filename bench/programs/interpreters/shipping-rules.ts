// A rule engine for the price of parcels: each rule names a field, a comparison and what to do with which other field. All
// rules are tried in order on each order. The result is the mean price, by the fields of the orders.

import type { Program } from "../program.ts";

type Field = "weight" | "distance" | "worth" | "price";
type Order = { [key in Field]: number };

interface Rule {
  when?: [field: Field, test: string, bound: number];
  set: Field;
  how: "add" | "scale" | "cap" | "atLeast" | "power";
  by: number | Field;
  stop?: boolean;
}

const tests: { [name: string]: (a: number, b: number) => boolean } = {
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
};

const actions = {
  add: (a: number, b: number) => a + b,
  scale: (a: number, b: number) => a * b,
  cap: (a: number, b: number) => Math.min(a, b),
  atLeast: (a: number, b: number) => Math.max(a, b),
  power: (a: number, b: number) => Math.pow(a, b),
};

function priced(order: Order, rules: Rule[]): Order {
  const state = { ...order };
  for (const { when, set, how, by, stop = false } of rules) {
    if (when) {
      const [field, test, bound] = when;
      const holds = tests[test];
      if (!holds) throw new Error(`unknown test ${test}`);
      if (!holds(state[field], bound)) continue;
    }
    state[set] = actions[how](state[set], typeof by === "number" ? by : state[by]);
    if (stop) break;
  }
  return state;
}

const meanPrice = (orders: Order[], rules: Rule[]): number =>
  orders.reduce((sum, order) => sum + priced(order, rules).price, 0) / orders.length;

export const program: Program = {
  f: meanPrice,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      weight: 3 + 2.5 * Math.sin(i + 0.2),
      distance: 120 + 90 * Math.cos(1.3 * i),
      worth: 60 + 45 * Math.sin(2.1 * i),
      price: 2.5,
    })),
    [
      { set: "price", how: "add", by: "weight" },
      { when: ["distance", ">", 100], set: "distance", how: "power", by: 0.9 },
      { when: ["weight", ">=", 4], set: "weight", how: "power", by: 1.2 },
      { set: "distance", how: "scale", by: 0.02 },
      { set: "price", how: "add", by: "distance" },
      { when: ["worth", ">", 80], set: "worth", how: "scale", by: 0.03 },
      { when: ["worth", "<", 10], set: "price", how: "add", by: "worth" },
      { when: ["weight", ">", 5], set: "price", how: "scale", by: "weight", stop: true },
      { set: "price", how: "scale", by: "price" },
      { set: "price", how: "cap", by: 60 },
      { when: ["weight", "<", 1], set: "price", how: "atLeast", by: 9 },
    ] satisfies Rule[],
  ],
  sizes: [12, 240],
  derivatives: ["grad", "hvp"],
};
