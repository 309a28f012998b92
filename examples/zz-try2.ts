import { grad, jvp } from "zeroth";
function check(name: string, f: (x: number) => number, x = 1.3) {
  const h = 1e-6;
  const fd = (f(x + h) - f(x - h)) / (2 * h);
  try {
    const out: number[] = [];
    for (let k = 0; k < 6; k++) out.push(grad(f)(x));
    const d = jvp(f, [x], [1]) as any;
    const g2 = grad((y: number) => grad(f)(y))(x);
    const h2 = 1e-4;
    const fd2 = (f(x + h2) - 2 * f(x) + f(x - h2)) / (h2 * h2);
    const t = Array.isArray(d) ? d[1] : d.tangent;
    const ok = [...out, t].every((v) => Math.abs(v - fd) < 1e-5 * (1 + Math.abs(fd))) && Math.abs(g2 - fd2) < 1e-4 * (1 + Math.abs(fd2));
    console.log(ok ? "ok  " : "BAD ", name, fd, out[0], t, g2, fd2, ok ? "" : out);
  } catch (e) {
    console.log("ERR ", name, (e as Error).stack!.split("\n").slice(0, 12).join("\n"));
  }
}
class Acct { bal: number; constructor(b: number) { this.bal = b; } get zzAvail(): number { if (this.bal > 1) throw { over: this.bal * this.bal }; return this.bal * 3; } set zzLevel(v: number) { if (v > 5) throw { big: v * 2 }; this.bal = v; } }
check("getter throws", (x) => { const a = new Acct(x); try { return a.zzAvail * x; } catch (e: any) { return e.over * x; } });
check("getter ok", (x) => { const a = new Acct(x / 2); try { return a.zzAvail * x; } catch (e: any) { return e.over * x; } });
check("setter throws", (x) => { const a = new Acct(x); try { a.zzLevel = x * 10; return a.bal; } catch (e: any) { return e.big * x; } });
check("setter ok", (x) => { const a = new Acct(x); try { a.zzLevel = x * 2; return a.bal * x; } catch (e: any) { return e.big * x; } });
check("set on frozen", (x) => { const o = Object.freeze({ a: 1 }) as { a: number }; let s = x; try { o.a = x * 3; s = s + o.a; } catch (e) { s = s * s; } return s; });
check("set on undefined", (x) => { const o = undefined as any; let s = x; try { o.a = x * 3; s = 1; } catch (e) { s = s * s; } return s; });
check("destructure null", (x) => { const o = null as any; let s = x; try { const { a } = o; s = a; } catch (e) { s = s * s * s; } return s; });
check("spread non iterable", (x) => { const o = 5 as any; let s = x; try { const a = [...o]; s = a.length; } catch (e) { s = s * s * s; } return s; });
check("for of non iterable", (x) => { const o = {} as any; let s = x; try { for (const a of o) s += a; } catch (e) { s = s * s * s; } return s; });
check("new on non constructor", (x) => { const o = {} as any; let s = x; try { new o(); s = 0; } catch (e) { s = s * s * s; } return s; });
check("global missing", (x) => { let s = x; try { (globalThis as any).qq.r; s = 0; } catch (e) { s = s * s * s; } return s; });
check("undeclared", (x) => { let s = x; try { /* @ts-ignore */ s = undeclaredZ * x; } catch (e) { s = s * s * s * (e instanceof ReferenceError ? 1 : 2); } return s; });
check("const assign", (x) => { let s = x; const c = 1; try { /* @ts-ignore */ (c as any) = 2; s = 0; } catch (e) { s = s * s * s * (e instanceof TypeError ? 1 : 2); } return s; });
check("tdz", (x) => { let s = x; try { const g = () => y; s = g(); const y = 5; } catch (e) { s = s * s * s * (e instanceof ReferenceError ? 1 : 2); } return s; });
check("array length", (x) => { let s = x; try { const a = new Array(-1); s = a.length; } catch (e) { s = s * s * (e instanceof RangeError ? 1 : 2); } return s; });
check("reduce empty", (x) => { let s = x; try { s = ([] as number[]).reduce((a, b) => a + b); } catch (e) { s = s * s * (e instanceof TypeError ? 1 : 2); } return s; });
check("map callback", (x) => { let s = 0; try { const ys = [1, 2, 3].map((v) => { if (v === 3) throw [x * v, v]; return v * x; }); s = ys[0]!; } catch ([a, b]) { s = (a as number) * (b as number) * x; } return s; });
check("catch pattern default", (x) => { try { throw { a: x }; } catch ({ a, b = x * 2 }: any) { return a * b; } });
check("finally in callee", (x) => { const log: number[] = []; const g = (y: number) => { try { if (y > 1) throw y; return y; } finally { log.push(y * x); } }; let s = 0; try { s = g(x); } catch (e: any) { s = e * log[0]!; } return s; });
check("nested functions", (x) => { const mk = () => (y: number) => { try { throw y * x; } catch (e: any) { return (z: number) => e * z; } }; return mk()(x)(x); });
check("return in catch in loop", (x) => { for (let i = 0; i < 4; i++) { try { if (i === 2) throw x * i; } catch (e: any) { return e * x; } } return 0; });
check("continue in finally", (x) => { let s = 0; for (let i = 0; i < 4; i++) { try { s += x; if (i > 1) throw x; } finally { s *= x; continue; } } return s; });
check("generic method call", (x) => { const o = { f(y: number) { if (y > 1) throw { o: this, y }; return y; }, k: x * 2 }; try { return o.f(x); } catch (e: any) { return e.o.k * e.y; } });
check("toFixed range", (x) => { try { return x * Number((2).toFixed(200)); } catch (e) { return x * x * (e instanceof RangeError ? 1 : 2); } });
check("async-like cb", (x) => { const cb = (err: unknown, v: number) => { if (err) throw err; return v; }; try { return cb(null, x * x) + cb({ v: x }, 1); } catch (e: any) { return e.v * x * x; } });
check("while true break", (x) => { let n = 0, s = x; while (true) { n++; try { if (n === 5) break; if (n % 2) continue; s *= x; } finally { s += 0.1 * x; } } return s; });
check("do while", (x) => { let n = 0, s = x; do { n++; try { if (n === 2) throw s; s = s * x; } catch (e: any) { s = e * e; } } while (n < 4); return s; });
check("stack of handlers", (x) => { const f = (n: number): number => { try { if (n === 0) throw { d: x }; return f(n - 1); } catch (e: any) { e.d = e.d * x; throw e; } }; try { return f(3); } catch (e: any) { return e.d; } });
check("aggregate", (x) => { try { throw new AggregateError([x * 2, x * 3], "m"); } catch (e: any) { return e.errors[0] * e.errors[1]; } });
check("cause", (x) => { try { throw new Error("m", { cause: x * x }); } catch (e: any) { return e.cause * x; } });
check("promise-free", (x) => { const r = (() => { try { return { ok: true, v: x * x } as const; } catch { return { ok: false, v: 0 } as const; } })(); return r.ok ? r.v * x : 0; });
