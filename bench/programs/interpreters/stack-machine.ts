// A stack machine with push, load, dup, swap and arithmetic, run once per row of a table; the sum of what is left on
// top of the stack, as a function of the constant pool.

import type { Program } from "../program.ts";

type Instr =
  | { op: "push"; slot: number }
  | { op: "load"; column: number }
  | { op: "add" }
  | { op: "sub" }
  | { op: "mul" }
  | { op: "dup" }
  | { op: "swap" }
  | { op: "tanh" };

function run(code: Instr[], pool: number[], row: number[]): number {
  const stack: number[] = [];
  const pop = (): number => stack.pop() as number;
  for (const instr of code) {
    switch (instr.op) {
      case "push":
        stack.push(pool[instr.slot] as number);
        break;
      case "load":
        stack.push(row[instr.column] as number);
        break;
      case "add": {
        const b = pop();
        const a = pop();
        stack.push(a + b);
        break;
      }
      case "sub": {
        const b = pop();
        const a = pop();
        stack.push(a - b);
        break;
      }
      case "mul":
        stack.push(pop() * pop());
        break;
      case "dup":
        stack.push(stack[stack.length - 1] as number);
        break;
      case "swap": {
        const b = pop();
        const a = pop();
        stack.push(b, a);
        break;
      }
      case "tanh":
        stack.push(Math.tanh(pop()));
        break;
    }
  }
  return pop();
}

const total = (pool: number[], code: Instr[], table: number[][]): number =>
  table.reduce((sum, row) => sum + run(code, pool, row), 0);

export const program: Program = {
  f: total,
  inputs: (n) => {
    // p0*u + p1, tanh, squared, minus v*p2, swapped about with p3
    const code: Instr[] = [
      { op: "load", column: 0 },
      { op: "push", slot: 0 },
      { op: "mul" },
      { op: "push", slot: 1 },
      { op: "add" },
      { op: "tanh" },
      { op: "dup" },
      { op: "mul" },
      { op: "push", slot: 2 },
      { op: "load", column: 1 },
      { op: "mul" },
      { op: "swap" },
      { op: "sub" },
      { op: "push", slot: 3 },
      { op: "mul" },
    ];
    const table = Array.from({ length: n }, (_, i) => [Math.sin(i), Math.cos(1.7 * i)]);
    return [[0.8, -0.3, 1.1, 0.5], code, table];
  },
  sizes: [12, 300],
  derivatives: ["valueAndGrad", "hvp"],
};
