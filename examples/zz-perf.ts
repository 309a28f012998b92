import { grad, explain } from "zeroth";
function f(xs: number[]): number { let s = 0; for (let i = 0; i < xs.length; i++) { try { if (xs[i]! < 0) throw new Error("neg"); s += Math.sqrt(xs[i]!) * xs[i]!; } catch { s += xs[i]! * xs[i]!; } } return s; }
const chk = (v: number): number => { if (v < 0) throw new RangeError("neg"); return Math.sqrt(v); };
function f2(xs: number[]): number { let s = 0; for (let i = 0; i < xs.length; i++) { try { s += chk(xs[i]!) * xs[i]!; } catch { s += xs[i]! * xs[i]!; } } return s; }
function f0(xs: number[]): number { let s = 0; for (let i = 0; i < xs.length; i++) { if (xs[i]! < 0) { s += xs[i]! * xs[i]!; } else s += Math.sqrt(xs[i]!) * xs[i]!; } return s; }
const xs = Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 3);
for (const [n, h] of [["plain", f0], ["throw here", f], ["call", f2]] as const) {
  const g = grad(h as any) as (x: number[]) => number[];
  for (let k = 0; k < 30; k++) g(xs);
  let t = performance.now(); for (let k = 0; k < 50; k++) g(xs); const tg = (performance.now() - t) / 50;
  t = performance.now(); for (let k = 0; k < 50; k++) h(xs); const tf = (performance.now() - t) / 50;
  console.log(n, "grad", (tg * 1000).toFixed(1), "us; f", (tf * 1000).toFixed(1), "us");
  console.log(explain(g as never, xs as never) as unknown as string);
}
