// Functions of arrays, of arrays of arrays, and of records of them, with calls of them: the number of rows, their lengths and
// what they are made of change from call to call. They ask what is there, too, of a list of anything.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { collections, collectionsPrelude } from "./collections.ts";
import { chosenFunctions, chosenPrelude } from "./chosen-functions.ts";
import { generated } from "./generated.ts";
import { growing, growingPrelude } from "./growing.ts";
import { innerJacobians } from "./inner-jacobians.ts";
import { passedElements, passedPrelude } from "./passed-elements.ts";
import { makeArguments } from "./rows-arguments.ts";

export interface RowsProgram {
  /** A module that exports `f(m, xs, p, d)`, which gives a number. */
  readonly source: string;
  readonly calls: readonly (readonly unknown[])[];
}

export const arbRows: fc.Arbitrary<RowsProgram> = generated((choices) => ({
  source: new Text(choices).source(),
  calls: [1, 2, 3].map(() => makeArguments(choices)),
}));

/** What there is by now, by name. */
interface Known {
  readonly numbers: string[];
  readonly rows: string[];
  readonly scalars: string[];
}

/** What programs import, as `shapes`. */
export const shapesSource = `
export const wave = (x: number): number => Math.sin(x) * 0.7;
export const damp = (x: number): number => (x > 0 ? x * 0.5 : 0.2 * x * x);
`;

/** Functions by variables that are read when they are needed: an import, a record's property, a constant declared further below. */
const further = `
const shapes = { wave, damp, half: (x: number): number => 0.5 * x };
const below = (x: number): number => Math.tanh(x) + 0.1 * x;
`;
const curves: readonly string[] = ["wave", "damp", "shapes.wave", "shapes.half", "below"];

const grownForms = [growing, growing, passedElements, chosenFunctions, chosenFunctions, collections, innerJacobians];

const prelude = `import { grad, jacfwd, jacobian, jacrev } from "zeroth";
import { damp, wave } from "shapes";
const cubes = (rows: number[][]): number => { let s = 0; for (const row of rows) for (const x of row) s += 0.1 * (x ?? 0.2) ** 3; return s; };
${growingPrelude}${passedPrelude}${chosenPrelude}`;

class Text {
  readonly #choices: Choices;
  readonly #known: Known = { numbers: ["xs", "p.w"], rows: ["m"], scalars: ["p.a"] };
  readonly #lines: string[] = [];
  #count = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** The source of a function `f(m, xs, p, d)` that gives a number. */
  source(): string {
    const count = 2 + this.#choices.below(5);
    for (let k = 0; k < count; k++) this.#statement();
    this.#change();
    const { numbers, rows, scalars } = this.#known;
    const sums = [
      ...scalars.slice(-3).map((s) => `Math.tanh(${s})`),
      ...numbers.slice(-2).map((a) => `${a}.reduce((s, x) => s + Math.sin(x), 0)`),
      ...rows.slice(-2).map((r) => `${r}.reduce((s, row) => s + row.reduce((t, x) => t + x * x, 0), 0)`),
    ];
    const params = "m: number[][], xs: number[], p: { w: number[]; a: number }, d: any[]";
    // Modules that mention maps and sets are compiled otherwise, so others do not declare them.
    const iterated = this.#lines.some((line) => /\b(?:Map|Set|memory|steps)\b/.test(line)) ? collectionsPrelude : "";
    return `${prelude}${iterated}export function f(${params}): number {\n${this.#lines.join("\n")}\nreturn ${sums.join(" + ")};\n}\n${further}`;
  }

