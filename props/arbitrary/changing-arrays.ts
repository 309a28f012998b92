// Functions that make arrays, fill them in either order, look for elements that are there or not yet, store beyond the end,
// copy arrays and change one or the other, and write through names that may mean one array or another; in each other, in loops
// of all kinds, on arrays of 0 to 6 elements.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { ArrayReads, type Known } from "./array-reads.ts";
import { generated } from "./generated.ts";
import { loop, walk } from "./loop-heads.ts";

export interface ArraysProgram {
  /** A module that exports `f(xs, m)`, which gives a number; `m` is a whole number. */
  readonly source: string;
  readonly calls: readonly (readonly [xs: readonly number[] | Float64Array | Float32Array, m: number])[];
}

export const arbChangingArrays: fc.Arbitrary<ArraysProgram> = generated((choices) => ({
  source: new Text(choices).source(),
  calls: makeCalls(choices),
}));

const prelude = `import { grad, jvp } from "zeroth";
const waves = (ys: number[]): number => { let s = 0; for (let i = 0; i < ys.length; i++) s += Math.sin(ys[i]!); return s; };
const halves = (ys: number[]): number[] => ys.map((y) => 0.5 * y * y);
const raise = (rows: number[][], y: number): number => { for (const row of rows) row[0] = 0.5 * (row[0] ?? y) + 0.1; return rows[0]![0]! * y; };
`;

/** Writes to an argument, and to the state of the module: specialised code takes them back where it gives a call up. */
const seenEffects = [
  "xs[0] = 2 * (xs[0] ?? 0.4);",
  "xs[n - 1] = t + (xs[0] ?? 0.1);",
  "seen.push(s);",
  "t += raise([[t]], 2) + raise([[0.5], xs], s);",
  "t += seen.pop() ?? 0.3;",
  "seen[0] = (seen[0] ?? 0) + s;",
  "seen.length = 1;",
  "t += seen[1]! * (xs[0] ?? 0.2);",
];

/** Calls that write to an argument through memory of the program's own: nothing else may tell that they do. */
const hiddenEffect =
  "t += raise([[t]], 2); t += xs[0]! + raise([xs], 0.3) * xs[0]! + raise([[s], xs], xs[0]!) * xs[0]!;";

/** What most of a program is about: what is about one thing alone is small, and nothing else keeps it from being simplified. */
type Theme = "copies" | "loops" | "all";

class Text extends ArrayReads {
  readonly #theme: Theme;

  constructor(choices: Choices) {
    super(choices);
    this.#theme = choices.pick<Theme>(["copies", "loops", "all"]);
  }

