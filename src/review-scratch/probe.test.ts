import { test } from "vitest";
import { grad, hvp, ir } from "zeroth";
const show = (name: string, f: () => unknown) => test(name, () => {
  let out: unknown; try { out = f(); } catch (e) { out = "THROWS " + (e as Error).message.split("\n")[0]; }
  const text = typeof out === "string" ? out : JSON.stringify(out, (_, v) => v instanceof Float64Array ? ["F64", ...v] : v);
  process.stdout.write(`@@ ${name}: ${text}\n`);
});
const x0 = [1, 2];
const sum = (a: ArrayLike<number>) => { let s = 0; for (let i = 0; i < a.length; i++) s += a[i]!; return s; };
const fill = (out: number[], x: number[], y: number[]) => { for (let i = 0; i < x.length; i++) out[i] = x[i]! * y[i]!; };
show("typed scratch", () => grad((x: number[]) => { const y = new Float64Array(2); for (let i = 0; i < 2; i++) y[i] = x[i]! * x0[i]!; return sum(y); })(x0));
show("push scratch", () => grad((x: number[]) => { const y: number[] = []; for (let i = 0; i < 2; i++) y.push(x[i]! * x0[i]!); return sum(y); })(x0));
show("Array(n).fill", () => grad((x: number[]) => { const y = Array(2).fill(0); for (let i = 0; i < 2; i++) y[i] = x[i]! * x0[i]!; return sum(y); })(x0));
show("new Array(n)", () => grad((x: number[]) => { const y = new Array(2); for (let i = 0; i < 2; i++) y[i] = x[i]! * x0[i]!; return sum(y); })(x0));
show("Array.from", () => grad((x: number[]) => { const y = Array.from({ length: 2 }, () => 0); for (let i = 0; i < 2; i++) y[i] = x[i]! * x0[i]!; return sum(y); })(x0));
show("slice", () => grad((x: number[]) => { const y = x.slice(); for (let i = 0; i < 2; i++) y[i] = x[i]! * x0[i]!; return sum(y); })(x0));
show("map then sort", () => grad((x: number[]) => { const y = x.map((v, i) => v * x0[i]!).sort(); return sum(y); })(x0));
show("forEach push", () => grad((x: number[]) => { const y: number[] = []; x.forEach((v, i) => { y.push(v * x0[i]!); }); return sum(y); })(x0));
show("helper out", () => grad((x: number[]) => { const y: number[] = []; fill(y, x, x0); return sum(y); })(x0));
show("matrix rows", () => grad((x: number[]) => { const m: number[][] = [[], []]; for (let i = 0; i < 2; i++) m[i]![0] = x[i]! * x0[i]!; return m[0]![0]! + m[1]![0]!; })(x0));
show("record acc", () => grad((x: number[]) => { const acc = { s: 0 }; for (let i = 0; i < 2; i++) acc.s += x[i]! * x0[i]!; return acc.s; })(x0));
show("let reassigned scratch", () => grad((x: number[]) => { let y = [0, 0]; for (let t = 0; t < 2; t++) { const z = [0, 0]; for (let i = 0; i < 2; i++) z[i] = y[i]! + x[i]! * x0[i]!; y = z; } y[0]! += 1; return sum(y); })(x0));
show("hvp v===x with typed scratch", () => { const x = [1, 2]; return hvp((x: number[]) => { const y = new Float64Array(2); for (let i = 0; i < 2; i++) y[i] = x[i]! ** 3; return sum(y); })(x, x); });
show("ir", () => ir((x: number[]) => { const y = new Float64Array(2); const z = x.slice(); y[0] = z[0]!; return y[0]!; }));
