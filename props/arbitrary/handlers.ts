// Functions that throw, catch and go on: `try` statements within loops, within functions that call each other, with jumps through
// `finally`; and generators, which stop and go on within all of that. Which path is taken depends on numbers that differences do not move across; what is on each path is smooth.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";

export interface HandlersProgram {
  /** A module that exports `f(x, n)`; `n` is a whole number that decides what is thrown. */
  readonly source: string;
  readonly calls: readonly (readonly [x: number, n: number])[];
}

export const arbHandlers: fc.Arbitrary<HandlersProgram> = generated((choices) => ({
  source: new Text(choices).source(),
  calls: [0, 1, 2].map((k) => [0.3 + choices.below(8) / 8, 2 * k + choices.below(2)]),
}));

/** Where a statement stands. */
interface Place {
  /** The functions that it may call. */
  readonly callable: number;
  /** How many statements may be around further ones. */
  readonly depth: number;
  readonly loop: boolean;
  readonly label: string | null;
  /** The variables with numbers that can be assigned. */
  readonly variables: readonly string[];
  /** Whether it may `return` a number. */
  readonly returns: boolean;
  /** Whether it may `yield`. */
  readonly stops: boolean;
}

const preamble = `
/** What was thrown, as a number. */
const valueOfError = (e: any): number => typeof e === "number" ? e : typeof e?.value === "number" ? e.value : e instanceof Error ? 0.3 : 0.1;
`;

class Text {
  readonly #choices: Choices;
  #names = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  source(): string {
    const count = 1 + this.#choices.below(2);
    const functions = Array.from({ length: count }, (_, k) => this.#generator(k) + this.#function(k));
    const last = `g${count - 1}`;
    return `${preamble}${functions.join("")}export const f = (x: number, n: number): number => {
  const s = { v: x };
  try { return ${last}(x, n, s) + s.v; } catch (e) { return valueOfError(e) * x + s.v; }
};
`;
  }

