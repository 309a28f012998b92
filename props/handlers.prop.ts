// Functions that throw and catch, and generators: values are those of JavaScript, derivatives those that differences show, specialised code gives
// what general code gives, and the interpreter what generated code gives.

import fc from "fast-check";
import { compile, grad, hvp, jvp } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import { arbHandlers } from "./arbitrary/handlers.ts";
import { seedLaw } from "./law.ts";
import { by, outcome } from "./outcome.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-5 * (1 + Math.abs(a) + Math.abs(b));

seedLaw(
  "functions that throw and catch differentiate along the path taken",
  { share: 0.2, turns: 32 },
  async (seed) => {
    const [program] = fc.sample(arbHandlers, { seed, numRuns: 1 });
    if (program === undefined) return;
    const { f } = (await compile(program.source)) as { f: Callable };
    for (const [x, n] of program.calls) {
      const told = (message: string) => () => `${message}\n${program.source}\n// f(${x}, ${n})`;
      const at = (y: number): number => f(y, n) as number;
      const h = 1e-5;
      const slope = (at(x + h) - at(x - h)) / (2 * h);
      try {
        const found = [outcome(by(grad, f), [x, n]), outcome(by(grad, f), [x, n])];
        for (const one of found) demandAlike(one, outcome(by(general.grad, f), [x, n]));
        demandAlike(outcome(by(hvp, f), [x, n, 1]), outcome(by(general.hvp, f), [x, n, 1]));
      } catch (error) {
        demand(false, told(String(error)));
      }
      const own = (grad as unknown as (f: Callable) => Callable)(f)(x, n) as number;
      demand(close(own, slope), told(`grad: ${own}, by differences ${slope}`));
      const [value, tangent] = (jvp as unknown as Callable)(f, [x, n], [1, 0]) as readonly [number, number];
      demand(Object.is(value, f(x, n)), told(`value by jvp: ${value}, of the function ${String(f(x, n))}`));
      demand(close(tangent, slope), told(`jvp: ${tangent}, by differences ${slope}`));
      const g = grad(f as (x: number, n: number) => number) as unknown as Callable;
      const bend = ((g(x + h, n) as number) - (g(x - h, n) as number)) / (2 * h);
      const second = (grad(g as unknown as (x: number, n: number) => number) as unknown as Callable)(x, n) as number;
      demand(close(second, bend), told(`second: ${second}, by differences ${bend}`));
    }
  },
);
