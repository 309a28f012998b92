import { readdirSync } from "node:fs";
import type { Program } from "./programs/program.ts";
import { asked } from "./corpus/derivatives.ts";
const root = new URL("programs/", import.meta.url);
const names = readdirSync(root, { recursive: true }).map(String).filter((n) => n.includes("/") && n.endsWith(".ts")).sort();
const every = Number(process.env["EVERY"] ?? 12);
const at = Number(process.env["AT"] ?? 0);
const cpu = (): number => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
let first = 0, rest = 0;
for (let k = at; k < names.length; k += every) {
  const { program } = (await import(new URL(names[k]!, root).href)) as { program: Program };
  const d = program.derivatives[0]!;
  const one = asked(program, d);
  const n = program.sizes[0];
  const t0 = cpu();
  one.call(program.inputs(n));
  const t1 = cpu();
  await one.ready(program.inputs(n));
  const t2 = cpu();
  first += t1 - t0; rest += t2 - t1;
  console.log(JSON.stringify((globalThis as any).ZU));
  (globalThis as any).gc?.(); console.log((process.memoryUsage().heapUsed/1e6).toFixed(0), names[k], d, (t1 - t0).toFixed(0), (t2 - t1).toFixed(0));
}

console.log("first", first.toFixed(0), "ready", rest.toFixed(0));
