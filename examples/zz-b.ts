import * as z from "zeroth";
const [, , path, which = ""] = process.argv;
const { program } = (await import(`../bench/programs/${path}.ts`)) as any;
const d = which || program.derivatives[0];
const args = program.inputs(program.sizes[0]);
const op = d === "vjp" || d === "jvp" ? "grad" : d;
const scalar = (...a: any[]): number => { const flat = (x: any): number => typeof x === "number" ? Math.sin(x) : Array.isArray(x) ? x.reduce((s: number, y: any, k: number) => s + (k + 1) * flat(y), 0) : Object.values(x).reduce((s: number, y: any, k) => s + (k + 1) * flat(y), 0) as number; return flat(program.f(...a)); };
const g = (d === "vjp" || d === "jvp") ? null : (z as any)[op](program.f);
if (g) {
  const before = JSON.stringify(d === "hvp" ? null : g(...args));
  await z.ready(g, ...args);
  const after = JSON.stringify(d === "hvp" ? null : g(...args));
  console.log(before === after ? "same" : `DIFFERENT\n${before}\n${after}`);
  console.log(String(z.explain(g, ...args)).split("\n").slice(0, 6).join("\n"));
  let t = performance.now(), n = 0; while (performance.now() - t < 300) { program.f(...args); n++; } const tf = 300 / n;
  t = performance.now(); n = 0; while (performance.now() - t < 500) { g(...args); n++; } console.log("ratio", (500 / n / tf).toFixed(1));
} else {
  const pull = (x: any): any => (z as any).vjp(program.f, [...args]).pullback;
  for (let k = 0; k < 60; k++) (z as any).vjp(program.f, ...args);
  await new Promise((r) => setTimeout(r, 3000));
  console.log(String(z.explain((x: any) => (z as any).vjp(program.f, x, ...args.slice(1)).value, args[0])).split("\n").slice(0, 6).join("\n"));
}
