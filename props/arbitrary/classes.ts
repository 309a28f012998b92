// Classes that extend each other, with fields, constructors, methods, static methods and calls of the parent's, and functions that
// make instances, change them, keep them in lists and take them as arguments. All of it is smooth, so that differences tell.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";

export interface ClassesProgram {
  /** A module that exports `f(xs)`, `g(model, xs)` and `make()`, which gives a model. */
  readonly source: string;
  readonly calls: readonly (readonly number[])[];
}

/** A method that makes a number of an instance: given how to choose, and a number made of some of these. */
export type Conversion = (
  pick: Choices["pick"],
  number: (...atoms: readonly string[]) => string,
  isDerived: boolean,
) => string;

export interface ClassesOptions {
  /** Whether classes define `valueOf` or `Symbol.toPrimitive`, and instances are used as numbers. */
  readonly conversion: Conversion | null;
  /** Whether classes have private members. Their instances have no gradients. */
  readonly withPrivates: boolean;
  /** Whether the function `f` makes the classes, which capture a number of its own. */
  readonly inFunction: boolean;
}

export const arbClasses = (options: ClassesOptions): fc.Arbitrary<ClassesProgram> =>
  generated((choices) => ({
    source: new Text(choices, options).source(),
    calls: [0, 1, 2].map(() => [0, 1, 2].map(() => choices.below(17) / 8 - 1)),
  }));

/** What is known of a class: every class takes two numbers, and has the methods `value(t)` and `next(t)`. */
interface Class {
  readonly name: string;
  readonly fields: readonly string[];
  /** Getters, each with a setter. */
  readonly accessors: readonly string[];
}

class Text {
  readonly #choices: Choices;
  readonly #conversion: Conversion | null;
  readonly #withPrivates: boolean;
  readonly #inFunction: boolean;
  readonly #classes: Class[] = [];
  /** Whether there are classes that extend arrays and maps. */
  #hasNative = false;

  constructor(choices: Choices, { conversion, withPrivates, inFunction }: ClassesOptions) {
    this.#choices = choices;
    this.#inFunction = inFunction;
    this.#conversion = conversion;
    this.#withPrivates = withPrivates;
  }

