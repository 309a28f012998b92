import { grad, ready, explain } from "zeroth";
type Unary = (x: number) => number;
const double: Unary = (x) => x * 2;
const f = (xs: number[]): number => {
  let s = 0.1;
  const m0 = new Map<string, Unary>();
  for (const [k, w] of xs.entries()) m0.set("k" + (k % 3), double);
  m0.set("a", (x) => x * xs[0]!);
  s += m0.get("a")!(s) * m0.get("k0")!(0.1);
  return s;
};
const g = grad(f);
await ready(g, [1, 2, 3]);
console.log(String(explain(g, [1, 2, 3])).slice(0, 300));
