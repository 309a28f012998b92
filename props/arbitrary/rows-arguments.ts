// What functions of rows are called with (rows.ts).

import type { Choices } from "./choices.ts";

/** Arguments of a kind: how many rows, of which lengths, as arrays or typed arrays. */
export function makeArguments(choices: Choices): unknown[] {
  const isExtreme = choices.chance(0.1);
  const number = (): number =>
    isExtreme && choices.chance(0.2)
      ? choices.pick([0, -0, Infinity, -Infinity, NaN, 1e300])
      : Math.round((choices.below(4001) / 1000 - 2) * 1000) / 1000;
  const type = choices.chance(0.3) ? choices.pick([Float64Array, Float64Array, Float32Array]) : null;
  const numbers = (n: number): unknown => {
    const list = Array.from({ length: n }, number);
    return type?.from(list) ?? list;
  };
  const n = 1 + choices.below(3);
  const m = Array.from({ length: 1 + choices.below(3) }, () => numbers(choices.chance(0.2) ? 1 : n));
  const anything = (): unknown =>
    choices.pick<unknown>([number(), number(), number(), undefined, null, "", "text", true, [1], { a: 1 }, 0]);
  const d = Array.from({ length: choices.below(5) }, choices.chance(0.6) ? number : anything);
  if (choices.chance(0.1)) d.length = 4;
  return [
    m,
    Array.from({ length: 1 + choices.below(4) }, number),
    { w: numbers(1 + choices.below(3)), a: number() },
    d,
  ];
}