  source(): string {
    const { below } = this.choices;
    const count = 1 + below(this.#theme === "all" ? 4 : 2);
    const lines = [...(this.#theme === "loops" ? [] : [this.#make()]), ...this.#statements(count, 1 + below(2))];
    const uses = this.arrays.filter(() => this.choices.chance(0.6)).map((array) => this.#use(array));
    const head = "const n = xs.length;\nlet [s, t, u] = [xs[0] ?? 0.7, 0.4, 0];";
    const effects = this.choices.weighted<() => string[]>([
      [12, () => []],
      [4, () => Array.from({ length: 1 + below(3) }, () => this.choices.pick(seenEffects))],
      [1, () => [hiddenEffect]],
    ])();
    const [before, after] = this.choices.chance(0.5) ? [effects, []] : [[], effects];
    const body = [
      head,
      ...before,
      ...lines,
      ...after,
      ...uses,
      "return Math.sin(s) + t * (xs[0] ?? 0.3) + u * (xs[n - 1] ?? 0.6);",
    ];
    const seen = effects.length > 0 ? "const seen: number[] = [1, 2];\n" : "";
    return `${/grad|jvp/.test(lines.join()) ? prelude : ""}${seen}export function f(xs: number[], m: number): number {\n${body.join("\n")}\n}\n`;
  }

  #statements(count: number, depth: number): string[] {
    return Array.from({ length: count }, () => this.#statement(depth));
  }

  /** Statements in braces, whose arrays nobody else knows. */
  #block(count: number, depth: number): string {
    const outer = this.arrays;
    this.arrays = [...outer];
    const lines = this.#statements(count, depth);
    this.arrays = outer;
    return lines.join("\n");
  }

  #make(): string {
    const { pick, chance } = this.choices;
    const name = this.fresh("a");
    const from = this.array();
    const size = this.fresh("l");
    const length = chance(0.75) ? "n" : size;
    const sized = length === "n" ? "" : `const ${size} = ${pick(["m", "n + 1", "3", `${from.name}.length`])};`;
    const [value, made] = this.choices.weighted([
      [5, [`new Array<number>(${length})`, length]],
      [3, [`new Float64Array(${length})`, length]],
      [2, [`new Float32Array(${length})`, length]],
      [1, ["[] as number[]", "0"]],
      [1, [`xs.map((x) => Math.floor(x))`, "n"]],
      [3, [`grad(waves)(${chance(0.5) ? "xs" : `Array.from(${from.name}, (x) => x ?? 0.5)`})`, from.length]],
      [2, [`jvp(halves, [xs], [xs.map((_, i) => i)])[1]`, "n"]],
    ] as const);
    this.arrays.push({ name, length: made });
    const early = chance(0.3) ? this.ask(name) : "";
    const fill = chance(0.8) ? this.#fill({ name, length: made }) : "";
    const isDerivative = value.startsWith("grad") || value.startsWith("jvp");
    const beyond =
      isDerivative && chance(0.5) ? `${name}[${pick(["n + 1", `${name}.length`, "m", "n"])}] = ${this.number()};` : "";
    return [sized, `const ${name} = ${value};`, early, isDerivative ? beyond : fill]
      .filter((line) => line !== "")
      .join("\n");
  }

  /** A loop that stores in an array, and may look at it before and after each store. */
  #fill({ name, length }: Known): string {
    const { choices, options } = this.#loop(length === "0" ? this.limit() : length);
    const form = choices.chance(0.75) ? walk : loop;
    return form(options, (i) => {
      const store = `${name}[${choices.chance(0.85) ? i : this.key(i)}] = ${this.number(i)};`;
      const before = choices.chance(0.3) ? `${this.ask(name, i)}\n` : "";
      return `${before}${store}${choices.chance(0.1) ? `\n${this.read(i)}` : ""}`;
    });
  }

  #loop(limit: string): { readonly choices: Choices; readonly options: Parameters<typeof loop>[0] } {
    const choices = this.choices;
    const name = this.fresh("i");
    this.limits.set(name, limit);
    return { choices, options: { choices, name, limit, test: (index) => this.test(index) } };
  }

