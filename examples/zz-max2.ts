import { grad, ready, explain } from "zeroth";
type Unary = (x: number) => number;
interface Tree { readonly op: string; readonly parts: readonly Tree[] }
const leaf = (op: string): Tree => ({ op, parts: [] });
const tree: Tree = { op: "+", parts: [leaf("x"), { op: "*", parts: [leaf("x"), leaf("w")] }, { op: "sin", parts: [leaf("x")] }] };
const sumOf = (fs: readonly Unary[], x: number): number => fs.reduce((t, f) => t + f(x), 0);
function compiled({ op, parts: all }: Tree, w: number): Unary {
  if (op === "x") return (x) => x;
  if (op === "w") return () => w;
  const parts = all.map((part) => compiled(part, w));
  if (op === "sin") return (x) => Math.sin(parts[0]!(x));
  return op === "+" ? (x) => sumOf(parts, x) : (x) => parts.reduce((t, f) => t * f(x), 1);
}
const f = (xs: number[]): number => {
  let s = 0.1;
  const fs2: Unary[] = []; for (let k = 0; k < 3; k++) { const w = xs[k % xs.length]!; fs2[k] = compiled(tree, w); }
  s += fs2.map((f, i) => f(0.1 * i)).reduce((a, b) => a + b * b, 0);
  s += fs2.at(-1)!(xs[0]!) * (fs2[1]?.(0.2) ?? 0.5);
  for (const f of [...fs2].reverse()) s += f.call(null, 0.4) * f(0.1);
  return s;
};
const g = grad(f) as any;
await ready(g, [1, 2]);
g([1, 2]);
console.log(String(explain(g, [1, 2])).slice(0, 400));
