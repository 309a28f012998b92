import { grad, hessian, ready, explain } from "zeroth";

const mix = (ls: number[], xs: number[]): number => {
  const kernels = ls.map((l) => (x: number): number => Math.exp((-x * x) / l));
  let sum = 0;
  for (const x of xs) sum += kernels.reduce((s, k) => s + k(x), 0);
  return sum;
};

const layers = (ws: number[], x: number): number => {
  const list: ((x: number) => number)[] = [];
  for (let k = 0; k < ws.length; k++) {
    const w = ws[k]!;
    if (k % 2 === 0) list.push((x) => Math.tanh(w * x));
    else list.push((x) => x + w * w * x);
  }
  let signal = x;
  for (const layer of list) signal = layer(signal);
  return signal;
};

const springs = (ks: number[], xs: number[]): number => {
  const all = ks.map((k, i) => ({ k, name: `s${i}`, energy: (x: number): number => 0.5 * k * x * x }));
  let sum = 0;
  for (const s of all) for (const x of xs) sum += s.energy(x) * s.k;
  return sum;
};

const counters = (xs: number[]): number => {
  let total = 0;
  const handlers: ((x: number) => void)[] = [];
  for (let k = 0; k < xs.length; k++)
    handlers.push((x) => {
      total += x * xs[k]!;
    });
  for (let t = 0; t < 5; t++) for (const h of handlers) h(Math.sin(total) + t);
  return total;
};

const composed = (ws: number[], x: number): number => {
  let h = (x: number): number => x;
  for (const w of ws) {
    const prev = h;
    h = (x) => Math.sin(prev(x)) * w;
  }
  return h(x);
};

const events = (p: number[], n: number): number => {
  const handlers = new Map<string, (x: number) => number>();
  handlers.set("up", (x) => x * p[0]! + 1);
  handlers.set("down", (x) => Math.sin(x * p[1]!));
  let x = 0.5;
  for (let k = 0; k < n; k++) x = handlers.get(k % 3 === 0 ? "up" : "down")!(x);
  return x;
};

const squares = (ws: number[], x: number): number => {
  const acts = [Math.tanh, Math.sin, (x: number): number => x / (1 + Math.exp(-x))];
  const list = ws.map((w, i) => ({ w, act: acts[i % 3]! }));
  return list.reduce((s, { w, act }) => act(w * s), x);
};

interface Shape { area(): number; scale(s: number): Shape }
const circle = (r: number): Shape => ({ area: () => Math.PI * r * r, scale: (s) => circle(r * s) });
const rect = (a: number, b: number): Shape => ({ area: () => a * b, scale: (s) => rect(a * s, b * s) });
const shapes = (p: number[]): number => {
  const all: Shape[] = [];
  for (let i = 0; i + 1 < p.length; i++) all.push(i % 2 === 0 ? circle(p[i]!) : rect(p[i]!, p[i + 1]!));
  return all.map((s) => s.scale(1.5)).reduce((sum, s) => sum + s.area(), 0);
};

const ws = Array.from({ length: 9 }, (_, i) => 0.3 + 0.5 * Math.sin(i));
const xs = Array.from({ length: 11 }, (_, i) => 0.2 * i - 1);
const all: [string, (...a: any[]) => number, any[]][] = [
  ["mix", mix, [ws.map((w) => w * w + 0.5), xs]],
  ["layers", layers, [ws, 0.4]],
  ["springs", springs, [ws, xs]],
  ["counters", counters, [ws]],
  ["composed", composed, [ws, 0.7]],
  ["events", events, [[0.4, 1.3], 20]],
  ["squares", squares, [ws, 0.3]],
  ["shapes", shapes, [ws]],
];
for (const [name, f, args] of all) {
  if (process.argv[2] && !process.argv[2].split(",").includes(name)) continue;
  const g = grad(f);
  const first = JSON.stringify(g(...args));
  await ready(g, ...args);
  const later = JSON.stringify(g(...args));
  const time = (h: () => unknown): number => {
    let best = Infinity;
    for (let r = 0; r < 15; r++) {
      const t = performance.now();
      for (let k = 0; k < 200; k++) h();
      best = Math.min(best, (performance.now() - t) / 200);
    }
    return best * 1000;
  };
  const same = first === later ? "same" : `DIFF ${first}\n     ${later}`;
  console.log(name, same, (time(() => g(...args)) / time(() => f(...args))).toFixed(1));
  const h = hessian((v: any) => f(v, ...args.slice(1)));
  const a = JSON.stringify(h(args[0]));
  await ready(h, args[0]);
  const b = JSON.stringify(h(args[0]));
  console.log("   hessian", a === b ? "same" : `DIFF ${a}\n ${b}`);
  if (process.argv[3]) console.log(explain(g, ...args));
  else console.log(String(explain(g, ...args)).split("\n").slice(0, 9).join("\n"));
}
