// Functions of arrays of records, of a record that is a state, and of data of many kinds, with calls of them: the records have
// other properties, kinds of values and numbers of elements from call to call.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";
import { madeDictionaryStatements } from "./made-dictionaries.ts";
import { madeRecordStatements } from "./made-records.ts";

export interface RecordsProgram {
  /** A module that exports `f(bs, s, data)`, which gives a number. */
  readonly source: string;
  readonly calls: readonly (readonly unknown[])[];
}

export const arbRecords: fc.Arbitrary<RecordsProgram> = generated((choices) => ({
  source: sourceOf(choices),
  calls: [1, 2, 3, 4].map(() => makeArguments(choices)),
}));

const types = `interface At { x: number; y: number }
interface Body { at: At; m: number; w: number[]; size: [number, number]; kind: string; extra?: number }
interface State { a: number; b: number; v: At }
interface Data { ids: Int32Array; rates: { k: string; r: number; list: number[] }[]; name: string; limit: number | null }
`;

const helpers = `const plus = (p: At, q: At, k: number): At => ({ x: p.x + k * q.x, y: p.y + k * q.y });
const norm = ({ x, y }: At): number => Math.sqrt(0.1 + x * x + y * y);
const byKind: Record<string, (x: number) => number> = { up: (x) => x * x, down: (x) => Math.sin(x), flat: (x) => 0.5 * x };
const step = (s: State, d: At): State => ({ a: s.a + 0.1 * d.x, b: Math.tanh(s.b + d.y), v: plus(s.v, d, 0.2) });
`;

/** Writes to an argument: which records there are, and what they hold. */
const changes = [
  "bs.reverse();",
  "bs[0]!.at = { x: s.a, y: 0.3 };",
  "bs[0]!.w = [s.b];",
  "bs[0]!.w.push(0.4);",
  "bs.push({ ...bs[0]!, m: s.a });",
  "if (bs.length > 1) bs.pop();",
  "for (const b of bs) b.m *= s.a;",
];

