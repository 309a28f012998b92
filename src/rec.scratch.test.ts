import { test, expect } from "vitest";
import { grad, valueAndGrad, hvp, derivative, explain, hessian, jacfwd } from "./index.ts";
import * as general from "./prelude/derivatives.ts";
import { codeOf } from "./host/specialised.ts";
const fs: Record<string, [(...a: any[]) => any, any[]]> = {};
const tree = (x: number, depth: number): number =>
  depth === 0 ? Math.sin(x) : tree(0.9 * x, depth - 1) + 0.5 * tree(x + 0.1, depth - 1);
const chain = (x: number, n: number): number => (n === 0 ? x : Math.sin(chain(x, n - 1)) + 0.5);
fs.tree = [tree, [0.3, 5]];
fs.chain = [chain, [0.3, 5]];
const prod = (x: number, n: number): number => (n === 0 ? x : prod(x * 1.1, n - 1) * prod(x + 0.1, n - 1));
fs.prod = [prod, [0.8, 4]];
const isEven = (x: number, n: number): number => (n === 0 ? x : Math.sin(isOdd(x, n - 1)) * x);
const isOdd = (x: number, n: number): number => (n === 0 ? x * x : Math.cos(isEven(x, n - 1)) + x);
fs.mutual = [isEven, [0.8, 7]];
fs.mutualSum = [(x: number) => isEven(x, 3) + isOdd(x, 4) * isEven(x, 2), [0.8]];
const walk = (xs: readonly number[], k: number): number => (k === xs.length ? 0 : xs[k]! * xs[k]! + walk(xs, k + 1));
fs.walk = [(xs: number[]) => walk(xs, 0), [[1, 2, 3]]];
fs.walkF = [(xs: Float64Array) => walk(xs as never, 0), [Float64Array.of(1, 2, 3)]];
const horner = (xs: readonly number[], x: number, k: number): number => (k === xs.length ? 0 : xs[k]! + x * horner(xs, x, k + 1));
fs.horner = [(xs: number[], x: number) => horner(xs, x, 0), [[1, 2, 3], 0.7]];
const ack = (x: number, m: number, n: number): number => m === 0 ? x + n : n === 0 ? ack(x * 1.1, m - 1, 1) : ack(Math.sin(ack(x, m, n - 1)), m - 1, n - 1);
fs.ack = [ack, [0.5, 2, 2]];
const three = (x: number, n: number): number => { if (n <= 0) return x; let s = 0; for (let k = 0; k < 3; k++) s += three(x * (k + 0.5), n - 1) * x; return s; };
fs.three = [three, [0.7, 3]];
const dyn = (x: number, n: number, m: number): number => { if (n <= 0) return x; let s = 0; for (let k = 0; k < m; k++) s += dyn(x * (k + 0.5), n - 1, m) * x; return s; };
fs.dyn = [dyn, [0.7, 3, 2]];
const thrower = (x: number, n: number): number => { if (n < 0) throw new Error("neg"); return n === 0 ? x : x * thrower(Math.sin(x), n - 1); };
fs.thrower = [thrower, [0.7, 3]];
fs.thrown = [thrower, [0.7, 2.5]];
fs.local = [(x: number, w: number) => { const go = (k: number, acc: number): number => (k === 0 ? acc : go(k - 1, acc * w + Math.sin(x * k))); return go(4, x); }, [0.3, 0.9]];
fs.tailpower = [(x: number) => { const p = (b: number, n: number, a: number): number => n === 0 ? a : p(b * b, n >> 1, (n & 1) === 1 ? a * b : a); return p(x, 13, 1); }, [1.1]];
fs.inner = [(x: number, n: number) => { const f = (y: number, k: number): number => k === 0 ? y : general.grad((z: number) => z * z * f(z, k - 1))(y); return f(x, n); }, [1.2, 2]];
fs.newton = [(x: number) => { const solve = (y: number, k: number): number => k === 0 ? y : solve(y - (y * y - x) / (2 * y), k - 1); return solve(1, 6); }, [2]];
fs.loopcall = [(x: number) => { let s = 0; for (let i = 0; i < 20; i++) s += chain(x * i, 3); return s; }, [0.4]];
fs.bool = [(x: number) => { const f = (y: number, up: boolean, n: number): number => n === 0 ? y : up ? f(y * 2, !up, n - 1) : f(Math.sin(y), !up, n - 1); return f(x, true, 5); }, [0.4]];
fs.str = [(x: number) => { const f = (y: number, s: string, n: number): number => n === 0 ? y * s.length : f(y * 2, s + "a", n - 1); return f(x, "", 5); }, [0.4]];
fs.cps = [(x: number) => { const f = (n: number, k: (v: number) => number): number => n === 0 ? k(x) : f(n - 1, (v) => k(Math.sin(v) * x)); return f(5, (v) => v); }, [0.4]];
fs.cond = [(x: number) => { const f = (y: number): number => y > 10 ? y : f(y * 1.5) * 0.9; return f(x); }, [0.4]];
fs.two = [(x: number, y: number) => { const f = (a: number, b: number, n: number): number => n === 0 ? a * b : f(b, a + b * x, n - 1) + f(a, y, n - 2 < 0 ? 0 : n - 2); return f(x, y, 4); }, [0.4, 0.6]];
fs.rec = [(p: { a: number; b: number }) => { const f = (n: number): number => n === 0 ? p.a : f(n - 1) * p.b + p.a; return f(4); }, [{ a: 0.5, b: 0.7 }]];
fs.mut = [(x: number) => { let t = 0; const f = (n: number): void => { if (n === 0) return; t += x * n * t + x; f(n - 1); }; f(4); return t; }, [0.5]];
fs.arr = [(x: number) => { const out = [x, 0, 0, 0]; const f = (k: number): void => { if (k === 4) return; out[k] = Math.sin(out[k - 1]!) * x; f(k + 1); }; f(1); return out[3]! + out[2]!; }, [0.5]];
fs.mutated = [(x: number) => { const ys = [x, x * 2]; const a = walk(ys, 0); ys[0] = Math.sin(x); const b = walk(ys, 0); ys[1] = 3; return a * b * ys[0]!; }, [0.5]];
fs.mutated2 = [(x: number) => { const ys = [x, x * 2, 1]; let s = 0; for (let k = 0; k < 3; k++) { s += walk(ys, 0) * x; ys[k] = s; } return s; }, [0.5]];
fs.boxed = [(x: number) => { let w = x; const f = (n: number): number => n === 0 ? w : f(n - 1) * w; const a = f(3); w = x * x; const b = f(2); w = 1; return a + b * 2; }, [0.5]];
fs.held = [(x: number) => { const o = { w: x }; const f = (n: number): number => n === 0 ? o.w : f(n - 1) * o.w; const a = f(3); o.w = x * x; const b = f(2); o.w = 1; return a + b * 2; }, [0.5]];
const outcome = (f: () => unknown): any => { try { return f(); } catch (e) { return String(e); } };
const flat = (x: any): number[] => typeof x === "number" ? [x] : x instanceof Float64Array ? [...x] : typeof x === "object" && x !== null ? Object.values(x).flatMap(flat) : [x];
test.each(Object.entries(fs))("%s", (name, [f, args]) => {
  for (const [op, gop] of [[grad, general.grad], [valueAndGrad, general.valueAndGrad]] as const) {
    const argnums = args.map((_, k) => k).filter((k) => true);
    const mine = outcome(() => (op as any)(f)(...args));
    const other = outcome(() => (gop as any)(f)(...args));
    const [a, b] = [flat(mine), flat(other)];
    if (a.length !== b.length) console.log("DIFF", mine, other);
    expect(a.length).toBe(b.length);
    a.forEach((v, k) => typeof v === "number" ? expect(v).toBeCloseTo(b[k]!, 10) : expect(v).toBe(b[k]));
  }
  if (typeof args[0] === "number") {
    for (const [op, gop] of [[(g: any) => grad(grad(g)), (g: any) => general.grad(general.grad(g))], [(g: any) => (x: number, ...r: number[]) => hvp(g)(x, 1, ...r), (g: any) => (x: number, ...r: number[]) => general.hvp(g)(x, 1, ...r)], [(g: any) => derivative(g, 2), (g: any) => derivative(g, 2)], [(g:any) => grad(grad(grad(g))), (g: any) => general.grad(general.grad(general.grad(g)))]] as any) {
      const mine = outcome(() => op(f)(...args)), other = outcome(() => gop(f)(...args));
      const [a, b] = [flat(mine), flat(other)];
      a.forEach((v, k) => typeof v === "number" ? expect(v).toBeCloseTo(b[k]!, 8) : expect(v).toBe(b[k]));
    }
  }
  console.log(name, codeOf(grad(f as never), ...args).split("\n")[0]!.slice(0, 100), (codeOf(valueAndGrad(f as never), ...args)).split("\n")[0]!.slice(0, 60), typeof args[0] === "number" ? codeOf(grad(grad(f as never)), ...args).split("\n")[0]!.slice(0, 60) : "");
});
