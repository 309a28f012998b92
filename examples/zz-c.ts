import { grad, ready } from "zeroth";
function f(a: number): number {
  function P(this: { v: number }, x: number) { this.v = a * x * a; }
  (P as any).prototype.m = function (this: { v: number }) { return this.v * a; };
  const o = new (P as any)(3);
  return o.m();
}
console.log(f(2), grad(f)(2), 3 * 3 * 4);
