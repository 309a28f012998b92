// Functions that make and change instances of classes, and that take them: derivatives are those that differences show, and
// specialised code gives what general code gives, call after call.

import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, grad, hvp, jvp, ready } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import { arbClasses, type ClassesOptions } from "./arbitrary/classes.ts";
import { by, outcome } from "./outcome.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

type Tree = unknown;

/** A copy of a tree, instances included, whose numbers are moved by h times those of a direction. */
function moved(x: Tree, by: Tree, h: number): Tree {
  if (typeof x === "number") return x + h * (typeof by === "number" ? by : 0);
  if (typeof x !== "object" || x === null) return x;
  const copy = Array.isArray(x) ? [] : (Object.create(Object.getPrototypeOf(x) as object) as object);
  for (const [key, value] of Object.entries(x))
    Object.assign(copy, { [key]: moved(value, (by as Record<string, Tree> | null)?.[key] ?? null, h) });
  return copy;
}

function direction(x: Tree, seed: { n: number }): Tree {
  if (typeof x === "number") return Math.sin(++seed.n * 1.7);
  if (typeof x !== "object" || x === null) return null;
  if (Array.isArray(x)) return x.map((item) => direction(item, seed));
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, direction(value, seed)]));
}

function dot(a: Tree, b: Tree): number {
  if (typeof a === "number" && typeof b === "number") return a * b;
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return 0;
  return Object.entries(a).reduce((sum, [key, value]) => sum + dot(value, (b as Record<string, Tree>)[key]), 0);
}

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-5 * (1 + Math.abs(a) + Math.abs(b));

/** The law of programs with classes, for one of them. */
export async function classesLaw(seed: number, options: ClassesOptions): Promise<void> {
  const [program] = fc.sample(arbClasses(options), { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f, g, make } = (await compile(source, { imports: { zeroth } })) as {
    f: Callable;
    g: Callable;
    make: () => object;
  };
  const isOften = seed % 8 === 5;
  // Half of the programs run specialised code from the first call on.
  if (seed % 2 === 0) await ready(grad(f as (xs: readonly number[]) => number), calls[0] as number[]);
  for (let call = 1; call <= (isOften ? 40 : calls.length); call++) {
    const xs = calls[call % calls.length] as readonly number[];
    const told = (message: string) => () => `${message}\n${source}\n// xs = ${JSON.stringify(xs)}`;
    const found = [outcome(by(grad, f), [xs]), outcome(by(grad, g), [make(), xs])] as const;
    if (isOften && call % 13 !== 1) continue;
    try {
      demandAlike(found[0], outcome(by(general.grad, f), [xs]));
      demandAlike(found[1], outcome(by(general.grad, g), [make(), xs]));
      demandAlike(outcome(by(hvp, f), [xs, xs]), outcome(by(general.hvp, f), [xs, xs]));
    } catch (error) {
      demand(false, told(String(error)));
    }
    const v = direction(xs, { n: 0 });
    const h = 1e-5;
    const slope = ((f(moved(xs, v, h)) as number) - (f(moved(xs, v, -h)) as number)) / (2 * h);
    const own = dot(grad(f as (xs: readonly number[]) => number)(xs), v);
    demand(close(own, slope), told(`f: ${own}, by differences ${slope}`));
    const [, tangent] = (jvp as unknown as Callable)(f, [xs], [v]) as readonly [number, number];
    demand(close(tangent, slope), told(`f by jvp: ${tangent}, by differences ${slope}`));
    const curved = (hvp as unknown as (f: unknown) => Callable)(f)(xs, v);
    const at = (t: number): Tree => grad(f as (xs: readonly number[]) => number)(moved(xs, v, t) as number[]);
    const bend = (dot(at(h), v) - dot(at(-h), v)) / (2 * h);
    demand(close(dot(curved, v), bend), told(`f by hvp: ${dot(curved, v)}, by differences ${bend}`));
    // What an arrow function captured is the instance itself, which a copy of the tree leaves as it was.
    if (/arrow\d+ =/.test(source) || options.withPrivates) continue;
    const w = direction(make(), { n: 3 });
    const along = ((g(moved(make(), w, h), xs) as number) - (g(moved(make(), w, -h), xs) as number)) / (2 * h);
    const model = dot((grad as unknown as (f: unknown) => Callable)(g)(make(), xs), w);
    demand(close(model, along), told(`g: ${model}, by differences ${along}`));
  }
}
