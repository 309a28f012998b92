// Functions that make maps and sets, change them, iterate over them while they change, pass them on and look things up in maps, sets
// and regular expressions of the module.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";

export interface MapsProgram {
  /** A module that exports `f(xs, text)`, which gives a number. */
  readonly source: string;
  readonly calls: readonly (readonly [xs: readonly number[], text: string])[];
}

export const arbMaps: fc.Arbitrary<MapsProgram> = generated((choices) => ({
  source: sourceOf(choices),
  calls: [1, 2, 3, 4].map(() => makeArguments(choices)),
}));

const module = `const prices = new Map<string, number>([["a", 0.3], ["b", -0.6], ["cc", 1.2]]);
const stops = new Set(["the", "b"]);
const chosen = new Map<string, (x: number) => number>([["a", (x) => x * x], ["b", Math.sin], ["d", (x) => 0.5 - x]]);
const vowels = /[aeiou]/;
const everyVowel = /[aeiou]/g;
const lists = new Map<string, number[]>([["a", [1, 2]], ["d", [0.5, 0.1]]]);
const states = new Map<string, { w: number }>([["a", { w: 0.4 }]]);
class Cache {
  private readonly items = new Map<string, number>();
  found = 0;
  get(key: string, make: () => number): number {
    const known = this.items.get(key);
    if (known !== undefined) { this.found++; this.items.delete(key); this.items.set(key, known); return known; }
    if (this.items.size >= 2) this.items.delete(this.items.keys().next().value!);
    const value = make();
    this.items.set(key, value);
    return value;
  }
}
class Scope {
  private readonly names = new Map<string, number>();
  private readonly parent: Scope | null;
  constructor(parent: Scope | null) { this.parent = parent; }
  of(name: string): Map<string, number> {
    if (this.names.has(name)) return this.names;
    if (this.parent === null) throw new ReferenceError(name);
    return this.parent.of(name);
  }
  declare(name: string, x: number): this { this.names.set(name, x); return this; }
}
const total = (weight: number, ...ys: number[]): number => {
  ys[0] = 0.5 * (ys[0] ?? weight);
  return ys.reduce((t, y, k) => t + y * (k + weight), 0);
};
const union = (...sets: Set<number>[]): Set<number> => {
  const all = new Set<number>();
  for (const set of sets) for (const item of set) all.add(item);
  return all;
};
function groupBy(xs: readonly number[], of: (i: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  xs.forEach((x, i) => { const group = groups.get(of(i)); if (group) group.push(x); else groups.set(of(i), [x]); });
  return groups;
}
function bump(m: Map<string, number>, key: string, by: number): Map<string, number> {
  m.set(key, (m.get(key) ?? 0.2) + by);
  return m;
}
`;

