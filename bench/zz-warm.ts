
import type { Program } from "./programs/program.ts";
import { asked } from "./corpus/derivatives.ts";
const root = new URL("programs/", import.meta.url);
const names = (process.argv[2] ?? "").split(",").map((n) => n + ".ts");
const every = Number(1);
const at = Number(0);
const cpu = (): number => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
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
  const args = program.inputs(n);
  for (const s = performance.now(); performance.now() - s < 250;) one.call(args);
  let best = Infinity;
  for (let r = 0; r < 8; r++) {
    let c = 0;
    const s = performance.now();
    for (; performance.now() - s < 15; c++) one.call(args);
    best = Math.min(best, (performance.now() - s) / c);
  }
  console.log(names[k], d, (t1 - t0).toFixed(0), (t2 - t1).toFixed(0), (best * 1000).toFixed(2), one.explained(program.inputs(n)).startsWith("Specialised") ? "typed" : "general");
}