  #store(index?: string): string {
    const { pick } = this.choices;
    const { name } = this.writable();
    // What is an argument stays as long as it is: loops count its elements.
    const key =
      name === "xs" ? "0" : pick([this.key(index), this.key(index), "n + 1", `${name}.length`, `${name}.length + 1`]);
    return `${name}[${key}] = ${this.number(index)};`;
  }

  #copy(): string {
    const { pick, chance } = this.choices;
    const from = chance(0.85) ? this.writable() : this.array();
    const name = this.fresh("c");
    const size = this.fresh("l");
    const length = chance(0.75) ? from.length : size;
    const sized = length === size ? `const ${size} = ${from.name}.length;` : "";
    const make = pick([`new Array<number>(${length})`, `new Float64Array(${length})`, `new Float32Array(${length})`]);
    const byLoop = (): string =>
      `const ${name} = ${make};\n${walk(this.#loop(length).options, (i) => `${name}[${i}] = ${from.name}[${i}]!;`)}`;
    const copies = pick([
      byLoop,
      byLoop,
      byLoop,
      () => `const ${name} = ${from.name}.slice();`,
      () => `const ${name} = [...${from.name}];`,
      () => `const ${name} = ${from.name}.map((x) => x);`,
    ])();
    const [old, key] = [this.fresh("old"), this.key()];
    const before = `const ${old} = ${pick([`${from.name}[${key}]!`, `${from.name}[0]!`, `(${from.name}[${key}] ?? 0.4)`, "s"])};`;
    const copy: Known = { name, length };
    this.arrays.push(copy);
    const changed = pick([copy, copy, copy, from === this.arrays[0] ? copy : from]);
    const place = pick([key, key, "0", this.key()]);
    const change = chance(0.8) ? `${changed.name}[${place}] = ${this.number()};` : "";
    // What nobody uses any more may be given up for its copy.
    if (from !== this.arrays[0] && chance(0.5)) this.arrays = this.arrays.filter((array) => array !== from);
    const after = `t += ${old} * ${pick([`(${name}[${place}] ?? 0.3)`, this.element()])};`;
    return [sized, before, copies, change, after].filter((line) => line !== "").join("\n");
  }

  /** Either of two arrays under another name, through which one of them is written. */
  #alias(): string {
    const { pick, chance } = this.choices;
    const [one, other] = [this.writable(), this.writable()];
    const name = this.fresh("b");
    const test = pick(["n > 2", "m > 2", "s > 0.5", this.test("m")]);
    const key = one.name === "xs" || other.name === "xs" ? "0" : this.key();
    const seen = `t += (${one.name}[0] ?? 0.2) - 2 * (${other.name}[0] ?? 0.1);`;
    const lines = [
      `const ${name} = ${test} ? ${one.name} : ${other.name};`,
      `${name}[${key}] = ${this.number()};`,
      seen,
    ];
    if (chance(0.3)) this.arrays.push({ name, length: one.length });
    return lines.join("\n");
  }

  /** A loop of scalars, now and then in another. */
  #recurrence(): string {
    const { choices, options } = this.#loop(this.limit());
    const inner = loop(options, (i) => {
      const steps = [`s -= 0.1 * Math.sin(s * ${this.element(i)});`, `t = t * 0.5 + Math.cos(t + s);`, this.read(i)];
      return steps.filter(() => choices.chance(0.6)).join("\n") || (steps[0] as string);
    });
    if (choices.chance(0.6)) return `{\n${inner}\n}`;
    return loop(this.#loop(this.limit()).options, () => inner);
  }

  #statement(depth: number): string {
    const { weighted, chance, below } = this.choices;
    if (this.#theme === "loops" && (this.arrays.length === 1 || chance(0.6))) {
      return chance(0.8) ? this.#recurrence() : this.#make();
    }
    if (this.#theme === "copies" && chance(0.6)) return this.#copy();
    return weighted<() => string>([
      [5, () => this.#make()],
      [6, () => this.#copy()],
      [3, () => this.#store()],
      [2, () => this.read()],
      [2, () => this.#alias()],
      [4, () => this.#recurrence()],
      [2, () => this.#fill(this.writable())],
      [
        depth > 0 ? 2 : 0,
        () => `{\n${loop(this.#loop(this.limit()).options, () => this.#block(1 + below(2), depth - 1))}\n}`,
      ],
      [
        depth > 0 ? 1 : 0,
        () =>
          `if (${this.test("m")}) {\n${this.#block(1 + below(2), depth - 1)}\n} else {\n${chance(0.6) ? this.#block(1, depth - 1) : "t += 0.1;"}\n}`,
      ],
    ])();
  }

  /** How many elements are there. */
  #counted(name: string): string {
    return walk(this.#loop(`${name}.length`).options, (i) => `if (${i} in ${name}) u++;`);
  }

  /** What an array is used for at the end. */
  #use({ name, length }: Known): string {
    const { weighted, chance } = this.choices;
    const { options } = this.#loop(chance(0.6) && length !== "0" ? length : `${name}.length`);
    return weighted<() => string>([
      [2, () => walk(options, (i) => `t += (${name}[${i}] ?? 7) * (${i} + 1) * (xs[${i} % n] ?? 0.3);`)],
      [3, () => walk(options, (i) => `t += ${name}[${chance(0.5) ? i : `n - 1 - ${i}`}]! * xs[${i}]!;`)],
      [3, () => this.#counted(name)],
      [1, () => `t += ${name}.reduce((a, x) => a + x * x, 0) * (xs[0] ?? 0.5);`],
      [3, () => `u += ${name}.length + (${name}[${this.key()}] ?? 0.1);`],
      [1, () => `for (const x of ${name}) t += (x ?? 0.2) * (xs[0] ?? 0.5);`],
    ])();
  }
}

/** Of one kind: code is made for each. */
function makeCalls({ below, chance, pick }: Choices): ArraysProgram["calls"] {
  const type = chance(0.3) ? pick([Float64Array, Float32Array]) : null;
  return [1, 2, 3].map(() => {
    const list = Array.from({ length: below(7) }, () => (below(4001) - 2000) / 1000);
    return [type?.from(list) ?? list, below(7)];
  });
}
