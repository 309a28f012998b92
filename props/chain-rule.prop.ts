// The pullback of a composition is the composition of the pullbacks.

import { J } from "../src/prelude/derivatives.ts";
import type { Program } from "./arbitrary/index.ts";
import { law } from "./law.ts";
import { demand, demandClose, type Callable } from "./subject.ts";

/** A map of the arguments to others of the same kind and size, a function of the result, and the composition. */
function composition({ params }: Program): string {
  const names = params.map(({ binding }) => binding.name).join(", ");
  const moved = params.map(({ binding: { name, type } }) => {
    if (type === "num") return `bend(${name})`;
    return type === "rec" ? `{ a: bend(${name}.b), b: bend(${name}.a), c: ${name}.c.map(bend) }` : `${name}.map(bend)`;
  });
  return `
const bend = (x) => 0.9 * x + 0.1 * Math.sin(x);
export const before = (${names}) => [${moved.join(", ")}];
export const after = (y) => y * Math.cos(y);
export const composed = (${names}) => after(f(...before(${names})));
`;
}

type Pulled = readonly [value: unknown, pullback: (cotangent: unknown) => readonly unknown[]];

const pulled = (f: unknown, ...args: readonly unknown[]): Pulled => (J as unknown as Callable)(f, ...args) as Pulled;

law(
  "J of a composition is the composition of Js",
  { options: { size: 70 }, share: 0.4, turns: 3, extra: composition },
  (subject) => {
    const { exports, f, args } = subject;
    const [moved, backBefore] = pulled(exports["before"], ...args());
    const [y, back] = pulled(f, ...(moved as readonly unknown[]));
    const [z, backAfter] = pulled(exports["after"], y);
    const [whole, backWhole] = pulled(exports["composed"], ...args());
    demand(Object.is(whole, z), () => `the value is ${String(whole)}, not ${String(z)}`);
    const [, ...ofMoved] = back(backAfter(1)[1]);
    const [, ...expected] = backBefore(ofMoved);
    const [, ...actual] = backWhole(1);
    demandClose(actual, expected, 1e-9, "the cotangents");
  },
);
