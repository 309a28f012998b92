import fc from "fast-check";
import { compile, grad, ready, explain } from "zeroth";
import { arbStoredFunctions } from "../props/arbitrary/stored-functions.ts";
let typed = 0, all = 0; const why: Record<string, number> = {}; const ex: Record<string,string> = {};
const from = Number(process.argv[2] ?? 0), n = Number(process.argv[3] ?? 40);
for (let seed = from; seed < from + n; seed++) {
  const [{ source, calls }] = fc.sample(arbStoredFunctions, { seed, numRuns: 1 }) as any;
  let f: any;
  try { ({ f } = (await compile(source)) as any); } catch (e) { console.log(String(e), source); continue; }
  const g = grad(f) as any; if (process.env["ZDBG"]) console.log("SEED", seed, source.slice(source.indexOf("const k = 1;")));
  try {
  await ready(g, ...calls[0]);
  g(...calls[0]); } catch (e) { why["throws " + String(e).slice(0, 60)] = (why["throws " + String(e).slice(0, 60)] ?? 0) + 1; continue; }
  const t = String(explain(g, ...calls[0]));
  all++;
  if (t.startsWith("Specialised")) typed++; else { const w = t.split("\n")[1] + ""; why[w] = (why[w] ?? 0) + 1; ex[w] ??= t.split("\n")[2] + "\n" + source.slice(source.indexOf("export function")); }
}
console.log(typed, all, why);
if (process.argv[4]) console.log(ex);