  /** The functions before it are called by it, and so is itself, with a smaller n. */
  #function(k: number): string {
    const body = this.#block(
      { callable: k, depth: 3, loop: false, label: null, variables: ["a", "s.v"], returns: true, stops: false },
      3,
    );
    return `function g${k}(x: number, n: number, s: { v: number }): number {
  let a = x * ${1 + k} * 0.3;
  ${body}
  return a + 0.2 * s.v;
}
`;
  }

  /** A generator, which those after it iterate over. */
  #generator(k: number): string {
    const place = {
      callable: k,
      depth: 2,
      loop: false,
      label: null,
      variables: ["a", "s.v"],
      returns: true,
      stops: true,
    };
    return `function* h${k}(x: number, n: number, s: { v: number }): Generator<number, number, any> {
  let a = x * ${1 + k} * 0.2;
  ${this.#block(place, 3)}
  yield a;
  return a + 0.1 * s.v;
}
`;
  }

  #number({ variables }: Place): string {
    const { pick, below } = this.#choices;
    const atom = (): string => pick([...variables, "x", "x", `${1 + below(8)} / 8`]);
    return pick([
      () => `Math.sin(${atom()} + ${atom()})`,
      () => `${atom()} * ${atom()} * 0.4`,
      () => `Math.tanh(${atom()} - 0.5 * ${atom()})`,
      () => `(${atom()} + 0.3 * ${atom()})`,
    ])();
  }

  #test(): string {
    const { below, pick } = this.#choices;
    return pick([
      `n % ${2 + below(2)} === ${below(2)}`,
      `n > ${below(4)}`,
      `n === ${below(5)}`,
      `(n + ${below(3)}) % 2 === 0`,
    ]);
  }

  #block(place: Place, most: number): string {
    const count = 1 + this.#choices.below(most);
    return Array.from({ length: count }, () => this.#statement(place)).join("\n");
  }

  #statement(place: Place): string {
    const { pick, chance, weighted } = this.#choices;
    const target = pick(place.variables);
    const within: Place = { ...place, depth: place.depth - 1 };
    const isDeep = place.depth > 0;
    return weighted<() => string>([
      [3, () => `${target} = ${this.#number(place)};`],
      [1, () => `${target} += ${this.#number(place)};`],
      [2, () => `if (${this.#test()}) ${this.#thrown(place)}`],
      [isDeep ? 4 : 0, () => this.#handled(within)],
      [place.callable > 0 ? 3 : 0, () => `${target} = ${this.#call(place)};`],
      [1, () => `if (n > 0) ${target} = g${place.callable}(x, n - 1, s) * 0.5;`],
      [place.stops ? 4 : 0, () => this.#stop(place, target)],
      [place.callable > 0 && isDeep ? 2 : 0, () => this.#iteration(within, target)],
      [isDeep ? 1 : 0, () => this.#loop(within)],
      [isDeep ? 1 : 0, () => `if (${this.#test()}) {\n${this.#block(within, 2)}\n}`],
      [place.loop ? 1 : 0, () => `if (${this.#test()}) ${pick(["break", "continue"])};`],
      [place.label === null ? 0 : 1, () => `if (${this.#test()}) ${pick(["break", "continue"])} ${place.label};`],
      [place.returns ? 0.7 : 0, () => `if (${this.#test()}) return ${this.#number(place)};`],
      [isDeep ? 1 : 0, () => this.#callback(within, chance(0.5))],
    ])();
  }

  #call(place: Place): string {
    const name = `g${this.#choices.below(place.callable)}`;
    return `${name}(${this.#number(place)}, n, s)`;
  }

  #stop(place: Place, target: string): string {
    const value = this.#number(place);
    const { callable } = place;
    return this.#choices.weighted([
      [3, `yield ${value};`],
      [2, `${target} = ((yield ${value}) ?? 0.4) * 0.5;`],
      [callable > 0 ? 1 : 0, `${target} = (yield* h${this.#choices.below(callable)}(${value}, n, s)) * 0.5;`],
      [0.5, `yield* [${value}, a];`],
      [0.5, `${target} = (yield ${value}) === undefined ? 0.3 : (yield ${this.#number(place)}) ?? 0.2;`],
    ]);
  }

  /** Goes through what a generator gives, by the language or by its methods. */
  #iteration(place: Place, target: string): string {
    const { below, weighted } = this.#choices;
    const [v, it, r] = [`v${this.#names}`, `it${this.#names}`, `r${this.#names++}`];
    const made = `h${below(place.callable)}(${this.#number(place)}, n, s)`;
    return weighted<() => string>([
      [
        3,
        () =>
          `for (const ${v} of ${made}) {\n${target} = 0.5 * ${target} + 0.3 * ${v};\n${this.#block({ ...place, loop: true }, 2)}\n}`,
      ],
      [1, () => `${target} = [...${made}].reduce((p, q) => 0.5 * p + q, 0) * 0.3;`],
      [1, () => `{\nconst [${v} = 0.2, ${r} = 0.1] = ${made};\n${target} = ${v} * 0.5 + ${r} * ${r} * 0.2;\n}`],
      [
        2,
        () =>
          `{\nconst ${it} = ${made};\nlet ${r} = ${it}.next();\nfor (let k = 0; k < 3 && !${r}.done; k++) {\n${target} += 0.2 * ${r}.value;\n${r} = ${this.#resumed(place, it)};\n}\nif (${r}.value !== undefined) ${target} += 0.1 * ${r}.value;\n}`,
      ],
    ])();
  }

  #resumed(place: Place, it: string): string {
    const value = this.#number(place);
    const next = `${it}.next(${value})`;
    return this.#choices.weighted([
      [3, next],
      [1, `${this.#test()} ? ${it}.throw(${value}) : ${next}`],
      [1, `${this.#test()} ? ${it}.return(${value}) : ${next}`],
    ]);
  }

  #thrown(place: Place): string {
    const { weighted } = this.#choices;
    return weighted([
      [3, `throw ${this.#number(place)};`],
      [3, `throw { value: ${this.#number(place)} };`],
      [1, `throw new RangeError("out of range");`],
      [1, `throw Object.assign(new Error("no"), { value: ${this.#number(place)} });`],
      [0.5, `(undefined as any).member;`],
      [0.5, `(n as any)();`],
      [0.5, `JSON.parse("{");`],
    ]);
  }

  #handled(place: Place): string {
    const { chance, below } = this.#choices;
    const error = `e${this.#names++}`;
    const block = this.#block(place, 3);
    const caught = `const v${error} = valueOfError(${error});`;
    const rethrown = chance(0.2) ? `\nif (${this.#test()}) throw ${error};` : "";
    const handler = chance(0.1)
      ? `catch {\n${this.#block(place, 1)}\n}`
      : `catch (${error}) {\n${caught}\n${this.#block({ ...place, variables: [...place.variables] }, 2)}\n${this.#choices.pick(place.variables)} = ${this.#number(place)} * v${error};${rethrown}\n}`;
    const last = `finally {\n${this.#block({ ...place, depth: Math.min(place.depth, 1) }, 2)}\n}`;
    return `try {\n${block}\n} ${[handler, last, `${handler} ${last}`][below(10) < 6 ? 0 : below(3)] as string}`;
  }

  #loop(place: Place): string {
    const { chance, below, pick } = this.#choices;
    const i = `i${this.#names++}`;
    const label = chance(0.4) ? `l${this.#names++}` : null;
    const body = this.#block({ ...place, loop: true, label: label ?? place.label }, 3);
    const head = pick([`for (let ${i} = 0; ${i} < ${2 + below(2)}; ${i}++)`, `for (const ${i} of [1, 2, 3])`]);
    return `${label === null ? "" : `${label}: `}${head} {\n${body}\n}`;
  }

  /** A function within the function, which changes its variables. */
  #callback(place: Place, isMethod: boolean): string {
    const inside = { ...place, loop: false, label: null, returns: !isMethod, stops: false };
    const f = `h${this.#names++}`;
    if (isMethod) return `[1, 2].forEach((k) => {\nif (k === 1) {\n${this.#statement(inside)}\n}\n});`;
    return `const ${f} = (): number => {\n${this.#block(inside, 2)}\nreturn a * 0.5;\n};\n${this.#choices.pick(place.variables)} = ${f}();`;
  }
}
