// Loops as people write them: up and down, in steps of two, with two counters, that end in the middle, that compare what a
// counter was an iteration before. All end, whatever their body does to arrays.

import type { Choices } from "./choices.ts";

export interface HeadOptions {
  readonly choices: Choices;
  /** A name that nothing else has. */
  readonly name: string;
  /** How often, about: an expression that the body does not change. */
  readonly limit: string;
  /** Something that may be true or false in each iteration, of the index. */
  readonly test: (index: string) => string;
}

/** A loop with a body that is made for the name of its index, a whole number that is not negative. */
export function loop(options: HeadOptions, body: (index: string) => string): string {
  const { choices } = options;
  const form = choices.weighted<Form>([
    [5, up],
    [4, down],
    [2, bySteps],
    [2, endedWithin],
    [2, byTwoCounters],
    [1, countedAtTheTest],
    [2, atLeastOnce],
    [7, comparingBefore],
  ]);
  return form(options, body);
}

/** The simplest: all elements, in either order. */
export function walk(options: HeadOptions, body: (index: string) => string): string {
  return options.choices.chance(0.6) ? up(options, body) : down(options, body);
}

type Form = (options: HeadOptions, body: (index: string) => string) => string;

const up: Form = ({ name: i, limit }, body) => `for (let ${i} = 0; ${i} < ${limit}; ${i}++) {\n${body(i)}\n}`;

const down: Form = ({ name: i, limit }, body) => `for (let ${i} = ${limit} - 1; ${i} >= 0; ${i}--) {\n${body(i)}\n}`;

const bySteps: Form = ({ choices, name: i, limit }, body) =>
  choices.chance(0.5)
    ? `for (let ${i} = ${choices.below(2)}; ${i} < ${limit}; ${i} += 2) {\n${body(i)}\n}`
    : `for (let ${i} = ${limit}; ${i} > 0; ${i} -= 2) {\n${body(i)}\n}`;

const endedWithin: Form = ({ choices, name: i, limit, test }, body) => {
  const leave = `if (${i} >= ${limit}) break;`;
  const skip = choices.pick([
    "",
    `if (${test(i)}) continue;`,
    `if (${test(i)}) break;`,
    `if (${i} % 2 === 1) continue;`,
  ]);
  const text = choices.chance(0.5) ? `${leave}\n${skip}\n${body(i)}` : `${body(i)}\n${leave}\n${skip}`;
  return `for (let ${i} = 0; ; ${i}++) {\n${text}\n}`;
};

const byTwoCounters: Form = ({ choices, name: i, limit }, body) =>
  choices.chance(0.5)
    ? `for (let ${i} = 0, j${i} = ${limit} - 1; ${i} < j${i}; ${i}++, j${i}--) {\n${body(choices.pick([i, `j${i}`]))}\n}`
    : `for (let ${i} = 0, j${i} = 0; j${i} < ${limit}; j${i} += 2, ${i}++) {\n${body(choices.pick([i, `j${i}`]))}\n}`;

const countedAtTheTest: Form = ({ name: i, limit }, body) =>
  `let ${i} = ${limit};\nwhile (${i}-- > 0) {\n${body(i)}\n}`;

const atLeastOnce: Form = ({ choices, name: i, limit }, body) => {
  const start = choices.pick([0, 0, 1, 2]);
  const step = choices.pick([1, 1, 2]);
  return `let ${i} = ${start};\ndo {\n${body(i)}\n${i} += ${step};\n} while (${i} ${choices.pick(["<", "<="])} ${limit});`;
};

/** What is compared is what the counter was before its step, or the one before that, which begins where it wants. */
const comparingBefore: Form = ({ choices, name: i, limit }, body) => {
  const start = choices.pick([0, 1, 2, 4, 4]);
  const before = choices.pick([0, 0, -1, start]);
  const step = choices.pick([1, 1, 1, 2]);
  const next = choices.pick([
    `old${i} = ${i};\n${i} = ${i} + ${step};`,
    `test${i} = old${i};\nold${i} = ${i} = ${i} + ${step};`,
    `test${i} = old${i};\nold${i} = ${i} = ${i} + ${step};`,
    `test${i} = old${i};\nold${i} = ${i};\n${i} += ${step};`,
  ]);
  const compared = next.startsWith("test") ? `test${i}` : `old${i}`;
  return `let ${i} = ${start}, old${i} = ${before}, test${i} = 0;\ndo {\n${body(i)}\n${next}\n} while (${compared} < ${limit});`;
};
