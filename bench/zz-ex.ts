// name:derivative[:size] …
import { asked } from "./corpus/derivatives.ts";
import { measure } from "./measure.ts";
import { explain } from "zeroth";
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
for (const spec of process.argv.slice(2)) {
  const [name, derivative, size] = spec.split(":");
  const { program } = await import(new URL(`programs/${name}.ts`, import.meta.url).href);
  const n = size ? +size : program.sizes[0];
  const one = asked(program, derivative as never);
  const b = cpu();
  one.call(program.inputs(n));
  const first = cpu() - b;
  let longest = 0;
  const c0 = cpu();
  for (let i = 0, t0 = performance.now(); i < 20 || performance.now() - t0 < 1000; i++) { const a = program.inputs(n); const t = performance.now(); one.call(a); longest = Math.max(longest, performance.now() - t); if (i > 3000) break; }
  await one.ready(program.inputs(n));
  const all = cpu() - b;
  const args = program.inputs(n);
  for (const start = performance.now(); performance.now() - start < 300;) one.call(args);
  const [p, w] = measure([() => program.f(...args), () => one.call(args)], 5, 0.03) as number[];
  const text = one.explained(program.inputs(n));
  const why = /^Why: (.*)$/m.exec(text)?.[1];
  console.log(spec.padEnd(50), "ratio", (w! / p!).toFixed(2), "primal", p!.toFixed(0), "ns first", first.toFixed(0), "longest", longest.toFixed(0), "all", all.toFixed(0), why === undefined ? "typed" : "GENERAL " + why);
  if (process.env.ZT) console.log(text);
}
