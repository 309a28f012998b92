// A register machine whose program is an Int32Array of (op, destination, source, source) words, with jumps:
// the program in it computes a continued fraction and a Horner polynomial in a loop.

import type { Program } from "../program.ts";

const HALT = 0;
const ADD = 1;
const MUL = 2;
const DIV = 3;
const MOVE = 4;
const FETCH = 5; // r[dst] = memory[int r[a]]
const DEC = 6;
const JUMP_IF_POSITIVE = 7;

function execute(memory: number[], code: Int32Array, count: number): number {
  const regs = new Float64Array(8);
  const counters = new Int32Array(4);
  counters[0] = count - 1;
  regs[7] = 1;
  regs[3] = 0.6;
  let pc = 0;
  while (true) {
    const op = code[pc]!;
    const dst = code[pc + 1]!;
    const a = code[pc + 2]!;
    const b = code[pc + 3]!;
    pc += 4;
    if (op === HALT) break;
    switch (op) {
      case ADD:
        regs[dst] = regs[a]! + regs[b]!;
        break;
      case MUL:
        regs[dst] = regs[a]! * regs[b]!;
        break;
      case DIV:
        regs[dst] = regs[a]! / regs[b]!;
        break;
      case MOVE:
        regs[dst] = regs[a]!;
        break;
      case FETCH:
        regs[dst] = memory[counters[a]!]!;
        break;
      case DEC:
        counters[dst] = counters[dst]! - 1;
        break;
      case JUMP_IF_POSITIVE:
        if (counters[dst]! >= 0) pc = a * 4;
        break;
    }
  }
  return regs[0]! + 0.1 * regs[1]!;
}

// prettier-ignore
const listing = [
  FETCH, 2, 0, 0, // 0: r2 = m[k]
  ADD, 1, 1, 2,   // 1: r1 = r1 + r2
  DIV, 1, 7, 1,   // 2: r1 = 1 / r1
  MUL, 0, 0, 3,   // 3: r0 = r0 * x
  ADD, 0, 0, 2,   // 4: r0 = r0 + r2
  DEC, 0, 0, 0,   // 5: k--
  JUMP_IF_POSITIVE, 0, 0, 0, // 6: while k >= 0
  MOVE, 4, 1, 0,
  MUL, 1, 4, 4,
  HALT, 0, 0, 0,
];

export const program: Program = {
  f: execute,
  inputs: (n) => [Array.from({ length: n }, (_, i) => 1.5 + Math.sin(3 * i)), Int32Array.from(listing), n],
  sizes: [12, 1000],
  derivatives: ["grad"],
};
