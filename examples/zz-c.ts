import { grad, ready, explain } from "zeroth";
function nested(x: number[]): number {
  const g = new Map<string, Map<string, number>>();
  const connect = (a: string, b: string, t: number): void => {
    let n = g.get(a);
    if (!n) { n = new Map(); g.set(a, n); }
    n.set(b, Math.min(t, n.get(b) ?? Infinity));
  };
  for (let i = 0; i < x.length; i++) { connect(`a${i % 3}`, `b${i % 2}`, x[i]! ** 2); connect(`b${i % 2}`, `a${i % 3}`, x[i]! ** 3); }
  let s = 0;
  for (const m of g.values()) for (const [k, v] of m) s += k.length * v;
  return s;
}
function groups(x: { r: number; k: string }[]): number {
  const by = new Map<string, { r: number; k: string }[]>();
  for (const p of x) { const l = by.get(p.k); if (l) l.push(p); else by.set(p.k, [p]); }
  let s = 0;
  for (const [, l] of by) { const m = l.reduce((a, p) => a + p.r, 0) / l.length; for (const p of l) s += (p.r - m) ** 2; }
  return s;
}
function dijk(w: number[]): number {
  const open = new Set<number>();
  const dist = new Map<number, number>([[0, 0]]);
  for (let i = 0; i < 5; i++) open.add(i);
  while (open.size > 0) {
    let here: number | undefined;
    for (const t of open) if (dist.has(t) && (here === undefined || dist.get(t)! < dist.get(here)!)) here = t;
    if (here === undefined) break;
    open.delete(here);
    const so = dist.get(here)!;
    for (const next of [here + 1, here + 2]) if (next < 5 && so + w[next]! * (next - here) < (dist.get(next) ?? Infinity)) dist.set(next, so + w[next]! * (next - here));
  }
  return dist.get(4)!;
}
class Lru<V> { private readonly items = new Map<string, V>(); hits = 0;
  get(k: string, make: () => V): V {
    if (this.items.has(k)) { this.hits++; const v = this.items.get(k)!; this.items.delete(k); this.items.set(k, v); return v; }
    if (this.items.size >= 3) this.items.delete(this.items.keys().next().value!);
    const v = make(); this.items.set(k, v); return v;
  } }
function lru(xs: number[]): number {
  const c = new Lru<number>();
  let s = 0;
  for (let i = 0; i < 40; i++) s += c.get(`k${(i * i) % 7}`, () => Math.sin(xs[i % xs.length]!)) * i;
  return s + c.hits;
}
function sets(xs: number[]): number {
  const rs = xs.map((x, i) => { const s = new Set<number>(); for (let k = 0; k < i + 3; k++) s.add((k * k + i) % 7); return s; });
  const all = new Set<number>();
  for (const s of rs) for (const k of s) all.add(k);
  let sum = 0;
  for (const k of all) { let miss = 1; rs.forEach((s, j) => { if (s.has(k)) miss *= 1 - xs[j]!; }); sum += 1 - miss; }
  return sum + [...all].reduce((a, b) => a + b, 0);
}
class Scope { private readonly names = new Map<string, number>(); readonly parent: Scope | null; constructor(parent: Scope | null) { this.parent = parent; }
  owner(n: string): Map<string, number> { if (this.names.has(n)) return this.names; if (this.parent === null) throw new Error("no"); return this.parent.owner(n); }
  get(n: string): number { return this.owner(n).get(n)!; }
  set(n: string, v: number): void { this.owner(n).set(n, v); }
  declare(n: string, v: number): void { this.names.set(n, v); } }
function scopes(x: number): number {
  let s = new Scope(null); s.declare("a", x); s.declare("b", x * x);
  for (let i = 0; i < 4; i++) { s = new Scope(s); s.declare("c", x + i); s.set("a", s.get("a") * s.get("c")); }
  return s.get("a") + s.get("b");
}
const run = async (name: string, f: any, ...args: any[]): Promise<void> => {
  const g = grad(f) as any;
  const a = JSON.stringify(g(...args));
  await ready(g, ...args);
  const b = JSON.stringify(g(...args));
  console.log(name, a === b ? "same" : `DIFFERENT ${a} ${b}`);
  console.log(String(explain(g, ...args)).split("\n").slice(0, 4).join("\n"));
  let t = performance.now(), n = 0; while (performance.now() - t < 200) { f(...args); n++; } const tf = 200 / n;
  t = performance.now(); n = 0; while (performance.now() - t < 300) { g(...args); n++; } console.log("ratio", (300 / n / tf).toFixed(1));
};
const only = process.argv[2];
const all: Record<string, [any, ...any[]]> = { nested: [nested, [1, 2, 3, 4, 5.5]], groups: [groups, [{ r: 1, k: "a" }, { r: 2, k: "b" }, { r: 4, k: "a" }]], dijk: [dijk, [1, 2, 3, 4, 5]], lru: [lru, [1, 2, 3]], sets: [sets, [0.1, 0.2, 0.3]], scopes: [scopes, 0.7] };
for (const [k, [f, ...a]] of Object.entries(all)) if (!only || k === only) await run(k, f, ...a);
