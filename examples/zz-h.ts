import { compile, grad, ready } from "zeroth";
import { readFileSync } from "node:fs";
const { f } = (await compile(readFileSync(process.argv[2] ?? "/tmp/w/prog.ts", "utf8"))) as any;
for (let rep = 0; rep < 2; rep++) {
const g = grad(f) as any;
for (const n of [0, 1, 2, 3, 4, 5]) {
const x = 1.05;
await ready(g, x, n);
console.log(n, g(x, n), g(x,n), (f(x+1e-6,n)-f(x-1e-6,n))/2e-6);
}}
