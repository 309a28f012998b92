import { grad, jvp, ready, hessian, hvp } from "zeroth";
const tests: [string, (a: number) => number][] = [];
const add = (name: string, f: (a: number) => number) => tests.push([name, f]);
add("old", (a) => {
  function P(this: { v: number }, x: number) { this.v = a * x * a; }
  (P as any).prototype.m = function (this: { v: number }) { return this.v * a; };
  const o = new (P as any)(3);
  return o.m();
});
add("class", (a) => {
  class P {
    v: number;
    w = a * 2;
    constructor(x: number) { this.v = a * x * a; }
    m() { return this.v * a + this.w; }
  }
  const o = new P(3);
  return o.m() * new P(2).v;
});
add("extends", (a) => {
  class P {
    constructor(public v: number) {}
    m() { return this.v * a; }
    static s = a * a;
    static make(x: number) { return new this(x * a); }
  }
  class Q extends P {
    u = this.v * a;
    m() { return super.m() + this.u * this.v; }
  }
  class R extends Q { constructor(x: number) { super(x * x); this.u += a; } }
  return new R(a).m() + P.s * (Q.make(2) as Q).m() + (new R(1) instanceof P ? a : 0);
});
add("selfref", (a) => {
  class N {
    static count = 0;
    next: N | null;
    constructor(public v: number, n: number) { N.count += a; this.next = n > 0 ? new N(v * a, n - 1) : null; }
    sum(): number { return this.v + (this.next === null ? 0 : this.next.sum()); }
  }
  return new N(a, 3).sum() * N.count;
});
add("acc", (a) => {
  class T {
    #c = a;
    static #k = a * 3;
    get zzf() { return this.#c * a; }
    set zzf(x: number) { this.#c = x * a; }
    #hidden(x: number) { return x * this.#c * a; }
    run() { return this.#hidden(2) + T.#k; }
    static { this.#k += a; }
  }
  const t = new T();
  const first = t.zzf;
  t.zzf = a * a;
  return first + t.zzf + t.run();
});
add("literal", (a) => {
  let k = a;
  const o = { get zzg() { return k * a; }, set zzg(x: number) { k = x * a; }, q: a * 2 };
  const before = o.zzg;
  o.zzg = a + 1;
  return before * o.zzg * o.q;
});
add("expr", (a) => {
  const mixin = (B: new (...args: any[]) => any) => class extends B { twice() { return this.v * 2 * a; } };
  const M = mixin(class { v = a * a; });
  return (new M() as any).twice();
});
add("ctorret", (a) => {
  class A { constructor(x: number) { return { v: x * a } as any; } }
  return (new A(a) as any).v;
});
add("err", (a) => {
  class E extends Error { constructor(readonly value: number) { super("m"); } }
  try { throw new E(a * a); } catch (e) { return (e as E).value * a; }
});
add("nonew", (a) => {
  class E { v = a; }
  try { return (E as any)().v; } catch (e) { return e instanceof TypeError ? a * a : 0; }
});
add("gen", (a) => {
  class L { constructor(public xs: number[]) {} *[Symbol.iterator]() { for (const x of this.xs) yield x * a; } }
  let s = 0;
  for (const x of new L([a, 2, a * a])) s += x * x;
  return s;
});
add("loop", (a) => {
  let s = 0;
  for (let i = 0; i < 3; i++) { class K { v = a * i; m() { return this.v * i; } } s += new K().m() * s + 1; }
  return s;
});
class Vec extends Array<number> { norm() { let s = 0; for (const x of this) s += x * x; return s; } static k = 2; }
add("array", (a) => { const v = new Vec(a, a * a, 2); v.push(a); return v.norm() * v.length + (v instanceof Vec && Array.isArray(v) ? a : 0) + v[1]!; });
add("array in", (a) => { class W extends Array<number> { constructor(n: number) { super(n); this.fill(a); } sum() { return this.reduce((x, y) => x + y * a, 0); } } return new W(4).sum(); });
class M2 extends Map<string, number> { total() { let s = 0; for (const v of this.values()) s += v * v; return s; } override set(k: string, v: number) { return super.set(k, v * 2); } }
add("map", (a) => { const m = new M2([["x", a], ["y", a * a]]); m.set("z", a * 3); return m.total() + m.get("x")! * m.size; });
add("map in", (a) => { class M3 extends Map<string, number> { k = a; getOr(x: string) { return this.get(x) ?? this.k; } } const m = new M3(); m.set("q", a * a); return m.getOr("q") * m.getOr("r"); });
add("set in", (a) => { class S3 extends Set<number> { sum() { let s = 0; for (const x of this) s += x * a; return s; } } return new S3([a, a * 2, a]).sum(); });
add("object", (a) => { class O extends Object { v = a; constructor() { super(); this.v *= a; } } return new O().v; });
add("flag", (a) => { class P { v = a; constructor(x: number) { this.v *= x; } }
  class Q extends P { w: number; constructor(b: boolean) { if (b) { super(a); } else { super(2); } this.w = this.v * a; } }
  let r = new Q(true).w + new Q(false).w;
  class R extends P { constructor(b: boolean) { if (b) super(1); } }
  try { new R(false); } catch (e) { r *= (e as Error).name === "ReferenceError" ? a : 1; }
  class T extends P { constructor(o: object) { return o as T; } }
  return r + (new T({ v: a * 7 })).v; });
add("static ctor", (a) => { class P { v: number; constructor(v: number) { this.v = v; } clone() { return new (this.constructor as any)(this.v * a) as P; } static of(x: number) { return new this(x); } }
  class Q extends P { q = a; } const q = Q.of(a).clone() as Q; return q.v * q.q; });
add("computed", (a) => { const key = "k" + 1; class P { [key]() { return a * a; } static [key + "s"] = a * 3; } return (new P() as any).k1() * (P as any).k1s; });
add("names", (a) => { class P { m() {} get zzq() { return a; } static s() {} } const o = Object.keys(new P()).length; return P.name.length * a + o + P.prototype.m.name.length * a + (new P()).zzq * Object.keys(P.prototype).length; });
add("super static", (a) => { class P { static f(x: number) { return x * a; } } class Q extends P { static override f(x: number) { return super.f(x) * a; } } return Q.f(a); });
add("setterchain", (a) => { class P { v = 0; set zzh(x: number) { this.v = x * a; } get zzh() { return this.v; } } class Q extends P { override set zzh(x: number) { super.zzh = x; } override get zzh() { return super.zzh * a; } } const q = new Q(); q.zzh = a; return q.zzh; });
const d = (f: (x: number) => number, x: number) => (f(x + 1e-5) - f(x - 1e-5)) / 2e-5;
for (const [name, f] of tests) {
  try {
    const x = 1.3;
    const g = grad(f as any) as any;
    const want = d(f, x);
    const cold = g(x);
    await ready(g, x);
    const hot = g(x);
    const tt = (jvp as any)(f, [x], [1]);
    const t = Array.isArray(tt) ? tt[1] : (tt.tangent ?? tt); const h = (grad(g) as any)(x);
    const wantH = d((y) => d(f, y), x);
    const wantH2 = d(g, x);
    const ok = Math.abs(cold - want) < 1e-6 * (1 + Math.abs(want)) && cold === hot && Math.abs(t - want) < 1e-6 * (1 + Math.abs(want)) && Math.abs(h - wantH2) < 1e-5 * (1 + Math.abs(wantH2));
    console.log(ok ? "ok  " : "BAD ", name, f(x), want, cold, hot, t, "|", wantH2, h);
  } catch (e) { console.log("ERR ", name, (e as Error).message.slice(0, 400)); }
}
