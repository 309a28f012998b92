// Functions that store functions in arrays, records, maps, fields and links, and call them later.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";

export interface StoredFunctionsProgram {
  /** A module that exports `f(xs)`, which gives a number. */
  readonly source: string;
  readonly calls: readonly (readonly [xs: readonly number[]])[];
}

export const arbStoredFunctions: fc.Arbitrary<StoredFunctionsProgram> = generated((choices) => ({
  source: sourceOf(choices),
  calls: [1, 2, 3].map(() => [makeNumbers(choices)]),
}));

const module = `type Unary = (x: number) => number;
const double: Unary = (x) => x * 2;
const table: Unary[] = [Math.sin, double, (x) => x * x];
const twice = (f: Unary): Unary => (x) => f(f(x));
const sumOf = (fs: readonly Unary[], x: number): number => fs.reduce((t, f) => t + f(x), 0);
class Unit {
  w: number;
  act: Unary;
  constructor(w: number, act: Unary) { this.w = w; this.act = act; }
  run(x: number): number { return this.act(this.w * x); }
  tuned(by: number): Unit { const { act } = this; return new Unit(this.w + by, (x) => act(x) * by); }
}
class Bus {
  private readonly listeners: Unary[] = [];
  on(f: Unary): this { this.listeners.push(f); return this; }
  emit(x: number): number { let t = 0; for (const f of this.listeners) t = 0.6 * t + f(x); return t; }
}
interface Tree { readonly op: string; readonly parts: readonly Tree[] }
const leaf = (op: string): Tree => ({ op, parts: [] });
const tree: Tree = { op: "+", parts: [leaf("x"), { op: "*", parts: [leaf("x"), leaf("w")] }, { op: "sin", parts: [leaf("x")] }] };
function compiled({ op, parts: all }: Tree, w: number): Unary {
  if (op === "x") return (x) => x;
  if (op === "w") return () => w;
  const parts = all.map((part) => compiled(part, w));
  if (op === "sin") return (x) => Math.sin(parts[0]!(x));
  return op === "+" ? (x) => sumOf(parts, x) : (x) => parts.reduce((t, f) => t * f(x), 1);
}
`;

