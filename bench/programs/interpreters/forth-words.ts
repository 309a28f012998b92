// A small Forth: words that are defined by other words, a stack of numbers, and a table of primitives. A patch of
// oscillators is a text in it; the result is the energy of the sound.

import type { Program } from "../program.ts";

type Stack = number[];

const primitives: Record<string, (s: Stack) => void> = {
  "+": (s) => binary(s, (a, b) => a + b),
  "-": (s) => binary(s, (a, b) => a - b),
  "*": (s) => binary(s, (a, b) => a * b),
  "/": (s) => binary(s, (a, b) => a / b),
  sin: (s) => s.push(Math.sin(s.pop()!)),
  abs: (s) => s.push(Math.abs(s.pop()!)),
  dup: (s) => s.push(s[s.length - 1]!),
  over: (s) => s.push(s[s.length - 2]!),
  drop: (s) => void s.pop(),
  swap: (s) => {
    const [b, a] = [s.pop()!, s.pop()!];
    s.push(b, a);
  },
};

function binary(s: Stack, f: (a: number, b: number) => number): void {
  const b = s.pop()!;
  const a = s.pop()!;
  s.push(f(a, b));
}

const words: Record<string, string> = {
  square: "dup *",
  clip: "dup abs 1 + /",
  fm: "t depth * sin swap + sin", // frequency phase -> sample
  voice: "pitch t * 0.3 fm level *",
  second: "pitch t * 1.5 * dup sin 0.5 * swap fm drift * level *",
};

function execute(text: string, stack: Stack, variables: Record<string, number>): void {
  for (const token of text.split(" ")) {
    const defined = words[token];
    if (defined !== undefined) execute(defined, stack, variables);
    else if (token in primitives) primitives[token]!(stack);
    else if (token in variables) stack.push(variables[token]!);
    else stack.push(parseFloat(token));
  }
}

function energy(knobs: { pitch: number; depth: number; level: number; drift: number }, samples: number): number {
  let sum = 0;
  for (let k = 0; k < samples; k++) {
    const stack: Stack = [];
    execute("voice second + clip square", stack, { ...knobs, t: 0.1 * k + 0.05 });
    sum += stack.pop()!;
  }
  return sum / samples;
}

export const program: Program = {
  f: energy,
  inputs: (n) => [{ pitch: 2.2, depth: 0.7, level: 0.9, drift: 1.3 }, n],
  sizes: [10, 60],
  derivatives: ["valueAndGrad"],
};
