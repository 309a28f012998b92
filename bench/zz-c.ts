import { asked } from "./corpus/derivatives.ts";
const names = process.argv.slice(2);
for (const name of names) {
  const { program } = await import(`./programs/${name}.ts`);
  for (const d of program.derivatives) {
    const a: any = asked(program, d);
    const args = program.inputs(program.sizes[0]);
    const t0 = performance.now();
    await a.call(args); await a.ready(args);
    a.call(args);
    const time = (h: () => unknown): number => { let best = Infinity; for (let r = 0; r < 9; r++) { const t = performance.now(); for (let k = 0; k < 20; k++) h(); best = Math.min(best, (performance.now() - t) / 20);} return best; };
    const f = time(() => program.f(...args));
    const made = performance.now() - t0;
    console.log(name, d, made.toFixed(0), "ms", (f * 1000).toFixed(0), "us", (time(() => a.call(args)) / f).toFixed(1), String(a.explained?.(args) ?? "").split("\n").slice(0, 4).join("\n"));
  }
}
