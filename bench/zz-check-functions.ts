import { readdirSync } from "node:fs";
import { measureDerivative } from "./corpus/measure-derivative.ts";
const only = process.argv[2] ?? "";
const wide = process.argv[3] === "wide";
const folder = new URL("programs/functions/", import.meta.url);
for (const file of readdirSync(folder).filter((f: string) => f.includes(only))) {
  const { program } = (await import(new URL(file, folder).href)) as any;
  const [a, b] = program.sizes;
  const f = program.f;
  const y = f(...program.inputs(a));
  console.log("==", file, JSON.stringify(y), JSON.stringify(f(...program.inputs(b))));
  const all = wide ? (typeof y === "number" ? ["grad", "hvp", "hessian", "vjp", "jvp"] : ["vjp", "jvp", "jacobian", "linearize"]) : program.derivatives;
  const sizes = wide ? [a, a + 1, Math.round((a + b) / 3)] : [a, b];
  for (const derivative of all) for (const n of sizes) {
    const r: any = await measureDerivative({ name: file, derivative, n }, program);
    if (r.kind === "measured") console.log("  ok", derivative, n, "primal", r.measured.primal.toPrecision(3), "ratio", (r.measured.warm / r.measured.primal).toFixed(1), r.measured.tier, JSON.stringify(r.measured.reasons));
    else console.log("  !!", derivative, n, r.kind, r.message);
  }
}