function sourceOf(choices: Choices): string {
  const { below, pick, chance } = choices;
  const key = (i: string): string => pick([`"k" + (${i} % 2)`, `(${i} % 3 === 0 ? "a" : "b")`, `String(${i})`, '"a"']);
  const x = (i: string): string => pick([`xs[${i}]!`, `xs[${i}]! * xs[0]!`, `Math.sin(xs[${i}]!)`, "0.3"]);
  const of = (v: string): string => pick([`${v} * ${v}`, `Math.sin(${v})`, `0.5 * ${v}`, `${v} + xs[0]!`]);
  let count = 0;
  const lines: string[] = [];
  const add = (...more: readonly string[]): void => {
    lines.push(...more.filter((line) => line !== ""));
  };

  /** Writes to a map of numbers. */
  const write = (m: string): string =>
    pick([
      `for (let i = 0; i < xs.length; i++) ${m}.set(${key("i")}, (${m}.get(${key("i")}) ?? 0.1) * 0.7 + ${x("i")});`,
      `xs.forEach((v, i) => { if (!${m}.has(${key("i")})) ${m}.set(${key("i")}, ${of("v")}); });`,
      `${m}.delete(${pick(['"a"', '"k0"', '"1"'])});`,
      `if (xs[0]! > ${pick(["0", "0.4", "9"])}) ${m}.clear();`,
      `bump(${m}, ${key("1")}, ${x("0")}).set("z", ${x("0")});`,
      `for (const [k, v] of ${m}) { if (v > 0.4) ${m}.delete(k); else if (${m}.size < 5) ${m}.set(k + "'", ${of("v")}); }`,
      `${m}.forEach((v, k, all) => { all.set(k, ${of("v")}); });`,
      `for (const k of [...${m}.keys()]) ${m}.set(k, ${of(`${m}.get(k)!`)});`,
      `try { for (const k of ${m}.keys()) { if (${m}.get(k)! > 0.5) throw new Error(k); ${m}.set(k, ${of("0.4")}); } } catch (e) { ${m}.set((e as Error).message, ${x("0")}); }`,
    ]);
  /** What a map of numbers gives. */
  const read = (m: string): string =>
    pick([
      `for (const [k, v] of ${m}) s += ${of("v")} * k.length;`,
      `for (const v of ${m}.values()) { s = 0.5 * s + ${of("v")}; if (s > 3) break; }`,
      `${m}.forEach((v) => { s += ${of("v")}; });`,
      `s += [...${m}.values()].reduce((t, v) => 0.5 * t + ${of("v")}, 0) + ${m}.size;`,
      `s += (${m}.get(${key("1")}) ?? ${m}.get("a") ?? 0.4) * (${m}.has("k1") ? 2 : 1);`,
      `{ const it = ${m}.entries(); for (let r = it.next(); !r.done; r = it.next()) s += ${of("r.value[1]")}; }`,
      `{ const had = ${m}.get(${key("0")}); if (had !== undefined) s += ${of("had")}; else s -= 0.1; }`,
    ]);

  const forms: readonly (() => void)[] = [
    () => {
      const m = `m${count++}`;
      add(`const ${m} = new Map<string, number>(${pick(["", '[["a", xs[0]!], ["k0", 0.5]]', "m"])});`);
      for (let k = below(4); k >= 0; k--) add(write(m));
      add(read(m), chance(0.4) ? read(m) : "");
    },
    () => {
      const m = `m${count++}`;
      add(`const ${m} = chance(xs, ${below(2)}) ? m : new Map<string, number>([["a", ${x("0")}]]);`);
      add(write(m), pick(["", write("m")]), read("m"), `if (${m} === m) s += 0.2;`);
    },
    () => {
      const g = `g${count++}`;
      add(`const ${g} = groupBy(xs, (i) => ${key("i")});`);
      add(
        pick([
          `for (const [k, list] of ${g}) s += (list.reduce((t, v) => t + ${of("v")}, 0) / list.length) * k.length;`,
          `for (const list of ${g}.values()) { list.push(${x("0")}); s += list[0]! * list[list.length - 1]!; }`,
          `s += (${g}.get("a") ?? [0.3]).map((v) => ${of("v")}).reduce((t, v) => t + v, 0);`,
        ]),
      );
    },
    () => {
      const a = `a${count++}`;
      add(
        `const ${a} = new Map<string, Map<string, number>>();`,
        `xs.forEach((v, i) => { let row = ${a}.get(${key("i")}); if (!row) { row = new Map(); ${a}.set(${key("i")}, row); } row.set(${key("i + 1")}, ${pick(["v", `${of("v")} + (row.get("a") ?? 0)`])}); });`,
        `for (const [k, row] of ${a}) for (const [to, v] of row) s += ${of("v")} * (k.length - to.length + 2);`,
        pick(["", `s += ${a}.get("a")?.get("b") ?? 0.1;`]),
      );
    },
    () => {
      const t = `t${count++}`;
      add(
        `const ${t} = new Set<number>(${pick(["", "xs", "[xs[0]!, 0.3]"])});`,
        pick(["", `for (const v of xs) ${t}.add(${of("v")});`, `xs.forEach((v) => { ${t}.delete(v); });`]),
        pick([
          `for (const v of ${t}) { s += ${of("v")}; if (${t}.size < 6) ${t}.add(v * 0.5); }`,
          `s += [...${t}].reduce((a, v) => 0.5 * a + ${of("v")}, 0) + ${t}.size;`,
          `${t}.forEach((v) => { s = 0.5 * s + ${of("v")}; });`,
        ]),
      );
    },
    () => {
      const o = `o${count++}`;
      add(
        `const ${o} = new Set<number>(); for (let i = 0; i < xs.length; i++) ${o}.add(i);`,
        `while (${o}.size > ${below(2)}) { let best = -1; for (const i of ${o}) if (best < 0 || xs[i]! < xs[best]!) best = i; ${o}.delete(best); s = 0.6 * s + ${of("xs[best]!")}; }`,
      );
    },
    () => {
      const q = `q${count++}`;
      add(
        `const ${q} = new Set<{ at: number; v: number }>();`,
        `xs.forEach((v, i) => { ${q}.add({ at: i % 3, v }); });`,
        pick([
          "",
          `for (const r of ${q}) if (r.at === 1) ${q}.delete(r);`,
          `for (const r of ${q}) r.v = ${of("r.v")};`,
        ]),
        `for (const r of ${q}) s += r.v * (r.at + 1);`,
      );
    },
    () => {
      const b = `b${count++}`;
      add(
        `let ${b} = new Map<number, number>([[0, ${x("0")}]]);`,
        `for (let i = 0; i < ${1 + below(4)}; i++) { const next = new Map<number, number>(); for (const [k, v] of ${b}) { next.set(k + 1, (next.get(k + 1) ?? 0) + v * xs[0]!); next.set(k, (next.get(k) ?? 0) + ${of("v")}); } ${b} = next; }`,
        `for (const [k, v] of ${b}) s += v / (k + 2);`,
      );
    },
    () => {
      const memo = `memo${count++}`;
      add(
        `const ${memo} = new Map<${pick(["number", "string"])}, number>();`.replace("string", "number"),
        `const solve${memo} = (k: number): number => { if (k < 2) return xs[k % xs.length]!; const had = ${memo}.get(k); if (had !== undefined) return had; const v = ${of(`solve${memo}(k - 1)`)} * 0.4 + solve${memo}(k - 2); ${memo}.set(k, v); return v; };`,
        `s += solve${memo}(${3 + below(6)}) + ${memo}.size;`,
      );
    },
    () => {
      const c = `c${count++}`;
      add(
        `const ${c} = new Cache();`,
        `for (let i = 0; i < ${3 + below(5)}; i++) s += ${c}.get(${key("i")}, () => ${of("xs[i % xs.length]!")});`,
        `s += ${c}.found;`,
      );
    },
    () => {
      add(
        `for (const word of text.split(${pick(['" "', "/\\s+/", "/[ ,]/"])})) { if (stops.has(word)${pick(["", " || vowels.test(word)"])}) continue; s += ${of("xs[0]!")} * (prices.get(word) ?? ${x("0")}) + (chosen.get(word) ?? Math.cos)(xs[0]!); }`,
        pick([
          "",
          "s += (text.match(/[a-c]+/g) ?? []).length * xs[0]!;",
          's *= text.replace(/b+/g, "").length;',
          `{ const re = /[a-c]/g; const before = re.lastIndex; s += (text.match(re) ?? []).length * (before + re.lastIndex + 1) * xs[0]!; }`,
          `s += text.split(everyVowel).length * xs[0]! + (text.match(everyVowel) ?? []).length;`,
          's += [...text.split(" ")].sort().join("|").length * xs[0]!;',
        ]),
      );
    },
    () => {
      const n = count++;
      const [now, all] = pick([
        [`now${n}`, `all${n}`],
        [`state${n}.now`, `state${n}.all`],
      ]);
      const item = pick(["v", "{ v }", "[v]"]);
      const made = pick([
        "[]",
        "[]",
        pick([`[${item.replace("v", "v: 0.5").replace("[v: 0.5]", "[0.5]").replace(/^v: /, "")}]`]),
      ]);
      const of1 = item === "v" ? "y" : item === "[v]" ? "y[0]!" : "y.v";
      const type = item === "v" ? "number" : item === "[v]" ? "number[]" : "{ v: number }";
      add(
        now.startsWith("state")
          ? `const state${n} = { now: [] as ${type}[], all: [] as ${type}[][] };`
          : `let ${now}: ${type}[] = []; const ${all}: ${type}[][] = [];`,
        pick([
          `for (const v of xs) { ${now}.push(${item}); if (v > ${pick(["0.4", "0", "9"])}) { ${all}.push(${now}); ${now} = ${made}; } }`,
          `for (const v of xs) { if (v > 0.4) { ${all}.push(${now}); ${now} = ${made}; } ${now}.push(${item}); }`,
          `for (const v of xs) { ${now}.push(${item}); if (${now}.length > 1) { ${all}.unshift(${now}); ${now} = ${made}; } }`,
          `for (const v of xs) { if (${all}.length > 0) ${all}[${all}.length - 1]!.push(${item}); ${all}.push(${made}); }`,
          `for (const [k, v] of xs.entries()) { ${all}[k - ${pick(["1", "2"])}]?.push(${item}); ${all}.push(${made}); }`,
        ]),
        pick(["", `${all}.push(${now});`, `{ ${all}.push(${now}); const v = xs[0]!; ${now}.push(${item}); }`]),
        pick([
          `for (const list of ${all}) for (const y of list) s = 0.5 * s + ${of(of1)};`,
          `s += (${all}[0]?.reduce((t, y) => t + ${of(of1)}, 0) ?? 0.2) * ${all}.length;`,
        ]),
      );
    },
    () => {
      const c = `scope${count++}`;
      add(
        `let ${c} = new Scope(null).declare("a", ${x("0")}).declare("k0", xs[0]!);`,
        `for (let i = 0; i < ${pick(["xs.length", "2"])}; i++) { ${c} = new Scope(${c}).declare(${key("i")}, ${x("i")}); ${c}.of("a").set("a", ${of(`${c}.of("a").get("a")!`)} + ${c}.of("k0").get("k0")!); }`,
        pick([
          `s += ${c}.of("a").get("a")!;`,
          `try { s += ${c}.of("z").size; } catch { s += ${c}.of("k0").get("k0")!; }`,
        ]),
      );
    },
    () => {
      const list = pick(['"a"', "text", '"d"']);
      add(
        pick([
          `for (const [k, v] of prices) s += v * k.length * ${x("0")};`,
          `s += total(${x("0")}, ...xs) + xs[0]!;`,
          `s += total(2, ...xs.map((v) => ${of("v")}));`,
          `for (const v of union(...xs.map((v, i) => new Set([v, i % 2])))) s = 0.5 * s + ${of("v")};`,
          `s += [...prices].reduce((t, [k, v]) => t + v * k.length, 0) * ${x("0")};`,
          `{ const [first, ...others] = prices; s += first![1] * xs[0]! + others.length; }`,
          `for (const stop of stops) s += stop.length * ${x("0")};`,
          `for (const v of new Map(prices).set("q", xs[0]!).values()) s += ${of("v")};`,
          `s += (lists.get(${list}) ?? [0.3]).reduce((t, v) => t + v * xs[0]!, 0);`,
          `s += (states.get(${list})?.w ?? 0.7) * xs[0]!;`,
          `lists.get("a")![0] = ${x("0")}; s += lists.get("a")![0]! * xs[0]!; lists.get("a")![0] = 1;`,
          `states.get("a")!.w += xs[0]!; s += states.get("a")!.w ** 2; states.get("a")!.w = 0.4;`,
        ]),
      );
    },
    () => {
      const r = `r${count++}`;
      add(
        `const ${r} = xs.map((v, i) => { const own = new Set<number>(); for (let k = 0; k <= i; k++) own.add((k * k) % 3); return { own, v }; });`,
        `for (const { own, v } of ${r}) { if (own.has(1)) s += ${of("v")}; own.add(7); }`,
        `s += ${r}[${r}.length - 1]!.own.size * xs[0]!;`,
      );
    },
  ];
  add("const m = new Map<string, number>();", write("m"));
  for (let k = 1 + below(3); k > 0; k--) pick(forms)();
  if (chance(0.15))
    add(pick(["kept.set('k', m);", "s += JSON.stringify([...m]).length;", "s += Object.keys(m).length;"]));
  return `${module}const kept = new Map<string, unknown>();
const chance = (xs: readonly number[], k: number): boolean => (xs[0]! > 0.3 ? 1 : 0) === k;
export function f(xs: number[], text: string): number {
  let s = 0.1;
  ${lines.join("\n  ")}
  return s;
}
`;
}

const texts = ["a b cc", "the a, d", "", "a the  bb a", "x y, z e", "d b a b d"];

function makeArguments({ below, pick }: Choices): readonly [number[], string] {
  const numbers = [0.3, -0.7, 1.1, 0.5, 0.9, -0.2];
  // No two are the same: where numbers tie, there is no slope.
  return [
    Array.from({ length: 1 + below(5) }, (_, k) => pick(numbers) + 0.01 * below(10) + 0.0013 * (k + 1)),
    pick(texts),
  ];
}
