// Functions of linked lists, of trees, of trees whose nodes are of several kinds, and of dictionaries, with calls of them: how long
// and how deep they are, and how their ends look, changes from call to call. They make lists as well, and keep what may be absent.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";

export interface LinkedProgram {
  /** A module that exports `f(list, tree, sum, dict, xs)`, which gives a number. */
  readonly source: string;
  readonly calls: readonly (readonly unknown[])[];
}

export const arbLinked: fc.Arbitrary<LinkedProgram> = generated((choices) => ({
  source: new Text(choices).source(),
  calls: [1, 2, 3].map(() => makeArguments(choices)),
}));

class Text {
  readonly #choices: Choices;
  readonly #declarations: string[] = [];
  readonly #lines: string[] = [];
  /** Expressions for lists, and for numbers, that are in reach. */
  readonly #lists = ["list"];
  readonly #scalars: string[] = [];
  #count = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  source(): string {
    const count = 2 + this.#choices.below(4);
    for (let k = 0; k < count; k++) this.#statement();
    const sum = this.#scalars.map((s) => `Math.tanh(${s})`).join(" + ");
    const params = "list: any, tree: any, sum: any, dict: any, xs: number[]";
    const body = `${this.#lines.join("\n")}\nreturn ${sum === "" ? "0" : sum};`;
    return `${this.#declarations.join("\n")}\nexport function f(${params}): number {\n${body}\n}\n`;
  }

  #name(): string {
    return `v${this.#count++}`;
  }

  #number(...atoms: readonly string[]): string {
    const { pick, below } = this.#choices;
    const atom = (): string => pick([...atoms, ...atoms, ...this.#scalars.slice(-1), `${1 + below(9)} / 8`]);
    const forms = [
      () => `Math.sin(${atom()} + ${atom()})`,
      () => `${atom()} * ${atom()} * 0.4`,
      () => `Math.tanh(${atom()} - 0.5 * ${atom()})`,
      () => `(${atom()} > ${atom()} ? ${atom()} : 0.5 * ${atom()})`,
      () => atom(),
    ];
    return pick(forms)();
  }

  /** A test that a value is absent. */
  #isAbsent(v: string): string {
    return this.#choices.pick([`!${v}`, `${v} == null`, `(${v} === null || ${v} === undefined)`, `!(${v} != null)`]);
  }

  /** What asks a node of a tree for what it may lack. */
  #optional(): string {
    const { pick } = this.#choices;
    const test = pick([
      "t.on",
      "!t.on",
      "t.on === true",
      "t.on !== false",
      "t.tag",
      "!t.tag",
      't.tag === "p"',
      't.tag !== "q"',
    ]);
    return pick([
      () => "",
      () => `if (${test}) s *= ${this.#number("t.w", "z")}; `,
      () => `s += ${test} ? 0.3 : z; `,
      () => `const { on = true, tag = "q" } = t; if (on && tag === "q") s += ${this.#number("t.w")}; `,
      () => `if (t.u) s += ${this.#number("t.u[0]", "z")}; `,
      () => `s += !t.u || t.on ? 0.2 : t.u[0]; `,
    ])();
  }

  /** A function of the module; what it mentions is in reach there. */
  #declare(text: (name: string) => string): string {
    const [name, scalars] = [this.#name(), this.#scalars.splice(0)];
    this.#declarations.push(text(name));
    this.#scalars.push(...scalars);
    return name;
  }

  #sum(lines: (name: string) => string): void {
    const name = this.#name();
    this.#lines.push(`let ${name} = 0.1;`, lines(name));
    this.#scalars.push(name);
  }

  #list(lines: (name: string) => string): void {
    const name = this.#name();
    this.#lines.push(lines(name));
    this.#lists.push(name);
  }

  #statement(): void {
    const { pick, chance } = this.#choices;
    const list = (): string => pick(this.#lists);
    const end = (): string => pick(["null", "undefined"]);
    const forms: (() => void)[] = [
      // Lists, by recursion and by loops.
      () => {
        const f = this.#declare(
          (name) =>
            `const ${name} = (p: any, z: number): number => { if (${this.#isAbsent("p")}) return ${this.#number("z")}; ${pick(["", "const { x, next } = p;", "p.x;"])} return ${this.#number("p.x", "z")} + 0.5 * ${name}(p.next, ${this.#number("p.x", "z")}); };`,
        );
        this.#sum((s) => `${s} += ${f}(${list()}, 0.3);`);
      },
      () => this.#sum((s) => `for (let t = ${list()}; t; t = t.next) ${s} += ${this.#number("t.x", s)};`),
      () =>
        this.#sum(
          (s) =>
            `let t${s} = ${list()}; while (t${s} ${pick(["!= null", "&& t" + s + ".x < 1.5"])}) { ${pick(["", `if (t${s}.x > 1) break; `])}${s} += ${this.#number(`t${s}.x`, s)}; t${s} = t${s}.next; }`,
        ),
      () =>
        this.#sum(
          (s) =>
            `let last${s}: any = ${end()}; for (let t = ${list()}; t; t = t.next) { if (last${s}) ${s} += ${this.#number(`last${s}.x`, "t.x")}; ${pick(["", "if (t.x > 0) "])}last${s} = t; } if (last${s}) ${s} += last${s}.x;`,
        ),
      // Lists that are made.
      () =>
        this.#list(
          (l) =>
            `let ${l}: any${pick(["", " = null", " = undefined"])}; for (const x of xs) { ${pick(["", "if (x > 0.5) continue; "])}${l} = { x: ${this.#number("x")}, next: ${l} }; }`,
        ),
      () =>
        this.#list(
          (l) =>
            `let ${l}: any = ${end()}; for (let t = ${list()}; t; t = t.next) ${l} = { x: ${this.#number("t.x")}, ${pick(["", "y: 0.5, "])}next: ${l} };`,
        ),
      () => {
        const map = this.#declare(
          (name) =>
            `const ${name} = (p: any, z: number): any => ${pick(["p && ", `${this.#isAbsent("p")} ? ${end()} : `, `${this.#isAbsent("p")} ? p : `])}({ x: ${this.#number("p.x", "z")}, next: ${name}(p.next, 0.5 * z) });`,
        );
        this.#list((l) => `const ${l} = ${map}(${list()}, ${this.#number()});`);
      },
      () => {
        const joined = this.#declare(
          (name) =>
            `const ${name} = (p: any, q: any): any => { if (!p) return q; if (!q) return p; ${pick(["", `if (p.x < q.x) return { x: p.x, next: ${name}(p.next, q) }; `])}return { x: ${this.#number("p.x", "q.x")}, next: ${name}(p.next, q.next) }; };`,
        );
        this.#list((l) => `const ${l} = ${joined}(${list()}, ${list()});`);
      },
      () =>
        this.#list(
          (l) =>
            `const ${l}: any = { x: ${this.#number("xs[0]!")}, next: ${end()} }; let end${l} = ${l}; for (const x of xs) { const c = { x: ${this.#number("x")}, next: ${end()} }; end${l}.next = c as any; end${l} = c; } ${pick(["", `${l}.x += ${this.#number(`${l}.x`)};`])}`,
        ),
      () => this.#list((l) => `const ${l} = ${list()}?.next${pick(["", "?.next"])};`),
      // Trees.
      () => {
        const f = this.#declare((name) =>
          pick([
            `const ${name} = (t: any, z: number): number => { let s = ${this.#number("t.w", "z", "t.v[0]", "t.v[t.k[0]]")}; ${pick(["", 'if (t.name === "a") s *= t.v[1]; '])}${this.#optional()}for (const c of t.below) s += 0.5 * ${name}(c, ${this.#number("t.w", "z")}); return s; };`,
            `const ${name} = (t: any, z: number): number => t.below.reduce((s: number, c: any) => s + ${name}(c, ${this.#number("z", "t.w")}), t.w * z);`,
            `const ${name} = (t: any, z: number): number => t.below.length === 0 ? ${this.#number("t.w", "z")} : ${name}(t.below[0], z) + ${name}(t.below[t.below.length - 1], ${this.#number("t.w")});`,
          ]),
        );
        this.#sum((s) => `${s} += ${f}(tree, 0.7);`);
      },
      () => {
        const f = this.#declare(
          (name) =>
            `const ${name} = (e: any, z: number): number => { switch (e.kind) { case "leaf": return ${this.#number("e.w", "z")}; case "neg": return -${name}(e.arg, z); case "add": return ${name}(e.left, z) + ${name}(e.right, ${this.#number("z")}); ${pick(["", "default: return 0.5;"])} } return z; };`,
        );
        this.#sum((s) => `${pick(["", "for (const z of xs) "])}${s} += ${f}(sum, ${chance(0.5) ? "0.4" : "xs[0]!"});`);
      },
      // Dictionaries.
      () =>
        this.#sum(
          (s) =>
            `for (const key of ${pick(['["a", "b", "c"]', "Object.keys(dict)"])}) ${s} += ${this.#number(`(dict[key] ${pick(["?? 0.2", "|| 0.3"])})`, s)};`,
        ),
      // What may be absent.
      () =>
        this.#sum(
          (s) =>
            `let best${s}: any${pick(["", " = null"])}; for (const x of xs) { const y = ${this.#number("x")}; if (${this.#isAbsent(`best${s}`)} || y < best${s}) best${s} = y; } ${s} += best${s} ${pick(["?? 0.3", "|| 0.2"])};`,
        ),
      () =>
        this.#sum(
          (s) =>
            `let last${s}: any; xs.forEach((x) => { if (last${s} ${pick(["!== undefined", "!= null"])}) ${s} += ${this.#number(`last${s}`, "x")}; ${pick(["", "if (x > 0) "])}last${s} = ${this.#number("x")}; });`,
        ),
      () =>
        this.#sum(
          (s) =>
            `let row${s}: any = ${end()}; for (const x of xs) { ${s} += row${s} ? ${this.#number(`row${s}[0]`, "x")} : 0.2; ${pick(["", "if (x > 0) "])}row${s} = ${pick([`[${this.#number("x")}, x]`, `x > 1 ? ${end()} : [x]`])}; }`,
        ),
      () =>
        this.#sum(
          (s) =>
            `const box${s} = { v: xs[0]! > 0.2 ? ${this.#number("xs[0]!")} : ${end()}, t: ${list()}${pick(["", "?.next"])} }; ${s} += (box${s}.v ?? 0.3) as number; if (box${s}.t) ${s} += ${this.#number(`box${s}.t.x`)}; ${pick(["", `${s} += box${s}.t === list ? 0.2 : 0.5;`, `${s} += typeof box${s}.v === "number" ? 0.1 : 0.4;`])}`,
        ),
    ];
    pick(forms)();
  }
}

