// Statements over dictionaries that the function makes itself, whose keys are known when it runs: sums and lists by kind, memo
// tables, entries that come and go.

import type { Choices } from "./choices.ts";
import type { Wording } from "./made-records.ts";

export function madeDictionaryStatements(
  { pick, chance }: Choices,
  { number, body, state }: Wording,
): readonly ((v: string) => string)[] {
  const start = (): string => pick(["{}", "{}", "{ up: 0.5 }", "{ up: s.a, flat: 1 }"]);
  const key = (b: string): string => pick([`${b}.kind`, `${b}.kind`, "data.name", "`k${i % 2}`", '"up"']);
  const total = (v: string, d: string): string =>
    pick([
      `const ${v} = Object.values(${d}).reduce((t, x) => t + x * x, 0);`,
      `let ${v} = 0; for (const k of Object.keys(${d})) ${v} += ${number(`${d}[k]!`)};`,
      `const ${v} = Object.entries(${d}).reduce((t, [k, x]) => t + k.length * x, 0);`,
      `const ${v} = (${d}.up ?? 0.1) * (${d}[data.name] ?? ${state("s")});`,
      `let ${v} = ${d}.down ?? 0.2; if ("up" in ${d}) ${v} += ${d}.up!;`,
      `let ${v} = 0; for (const k in ${d}) ${v} += ${d}[k]!;`,
    ]);
  const event = (d: string): string =>
    pick([
      `delete ${d}.up;`,
      `delete ${d}[data.name];`,
      `${d} = { ...${d}, [data.name]: ${state("s")} };`,
      `${d} = Object.fromEntries(Object.entries(${d}).map(([k, x]) => [k, ${number("x")}]));`,
      `for (const k of Object.keys(${d})) ${d}[k] = ${number(`${d}[k]!`)};`,
      `${d}[data.name] = ${number("s.b")};`,
      `Object.assign(${d}, { down: ${state("s")} });`,
    ]);
  const sums = (v: string): string =>
    `let d${v}: Record<string, number> = ${start()}; bs.forEach((b, i) => { d${v}[${key("b")}] = (d${v}[${key("b")}] ?? ${pick(["0", "0.3"])}) + ${number(body("b"))}; });`;
  return [
    (v) => `${sums(v)} ${total(v, `d${v}`)}`,
    (v) => `${sums(v)} ${event(`d${v}`)} ${chance(0.4) ? event(`d${v}`) : ""} ${total(v, `d${v}`)}`,
    (v) =>
      `let d${v}: Record<string, number> = ${start()}; for (let t = 0; t < 2; t++) { ${event(`d${v}`)} ${chance(0.5) ? event(`d${v}`) : ""} } ${total(v, `d${v}`)}`,
    (v) =>
      `const lists${v}: Record<string, number[]> = ${pick(["{}", "{ up: [] }", "{ up: [0.5] }"])}; bs.forEach((b, i) => { (lists${v}[${key("b")}] ??= []).push(${body("b")}); }); let ${v} = 0; for (const k of Object.keys(lists${v})) ${v} += lists${v}[k]!.reduce((t, x) => t + ${number("x")}, 0) / lists${v}[k]!.length;`,
    (v) =>
      `const ats${v}: Record<string, At> = {}; bs.forEach((b, i) => { const p = ats${v}[${key("b")}]; if (p) { p.x += ${body("b")}; } else ats${v}[${key("b")}] = ${pick(["{ x: s.a, y: 0.3 }", "plus(b.at, s.v, 0.5)", "{ ...b.at }"])}; }); const ${v} = Object.values(ats${v}).reduce((t, p) => t + ${pick(["p.x", "norm(p)", "p.x * p.y"])}, 0);`,
    (v) =>
      `const memo${v}: Record<string, number> = {}; const once${v} = (k: string, x: number): number => (memo${v}[k] ??= ${number("x")}); const ${v} = bs.reduce((t, b${chance(0.5) ? ", i" : ""}) => t + once${v}(b.kind, ${body("b")}), once${v}(data.name, s.b));`,
  ];
}