  #name(kind: keyof Known, value: string): void {
    const name = `v${this.#count++}`;
    this.#lines.push(`const ${name} = ${value};`);
    this.#known[kind].push(name);
  }

  #pick(kind: keyof Known): string {
    return this.#choices.pick(this.#known[kind]);
  }

  /** A smooth number of what is in reach. */
  #number(...names: readonly string[]): string {
    const { pick, below } = this.#choices;
    const atom = (): string => pick([...names, this.#pick("scalars"), `${1 + below(9)} / 8`]);
    const forms = [
      () => `Math.sin(${atom()} + ${atom()})`,
      () => `${atom()} * ${atom()} * 0.3`,
      () => `Math.tanh(${atom()} - 0.5 * ${atom()})`,
      () => `Math.exp(-(${atom()} ** 2))`,
      () => `(${atom()} > ${atom()} ? ${atom()} : 0.5 * ${atom()})`,
      () => `${pick(curves)}(${atom()})`,
      () => atom(),
    ];
    return pick(forms)();
  }

  /** A number that depends on what is there. */
  #question(): string {
    const { below, pick } = this.#choices;
    const k = below(4);
    const [some, row] = [`d[${k}]`, `${this.#pick("rows")}[${k}]`];
    const x = pick([some, some, row, `${this.#pick("numbers")}[${k}]`]);
    const test = pick([
      `${x} === undefined`,
      `${x} == null`,
      `typeof ${x} === "${pick(["string", "number", "object"])}"`,
      `Array.isArray(${x})`,
      x,
      `!${x}`,
      `${x} !== ${pick(["d[0]", "1", "null"])}`,
      `${k} in d`,
      `d.length > ${k}`,
      `d.some((e) => e === undefined)`,
    ]);
    const choice = `(${test} ? ${this.#number()} : ${this.#number()})`;
    const given = `(${row}?.[0] ?? ${this.#number()})`;
    const counted = `d.reduce((s, e) => s + ${this.#pick("scalars")} * (${pick(["typeof e === 'number'", "e", "e == null"])} ? 0.3 : 0.7), 0)`;
    return pick([choice, choice, given, counted]);
  }

  /**
   * Loops over the indices of an array, one behind the other, which store in arrays of its length and read what others stored.
   * Some arrays are two elements longer: these are stored and read at up to two places further.
   */
  #loops(): void {
    const { below, pick, chance } = this.#choices;
    const [name, from] = [`v${this.#count++}`, this.#pick("numbers")];
    const n = `${from}.length`;
    const made: string[] = [];
    const longer = new Set<string>();
    const scalars: string[] = [];
    const further = (): string => pick(["i", "i + 1", "i + 2"]);
    const element = (): string => {
      const array = pick([from, ...made]);
      if (longer.has(array)) return `${array}[${further()}]!`;
      const key = pick(["i", "i", "i", "i", `${n} - 1 - i`, "i + 1", "i - 1", "0"]);
      return key === "i" ? `${array}[i]!` : `(${array}[${key}] ?? 0.4)`;
    };
    for (let k = 0; k < 2 + below(3); k++) {
      const [array, total] = [`${name}a${k}`, `${name}s${k}`];
      const latest = scalars.length > 0 && chance(0.6) ? ` * ${scalars.at(-1)}` : "";
      const stored = `${this.#number(element(), element())}${latest}`;
      const isLonger = chance(0.4);
      const make = isLonger
        ? pick([`new Float64Array(${n} + 2)`, `new Float32Array(${n} + 2)`, `new Array<number>(${n} + 2).fill(0.3)`])
        : pick([
            `new ${pick(["Float64Array", "Float32Array"])}(${n})`,
            `new Array<number>(${n})`,
            `${from}.map((x) => x * 0.5)`,
          ]);
      const count = pick([`let i = 0; i < ${n}; i++`, `let i = 0; i < ${n}; i++`, `let i = ${n} - 1; i >= 0; i--`]);
      const store = `${array}[${isLonger ? further() : "i"}] = ${stored};`;
      const around = chance(0.2) ? "for (let t = 0; t < 2; t++) " : "";
      if (chance(0.6)) {
        this.#lines.push(
          `const ${array} = ${make};`,
          `${around}for (${count}) { ${chance(0.2) ? `if (${element()} > 0) ` : ""}${store} }`,
        );
        made.push(array);
        if (isLonger) longer.add(array);
      } else {
        this.#lines.push(
          `let ${total} = 0.1;`,
          `${around}for (${count}) ${total} = ${total} * 0.5 + ${this.#number(element(), "i / 3", total)}${latest};`,
        );
        scalars.push(total);
      }
      const last = made.at(-1);
      if (last === undefined || chance(0.4)) continue;
      const between = `${name}b${k}`;
      const key = pick(["0", `${n} - 1`, "1"]);
      this.#lines.push(
        pick([
          `const ${between} = ${last}[${key}] ?? 0.2;`,
          `const ${between} = ${last}[0]!;`,
          `${last}[0] = ${this.#number(`(${last}[0] ?? 0.3)`)}; const ${between} = 0.5;`,
          `const ${between} = ${last}[${key}] === undefined ? 0.2 : ${last}.length / 7;`,
        ]),
      );
      scalars.push(between);
    }
    this.#known.scalars.push(...scalars);
    for (const array of made) {
      const sum = `${array}t`;
      const walk = pick([
        `for (let i = 0; i < ${n}; i++) ${sum} += ${array}[i]! * ${array}[i]!;`,
        `for (let i = 0; i < ${n}; i++) ${sum} += ${array}[i]! * ${array}[i]!;`,
        `for (const x of ${array}) ${sum} += (x ?? 0.1) * (x ?? 0.3);`,
      ]);
      this.#lines.push(`let ${sum} = 0;`, walk);
      this.#known.scalars.push(sum);
    }
  }

  /** What functions of the standard library say of a number, and the numbers of which they say so. */
  #look(): void {
    const { pick } = this.#choices;
    const say = pick([
      "Number.isNaN",
      "isNaN",
      "Number.isFinite",
      "isFinite",
      "Number.isInteger",
      "Boolean",
      "!Object.is",
    ]);
    const x = pick([`${this.#pick("numbers")}[0]!`, this.#pick("scalars"), "d[0]", `${this.#pick("rows")}.length`]);
    const said = say === "!Object.is" ? `${say}(${x}, -0)` : `${say}(${x})`;
    this.#name("scalars", `(${said} ? ${this.#number()} : ${this.#number()} * String(${x}).length)`);
    const kept = pick(["Boolean", "Number.isFinite", "(x) => !Number.isNaN(x)", "Number.isInteger"]);
    this.#name("numbers", `${this.#pick("numbers")}.filter(${kept}).concat(0.4)`);
  }

  /** In some programs, writes to the arguments, and takes inner derivatives of what it leaves: which rows there are, how long they are. */
  #change(): void {
    const { below, pick, chance } = this.#choices;
    const exchange = "if (m.length > 1) { const row = m[0]!; m[0] = m[1]!; m[1] = row; }";
    const pairs: readonly (readonly [change: string, back: string])[] = [
      [exchange, exchange],
      ["m.reverse();", "m.reverse();"],
      ["const kept = m[0]!; if (m.length > 1) m[0] = m[1]!;", "m[0] = kept;"],
      ["m.push(m[0]!);", "m.pop();"],
      ["const kept = m[0]!; m[0] = xs;", "m[0] = kept;"],
      ["m[0]?.push(p.a);", "m[0]?.pop();"],
      ["m[1]?.pop();", "m[1]?.push(0.4);"],
      ["m.push([0.3, p.a]);", "m.pop();"],
      ["if (m.length > 1) m[0] = m[1]!;", ""],
      ["if (m[0] !== undefined) m[0][3] = 0.5;", ""],
      ["xs.push(p.a);", "xs.pop();"],
      ["xs.pop();", ""],
    ];
    if (!chance(0.25)) return;
    const [change, back] = pick(pairs);
    const at = below(this.#lines.length + 1);
    const inner = chance(0.5) ? ["const slopes = grad(cubes)(m);"] : [];
    this.#lines.splice(at, 0, change, ...inner);
    if (inner.length > 0) this.#known.scalars.push("(slopes[0]?.[0] ?? 0.3)");
    const next = at + 1 + inner.length;
    if (chance(0.5)) this.#lines.splice(next + below(this.#lines.length - next + 1), 0, back);
  }

  #statement(): void {
    const a = (): string => this.#pick("numbers");
    const r = (): string => this.#pick("rows");
    const { below, chance, pick } = this.#choices;
    const numbers = (value: string): void => {
      this.#name("numbers", value);
    };
    const rows = (value: string): void => {
      this.#name("rows", value);
    };
    const loop = (kind: keyof Known, init: string, body: (v: string) => string): void => {
      const name = `v${this.#count++}`;
      this.#lines.push(`let ${name} = ${init};`, body(name));
      this.#known[kind].push(name);
    };
    const forms: (() => void)[] = [
      () => numbers(`${a()}.map((x, i) => ${this.#number("x", "i / 4")})`),
      () => numbers(`${r()}.map((row) => row.reduce((s, x) => s + ${this.#number("x")}, 0))`),
      () =>
        numbers(
          `${r()}.map((row) => { const top = row.reduce((b, x) => (x > b ? x : b), -9); return row.map((x) => x - top).reduce((s, x) => s + ${this.#number("x", "top")}, 0); })`,
        ),
      () => numbers(`${a()}.filter((x) => x > ${pick(["0", "0.3", "-9"])}).concat(${a()}.slice(0, 2))`),
      () => numbers(`[...${a()}, ${this.#number()}].reverse()`),
      () => numbers(`${a()}.map(${pick(curves)})`),
      () => rows(`${r()}.map((row, i) => row.map((x, j) => ${this.#number("x", "i / 3", "j / 5")}))`),
      () => rows(`${a()}.map((x) => [x, ${this.#number("x")}])`),
      () => rows(`${r()}.slice(${chance(0.5) ? "1" : "0, 2"})`),
      () => this.#name("scalars", this.#number(`${r()}[0]![0]!`, `${a()}[0]!`)),
      () => this.#name("scalars", this.#question()),
      () => this.#name("scalars", this.#question()),
      () => this.#loops(),
      () => this.#loops(),
      () => this.#loops(),
      () => this.#look(),
      () => this.#look(),
      () =>
        loop("scalars", "0", (v) => {
          const [row, end] = [r(), chance(0.5) ? "break" : "continue"];
          return `for (const row of ${row}) { let q = 1; for (let j = 0; j < row.length; j++) { if (row[j]! < ${pick(["-0.5", "0", "-9"])}) ${end}; q *= ${this.#number("row[j]!")}; ${v} += q; } ${v} += 0.1 * q * row[0]!; }`;
        }),
      () =>
        loop("numbers", `${a()}.slice()`, (v) => {
          const neighbours = `(${v}[i - 1]! + ${v}[i + 1]!)`;
          return `for (let t = 0; t < ${pick(["1", "2", "3"])}; t++) for (let i = 1; i + 1 < ${v}.length; i++) ${v}[i]! ${pick(["+=", "-=", "="])} ${this.#number(neighbours, `${v}[i]!`)};`;
        }),
      () =>
        loop(
          "numbers",
          a(),
          (v) =>
            `for (let t = 0; t < 2; t++) { const before = ${v}; ${v} = before.map((x, i) => ${this.#number("x", "before[(i + 1) % before.length]!")}); }`,
        ),
      () =>
        loop("rows", `${r()}.map((row) => row.slice())`, (v) =>
          pick([
            `for (const row of ${v}) row[0] = ${this.#number("row[0]!", "row[row.length - 1]!")};`,
            `for (let i = 1; i < ${v}.length; i++) for (let j = 0; j < ${v}[i]!.length; j++) ${v}[i]![j]! += ${this.#number(`(${v}[i - 1]![j] ?? 0.5)`)};`,
            `${v}[0] = ${v}[${v}.length - 1]!; ${v}[0]![0] = ${this.#number(`${v}[0]![0]!`)};`,
          ]),
        ),
      () =>
        loop(
          "numbers",
          pick(["new Float64Array(3)", "new Float32Array(3)"]),
          (v) => `${v}.forEach((_, i) => { ${v}[i] = ${this.#number(`(${a()}[i] ?? 0.2)`)}; });`,
        ),
      () => {
        const list = `v${this.#count++}`;
        this.#lines.push(
          `const ${list}: number[] = [];`,
          `for (const row of ${r()}) for (const x of row) if (x > ${pick(["-9", "0.2"])}) ${list}.push(${this.#number("x")});`,
        );
        this.#known.numbers.push(list);
      },
      () => {
        const list = `v${this.#count++}`;
        this.#lines.push(
          `const ${list} = ${a()}.slice();`,
          `const first${list} = ${list}[0]!;`,
          pick([
            `${list}.length = ${1 + below(3)};`,
            `if (${list}.length > 1) ${list}[0]! += ${list}.pop()!;`,
            `${list}[0] = ${this.#number(`${list}[0]!`)}; ${list}.push(${this.#number()});`,
          ]),
        );
        this.#known.numbers.push(list);
        this.#known.scalars.push(`(${list}[${list}.length - 1] ?? 0.3)`, `first${list}`);
      },
      () => {
        const box = `v${this.#count++}`;
        this.#lines.push(
          `const ${box} = { at: ${a()}, rest: [${r()}[0]!, ${a()}] };`,
          `${box}.rest[1] = ${box}.at.map((x) => ${this.#number("x")});`,
        );
        this.#known.numbers.push(`${box}.at`, `${box}.rest[${below(2)}]!`);
      },
      () => {
        const total = `v${this.#count++}`;
        const [row, other] = [r(), a()];
        this.#lines.push(
          `let ${total} = 0;`,
          `for (let i = 0; i < ${row}.length; i++) { const x = ${row}[i]!; if (${this.#number("x[0]!", "i / 2")} > ${pick(["0.2", "-9"])}) { const y = x.map((e) => ${this.#number("e", total)}); for (let j = ${other}.length - 1; j >= 0; j--) ${total} = ${this.#number(total, `${other}[j]!`, "(y[j] ?? 0.1)")}; } else ${total} += ${this.#number()}; }`,
        );
        this.#known.scalars.push(total);
      },
      () =>
        loop(
          "scalars",
          "0",
          (v) =>
            `let k${v} = ${a()}.length; while (k${v}-- > 0) { const x = ${a()}[k${v}] ?? 0.1; ${v} = ${this.#number("x", v)}; }`,
        ),
    ];
    const grown = (): void => {
      const name = `v${this.#count++}`;
      const { lines, kind } = pick(grownForms)(this.#choices, name, {
        numbers: a,
        rows: r,
        number: (...names) => this.#number(...names),
      });
      this.#lines.push(...lines.filter((line) => line !== ""));
      this.#known[kind].push(name);
    };
    pick([...forms, grown, grown, grown, grown, grown, grown])();
  }
}
