import { compile, grad, ready, explain } from "zeroth";
import { readFileSync } from "node:fs";
const { f } = (await compile(readFileSync(process.argv[2] ?? "/tmp/w/prog.ts", "utf8"))) as any;
const g = grad(f) as any;
const x = 1.05, n = 5;
await ready(g, x, n);
console.log(n, g(x, n), (f(x+1e-6,n)-f(x-1e-6,n))/2e-6);
console.log((explain as any).code(g, x, n));
