import { grad, ready, explain } from "zeroth";
interface P { site: string; v: string; y: number }
function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
function a(m: number, ps: P[]): number {
  let s = 0;
  for (const [, members] of groupBy(ps, (p) => p.site)) { const r = members.map((p) => p.y - m); s += r.reduce((a, b) => a + b * b, 0); }
  return s;
}
function b(m: number, ps: P[]): number {
  let s = 0;
  for (const [name, members] of groupBy(ps, (p) => p.v).entries()) s += name.length * m * m / Math.sqrt(members.length);
  return s;
}
function c(m: number, ps: P[]): number {
  return a(m, ps) + b(m, ps);
}
const ps = Array.from({ length: 12 }, (_, i) => ({ site: ["r", "v", "c"][(i * 7) % 3]!, v: ["s", "du", "emm"][(i * i) % 3]!, y: i }));
const run = async (name: string, f: any, ...args: any[]): Promise<void> => {
  const g = grad(f) as any;
  const a = JSON.stringify(g(...args));
  await ready(g, ...args);
  const b = JSON.stringify(g(...args));
  console.log(name, a === b ? "same" : `DIFFERENT ${a} ${b}`);
  console.log(String(explain(g, ...args)).split("\n").slice(0, 4).join("\n"));
};
for (const [k, f] of Object.entries({ a, b, c })) await run(k, f, 0.7, ps);
