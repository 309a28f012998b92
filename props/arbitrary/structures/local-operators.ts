// Derivatives of functions that are made on the way: in loops, of closures that change, of what another function gives.

import type { Context } from "../context.ts";
import { number } from "../makers.ts";
import { kept, statement } from "../node.ts";
import type { Node } from "../program.ts";
import { line, freshNames, mixed, some, text, type Computed } from "./computed.ts";

export function localOperators(context: Context): Computed {
  const { choices } = context;
  const [f, k, s, z] = freshNames(context, "f", "k", "s", "z") as [string, string, string, string];
  const smooth = { ...context, isSmooth: true, orders: 0, weights: { ...context.weights, mutation: 0 } };
  const body = mixed(smooth, z, k);
  const slope = (g: string, at: string): string =>
    choices.pick([
      `grad(${g})(${at})`,
      `derivative(${g})(${at})`,
      `valueAndGrad(${g})(${at})[1]`,
      `(vjp(${g}, ${at})[1](1)[0] as number)`,
      `jvp(${g}, [${at}], [1])[1]`,
    ]);
  const use = choices.weighted<() => Node>([
    [
      2,
      () =>
        line`for (const x of ${some(context)}) { const g = ${f}(x); ${s} = 0.5 * ${s} + Math.sin(${slope("g", s)}); }`,
    ],
    [
      2,
      () =>
        line`for (const x of ${some(context)}) ${s} = Math.sin(${slope(`(y: number) => y * y * x + ${f}(${s})(y)`, "x")});`,
    ],
    [1, () => line`{ const g = ${f}(${s}); for (let i = 0; i < 3; i++) ${s} -= 0.1 * Math.sin(${slope("g", s)}); }`],
    [
      1,
      () =>
        line`${s} += [${f}(0.5), ${f}(${s})].map((g) => Math.sin(${slope("g", "0.7")})).reduce((a, b) => a + b, 0);`,
    ],
    [
      1,
      () =>
        line`{ const step = (x: number[]): number => x.reduce((t, v) => t + ${f}(v)(v), 0); ${s} += Math.sin(grad(step)(${some(context)})[0]!); }`,
    ],
    [
      1,
      () =>
        line`{ const slope = grad((x: number[]) => x[0]! * ${f}(${s})(x[1]!)); let at = [0.5, ${s}]; for (let i = 0; i < 2; i++) at = slope(at).map(Math.sin); ${s} = at[0]!; }`,
    ],
  ])();
  return {
    form: "operators over local functions",
    statements: [
      kept("f")`const ${f} = (${k}: number) => (${z}: number): number => ${body};`,
      kept("s")`let ${s} = ${number({ ...context, depth: 1 })};`,
      kept("slopes")`${use}`,
      statement("slopes again")`${use}`,
    ],
    value: text`${s}`,
  };
}