function sourceOf(choices: Choices): string {
  const { below, pick, chance } = choices;
  let count = 0;
  const lines: string[] = [];
  const add = (...more: readonly string[]): void => {
    lines.push(...more.filter((line) => line !== ""));
  };
  const of = (x: string): string =>
    pick([`${x} * w`, `Math.sin(${x} * w)`, `${x} + w * w`, `${x} * xs[0]!`, `${x} - 0.3 * w`, `${x} ** 2 * w`]);
  /** A function of what is in scope: \`w\`, a number, \`k\`, its place, and \`xs\`. */
  const unary = (): string =>
    pick([
      `(x) => ${of("x")}`,
      `(x) => ${of("x")}`,
      `(x) => (x > ${pick(["0", "0.5", "w"])} ? ${of("x")} : ${of("x")})`,
      `(x) => { let t = 0; for (let j = 0; j < ${pick(["k", "xs.length", "2"])}; j++) t = 0.5 * t + ${of("x")}; return t; }`,
      "double",
      "Math.tanh",
      "twice((x) => x * w)",
      `(x) => twice((y) => ${of("y")})(x)`,
      `(x) => grad((y: number) => ${of("y")} * y)(x)`,
      "(x) => { total += x * w; return total; }",
      "(x) => { seen.push(x * w); return seen.length * w + seen[0]!; }",
      "(x, y = w) => x * y",
      "(...all) => all.reduce((t, x) => t + x * w, 0) + all.length",
      "compiled(tree, w)",
      "table[k % 3]!",
      `(() => { let own = w; return (x: number) => { own = 0.5 * own + x; return own * w; }; })()`,
    ]);
  /** What a list of functions gives. */
  const read = (fs: string): string =>
    pick([
      `for (const f of ${fs}) s = 0.5 * s + f(s + 0.3);`,
      `s += ${fs}.reduce((x, f) => f(x), 0.4);`,
      `s += sumOf(${fs}, xs[0]!);`,
      `for (let i = 0; i < ${2 + below(4)}; i++) s += ${fs}[(i * 2) % ${fs}.length]!(xs[i % xs.length]!);`,
      `s += ${fs}.map((f) => (x: number) => f(x) * xs[0]!).reduce((t, f) => t + f(0.2), 0);`,
      `for (const f of ${fs}) s += grad((x: number) => f(x))(0.7);`,
      `s += ${fs}.map((f, i) => f(0.1 * i)).reduce((a, b) => a + b * b, 0);`,
      `s += ${fs}.at(-1)!(xs[0]!) * (${fs}[1]?.(0.2) ?? 0.5);`,
      `for (const f of [...${fs}].reverse()) s += f.call(null, 0.4) * f(0.1);`,
      `${fs}.forEach((f, i) => { if (i % 2 === 0) s += f(s); });`,
      `s += sumOf(${fs}.filter((_, i) => i !== 1), 0.3);`,
    ]);
  /** What asks which function one is. */
  const look = (fs: string): string =>
    pick([
      `s += ${fs}.indexOf(${fs}[0]!) + ${fs}.length;`,
      `s += ${fs}.filter((f) => f !== ${fs}[0]).length;`,
      `s += ${fs}.every((f) => typeof f === "function") ? 1 : 2;`,
      `s += ${fs}[0]!.length * xs[0]!;`,
      `{ const all = new Set(${fs}); all.delete(${fs}[0]!); for (const f of all) s += f(0.2); }`,
      `s += sumOf(${fs}.map((f) => f.bind(null)), 0.1);`,
      `for (const f of ${fs}) s += f === double ? 0.3 : f(0.2);`,
      `for (const f of ${fs}) s += f !== ${fs}[0] && f !== Math.tanh ? f(0.4) : xs[0]!;`,
      `s += (${fs}.includes(double) ? 2 : 1) * xs[0]! + (new Set(${fs}).has(Math.tanh) ? 3 : 4);`,
      `{ const names = new Map<Unary, number>([[double, 2]]); ${fs}.forEach((f, i) => names.set(f, i + 3)); for (const [f, n] of names) s += f(0.1) * n + (names.get(double) ?? 0); }`,
    ]);

  const forms: readonly (() => void)[] = [
    () => {
      const fs = `fs${count++}`;
      add(
        pick([
          `const ${fs}: Unary[] = xs.map((w, k) => ${pick(["", "k % 2 === 0 ? double : "])}${unary()});`,
          `const ${fs}: Unary[] = []; for (const [k, w] of xs.entries()) { if (${pick(["k % 2 === 0", "w > 0.4"])}) ${fs}.push(${unary()}); else ${fs}.push(${unary()}); }`,
          `const ${fs}: Unary[] = [${unary()}, ${unary()}, ${unary()}];`,
          `const ${fs}: Unary[] = []; for (let k = 0; k < 3; k++) { const w = xs[k % xs.length]!; ${fs}[k] = ${unary()}; }`,
        ]),
        chance(0.3) ? `${fs}.push(${unary()});` : "",
        read(fs),
        pick(["", read(fs), `${fs}[0] = ${unary()};`]),
        read(fs),
        chance(0.3) ? look(fs) : "",
      );
    },
    () => {
      const rs = `rs${count++}`;
      add(
        `const ${rs} = xs.map((w, k) => ({ w, name: "r" + k, f: (${unary()}) as Unary, g: (${unary()}) as Unary }));`,
        pick(["", `${rs}[0]!.f = ${unary()};`, `for (const r of ${rs}) r.w *= 2;`]),
        pick([
          `for (const { w, f, g } of ${rs}) s += f(w) * g(0.3);`,
          `s += ${rs}.reduce((x, r) => r.f(x) + r.w * r.name.length, 0.2);`,
          `s += sumOf(${rs}.map((r) => r.g), s);`,
          `s += ${rs}.map((r) => ({ ...r, w: 2 })).reduce((t, r) => t + r.f(r.w), 0);`,
        ]),
      );
    },
    () => {
      const os = `os${count++}`;
      add(
        `const ${os} = xs.map((w, k): { w: number; f?: Unary } => (k % ${1 + below(3)} === 0 ? { w, f: ${unary()} } : { w }));`,
        pick([
          `for (const { w, f } of ${os}) s += f ? f(w) : w;`,
          `for (const o of ${os}) s += o.f?.(0.3) ?? o.w * o.w;`,
          `for (const { w, f = double } of ${os}) s = 0.5 * s + f(w);`,
        ]),
      );
    },
    () => {
      const m = `m${count++}`;
      add(
        `const ${m} = new Map<string, Unary>();`,
        `for (const [k, w] of xs.entries()) ${m}.set("k" + (k % 3), ${unary()});`,
        `${m}.set("a", ${unary()});`,
        pick([
          `for (const key of ["a", "k0", "k1", "a"]) s += ${m}.get(key)?.(xs[0]!) ?? 0.2;`,
          `for (const f of ${m}.values()) s = 0.5 * s + f(0.6);`,
          `s += ${m}.get("a")!(s) * ${m}.get("k0")!(0.1);`,
          `for (const [key, f] of ${m}) s += f(key.length);`,
        ]),
      );
    },
    () => {
      const us = `us${count++}`;
      add(
        `const ${us} = xs.map((w, k) => new Unit(w, ${unary()}));`,
        pick([
          "",
          `${us}.push(new Unit(0.4, double).tuned(xs[0]!));`,
          `for (const [k, w] of xs.entries()) ${us}[k]!.act = ${unary()};`,
        ]),
        pick([
          `for (const u of ${us}) s += u.run(0.4);`,
          `s += ${us}.map((u) => u.tuned(0.5)).reduce((x, u) => u.run(x), 0.3);`,
        ]),
      );
    },
    () => {
      const b = `bus${count++}`;
      add(
        `const ${b} = new Bus(); for (const [k, w] of xs.entries()) ${b}.on(${unary()})${pick(["", `.on(${unary()})`])};`,
        `s += ${b}.emit(xs[0]!) * ${b}.emit(0.2);`,
      );
    },
    () => {
      const h = `h${count++}`;
      add(
        `let ${h}: Unary = ${pick(["(x) => x", "Math.sin", "double"])};`,
        `for (const [k, w] of xs.entries()) { const before = ${h}; ${h} = ${pick(["(x) => before(x) * w + k", "(x) => Math.sin(before(x)) * w", "k % 2 === 0 ? (x) => before(x * w) : (x) => before(x) + w"])}; }`,
        `s += ${h}(0.3)${pick(["", ` * ${h}(s)`])};`,
      );
    },
    () => {
      const l = `link${count++}`;
      add(
        `interface Link${count} { readonly f: Unary; readonly next: Link${count} | null }`,
        `let ${l}: Link${count} | null = null; for (const [k, w] of xs.entries()) ${l} = { f: ${unary()}, next: ${l} };`,
        `for (let at = ${l}; at !== null; at = at.next) s = 0.5 * s + at.f(0.3 + s);`,
      );
    },
    () => {
      const gs = `gs${count++}`;
      add(
        `const ${gs} = xs.map((w) => [1, 2].map((k) => (x: number) => (x * w) ** k));`,
        pick([
          `for (const g of ${gs}) for (const f of g) s += f(0.5);`,
          `s += ${gs}.map((g) => sumOf(g, 0.3)).reduce((a, b) => a * 0.5 + b, 0);`,
        ]),
      );
    },
    () => {
      const q = `q${count++}`;
      add(
        `const ${q}: (() => void)[] = []; for (const [k, w] of xs.entries()) ${q}.push(() => { s = 0.5 * s + ${of("s")}; ${pick(["", `if (${q}.length < 6) ${q}.push(() => { s += w; });`])} });`,
        pick([
          `while (${q}.length > 0) ${q}.shift()!();`,
          `for (const job of ${q}) job();`,
          `while (${q}.length > 0) ${q}.pop()!();`,
        ]),
      );
    },
    () => {
      const t = `thunk${count++}`;
      add(
        `const ${t} = xs.map((w, k) => { let had: number | undefined; return () => (had ??= ${of("0.4")}); });`,
        `for (const f of ${t}) s += f() * f();`,
      );
    },
  ];
  for (let k = 1 + below(3); k > 0; k--) pick(forms)();
  if (chance(0.1)) add(pick(["kept.push(double, (x) => x * s);", "s += JSON.stringify([double]).length;"]));
  return `import { grad } from "zeroth";
${module}const kept: Unary[] = [];
export function f(xs: number[]): number {
  let s = 0.1;
  let total = 0.2;
  const seen: number[] = [];
  const w = 0.7;
  const k = 1;
  ${lines.join("\n  ")}
  return s + total + seen.length + w + k;
}
`;
}

function makeNumbers({ below, pick }: Choices): number[] {
  const numbers = [0.3, -0.7, 1.1, 0.5, 0.9, -0.2];
  return Array.from({ length: 1 + below(4) }, (_, k) => pick(numbers) + 0.01 * below(10) + 0.0013 * (k + 1));
}
