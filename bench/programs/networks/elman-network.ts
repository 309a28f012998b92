// A simple recurrent network predicts the next value of a sequence; loss over the whole sequence.

import type { Program } from "../program.ts";

interface Elman {
  recurrent: number[][];
  input: number[];
  bias: number[];
  output: number[];
}

function sequenceLoss(net: Elman, sequence: number[]): number {
  const size = net.bias.length;
  let hidden = new Array<number>(size).fill(0);
  let loss = 0;
  for (let t = 0; t + 1 < sequence.length; t++) {
    const next: number[] = [];
    for (let i = 0; i < size; i++) {
      let z = net.bias[i]! + net.input[i]! * sequence[t]!;
      for (let j = 0; j < size; j++) z += net.recurrent[i]![j]! * hidden[j]!;
      next[i] = Math.tanh(z);
    }
    hidden = next;
    let y = 0;
    for (let i = 0; i < size; i++) y += net.output[i]! * hidden[i]!;
    loss += (y - sequence[t + 1]!) * (y - sequence[t + 1]!);
  }
  return loss / (sequence.length - 1);
}

export const program: Program = {
  f: sequenceLoss,
  inputs: (n) => {
    const size = 8;
    const range = [...new Array<number>(size).keys()];
    return [
      {
        recurrent: range.map((i) => range.map((j) => 0.35 * Math.sin(2 + 5 * i + 3 * j))),
        input: range.map((i) => Math.cos(i)),
        bias: range.map((i) => 0.1 * Math.sin(2 * i)),
        output: range.map((i) => 0.5 * Math.sin(3 * i + 1)),
      },
      Array.from({ length: n }, (_, t) => Math.sin(0.4 * t) + 0.2 * Math.sin(2.1 * t)),
    ];
  },
  sizes: [12, 200],
  derivatives: ["valueAndGrad"],
};
