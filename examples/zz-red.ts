import { compile, grad, ready } from "zeroth";
import { readFileSync, writeFileSync } from "node:fs";
const [, , file, X, N] = process.argv;
const x = Number(X), n = Number(N);
async function bad(src: string): Promise<boolean> {
  let f: any;
  try { f = (await compile(src) as any).f; } catch { return false; }
  let slope: number;
  try { slope = (f(x + 1e-6, n) - f(x - 1e-6, n)) / 2e-6; } catch { return false; }
  if (!Number.isFinite(slope)) return false;
  try {
    const g = grad(f) as any; await ready(g, x, n);
    for (let k = 0; k < 1; k++) { const v = g(x, n); if (Math.abs(v - slope) > 1e-4 * (1 + Math.abs(slope))) return true; }
  } catch (e) { return process.argv[5] === "err"; }
  return false;
}
let lines = readFileSync(file!, "utf8").split("\n");
console.log("start bad:", await bad(lines.join("\n")));
for (let size = 8; size >= 1; size = Math.floor(size / 2)) {
  for (let i = 0; i + size <= lines.length; ) {
    const t = [...lines.slice(0, i), ...lines.slice(i + size)];
    if (await bad(t.join("\n"))) lines = t; else i++;
  }
}
// unwrap pairs: remove line i and a later line j that balance
for (let changed = true; changed; ) {
  changed = false;
  outer: for (let i = 0; i < lines.length; i++) for (let j = i + 1; j < lines.length; j++) {
    const t = lines.filter((_, k) => k !== i && k !== j);
    if (await bad(t.join("\n"))) { lines = t; changed = true; break outer; }
  }
}
console.log(lines.join("\n"));