function sourceOf(choices: Choices): string {
  const { below, pick, chance } = choices;
  const body = (b: string): string =>
    pick([`${b}.at.x`, `${b}.at.y`, `${b}.m`, `norm(${b}.at)`, `(${b}.w[0] ?? 0.3)`, `${b}.size[${pick(["0", "1"])}]`]);
  const state = (s: string): string => pick([`${s}.a`, `${s}.b`, `${s}.v.x`, `norm(${s}.v)`]);
  const datum = (): string =>
    pick([
      "(data.ids[1] ?? 2) * 0.1",
      "data.rates.length",
      "(data.rates[0]?.r ?? 0.4)",
      "(data.limit ?? 0.7)",
      "data.name.length",
      'data.name.split("").map((c) => "abcd".indexOf(c)).reduce((t, i) => t + i * 0.1, 0)',
      '(data.name.startsWith("a") ? 0.3 : 0.6)',
    ]);
  const dispatched = (x: string): string =>
    `(byKind[${pick(['data.rates[0]?.k ?? "up"', '"down"', 'bs[0]?.kind ?? "flat"'])}] ?? Math.cos)(${x})`;
  const number = (...of: readonly string[]): string => {
    const atom = (): string => pick([...of, ...of, "s.a", datum()]);
    return pick([
      () => `Math.sin(${atom()} + ${atom()})`,
      () => `${atom()} * ${atom()} * 0.3`,
      () => `Math.tanh(${atom()} - 0.5 * ${atom()})`,
      () => `(${atom()} > ${atom()} ? ${atom()} : 0.5 * ${atom()})`,
      () => (chance(0.2) ? dispatched(atom()) : `Math.exp(-(${atom()} ** 2))`),
    ])();
  };
  const statements: readonly ((v: string) => string)[] = [
    (v) => `let ${v} = 0; for (const b of bs) ${v} += ${number(body("b"), body("b"))};`,
    (v) =>
      `let ${v} = 0; for (let i = 0; i < bs.length; i++) ${v} += ${number(body("bs[i]!"), body("bs[(i + 1) % bs.length]!"))};`,
    (v) => `let ${v} = 0; for (let k = 0; k < 3; k++) for (const b of bs) ${v} += ${number(body("b"), "k")};`,
    (v) =>
      `let ${v} = 0; for (let k = 0; k < ${pick(["9", "data.ids.length"])}; k++) { ${pick(["", "if (k > s.a) break; ", "if (k === 1) continue; "])}for (const b of bs) { ${pick(["", `if (${body("b")} < ${pick(["-1", v])}) continue; `])}${v} += ${number(body("b"), body("b"), v)}; } }`,
    (v) => `let ${v} = 0; for (const b of bs) for (const c of bs) ${v} += ${number(body("b"), body("c"))};`,
    (v) =>
      `let ${v} = 0; for (let k = 0; k < 2; k++) for (const b of bs) ${v} += b.kind === "up" ? ${number(body("b"))} : (b.extra ?? ${body("b")});`,
    (v) => `const ${v} = bs.map((b) => ${number(body("b"))}).reduce((t, x) => t + x, 0);`,
    (v) => `const ${v} = Math.${pick(["max", "min"])}(...bs.map((b) => ${number(body("b"))}), 0.1);`,
    (v) => `const ${v} = Math.${pick(["max", "min"])}(...bs.map((b) => ${body("b")}));`,
    (v) =>
      `let best${v} = bs[0]!; for (const b of bs) if (${body("b")} > ${body(`best${v}`)}) best${v} = b; const ${v} = ${number(body(`best${v}`))};`,
    (v) =>
      `let at${v}: State = s; for (let i = 0; i < ${pick(["3", "bs.length", "data.ids.length"])}; i++) ${chance(0.3) ? `if (${state(`at${v}`)} < 2) ` : ""}at${v} = step(at${v}, ${pick(["bs[i % bs.length]!.at", "s.v", `at${v}.v`])}); const ${v} = ${number(state(`at${v}`), state("s"))};`,
    (v) =>
      `const made${v} = bs.map((b, i) => ({ at: ${pick(["b.at", "plus(b.at, s.v, 0.5)", "{ ...b.at }"])}, k: ${number(body("b"), "i")} })); const ${v} = made${v}.reduce((t, { at, k }) => t + k * at.x, 0);`,
    (v) =>
      `const list${v}: At[] = []; for (const b of bs) if (${body("b")} > ${pick(["0", "-9"])}) list${v}.push(${pick(["b.at", "plus(b.at, s.v, 0.5)"])}); ${chance(0.4) ? `if (list${v}.length > 1) [list${v}[0], list${v}[1]] = [list${v}[1]!, list${v}[0]!]; ` : ""}const ${v} = list${v}.reduce((t, p, i) => t + p.x * (i + 1) - ${number("p.y")}, 0);`,
    (v) => {
      const write = `at${v}.x = ${number(`at${v}.x`, state("s"))};`;
      const next = pick(["s.v", `plus(at${v}, s.v, 0.3)`, `{ x: at${v}.y, y: 0.5 * at${v}.x }`]);
      return `let at${v}: At = ${pick(["s.v", "{ x: s.a, y: s.b }"])}; for (let i = 0; i < 2; i++) { ${chance(0.4) ? write : ""} at${v} = ${next}; } const ${v} = ${number(`at${v}.x`, `at${v}.y`, "s.v.x")};`;
    },
    (v) =>
      `const copy${v} = bs.map((b) => ({ ...b, m: ${number(body("b"))} })); for (const b of copy${v}) b.m *= ${number(state("s"))}; const ${v} = copy${v}.reduce((t, b) => t + b.m, 0);`,
    (v) =>
      `const sorted${v} = [...bs].sort((p, q) => p.m - q.m); const ${v} = sorted${v}.reduce((t, b, i) => t + i * ${body("b")}, 0);`,
    (v) =>
      `const ${v} = data.rates.reduce((t, { k, r, list }) => t + r * (byKind[k] ?? Math.cos)(${number(state("s"))}) + list.reduce((u, x) => u + x * s.b, 0), 0);`,
    (v) => `let ${v} = 0; for (const id of data.ids) ${v} += ${number(body("bs[id % bs.length]!"))};`,
    (v) => `const ${v} = bs.reduce((t, b) => t + b.w.reduce((u, x) => u + ${number("x")}, 0), 0);`,
    (v) =>
      `const ${v} = bs.filter((b) => b.kind === ${pick(['"up"', "data.name", "bs[0]!.kind"])}).reduce((t, b) => t + ${number(body("b"))} + (b.extra ?? 0.2), 0);`,
    (v) =>
      `let rows${v} = bs.map((b) => [...b.w, ${body("b")}]); for (let t = 0; t < 2; t++) rows${v} = rows${v}.map((row) => row.slice(${pick(["0", "1"])}).map((x, j) => ${number("x", "j")})); const ${v} = rows${v}.reduce((t, row) => t + row.reduce((u, x) => u + x, 0), 0);`,
  ];
  /** Inner derivatives with respect to records that the function may reach in another way as well. */
  const inner: readonly ((v: string) => string)[] = [
    (v) =>
      `const ${v} = norm(grad((q: At) => ${number("q.x", "q.y", state("s"), "s.v.x")})(${pick(["s.v", "bs[0]!.at", "{ x: s.a, y: 0.3 }"])}));`,
    (v) =>
      `const ${v} = grad((q: State, r: State) => ${number("q.a", "r.b", "q.v.x", state("s"))})(s, ${pick(["s", "step(s, s.v)"])}).${pick(["a", "b", "v.y"])};`,
    (v) =>
      `const ${v} = jvp((q: At) => ${number("q.x", "q.y", state("s"))}, [s.v], [{ x: 1, y: ${number("s.b")} }])[1];`,
    (v) => `const ${v} = vjp((q: State) => plus(q.v, s.v, q.a * s.b), s)[1]({ x: 0.5, y: ${number("s.b")} })[0].v.x;`,
  ];
  const wording = { number, body, state };
  const made = [...madeRecordStatements(choices, wording), ...madeDictionaryStatements(choices, wording)];
  const count = 1 + below(4);
  const lines = Array.from({ length: count }, (_, k) =>
    pick(chance(0.15) ? inner : chance(0.35) ? made : statements)(`v${k}`),
  );
  if (chance(0.2)) lines.splice(below(count + 1), 0, pick(changes));
  const sum = Array.from({ length: count }, (_, k) => `Math.tanh(v${k})`).join(" + ");
  return `import { grad, jvp, vjp } from "zeroth";\n${types}${helpers}export function f(bs: Body[], s: State, data: Data): number {\n${lines.join("\n")}\nreturn ${sum};\n}\n`;
}

function makeArguments({ below, pick, chance }: Choices): readonly unknown[] {
  const number = (): number => (below(41) - 20) / 8;
  const list = (least: number, most: number, of: () => unknown): unknown[] =>
    Array.from({ length: least + below(most - least + 1) }, of);
  const at = (): unknown => ({ x: number(), y: number() });
  const hasExtra = chance(0.3);
  const bodies = list(1, 4, () => ({
    at: at(),
    m: number(),
    w: list(0, 3, number),
    size: [number(), number()],
    kind: pick(["up", "down", "flat"]),
    ...(hasExtra && chance(0.7) ? { extra: number() } : {}),
  }));
  // One record at two places, or in two arguments.
  if (chance(0.1)) bodies.push(bodies[0]);
  const state = { a: number(), b: number(), v: chance(0.1) ? (bodies[0] as { at: unknown }).at : at() };
  const data = {
    ids: Int32Array.from(list(0, 4, () => below(4)) as number[]),
    rates: list(0, 3, () => ({ k: pick(["up", "down", "other"]), r: number(), list: list(0, 2, number) })),
    name: pick(["abba", "up", "", "dcb"]),
    limit: chance(0.5) ? null : number(),
  };
  return [bodies, state, data];
}
