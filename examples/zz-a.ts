import { grad, ready, explain } from "zeroth";
function wc(w: Record<string, number>, words: string[]): number {
  const counts = new Map<string, number>();
  for (const x of words) counts.set(x, (counts.get(x) ?? 0) + 1);
  let s = 0;
  for (const [word, n] of counts) s += Math.tanh((w[word] ?? 0) * n);
  return s + counts.size;
}
function memo(x: number, n: number): number {
  const known = new Map<number, number>();
  const f = (k: number): number => {
    if (k < 2) return x * k;
    const had = known.get(k);
    if (had !== undefined) return had;
    const v = f(k - 1) * 0.5 + Math.sin(f(k - 2));
    known.set(k, v);
    return v;
  };
  return f(n);
}
function uniq(xs: number[]): number {
  const seen = new Set<number>();
  for (const x of xs) seen.add(x * x);
  let s = 0;
  seen.forEach((v) => { s += v * v; });
  return s;
}
const g1 = grad(wc), g2 = grad(memo), g3 = grad(uniq);
const words = "a b c a b a d".split(" ");
const run = async (name: string, g: any, f: any, ...args: any[]): Promise<void> => {
  console.log(name, JSON.stringify(g(...args)));
  await ready(g, ...args);
  console.log(name, JSON.stringify(g(...args)));
  console.log(String(explain(g, ...args)).split("\n").slice(0, 14).join("\n"));
};
await run("wc", g1, wc, { a: 0.1, b: 0.2, c: 0.3, d: 0.5 }, words);
await run("memo", g2, memo, 0.7, 20);
await run("uniq", g3, uniq, [1, 2, -1, 3]);
