import { expect, test } from "vitest";
import { grad, hvp } from "../index.ts";
import * as general from "../prelude/derivatives.ts";
const f64 = (...x: number[]) => Float64Array.from(x);
const same = (f: any, ...args: any[]) => {
  for (const [a, b, extra] of [[grad, general.grad, []], [hvp, general.hvp, [args[0]]]] as any[]) {
    const run = (op: any) => { try { return op(f)(...structuredClone([args[0], ...extra, ...args.slice(1)])); } catch (e) { return String(e); } };
    expect(run(a)).toEqual(run(b));
  }
};
for (const A of [f64, (...x: number[]) => x]) {
  const xs = A(1, 2, 3, 4) as any;
  test("first between map and reduce", () => { same((x: any) => { const ys = x.map((v: number) => v * v); const first = ys[0]; return ys.reduce((s: number, y: number) => s + y * first, 0); }, xs); });
  test("last between map and loop", () => { same((x: any) => { const n = x.length; const ys = new Float64Array(n); for (let i = 0; i < n; i++) ys[i] = x[i] * x[i]; const last = ys[n - 1]!; const zs = new Float64Array(n); for (let i = 0; i < n; i++) zs[i] = ys[i]! * last + zs[0]!; let s = 0; for (let i = 0; i < n; i++) s += zs[i]! * zs[i]!; return s; }, xs); });
  test("prefix sums, then reads", () => { same((x: any) => { const n = x.length; const ys = new Float64Array(n); let t = 0; for (let i = 0; i < n; i++) { t += x[i] * x[i]; ys[i] = t; } let s = 0; for (let i = 0; i < n; i++) s += ys[i]! * t; return s; }, xs); });
  test("store then clobber", () => { same((x: any) => { const n = x.length; const ys = new Float64Array(n); for (let i = 0; i < n; i++) ys[i] = x[i] * x[i]; ys[1] = 5; let s = 0; for (let i = 0; i < n; i++) s += ys[i]! * x[i]; return s; }, xs); });
  test("twice over an array", () => { same((x: any) => { const n = x.length; const ys = new Float64Array(n); for (let k = 0; k < 3; k++) for (let i = 0; i < n; i++) ys[i] = ys[i]! + x[i] * x[i] * ys[(i + 1) % n]! + x[i]; return ys.reduce((a, b) => a + b, 0); }, xs); });
  test("reads ahead", () => { same((x: any) => { const n = x.length; const ys = new Float64Array(n); for (let i = 0; i < n; i++) ys[i] = x[i] * x[i]; let s = 0; for (let i = 0; i < n; i++) s += ys[n - 1 - i]! * x[i]; return s; }, xs); });
  test("beyond", () => { same((x: any) => { let s = 0; for (let i = 0; i <= x.length; i++) s += (x[i] ?? 2) * x[0]; return s; }, xs); });
  test("copies compared", () => { same((x: any) => { const ys = x.map((v: number) => v * 2); const zs = ys.map((v: number, i: number) => v * (ys[i + 1] === undefined ? 5 : 7)); return zs.reduce((a: number, b: number) => a + b * b, 0); }, xs); });
  test("conditional store", () => { same((x: any) => { const n = x.length; const ys = new Float64Array(n); for (let i = 0; i < n; i++) if (x[i] > 2) ys[i] = x[i] * x[i]; let s = 0; for (let i = 0; i < n; i++) s += ys[i]! * ys[i]!; return s; }, xs); });
  test("an array made in the loop", () => { same((x: any) => { let s = 0; for (let k = 0; k < x.length; k++) { const ys = new Float64Array(3); for (let i = 0; i < 3; i++) ys[i] = ys[i]! + x[k] * i; for (let i = 0; i < 3; i++) ys[i]! *= x[0]; s += ys[0]! + ys[1]! * ys[2]!; } return s; }, xs); });
  test("kept from the iteration before", () => { same((x: any) => { let before = new Float64Array(x.length); let s = 0; for (let k = 0; k < 3; k++) { const ys = new Float64Array(x.length); for (let i = 0; i < x.length; i++) ys[i] = x[i] * x[i] + before[i]!; for (let i = 0; i < x.length; i++) s += ys[i]! * before[i]!; before = ys; } return s; }, xs); });
  test("invariants on tapes", () => { same((x: any, n: number) => { let s = 0; for (let k = 0; k < n; k++) { const c = s * 0.1 + x[0]; for (let i = 0; i < x.length; i++) s = Math.sin(s * c + x[i]); } return s; }, xs, 4); });
  test("a return in between", () => { same((x: any, t: number) => { const ys = x.map((v: number) => v * v); if (ys[1] > t) return ys[1]; return ys.reduce((a: number, b: number) => a + b * b, 0); }, xs, 3); same((x: any, t: number) => { const ys = x.map((v: number) => v * v); if (ys[1] > t) return ys[1]; return ys.reduce((a: number, b: number) => a + b * b, 0); }, xs, 300); });
}
