import { jvp, grad, ready, explain } from "zeroth";
const f = (xs: number[]): number => {
  let f = (y: number): number => y * xs[0]!;
  let sum = 0;
  for (const x of xs) {
    f = (y) => y * sum;
    for (let k = 0; k < xs.length - 1; k++) {
      sum += f(0.5) + x;
      f = (y) => y * x;
    }
  }
  return sum * sum;
};
const g = grad(f);
console.log(f([1, 2]), g([1, 2]));
console.log(jvp(f, [[1, 2]], [[1, 0]]));
await ready(g, [1, 2]);
console.log(g([1, 2]));
await ready(jvp, f, [[1, 2]], [[1, 0]]);
console.log(jvp(f, [[1, 2]], [[1, 0]]));
if (process.env["CODE"]) console.log(explain.code(g, [1, 2]));