/** Arguments: lists that end in several ways, trees of any depth. */
function makeArguments({ pick, below, chance }: Choices): unknown[] {
  const number = (): number => Math.round((below(4001) / 1000 - 2) * 1000) / 1000;
  const list = (n: number): unknown => {
    if (n === 0) return pick([null, null, undefined]);
    return n === 1 && chance(0.2) ? { x: number() } : { x: number(), next: list(n - 1) };
  };
  const tree = (depth: number): unknown => ({
    w: number(),
    v: Float64Array.of(number(), number()),
    k: Int32Array.of(below(2)),
    name: pick(["a", "b"]),
    ...(chance(0.3) ? { on: chance(0.5) } : {}),
    ...(chance(0.3) ? { tag: pick(["p", "q", ""]) } : {}),
    ...(chance(0.3) ? { u: Float64Array.of(number()) } : {}),
    below: Array.from({ length: depth === 0 ? 0 : below(4) }, () => tree(depth - 1)),
  });
  const sum = (depth: number): unknown => {
    if (depth === 0 || chance(0.2)) return { kind: "leaf", w: number() };
    if (chance(0.3)) return { kind: "neg", arg: sum(depth - 1) };
    return { kind: "add", left: sum(depth - 1), right: sum(depth - 1) };
  };
  const keys = ["a", "b", "c"].filter(() => chance(0.8));
  return [
    list(below(5)),
    tree(below(4)),
    sum(below(4)),
    Object.fromEntries(keys.map((key) => [key, number()])),
    Array.from({ length: 1 + below(4) }, number),
  ];
}
