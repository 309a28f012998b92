// Functions that store short arrays of unlike things, as `[name, weight]`, in arrays, records and maps, and read them again.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";

export interface PairsProgram {
  /** A module that exports `f(xs, given, rows)`, which gives a number. */
  readonly source: string;
  readonly calls: readonly (readonly [xs: readonly number[], given: readonly unknown[], rows: readonly unknown[]])[];
}

export const arbPairs: fc.Arbitrary<PairsProgram> = generated((choices) => ({
  source: sourceOf(choices),
  calls: [1, 2, 3].map(() => [makeNumbers(choices), givenPairs(choices), givenRows(choices)]),
}));

const module = `type Pair = [string, number];
const names = ["a", "bb", "a", "ccc"];
const shift: Pair = ["bb", 0.4];
const table: Pair[] = [["add", 0.4], ["mul", 1.3], ["add", -0.2], ["neg", 0]];
const steps: [number, number[], string][] = [[0.3, [1, 0.5], "a"], [0.7, [0.2], "bb"]];
const scaled = ([name, w]: Pair, by: number): Pair => [name, w * by];
const heavier = (a: Pair, b: Pair): Pair => (a[1] > b[1] ? a : b);
const made = (n: number, w: number): Pair[] => { const all: Pair[] = []; for (let k = 0; k < n; k++) all.push([names[k % 4]!, w ** (k + 1)]); return all; };
const walk = (xs: number[], k: number): [number, string[]] => { if (k === xs.length) return [0.3, []]; const [t, seen] = walk(xs, k + 1); return [t * 0.5 + xs[k]!, [...seen, names[k % 4]!]]; };
const kept: unknown[] = [];
`;

