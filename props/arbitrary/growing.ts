// Statements about arrays that grow and shrink, about results that are absent where TypeScript knows that they are not, and about
// memory of the module: lines of text, each with what it leaves.

import type { Choices } from "./choices.ts";

/** Declarations that the statements use. */
export const growingPrelude = `const table = [0.5, -1.25, 0.75];
const settings = { scale: 1.5, rows: [[0.3, -0.6], [1.25]] };
const state = [0.1, 0.2];
const scaled = (kind: number, x: number): any => { switch (kind) { case 0: return x * table[0]!; case 1: return Math.sin(x); case 2: return 0.5 - x; } };
const pair = (kind: number, x: number): any => { switch (kind) { case 0: return { p: [x, x * x], q: 0.5 }; case 1: return { p: [0.25, x], q: x }; } };
`;

/** What is in reach: picks an array of numbers, picks rows, makes a number of what it is given. */
export interface Reach {
  readonly numbers: () => string;
  readonly rows: () => string;
  readonly number: (...names: readonly string[]) => string;
}

/** Lines that leave something under a name, and of which kind that is. */
export interface Left {
  readonly lines: readonly string[];
  readonly kind: "numbers" | "rows" | "scalars";
}

export function growing({ pick, below }: Choices, name: string, { numbers, rows, number }: Reach): Left {
  const forms: (() => Left)[] = [
    () => {
      const row = rows();
      return {
        kind: "rows",
        lines: [
          `const ${name}: number[][] = [];`,
          `for (let i = 0; i < ${row}.length; i++) { ${name}[i] = []; for (let j = 0; j < ${row}[i]!.length; j++) ${name}[i]![j] = ${number(`${row}[i]![j]!`)}; }`,
        ],
      };
    },
    () => ({
      kind: "rows",
      lines: [
        `const ${name}: number[][] = Array.from({ length: ${1 + below(3)} }, () => []);`,
        `${numbers()}.forEach((x, i) => { ${name}[i % ${name}.length]!.push(${number("x")}); });`,
        pick(["", `${name}[0]!.pop();`, `${name}.push([${number()}]);`]),
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const ${name}: number[] = ${pick(["[]", "[0.5]"])};`,
        pick(["", `${name}.push(0);`]),
        `for (const x of ${numbers()}) { ${pick(["", `${name}.push(0.25);`, `if (x > 0.1) ${name}.push(1);`])} ${pick([`${name}.push`, `(x > 0 ? ${name} : ${name}).push`])}(${number("x")}${pick(["", ` + 0.5 * ${name}[${name}.length - 1]!`, ` * (${name}[${name}.length - 2] ?? 0.7)`])}); }`,
        pick(["", `${name}[${name}.length] = ${number()};`, `${name}[0]! += ${number()};`]),
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `const stack${name} = ${numbers()}.slice();`,
        `let ${name} = 0;`,
        `for (let t = 0; t < ${pick([`stack${name}.length`, "2", "3"])}; t++) { const x = stack${name}.${pick(["pop", "shift"])}()!; ${name} += ${number("x", name)}; ${pick(["", `if (t % 2 === 0) stack${name}.push(${number("x")});`])} }`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `const queue${name} = ${numbers()}.map((x) => ({ x, y: ${number("x")} }));`,
        `let ${name} = 0;`,
        `for (let one = queue${name}.${pick(["pop", "shift"])}(); one !== undefined; one = queue${name}.pop()) ${name} += one.x * one.y;`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const ${name} = ${numbers()}.map((x, i) => 2 * scaled(i % ${pick(["2", "3", "3", "4"])}, ${number("x")}));`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `let ${name} = 0;`,
        `for (const [i, x] of ${numbers()}.entries()) { const { p: [a, b], q } = pair(i % ${pick(["1", "2", "2", "3"])}, x); ${name} += ${number("a", "b", "q")} * b; }`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const ${name} = ${numbers()}.map((x, i) => x * ${pick(["table[i % 3]!", "settings.scale", "settings.rows[i % 2]![0]!", "(table[i] ?? 0.5)"])} + ${number("x")});`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        // Both are written before they are read: what an earlier call has left does not matter.
        `state[0] = ${number()}; state[1] = ${pick([number(), `${number()} * state[0]!`, "table[1]!"])};`,
        `const ${name} = ${number("state[0]!", "state[1]!", "table[0]!")};`,
      ],
    }),
  ];
  return pick(forms)();
}
