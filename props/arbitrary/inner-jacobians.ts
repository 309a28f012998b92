// Steps along the diagonal of an inner Jacobian, of an array whose length is known when the program runs. A function in the
// result has rows, too: those of the numbers that it captured.

import type { Choices } from "./choices.ts";
import type { Left, Reach } from "./growing.ts";

export function innerJacobians(choices: Choices, name: string, { numbers, number }: Reach): Left {
  const { pick, chance } = choices;
  const from = numbers();
  const operator = pick(["jacobian", "jacrev", "jacfwd"]);
  const mapped = `z.map((x, i) => ${number("x", "i / 3", "z[0]!")})`;
  if (chance(0.6)) {
    const step = `${name}.map((x, i) => ${number("x", "rows[i]![i]!", "rows[0]![i]!")})`;
    const lines = [
      `let ${name} = [...${from}];`,
      `for (let t = 0; t < 2; t++) { const rows = ${operator}((z: number[]) => ${mapped})(${name}); ${name} = ${step}; }`,
    ];
    return { lines, kind: "numbers" };
  }
  const [kept, other] = [number("(z[0] ?? 0.3)"), number("(z.at(-1) ?? 0.2)", "k")];
  const by = pick(["(v: number) => v * k + w[0]!", "(v: number) => inner(v) * w[1]!"]);
  const made = `const k = ${kept}; let q = 0.1; const w = [k, ${other}]; const inner = (v: number): number => q * v + k; q = w[1]!;`;
  const rows = `${name}r`;
  const own = number("x", `${rows}.all[i][i]`, `${rows}.by.w[1][i]`, `(${rows}.by.k ?? ${rows}.by.inner.q)[i]`);
  const lines = [
    `const ${rows} = ${operator}((z: number[]): any => { ${made} return { all: ${mapped}, by: ${by} }; })(${from}) as any;`,
    `const ${name} = ${from}.map((x, i) => ${own});`,
  ];
  return { lines, kind: "numbers" };
}
