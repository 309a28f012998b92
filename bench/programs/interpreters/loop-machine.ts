// A machine with cells of memory, jumps and a counter: its code, as text, computes a continued fraction and a sum in
// loops. The result is what its output cell holds, by the memory at the start.

import type { Program } from "../program.ts";

type Instruction = { op: string; args: string[] };

function assemble(source: string): { code: Instruction[]; labels: Record<string, number> } {
  const code: Instruction[] = [];
  const labels: Record<string, number> = {};
  for (const line of source.split("\n").map((l) => l.trim())) {
    if (line === "") continue;
    if (line.endsWith(":")) labels[line.slice(0, -1)] = code.length;
    else {
      const [op, ...args] = line.split(" ");
      code.push({ op: op!, args });
    }
  }
  return { code, labels };
}

const SOURCE = `
  set acc 1
again:
  div acc one acc
  add acc acc a
  mul acc acc b
  sin t acc
  add out out t
  loop again
  exp t c
  mul out out t
  jumpless out zero end
  sub out out c
end:
  halt`;

function run(cells: Record<string, number>, rounds: number, source = SOURCE): number {
  const { code, labels } = assemble(source);
  const memory: Record<string, number> = { zero: 0, one: 1, acc: 0, t: 0, out: 0, ...cells };
  let left = rounds;
  let pc = 0;
  while (pc < code.length) {
    const { op, args } = code[pc++]!;
    const [to, a, b] = args as [string, string, string];
    if (op === "set") memory[to] = Number(a);
    else if (op === "add") memory[to] = memory[a]! + memory[b]!;
    else if (op === "sub") memory[to] = memory[a]! - memory[b]!;
    else if (op === "mul") memory[to] = memory[a]! * memory[b]!;
    else if (op === "div") memory[to] = memory[a]! / memory[b]!;
    else if (op === "sin") memory[to] = Math.sin(memory[a]!);
    else if (op === "exp") memory[to] = Math.exp(memory[a]!);
    else if (op === "loop") {
      if (--left > 0) pc = labels[to]!;
    } else if (op === "jumpless") {
      if (memory[to]! < memory[a]!) pc = labels[b]!;
    } else if (op === "halt") break;
    else throw new Error(`no such instruction: ${op}`);
  }
  return memory["out"]! / rounds;
}

export const program: Program = {
  f: run,
  inputs: (n) => [{ a: 0.8, b: 0.9, c: -0.3 }, n],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
