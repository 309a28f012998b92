// Random functions of numbers alone: variables that are assigned in nested loops and branches, most of them before or
// after they are used, started from constants or from arguments. No calls, no memory but an array of known length, so that every number's way to
// the result is in plain sight: what analyses of the flow get wrong shows here first.

import { randomFrom, type Random } from "../../src/test-support/random-function.ts";

const variables = ["a", "b", "c", "d"];

/** The text of a function of `x` and `z`; if it is passive, only whole numbers that they decide are used before the end. */
export function scalarCode(seed: number, isPassive: boolean): string {
  const random = randomFrom(seed);
  const whole = ["(x * 4 | 0)", "(z < x ? 1 : 2)", "w.length"];
  const write = writer(random, isPassive ? whole : ["x", "z", ...whole]);
  const starts = variables.map((v) => `let ${v} = ${random(2) === 0 ? write.constant() : write.term([])};`);
  const body = write.statements(3, [], 3 + random(4));
  return `(x, z = 1) => { const w = [x, z]; ${starts.join(" ")} ${body} return x * z + a - b * 0.5 + c - d; }`;
}

interface Writer {
  readonly constant: () => string;
  /** A number that is not large; `counters` may occur in it. */
  readonly term: (counters: readonly string[]) => string;
  readonly statements: (depth: number, counters: readonly string[], count: number) => string;
}

function writer(random: Random, args: readonly string[]): Writer {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const constant = (): string => pick(["0", "1", "0.5", "-0.75", "1.25"]);
  let isStarted = false;
  const atom = (counters: readonly string[]): string => {
    const known = [...args, ...(isStarted ? variables : []), ...counters.map((i) => `${i} * 0.25`)];
    return known.length > 0 && random(5) > 0 ? pick(known) : constant();
  };
  const term = (counters: readonly string[]): string => {
    const [v, w] = [atom(counters), atom(counters)];
    return pick([
      () => v,
      () => `Math.sin(${v})`,
      () => `Math.sin(${v} * ${w})`,
      () => `Math.cos(${v} - ${w})`,
      () => `0.5 * (${v} + ${w})`,
      () => `${v} / (2 + Math.cos(${w}))`,
      () => `0.25 * (${v}) ** ${pick(["2", "3"])}`,
    ])();
  };
  const condition = (counters: readonly string[]): string =>
    counters.length > 0 && random(2) === 0 ? `${pick(counters)} % 2 === 0` : `${pick(variables)} < ${term(counters)}`;
  const statement = (depth: number, counters: readonly string[]): string => {
    const inner = (more: readonly string[] = []): string =>
      `{ ${statements(depth - 1, [...counters, ...more], 1 + random(3))} }`;
    const kind = depth === 0 ? 0 : random(6);
    if (kind === 4) return `if (${condition(counters)}) ${inner()} else ${inner()}`;
    if (kind === 5) {
      const i = `i${counters.length}`;
      const [from, step] = [random(3), 1 + random(2)];
      const head = pick([
        `for (let ${i} = ${from}; ${i} < ${from + 3 * step}; ${i} += ${step})`,
        `for (let ${i} = ${from + 3 * step}; ${i} > ${from}; ${i} -= ${step})`,
      ]);
      return `${head} ${inner([i])}`;
    }
    const v = pick(variables);
    return pick([`${v} = ${term(counters)};`, `${v} = 0.5 * ${v} + ${term(counters)};`]);
  };
  const statements = (depth: number, counters: readonly string[], count: number): string => {
    isStarted = true;
    return Array.from({ length: count }, () => statement(depth, counters)).join(" ");
  };
  return { constant, term, statements };
}
