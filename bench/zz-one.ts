import type { Program } from "./programs/program.ts";
import { asked } from "./corpus/derivatives.ts";
const cpu = (): number => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
for (const name of process.argv.slice(2)) {
  const { program } = (await import(new URL(`programs/${name}.ts`, import.meta.url).href)) as { program: Program };
  const d = program.derivatives[0]!;
  const one = asked(program, d);
  const n = program.sizes[0];
  one.call(program.inputs(n));
  const t1 = cpu();
  await one.ready(program.inputs(n));
  const t2 = cpu();
  const args = program.inputs(n);
  for (let k = 0; k < 2000; k++) one.call(args);
  const s = performance.now();
  for (let k = 0; k < 2000; k++) one.call(args);
  console.log(name, d, "ready", (t2 - t1).toFixed(0), "us", ((performance.now() - s) / 2).toFixed(1));
  console.log(one.explained(program.inputs(n)).split("\n").slice(0, 40).join("\n"));
}
