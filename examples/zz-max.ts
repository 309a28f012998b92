import fc from "fast-check";
import { compile, grad, ready, explain } from "zeroth";
import { arbStoredFunctions } from "../props/arbitrary/stored-functions.ts";
for (let seed = Number(process.argv[2]); seed < Number(process.argv[3]); seed++) {
  const [{ source, calls }] = fc.sample(arbStoredFunctions, { seed, numRuns: 1 }) as any;
  const { f } = (await compile(source)) as any;
  const g = grad(f) as any;
  await ready(g, ...calls[0]);
  g(...calls[0]);
  const t = String(explain(g, ...calls[0]));
  if (t.includes("Maximum")) console.log(seed, t.slice(0, 600), source.slice(source.indexOf("const k = 1")));
}
