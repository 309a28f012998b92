// Statements about maps, sets, and what has an iterator of its own: lines of text, each with what it leaves.

import type { Choices } from "./choices.ts";
import type { Left, Reach } from "./growing.ts";

/** Declarations that the statements use. */
export const collectionsPrelude = `const memory = new Map<string, number>([["one", 0.4], ["two", -0.7]]);
const steps = (from: number, n: number): Iterable<number> => ({ [Symbol.iterator]: () => { let y = from; let k = 0; return { next: (): IteratorResult<number> => (k++ < n ? { done: false, value: (y = Math.sin(y) + 0.1) } : { done: true, value: undefined }) }; } });
`;

export function collections({ pick, below }: Choices, name: string, { numbers, number }: Reach): Left {
  const m = `m${name}`;
  const key = (i: string): string => pick([`${i} % 2`, `(${i} % 3 === 0 ? "p" : "q")`, `String(${i})`]);
  const forms: (() => Left)[] = [
    () => ({
      kind: "scalars",
      lines: [
        `const ${m} = new Map<unknown, number>(${pick(["", `[["p", ${number()}], [1, 0.5]]`])});`,
        `${numbers()}.forEach((x, i) => { ${m}.set(${key("i")}, (${m}.get(${key("i")}) ?? 0.1) * 0.5 + ${number("x")}); });`,
        pick(["", `${m}.delete("p");`, `${m}.set("q", ${number()});`, `if (${number()} > 0.2) ${m}.clear();`]),
        `let ${name} = 0.1 * ${m}.size;`,
        pick([
          `for (const [k, v] of ${m}) { if (k === "q") ${pick(["continue", "break"])}; ${name} = 0.5 * ${name} + ${number("v")}; }`,
          `for (const v of ${m}.values()) { ${pick(["", `${m}.delete(1);`])} ${name} = ${number(name, "v")}; }`,
          `${m}.forEach((v, k) => { ${name} += ${number("v")} * (typeof k === "number" ? k : 0.5); });`,
          `${name} += [...${m}.values()].reduce((s, v) => 0.5 * s + ${number("v")}, 0);`,
        ]),
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const ${m} = new Map(${numbers()}.map((x, i) => [i, { x, y: ${number("x")} }] as const));`,
        `for (const r of ${m}.values()) r.x ${pick(["= 0.5 * r.y", "+= 0.1", `= ${number("r.x")}`])};`,
        `const ${name} = ${pick([`Array.from(${m}, ([k, r]) => r.x * r.y + k)`, `[...${m}.keys()].map((k) => ${m}.get(k)!.x)`])};`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `const ${m} = new Set<number>(${pick([numbers(), `[${number()}, 0.3]`])});`,
        pick(["", `${m}.add(${number()}).add(0.3);`, `${m}.delete(0.3);`]),
        `let ${name} = ${m}.size;`,
        `for (const v of ${m}) ${name} = ${number("v", `0.2 * ${name}`)};`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `let ${name} = 0.2;`,
        `for (const v of steps(${number()}, ${1 + below(4)})) { if (v > ${pick(["0.6", "9"])}) ${pick(["break", "continue"])}; ${name} = ${number("v", name)}; }`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const [a${name}, ...b${name}] = steps(${number()}, ${1 + below(4)});`,
        `const ${name} = [${pick(["", "..."])}${pick([`b${name}`])}${pick(["", `, a${name}!`])}].flat().concat(...steps(${number()}, 2)) as number[];`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `const ${m} = new WeakMap<object, number>(); const k${name} = { z: ${number()} }; ${m}.set(k${name}, ${number(`k${name}.z`)});`,
        `memory.set("three", ${number()});`,
        `const ${name} = ${m}.get(k${name})! * (memory.get("${pick(["one", "two", "three"])}") ?? 0.5);`,
      ],
    }),
  ];
  return pick(forms)();
}
