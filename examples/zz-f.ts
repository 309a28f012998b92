import { grad, ready, explain } from "zeroth";
function j(x: number, ages: number[]): number { const key = `${ages.length}|${[...ages].sort((a, b) => a - b).join(",")}`; return x * key.length; }
function s(x: number, ages: number[]): number { const c = [...ages].sort((a, b) => a - b); return x * c[0]!; }
function o(x: number, ages: number[]): number {
  const options: [number, number[]][] = [[0, [...ages]], [x, ages.map((a) => 2 * a)]];
  let best = Infinity;
  for (const [price, next] of options) { if (next.some((a) => a > 10)) continue; best = Math.min(best, price + next.reduce((q, a) => q + a * x, 0)); }
  return best;
}
function r(c: { p: number; q: number }, n: number): number {
  const memo = new Map<string, number>();
  function solve(st: { year: number; ages: readonly number[] }): number {
    const { year, ages } = st;
    if (year === n) return c.p * ages.length;
    const key = `${year}|${ages.length}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    const v = c.q * solve({ year: year + 1, ages: ages.map((a) => a + 1) });
    memo.set(key, v);
    return v;
  }
  return solve({ year: 0, ages: [1, 2] });
}
const run = async (name: string, f: any, ...args: any[]): Promise<void> => {
  const g = grad(f) as any;
  const a = JSON.stringify(g(...args));
  await ready(g, ...args);
  const b = JSON.stringify(g(...args));
  console.log(name, a === b ? "same" : `DIFFERENT ${a} ${b}`);
  console.log(String(explain(g, ...args)).split("\n").slice(0, 4).join("\n"));
};
await run("j", j, 2, [3, 1, 2]);
await run("s", s, 2, [3, 1, 2]);
await run("o", o, 2, [3, 1, 2]);
await run("r", r, { p: 2, q: 3 }, 4);