function sourceOf(choices: Choices): string {
  const { below, pick, chance, weighted } = choices;
  let count = 0;
  const lines: string[] = [];
  const add = (...more: readonly string[]): void => {
    lines.push(...more.filter((line) => line !== ""));
  };
  /** A number of what is in scope: \`w\`, a number, and \`k\`, its place. */
  const weight = (): string =>
    pick(["w", "w * w", "Math.sin(w)", "w + 0.1 * k", "w * xs[0]!", "0.5", "w > 0.4 ? w : 0.2"]);
  const name = (): string => pick(["names[k % 4]!", '"a"', '"n" + (k % 3)', "names[0]!"]);
  const pair = (): string =>
    pick([`[${name()}, ${weight()}]`, `[${name()}, ${weight()}]`, `scaled([${name()}, ${weight()}], 0.7)`]);
  /** What a list of pairs gives. */
  const read = (ps: string): string =>
    pick([
      `for (const [name, v] of ${ps}) s = 0.5 * s + v * name.length;`,
      `for (const p of ${ps}) s += p[1] ** 2 + p[0].length;`,
      `s += ${ps}.reduce((t, [name, v]) => t + (name === "a" ? v * v : v), 0);`,
      `for (let i = 0; i < ${ps}.length; i++) s += ${ps}[i]![1] * ${ps}[${ps}.length - 1 - i]![1];`,
      `s += ${ps}.filter(([name]) => name !== "bb").map(([, v]) => v * s).reduce((a, b) => a + b, 0);`,
      `s += [...${ps}].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).reduce((t, [, v], i) => t + v / (i + 1), 0);`,
      `{ let best: Pair = ["", -9]; for (const p of ${ps}) best = heavier(best, p); s += best[1] * best[0].length; }`,
      `{ let best: Pair | null = null; for (const p of ${ps}) if (best === null || p[1] > best[1]) best = p; s += best === null ? 0.1 : best[1]; }`,
      `{ const m = new Map(${ps}); s += (m.get("a") ?? 0.3) * (m.get("bb") ?? 0.2); for (const v of m.values()) s += v; }`,
      `{ const o: { [name: string]: number } = Object.fromEntries(${ps}); s += (o["a"] ?? 0.3) * 2 + Object.keys(o).length; }`,
      `s += (${ps}.find(([name]) => name === "ccc")?.[1] ?? 0.7) * (${ps}.at(-1)?.[1] ?? 0.1);`,
      `for (const p of ${ps}.map((p) => scaled(p, s))) s += 0.1 * p[1];`,
      `for (const [name, v] of ${ps}) s += grad((y: number) => y * y * v)(0.4) + name.length;`,
    ]);
  const change = (ps: string): string =>
    pick([
      "",
      `for (const p of ${ps}) p[1] *= xs[0]!;`,
      `${ps}[0]![1] += s;`,
      `{ const one = ${ps}[0]!; one[1] = one[1] * 2; one[0] = "a"; s += ${ps}[0]![1]; }`,
      `${ps}[0] = ["z", s];`,
      `${ps}.push(${ps}[0]!); ${ps}[0]![1] += 0.2;`,
      `${ps}.sort(([, a], [, b]) => a - b);`,
      `${ps}.reverse();`,
    ]);
  /** What asks for arrays, or for what they are. */
  const look = (ps: string): string =>
    pick([
      `s += ${ps}[0]!.length * xs[0]!;`,
      `s += Array.isArray(${ps}[0]) ? xs[0]! : 0.1;`,
      `s += (${ps}[0] as unknown) instanceof Array ? xs[0]! : 0.1;`,
      `s += typeof ${ps}[0] === "object" ? xs[0]! : 0.1;`,
      `s += ${ps}.indexOf(${ps}.at(-1)!) + (${ps}[0] === ${ps}[1] ? 1 : xs[0]!);`,
      `s += JSON.stringify(${ps}[0]!.slice(0, 1)).length;`,
      `s += ${ps}[0]!.concat(2).length;`,
      `kept.push(${ps}[0]);`,
      `{ const all = ${ps}.map((p) => [...p, s] as const); s += all[0]![2]; }`,
      `{ const [first, ...others] = ${ps}[0]!; s += others[0]! * first.length; }`,
      `{ const i = ${ps}.length > 2 ? 1 : 0; s += Number(${ps}[0]![i]) || 0.4; }`,
      `for (const part of ${ps}[0]!) s += typeof part === "number" ? part : part.length;`,
      `s += ${ps}.flat().length;`,
      `s += Object.keys(${ps}[0]!).length + ("1" in ${ps}[0]! ? 1 : 2);`,
      `{ const copy = structuredClone(${ps}[0]!); s += copy[1]; }`,
      `s += ((name: string, v: number) => name.length * v)(...${ps}[0]!);`,
      `try { if (${ps}[0]![1] > 0.5) throw ${ps}[0]; s += 0.2; } catch (p) { s += (p as Pair)[1]; }`,
    ]);

  const forms: readonly (() => void)[] = [
    () => {
      // Elements are read before any is stored.
      const rs = `runs${count++}`;
      const grown = pick([
        `const last = ${rs}[${rs}.length - 1]; if (last && last[0] === ${name()}) last[1] *= w; else ${rs}.push(${pair()});`,
        `const same = ${rs}.find(([name]) => name === names[k % 4]); if (same) same[1] += w; else ${rs}.push([names[k % 4]!, ${weight()}]);`,
        `const i = ${rs}.findIndex(([name]) => name === "a"); if (i >= 0) ${rs}[i] = ["a", ${rs}[i]![1] * w]; else ${rs}.push(${pair()});`,
        `if (${rs}.length > 1) s += ${rs}.pop()![1] * w; ${rs}.push(${pair()}, ${pair()});`,
        `for (const p of ${rs}) p[1] += 0.1 * w; ${rs}.push(${pair()});`,
        `${rs}.at(-1)?.reverse(); ${rs}.at(-1)?.reverse(); ${rs}.push(${pair()});`,
        `if (${rs}.length > 0) s += ${rs}[0]!.length * ${rs}[0]![1]; ${rs}.unshift(${pair()});`,
      ]);
      add(`const ${rs}: Pair[] = []; for (const [k, w] of xs.entries()) { ${grown} }`, read(rs));
    },
    () => {
      const ms = `ms${count++}`;
      add(
        `const ${ms}: Map<string, number>[] = []; for (const [k, w] of xs.entries()) { if (${ms}.length > 0) s += ${ms}[0]!.size * w + (${ms}[${ms}.length - 1]!.get("a") ?? 0.3); ${ms}.push(new Map([[${name()}, ${weight()}]])); }`,
        `for (const m of ${ms}) for (const [name, v] of m) s += v * name.length;`,
      );
    },
    () => {
      add(
        pick([
          'for (const [op, v] of table) { if (op === "add") s += v * xs[0]!; else if (op === "mul") s *= v + xs[0]!; else s = -s; }',
          "for (const [v, list, name] of steps) s += list.reduce((t, y) => t + y * v * xs[0]!, 0) * name.length;",
          "for (const [list, v] of rows) s += list.reduce((t, y, i) => t + y * (xs[i] ?? 0.4), 0) * v;",
          "for (let i = 0; i < rows.length; i++) s += rows[i]![0][0]! * rows[i]![1] * xs[0]!;",
          "s += rows.slice(0, 2).map(([list, v]) => list.length * v * xs[0]!).reduce((a, b) => a + b, 0);",
          "for (const [list, v] of [...rows].sort((a, b) => a[1] - b[1])) s = 0.5 * s + list[0]! * v;",
        ]),
        pick([
          "",
          "",
          "rows[0]![1] *= xs[0]!;",
          "rows[0]![0].push(xs[0]!);",
          "rows[0] = [[s], 0.4];",
          "rows.push(rows[0]!);",
          "given[0]![1] = s;",
          "given[0]![0] = 'z';",
        ]),
        chance(0.5) ? read(pick(["given", "table", "given"])) : "",
        chance(0.2) ? look(pick(["given", "table"])) : "",
        chance(0.2)
          ? "const joined = [...given, ['x', s] as Pair]; for (const [name, v] of joined) s += v * name.length;"
          : "",
      );
    },
    () => {
      const ps = `ps${count++}`;
      add(
        pick([
          `const ${ps}: Pair[] = xs.map((w, k): Pair => ${pair()});`,
          `const ${ps}: Pair[] = []; for (const [k, w] of xs.entries()) { if (w > 0.4) ${ps}.push(${pair()}); else ${ps}.push(${pair()}); }`,
          `const ${ps}: Pair[] = [${pair()}, ${pair()}];`,
          `const ${ps} = made(${1 + below(5)}, xs[0]!);`,
          `const ${ps}: Pair[] = []; for (let k = 0; k < 3; k++) { const w = xs[k % xs.length]!; ${ps}[k] = ${pair()}; }`,
          `const ${ps} = Object.entries({ a: xs[0]!, bb: 0.3, k: w * xs[0]! });`,
        ]),
        change(ps),
        read(ps),
        pick(["", read(ps), change(ps)]),
        read(ps),
        chance(0.5) ? look(ps) : "",
      );
    },
    () => {
      const m = `m${count++}`;
      add(
        `const ${m} = new Map<string, number>(); for (const [k, w] of xs.entries()) ${m}.set(${name()}, (${m}.get("a") ?? 0) + ${weight()});`,
        pick([
          `const ${m}s: Pair[] = [...${m}];`,
          `const ${m}s = [...${m}.entries()].sort((a, b) => a[1] - b[1]);`,
          `const ${m}s = Array.from(${m});`,
        ]),
        read(`${m}s`),
      );
    },
    () => {
      const qs = `qs${count++}`;
      add(
        `const ${qs}: [number, number[]][] = []; for (const [k, w] of xs.entries()) ${qs}.push([${weight()}, [w, ${weight()}]]);`,
        pick(["", `${qs}.sort((a, b) => a[0] - b[0]);`, `${qs}[0]![1][0] = ${qs}[0]![0];`]),
        pick([
          `while (${qs}.length > 0) { const [v, [a, b]] = ${qs}.shift()! as [number, [number, number]]; s += v * a * b; ${pick(["", `if (${qs}.length === 1 && s < 9) { s += 4; ${qs}.push([a * b, [s, 0.2]]); }`])} if (s > 90) break; }`,
          `for (const [v, list] of ${qs}) s += list.reduce((t, y) => t + y * v, 0);`,
        ]),
      );
    },
    () => {
      const ts = `ts${count++}`;
      add(
        `const ${ts} = xs.map((w, k): [string, number, boolean] => [${name()}, ${weight()}, k % 2 === 0]);`,
        pick([
          `for (const [name, v, isEven] of ${ts}) s += isEven ? v * v : v * name.length;`,
          `s += ${ts}.filter((t) => t[2]).reduce((t, [, v]) => t + v, 0);`,
        ]),
      );
    },
    () => {
      const rs = `rs${count++}`;
      add(
        `const ${rs} = xs.map((w, k): { at: Pair; w: number } => ({ at: ${pair()}, w }));`,
        pick([
          "",
          `for (const r of ${rs}) r.at = [r.at[0] + "x", r.at[1] * r.w];`,
          `${rs}[0]!.at[1] = ${rs}[0]!.w ** 2;`,
        ]),
        pick([
          `for (const { at: [name, v], w } of ${rs}) s += v * w + name.length;`,
          `s += ${rs}.map((r) => r.at).reduce(heavier)[1];`,
        ]),
      );
    },
    () => {
      const ops = `ops${count++}`;
      add(
        `type Op${count} = ["add" | "mul", number] | ["neg"] | ["many", number[]];`,
        `const ${ops}: Op${count}[] = []; for (const w of xs) ${ops}.push(${weighted([
          [4, '["add", w]'],
          [4, '["mul", w * w]'],
          [1, '["many", [w, 0.3]]'],
        ])}, ${weighted([
          [1, '["neg"]'],
          [4, '["mul", w]'],
          [4, '["add", 0.2]'],
        ])});`,
        `for (const op of ${ops}) { if (op[0] === "add") s += op[1]; else if (op[0] === "mul") s *= op[1]; else if (op[0] === "many") s += op[1].reduce((a, b) => a + b, 0); else s = -s; }`,
      );
    },
    () => {
      add(
        pick([
          "{ const [t, seen] = walk(xs, 0); s += t * seen.length; }",
          "{ let state: [number, number[]] = [s, []]; for (const x of xs) state = [state[0] * 0.5 + x, [...state[1], state[0]]]; s += state[0] + state[1].reduce((a, b) => a + b * b, 0); }",
          "{ const [t, label] = xs.reduce<[number, string]>(([t, label], x) => [t + x * x, label + 'x'], [0, '']); s += t * label.length; }",
          "{ const m = new Map(xs.map((x, k): [string, { v: number }] => [names[k % 4]!, { v: x * x }])); for (const [name, { v }] of m) s += v * name.length; }",
          "s += shift[1] * xs[0]! + scaled(shift, xs[0]!)[1];",
        ]),
      );
    },
  ];
  for (let k = 1 + below(3); k > 0; k--) pick(forms)();
  return `import { grad } from "zeroth";
${module}export function f(xs: number[], given: Pair[], rows: [number[], number][]): number {
  let s = 0.1;
  const w = 0.7;
  const k = 1;
  ${lines.join("\n  ")}
  return s + w + k;
}
`;
}

function makeNumbers({ below, pick }: Choices): number[] {
  const numbers = [0.3, -0.7, 1.1, 0.5, 0.9, -0.2];
  return Array.from({ length: 1 + below(4) }, (_, k) => pick(numbers) + 0.01 * below(10) + 0.0013 * (k + 1));
}

/** Pairs of a text and a number, most of them. */
function givenPairs({ below, pick, chance }: Choices): unknown[] {
  const odd = (): unknown => pick([["a"], ["a", 0.3, 0.4], [0.3, "a"], ["a", "bb"], ["ccc", 0.2, "d"]]);
  const pair = (): unknown => [pick(["a", "bb", "ccc"]), pick([0.3, -0.7, 1.1, 0.5])];
  return Array.from({ length: 1 + below(4) }, () => (chance(0.05) ? odd() : pair()));
}

function givenRows({ below, pick }: Choices): unknown[] {
  const numbers = [0.3, -0.7, 1.1, 0.5, 0.9, -0.2];
  return Array.from({ length: 1 + below(4) }, () => [
    Array.from({ length: 1 + below(3) }, () => pick(numbers)),
    pick(numbers),
  ]);
}