  source(): string {
    const { below, pick } = this.#choices;
    const texts = [0, 1, 2, 3].slice(0, 2 + below(3)).map((k) => this.#class(k));
    this.#hasNative = this.#conversion === null && this.#choices.chance(0.6);
    if (this.#hasNative) texts.push(this.#native());
    // Nobody writes these: methods might.
    texts.push(
      `const fixed: any[] = [0, 1, 2].map((k) => k < 2 ? ${this.#made(pick(this.#classes), "0.3", "k")} : ${this.#made(pick(this.#classes), "k * 0.4", "0.6")});\n`,
    );
    if (this.#inFunction) return this.#madeInFunction(texts);
    const model = pick(this.#classes);
    const made = `export const make = (): ${model.name} => ${this.#made(model, "0.7", "-0.4")};\n`;
    const f = this.#function("f", "xs: number[]", ["xs[0]!", "xs[1]!", "xs[2]!"], []);
    const g = this.#function("g", `model: ${model.name}, xs: number[]`, ["xs[0]!", "xs[1]!"], [["model", model]]);
    return `const shared = 0.8;\n${texts.join("")}${made}${f}${g}`;
  }

  /** Classes that extend an array and a map. */
  #native(): string {
    const { chance } = this.#choices;
    const push = chance(0.6)
      ? "  override push(...vs: number[]): number {\n    return super.push(...vs.map((v) => 0.5 * v + shared));\n  }\n"
      : "";
    const set = chance(0.6)
      ? "  override set(key: string, v: number): this {\n    return super.set(key, v * shared);\n  }\n"
      : "";
    const list = `class List extends Array<number> {\n  total(t: number): number {\n    return this.reduce((s, v) => s + ${this.#number("v", "t")}, 0) * 0.3;\n  }\n${push}  grown(v: number): this {\n    this.push(v, ${this.#number("v")});\n    return this;\n  }\n}\n`;
    const table = `class Table extends Map<string, number> {\n  k = ${this.#number("0.4")};\n${set}  total(): number {\n    let sum = this.k;\n    for (const v of this.values()) sum += 0.5 * v;\n    return sum;\n  }\n}\n`;
    return `${list}${table}`;
  }

  #madeInFunction(classes: readonly string[]): string {
    const isAssigned = this.#choices.chance(0.3);
    const declared = isAssigned
      ? "let shared = 0.6;\nshared += 0.2 * xs[2]!;"
      : "const shared = 0.6 + 0.2 * xs[2]! * xs[0]!;";
    const inner = this.#function("inner", "xs: number[]", ["xs[0]!", "xs[1]!"], []).replace(/^export /, "");
    const literal =
      "const literal = { get lit(): number { return shared * xs[1]!; }, set lit(v: number) { this.w += v * shared; }, w: 0.1 };\n" +
      "literal.lit = xs[0]!;\n";
    const f = `export function f(xs: number[]): number {\n${declared}\n${classes.join("")}${literal}${inner}return inner(xs) + literal.w * literal.lit;\n}\n`;
    return `${f}export const make = (): { a: number } => ({ a: 0.7 });\nexport const g = (model: { a: number }, xs: number[]): number => f(xs) * model.a;\n`;
  }

  /** A smooth number made of some of these, of a size that stays near one. */
  #number(...atoms: readonly string[]): string {
    const { pick, below, chance } = this.#choices;
    const atom = (): string => (chance(0.8) ? pick(atoms) : `${1 + below(9)} / 8`);
    return pick([
      () => `Math.sin(${atom()} + ${atom()})`,
      () => `${atom()} * ${atom()} * 0.4`,
      () => `Math.tanh(${atom()} - 0.5 * ${atom()})`,
      () => `shared * ${atom()}`,
      () => `(${atom()} + 0.3 * ${atom()})`,
    ])();
  }

  #class(k: number): string {
    const { pick, chance } = this.#choices;
    const name = `C${k}`;
    const parent = k > 0 && chance(0.7) ? pick(this.#classes) : null;
    const inherited = ["a", "b"];
    const [own, second, list, arrow] = [`c${k}`, `d${k}`, `list${k}`, `arrow${k}`];
    const known = inherited.map((field) => `this.${field}`);
    const hasList = chance(0.4);
    const hasArrow = chance(0.3);
    const hasRecord = chance(0.3);
    const [hasPrivate, hasPrivateMethod] = [0.6, 0.5].map((part) => this.#withPrivates && chance(part));
    const others = this.#classes.filter((other) => other !== parent);
    const part = others.length > 0 && chance(0.4) ? pick(others) : null;
    // Fields of a class without a parent come before its constructor: `a` and `b` are not there yet.
    const early = parent === null ? ["0.6"] : known;
    const members = [
      ...(parent === null ? ["a: number;", "b: number;"] : []),
      ...(chance(0.7) ? [`${own} = ${this.#number(...early)};`] : [`${own};`]),
      ...(hasList ? [`${list} = [${this.#number(...early)}, 0.5];`] : []),
      ...(hasArrow ? [`${arrow} = (t: number): number => ${this.#number("t", "this.a", "this.b")};`] : []),
      ...(hasRecord ? [`r${k} = { u: ${this.#number(...early)}, v: 1 };`] : []),
      ...(hasPrivate ? [`#p${k}: number = ${this.#number(...early)};`] : []),
      ...(hasPrivateMethod ? [`#m${k}(t: number): number { return ${this.#number("t", "this.a")}; }`] : []),
      ...(part === null ? [] : [`part${k} = ${this.#made(part, this.#number(...early), "0.4")};`]),
    ];
    const fields = [...(parent?.fields ?? inherited), own];
    const all = fields.map((field) => `this.${field}`);
    const changes = [
      `this.${own} = ${this.#number("p", "q", "this.a")};`,
      ...(chance(0.4) ? [`this.b = ${this.#number("q", ...all)};`] : []),
      ...(chance(0.3) ? [`this.${second} = this.value(${this.#number("p")});`] : []),
      ...(hasPrivate ? [`this.#p${k} ${pick(["=", "+=", "*="])} ${this.#number("p", "this.b")};`] : []),
      ...(chance(0.3) ? [`if (p > 5) return;`] : []),
    ];
    const defaults = chance(0.3) ? " = 0.25" : "";
    if (parent === null) {
      members.push(`constructor(p: number, q: number${defaults}) { this.a = p; this.b = q; ${changes.join(" ")} }`);
    } else if (chance(0.6)) {
      const before = chance(0.3) ? `const s = ${this.#number("p", "q")}; ` : "";
      const args = `${this.#number(...(before === "" ? ["p"] : ["s", "p"]), "q")}, ${this.#number("q", "p")}`;
      members.push(`constructor(p: number, q: number${defaults}) { ${before}super(${args}); ${changes.join(" ")} }`);
    } else if (members.includes(`${own};`)) {
      members[members.indexOf(`${own};`)] = `${own} = 0.2;`;
    }
    // A constructor may call the method of a class whose fields are not there yet.
    const terms = [
      ...inherited.map((field) => `this.${field}`),
      `(this.${own} ?? 0.2)`,
      "t",
      ...(hasList ? [`(this.${list}?.[0] ?? 0.1)`, `(this.${list}?.length ?? 1)`] : []),
      ...(hasArrow ? [`(this.${arrow}?.(t) ?? 0.1)`] : []),
      ...(hasRecord ? [`(this.r${k}?.u ?? 0.3)`] : []),
      ...(hasPrivate ? [`(#p${k} in this ? this.#p${k} : 0.3)`, `(#p${k} in this ? (this.#p${k} += 0.1) : 0.2)`] : []),
      ...(hasPrivateMethod ? [`(#m${k} in this ? this.#m${k}(t) : 0.2)`] : []),
      ...(part === null ? [] : [`(this.part${k}?.a ?? 0.4)`, `(this.part${k}?.value(t) ?? 0.6)`]),
      ...(parent === null ? [] : ["super.value(t)"]),
      ...(parent?.accessors ?? []).flatMap((accessor) => [`super.${accessor}`, `this.${accessor}`]),
    ];
    if (parent === null || chance(0.7)) {
      const writes = chance(0.3) ? `this.a = ${this.#number("this.a", "t")}; ` : "";
      members.push(
        `value(t: number): number { ${writes}return ${this.#number(...terms)} + ${this.#number(...terms)}; }`,
      );
    }
    if (this.#conversion !== null && (parent === null || chance(0.3)))
      members.push(this.#conversion(pick, (...atoms) => this.#number(...atoms), parent !== null));
    if (parent === null || chance(0.4)) {
      members.push(
        pick([
          `next(t: number): this { this.b += ${this.#number("t", "this.a")}; return this; }`,
          `next(t: number): ${name} { return new ${name}(${this.#number("t", "this.a")}, this.b); }`,
          `next(t: number): ${name} { return Object.assign(new ${name}(this.a, t), { b: ${this.#number("t", "this.b")} }); }`,
          `next(t: number): this { return new (this.constructor as any)(${this.#number("t", "this.b")}, this.a); }`,
        ]),
      );
    }
    const inheritedAccessors = parent?.accessors ?? [];
    const accessors = [...inheritedAccessors];
    if (chance(0.4)) {
      // A derived class may replace what it inherits.
      const name = inheritedAccessors.length > 0 && chance(0.5) ? (inheritedAccessors[0] as string) : `g${k}`;
      const inner = inheritedAccessors.includes(name) ? [`super.${name}`] : [];
      members.push(`get ${name}(): number { return ${this.#number("this.a", "this.b", ...inner)}; }`);
      members.push(`set ${name}(v: number) { this.a = ${this.#number("v", "this.b")}; }`);
      if (!accessors.includes(name)) accessors.push(name);
    }
    if (chance(0.4)) members.push(`static of(p: number): ${name} { return new this(p, ${this.#number("p")}); }`);
    if (chance(0.3)) members.unshift(`["calc" + "ulated"](t: number): number { return t; }`);
    this.#classes.push({ name, fields, accessors });
    const heritage = parent === null ? "" : ` extends ${parent.name}`;
    const body = `${heritage} {\n  [key: string]: any;\n  ${members.join("\n  ")}\n}\n`;
    return chance(0.2)
      ? `const ${name} = class${body.replace(/\n$/, ";\n")}type ${name} = any;\n`
      : `class ${name}${body}`;
  }

  #made({ name }: Class, p: string, q: string): string {
    return `new ${name}(${p}, ${q})`;
  }

  /** A loop in which instances are made, that keeps them: how many there are, and of which class each is, is known only then. */
  #walk(number: () => string): string {
    const { pick } = this.#choices;
    const some = (p: string, q: string): string => this.#made(pick(this.#classes), p, q);
    const either = `k % 2 === 0 ? ${some("x", number())} : ${some(number(), "x")}`;
    const value = pick(["o.value(x)", "o.a", "o.next(x).value(0.2)", "o.value(0.4) * o.b"]);
    const loop = (body: string): string => `for (let k = 0; k < xs.length; k++) { const x = xs[k]!; ${body} }`;
    return `let $v = 0; { ${pick([
      () =>
        `const list: any[] = []; ${loop(`list.push(${pick([either, some("x", number())])});`)} for (const o of list) { const x = $v; $v += ${value} * 0.3; ${pick(["", "o.a = $v;", "o.b += x * 0.1;"])} }`,
      () =>
        `let o: any = ${some(number(), "0.2")}; ${loop(`$v += ${value} * 0.2; o = ${pick(["o.next(x)", either])};`)}`,
      () =>
        `let o: any = null; ${loop(`if (o === null || $v > 9) o = ${pick([either, some("x", number())])}; $v += ${value} * 0.2;`)}`,
      () =>
        `let head: any = null; ${loop(`const o: any = ${pick([either, some("x", number())])}; o.rest = head; head = o;`)} for (let o = head; o !== null; o = o.rest) { const x = $v; $v += ${value} * 0.2; }`,
    ])()} }`;
  }

  #function(
    name: string,
    params: string,
    atoms: readonly string[],
    given: readonly (readonly [string, Class])[],
  ): string {
    const { pick, below } = this.#choices;
    const instances: (readonly [string, Class])[] = [...given];
    const numbers = [...atoms];
    const lines: string[] = [];
    const number = (): string => this.#number(...numbers);
    const make = (): string => {
      const made = pick(this.#classes);
      const v = `o${lines.length}`;
      lines.push(`const ${v} = ${this.#made(made, number(), number())};`);
      instances.push([v, made]);
      return v;
    };
    if (given.length === 0) make();
    const some = (): readonly [string, Class] => pick(instances);
    const add = (text: string): void => {
      const v = `v${lines.length}`;
      lines.push(text.replaceAll("$v", v));
      numbers.push(v);
    };
    const converted = (): void => {
      const o = `(${some()[0]} as any)`;
      const term = number();
      add(
        `const $v = ${pick([`+${o}`, `${o} * ${term}`, `${term} - ${o}`, `Math.sin(${o})`, `(${o} + ${term}) * 0.5`, `Number(${o})`, `[${o}][0] * 0.7`, `xs.reduce((s, x) => s + x * ${o}, 0)`])};`,
      );
    };
    const count = 2 + below(4);
    for (let k = 0; k < count; k++) {
      const native = (): void => {
        add(
          pick([
            `const $v = new List(${number()}, ${number()}).grown(${number()}).total(0.7);`,
            `const $v = new List(2).fill(${number()}).reduce((s, y) => s + y, 0) * 0.3;`,
            `const $v = new Table([["p", ${number()}]]).set("q", ${number()}).total();`,
          ]),
        );
      };
      pick([
        make,
        ...(this.#hasNative ? [native, native] : []),
        ...(this.#conversion !== null ? [converted, converted, converted] : []),
        () => {
          add(`const $v = ${some()[0]}.value(${number()});`);
        },
        () => {
          add(`const $v = ${some()[0]}.next(${number()}).value(${number()});`);
        },
        () => {
          const [o, { fields, accessors }] = some();
          add(`const $v = ${o}.${pick([...fields, ...accessors])};`);
        },
        () => {
          const [o, { fields, accessors }] = some();
          lines.push(`${o}.${pick([...fields, ...accessors])} = ${number()};`);
        },
        () => {
          add(`let $v = 0; for (const o of [${some()[0]}, ${some()[0]}] as any[]) $v += o.value(${number()});`);
        },
        () => {
          add(
            `const $v = xs.map((x) => ${this.#made(pick(this.#classes), "x", number())}).reduce((s, o: any) => s + o.value(0.3), 0);`,
          );
        },
        () => {
          add(`const $v = (${some()[0]} as any) instanceof ${pick(this.#classes).name} ? ${number()} : ${number()};`);
        },
        () => {
          const [o] = some();
          add(`const $v = [0.2, 0.4].map((t) => ${o}.value(t)).reduce((s, y) => s + y, 0);`);
        },
        () => {
          add(
            `const $v = ${pick(["fixed[1].a", "fixed[2].b", "fixed.reduce((s, o) => s + o.a * o.b, 0)"])} * ${number()};`,
          );
        },
        () => {
          add(this.#walk(number));
        },
        () => {
          const [o] = some();
          add(`const { a: $v } = { ...${o} };`);
        },
      ])();
    }
    return `export function ${name}(${params}): number {\n  ${lines.join("\n  ")}\n  return ${numbers.join(" + ")};\n}\n`;
  }
}
