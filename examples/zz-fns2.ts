import { grad, hessian, ready, explain } from "zeroth";
type Unary = (x: number) => number;
const a = (xs: number[]): number => {
    const list = xs.map((w) => (x: number) => Math.sin(w * x) * w);
    let sum = 0;
    for (const f of list) sum += grad(f)(0.3) * f(0.1);
    return sum;
  };
const b = (xs: number[]): number => {
    const list: (Unary | undefined)[] = [];
    for (const [k, w] of xs.entries()) list.push(k === 1 ? undefined : (x) => x * w);
    let sum = 0;
    for (const f of list) if (typeof f === "function") sum += f(sum + 1);
    return sum + list.filter((f) => f === undefined).length;
  };
for (const f of [a, b]) { const g = grad(f); await ready(g, [1.2, 0.7, 1.9]); g([1.2, 0.7, 1.9]); console.log(String(explain(g, [1.2, 0.7, 1.9])).split("\n").slice(0, 5).join("\n")); }
