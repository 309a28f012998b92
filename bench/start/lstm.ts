/** The gradient of a long short-term memory over a sequence, in all its weights: a program of some two hundred lines. */
import { grad } from "zeroth";

/** One gate: weights of the input, weights of the state before, biases. */
interface Gate {
  readonly input: readonly (readonly number[])[];
  readonly state: readonly (readonly number[])[];
  readonly bias: readonly number[];
}

interface Weights {
  readonly take: Gate;
  readonly keep: Gate;
  readonly give: Gate;
  readonly content: Gate;
  readonly output: readonly (readonly number[])[];
  readonly outputBias: readonly number[];
}

interface Memory {
  readonly cell: readonly number[];
  readonly hidden: readonly number[];
}

const inputs = 3;
const units = 4;
const outputs = 2;

function sigmoid(x: number): number {
  if (x >= 0) {
    return 1 / (1 + Math.exp(-x));
  }
  const e = Math.exp(x);
  return e / (1 + e);
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) {
    sum += a[k]! * b[k]!;
  }
  return sum;
}

function zeros(n: number): number[] {
  const list: number[] = [];
  for (let k = 0; k < n; k++) {
    list.push(0);
  }
  return list;
}

/** What a gate computes of the input and of the hidden state, before its nonlinearity. */
function activation(gate: Gate, x: readonly number[], hidden: readonly number[]): number[] {
  const result: number[] = [];
  for (let unit = 0; unit < gate.bias.length; unit++) {
    const ofInput = dot(gate.input[unit]!, x);
    const ofState = dot(gate.state[unit]!, hidden);
    result.push(ofInput + ofState + gate.bias[unit]!);
  }
  return result;
}

function step(weights: Weights, memory: Memory, x: readonly number[]): Memory {
  const take = activation(weights.take, x, memory.hidden);
  const keep = activation(weights.keep, x, memory.hidden);
  const give = activation(weights.give, x, memory.hidden);
  const content = activation(weights.content, x, memory.hidden);
  const cell: number[] = [];
  const hidden: number[] = [];
  for (let unit = 0; unit < units; unit++) {
    const kept = sigmoid(keep[unit]!) * memory.cell[unit]!;
    const taken = sigmoid(take[unit]!) * Math.tanh(content[unit]!);
    const now = kept + taken;
    cell.push(now);
    hidden.push(sigmoid(give[unit]!) * Math.tanh(now));
  }
  return { cell, hidden };
}

/** Logarithms of the probabilities of the classes. */
function logProbabilities(weights: Weights, hidden: readonly number[]): number[] {
  const scores: number[] = [];
  let largest = -Infinity;
  for (let k = 0; k < outputs; k++) {
    const score = dot(weights.output[k]!, hidden) + weights.outputBias[k]!;
    scores.push(score);
    if (score > largest) {
      largest = score;
    }
  }
  let total = 0;
  for (let k = 0; k < outputs; k++) {
    total += Math.exp(scores[k]! - largest);
  }
  const shift = largest + Math.log(total);
  const result: number[] = [];
  for (let k = 0; k < outputs; k++) {
    result.push(scores[k]! - shift);
  }
  return result;
}

/** Squares of the weights of a gate. */
function size(gate: Gate): number {
  let sum = 0;
  for (const row of gate.input) {
    for (const w of row) {
      sum += w * w;
    }
  }
  for (const row of gate.state) {
    for (const w of row) {
      sum += w * w;
    }
  }
  return sum;
}

function loss(weights: Weights, sequence: readonly (readonly number[])[], classes: readonly number[]): number {
  let memory: Memory = { cell: zeros(units), hidden: zeros(units) };
  let total = 0;
  for (let t = 0; t < sequence.length; t++) {
    memory = step(weights, memory, sequence[t]!);
    const given = logProbabilities(weights, memory.hidden);
    total -= given[classes[t]!]!;
  }
  const decay = size(weights.take) + size(weights.keep) + size(weights.give) + size(weights.content);
  return total / sequence.length + 1e-3 * decay;
}

// Numbers that look random.
let seed = 1;
function next(): number {
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647 - 0.5;
}

function randomRow(n: number): number[] {
  return Array.from({ length: n }, next);
}

function randomMatrix(rows: number, columns: number): number[][] {
  return Array.from({ length: rows }, () => randomRow(columns));
}

function randomGate(): Gate {
  return {
    input: randomMatrix(units, inputs),
    state: randomMatrix(units, units),
    bias: randomRow(units),
  };
}

const weights: Weights = {
  take: randomGate(),
  keep: randomGate(),
  give: randomGate(),
  content: randomGate(),
  output: randomMatrix(outputs, units),
  outputBias: randomRow(outputs),
};

const sequence = randomMatrix(6, inputs);
const classes = sequence.map((row) => (row[0]! > 0 ? 1 : 0));

/** The weights with one of them changed. */
function changed(by: number): Weights {
  const state = weights.keep.state.map((row) => [...row]);
  state[1]![2]! += by;
  return { ...weights, keep: { ...weights.keep, state } };
}

const gradient = grad(loss)(weights, sequence, classes);
const slope = gradient.keep.state[1]![2]!;
const h = 1e-5;
const difference = (loss(changed(h), sequence, classes) - loss(changed(-h), sequence, classes)) / (2 * h);
if (!(Math.abs(slope - difference) < 1e-8)) {
  throw new Error(`the slope is ${slope}, the quotient of differences ${difference}`);
}
