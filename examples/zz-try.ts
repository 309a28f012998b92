import { grad, jvp, hvp, linearize } from "zeroth";
function check(name: string, f: (x: number) => number, x = 1.3) {
  const h = 1e-6;
  const fd = (f(x + h) - f(x - h)) / (2 * h);
  try {
    const out: number[] = [];
    for (let k = 0; k < 6; k++) out.push(grad(f)(x));
    const g = out[0]!;
    const d = jvp(f, [x], [1]) as unknown as [number, number];
    const g2 = grad((y: number) => grad(f)(y))(x);
    const h2 = 1e-4;
    const fd2 = (f(x + h2) - 2 * f(x) + f(x - h2)) / (h2 * h2);
    const t = Array.isArray(d) ? d[1] : (d as any).tangent;
    const ok = [...out, t].every((v) => Math.abs(v - fd) < 1e-5 * (1 + Math.abs(fd))) && Math.abs(g2 - fd2) < 1e-4 * (1 + Math.abs(fd2));
    console.log(ok ? "ok  " : "BAD ", name, fd, g, t, g2, fd2, ok ? "" : out);
  } catch (e) {
    console.log("ERR ", name, (e as Error).stack!.split("\n").slice(0, 12).join("\n"));
  }
}
const thrower = (x: number): number => { if (x > 1) throw { value: x * x }; return x; };
check("catch value", (x) => { try { return thrower(x) * 2; } catch (e: any) { return e.value * 3; } });
check("no throw", (x) => { try { return thrower(x / 2) * 2; } catch (e: any) { return e.value * 3; } });
check("finally", (x) => { let s = 0; try { s = thrower(x); } catch (e: any) { s += e.value; } finally { s = s * x; } return s; });
check("direct throw", (x) => { try { throw x * x * x; } catch (e: any) { return e * 2; } });
const deep3 = (x: number): number => { if (x > 1) throw new Error("v" ); return x; };
const deep2 = (x: number): number => deep3(x * 2) + 1;
const deep1 = (x: number): number => deep2(x) * x;
check("deep", (x) => { let a = x; try { a = a * a; a = deep1(a); } catch { a = a * 5; } return a; });
check("in loop", (x) => { let s = 0; for (let i = 0; i < 5; i++) { try { if (i === 3) throw x * i; s += x * x; } catch (e: any) { s += e * e; continue; } finally { s += 1; } } return s; });
check("loop inside", (x) => { let s = x; try { for (let i = 0; i < 10; i++) { s = s * x; if (s > 5) throw s; } } catch (e: any) { s = e * e; } return s; });
const loopThrow = (x: number): number => { let s = x; for (let i = 0; i < 10; i++) { for (let j = 0; j < 3; j++) { s = s * x; if (s > 5) throw s * i; } } return s; };
check("loop in callee", (x) => { try { return loopThrow(x); } catch (e: any) { return e * x; } });
check("break through finally", (x) => { let s = 0; for (let i = 0; i < 5; i++) { try { if (i === 2) break; s += x; } finally { s *= x; } } return s; });
check("return through finally", (x) => { const o = { v: 0 }; const g = () => { try { return x * x; } finally { o.v = x * 3; } }; return g() + o.v; });
check("finally overrides", (x) => { const g = () => { try { return x * x; } finally { return x * 7; } }; return g(); });
check("rethrow", (x) => { try { try { throw x * 2; } catch (e: any) { throw e * x; } finally { x = x * 2; } } catch (e: any) { return e + x; } });
check("callback", (x) => { try { [1, 2, 3].forEach((v) => { if (v === 2) throw { r: x * v }; }); return 0; } catch (e: any) { return e.r * x; } });
check("nullish", (x) => { const o: any = undefined; try { return o.foo * x; } catch (e) { return x * x * (e instanceof TypeError ? 2 : 3); } });
check("not a function", (x) => { const o: any = {}; try { return o.foo(x); } catch (e) { return x * x * (e instanceof TypeError ? 2 : 3); } });
check("json", (x) => { try { JSON.parse("{"); return x; } catch (e) { return x * x * (e instanceof SyntaxError ? 2 : 3); } });
check("mutation kept", (x) => { const a = [x, x]; const f = () => { a[0] = a[0]! * x; a[1] = a[0]! + 1; if (x > 0) throw new RangeError("r"); }; try { f(); } catch (e) { return a[0]! * a[1]!; } return 0; });
check("nested grad in try", (x) => { try { return grad((y: number) => { if (y > 100) throw 1; return y * y * x; })(x); } catch { return 0; } });
check("grad that throws", (x) => { try { return grad((y: number) => { if (y > 1) throw { q: y }; return y * y * x; })(x); } catch (e: any) { return x * 3; } });
check("recursion", (x) => { const r = (n: number, a: number): number => { if (n === 0) throw { a }; return r(n - 1, a * x) + 1; }; try { return r(4, x); } catch (e: any) { return e.a; } });
class MyErr extends Error { v: number; constructor(v: number) { super("m"); this.v = v; } }
check("class error", (x) => { try { if (x > 1) throw new MyErr(x * x); return 1; } catch (e) { if (e instanceof MyErr) return e.v * x; throw e; } });
check("retry", (x) => { let n = 0; for (;;) { try { n++; if (n < 3) throw x * n; return x * n; } catch (e: any) { x = x + e * 0.1; } } });
check("while retry with helper", (x) => { const attempt = (k: number) => { if (k < 2) throw new Error("no"); return x * k; }; let k = 0; while (true) { try { return attempt(k) * x; } catch { k++; } } });
check("switch", (x) => { try { switch (Math.floor(x)) { case 1: throw x * 4; default: return x; } } catch (e: any) { return e * x; } });
check("labelled", (x) => { let s = 0; outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { try { if (j === 1) continue outer; if (i === 2) break outer; s += x * x; } finally { s += x; } } } return s; });
check("captured var", (x) => { let s = x; const add = (v: number) => { s += v; if (s > 3) throw s; }; try { for (let i = 0; i < 10; i++) add(x); } catch (e: any) { return e * s; } return s; });
