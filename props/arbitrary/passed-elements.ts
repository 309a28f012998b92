// Statements about elements that may be absent and are not used where they are read: they are captured, passed to functions, chosen
// between, kept for later iterations, and asked for in several ways.

import type { Choices } from "./choices.ts";
import type { Left, Reach } from "./growing.ts";

/** Declarations that the statements use. */
export const passedPrelude = `const orElse = (x: number | undefined | null, other: number): number => x === undefined ? other : 1.5 * x!;
const orNothing = (x: number | undefined | null): number => (x == null ? 0.25 : Math.sin(x));
const firstOf = (row: number[] | undefined): number => (row ? (row[0] ?? 0.6) : 0.8);
const mixed = [0.4, undefined, 0.9, null, 1.3];
`;

export function passedElements({ pick, chance }: Choices, name: string, { numbers, rows, number }: Reach): Left {
  const [xs, m] = [numbers(), rows()];
  const key = pick(["i + 1", "i - 1", "i", `${xs}.length - i`, "2 * i"]);
  const question = (v: string): string => pick([`${v} === undefined`, `${v} == null`, `!(${v} !== undefined)`]);
  const used = pick([
    "orElse(v, 0.7)",
    "orNothing(v)",
    "orElse(v, 0.7) * orNothing(v)",
    "(v ?? 0.3)",
    `(${question("v")} ? 0.2 : ${number("v")})`,
    `((y: number) => (${question("v")} ? y : v * y))(${number()})`,
    `(v !== undefined && v !== null && v > 0.4 ? v : 1.5)`,
    `[0.5, 2].reduce((s, y) => s + (${question("v")} ? y : v * y), 0)`,
    `[0.5, 2].map((y) => { if (${question("v")}) return y; return v + y; })[1]!`,
  ]);
  const sums = (lines: string): Left => ({ kind: "scalars", lines: [`let ${name} = 0;`, lines] });
  return pick([
    () => sums(`for (let i = 0; i < ${xs}.length; i++) { const v = ${xs}[${key}]; ${name} += ${used}; }`),
    () => sums(`${xs}.forEach((x, i) => { const v = ${xs}[${key}]; ${name} += x * ${used}; });`),
    () =>
      sums(
        `for (let i = 0; i < ${xs}.length; i++) { const v = i % 2 === 0 ? ${xs}[${key}] : ${numbers()}[i + 1]; ${name} += ${used}; }`,
      ),
    () =>
      sums(
        `${m}.forEach((row, i) => { const below = ${m}[${pick(["i + 1", "i - 1"])}]; row.forEach((x, j) => { ${name} += below === undefined ? ${number("x")} : ((below[j] ?? 0.1) - x) ** 2; }); });`,
      ),
    () =>
      sums(
        `for (let i = 0; i < 4; i++) { const row = ${m}[${pick(["i", "i - 1", "2 * i"])}]; if (!row) ${pick(["continue;", "break;", `{ ${name} += 0.3; continue; }`])} ${name} += ${number("(row[0] ?? 0.2)")}; }`,
      ),
    () => sums(`for (let i = 0; i < 4; i++) ${name} += firstOf(${m}[i]) * ${number()};`),
    () =>
      sums(
        `let last${name}: number | undefined = undefined; for (let i = 0; i < 4; i++) { const v = ${xs}[${key}]; if (last${name} !== undefined) ${name} += last${name} * ${number()}; ${pick([`if (v !== undefined) last${name} = v;`, `last${name} = v;`])} }`,
      ),
    () =>
      sums(
        `mixed.forEach((v, i) => { ${pick(["", `if (v === ${pick(["null", "undefined"])}) return;`, "if (v == null) return;"])} ${name} += ${pick(["(v ?? 0.3)", "orNothing(v)"])} * (${xs}[i] ?? 0.5); });`,
      ),
    () =>
      sums(
        `for (let i = 0; i < 3; i++) { const v = ${xs}[${key}]; for (let j = 0; j < ${pick(["2", `${xs}.length`])}; j++) { if (${question("v")}) ${pick(["break;", `{ ${name} += j; continue; }`])} ${pick(["", `if (v > 0.3) ${name} += v; `])}${name} += v * ${chance(0.5) ? "(j + 1)" : number("v")}; } }`,
      ),
  ])();
}
