// `zeroth cache`: lets Node cache the compiled code of the package. V8 caches functions that have run, so the command first takes
// derivatives, as a program would.

import { loadAll, writeCache } from "../host/code-cache.ts";
import { compile, explain, grad, hessian, hvp, jacobian, valueAndGrad } from "../index.ts";

const sample = `
interface Layer { readonly weights: readonly (readonly number[])[]; readonly bias: readonly number[] }

const relu = (x: number): number => (x > 0 ? x : 0);

function dense({ weights, bias }: Layer, xs: readonly number[]): number[] {
  return weights.map((row, k) => row.reduce((sum, w, i) => sum + w * xs[i]!, bias[k]!)).map(relu);
}

export function loss(layer: Layer, xs: readonly number[], scale: number): number {
  let total = 0;
  for (const y of dense(layer, xs)) {
    if (y === 0) continue;
    total += Math.log(1 + Math.exp(y / scale));
  }
  return total / xs.length;
}

export function power(x: number, n: number): number {
  let result = 1;
  let k = 0;
  while (k < n) {
    result *= x;
    k++;
  }
  return result;
}

export function energy(xs: Float64Array): number {
  const cells = Float64Array.from(xs);
  for (let step = 0; step < 3; step++) {
    for (let i = 1; i < cells.length; i++) cells[i] = cells[i]! - cells[i - 1]! ** 2;
  }
  return cells.reduce((sum, x) => sum + x * x, 0);
}

export const tree = (x: number, depth: number): number => (depth < 1 ? Math.sin(x) : tree(x / 2, depth - 1) * tree(x, depth - 2));

export const norm = (xs: readonly number[]): number => Math.sqrt(xs.reduce((sum, x) => sum + x * x, 0));
`;

interface Sample {
  readonly loss: (layer: object, xs: readonly number[], scale: number) => number;
  readonly power: (x: number, n: number) => number;
  readonly energy: (xs: Float64Array) => number;
  readonly tree: (x: number, depth: number) => number;
  readonly norm: (xs: readonly number[]) => number;
}

/** Writes the cache; gives a message about it. */
export async function cacheCommand(): Promise<string> {
  loadAll();
  const { loss, power, energy, tree, norm } = (await compile(sample, { file: "sample.ts" })) as unknown as Sample;
  const layer = { weights: [[1, 2]], bias: [3] };
  grad(loss)(layer, [1, 2], 3);
  valueAndGrad(power)(2, 3);
  grad(grad(power))(2, 3);
  grad(energy)(Float64Array.of(1, 2));
  grad(tree)(1, 3);
  hvp(norm)([1, 2], [3, 4]);
  hessian(norm)([1, 2]);
  jacobian((xs: readonly number[]) => [xs[0]! * xs[1]!])([1, 2]);
  explain(
    grad((x: number) => x * x),
    2,
  );
  const { files, bytes, folder } = writeCache();
  return `code of ${files} files, ${(bytes / 1e6).toFixed(1)} MB, kept in ${folder}`;
}
