/**
 * A network as a composition of plain functions: layers are closures over their weights, and a network is a layer.
 *
 * Nothing is declared to be a parameter. What the functions captured is what a gradient of the network has, by name, and
 * what `treeMap` changes.
 */

export type Layer = (x: number[]) => number[];

/** Wx + b. */
export const dense =
  (weights: readonly (readonly number[])[], biases: readonly number[]): Layer =>
  (x) =>
    weights.map((row, i) => row.reduce((sum, w, j) => sum + w * x[j]!, biases[i]!));

export const bend: Layer = (x) => x.map((v) => Math.tanh(v));

export const compose =
  (...layers: readonly Layer[]): Layer =>
  (x) =>
    layers.reduce((y, layer) => layer(y), x);

/** Two layers with random weights, of a variance that suits the number of inputs. */
export function network(inputs: number, hidden: number, outputs: number, random: () => number): Layer {
  const layer = (from: number, to: number): Layer => {
    const weight = (): number => (2 * random() - 1) * Math.sqrt(3 / from);
    return dense(
      Array.from({ length: to }, () => Array.from({ length: from }, weight)),
      Array.from({ length: to }, () => 0),
    );
  };
  return compose(layer(inputs, hidden), bend, layer(hidden, outputs));
}
