/**
 * Newton's method whose linear systems are solved by conjugate gradients (Nocedal and Wright, algorithm 7.1).
 *
 * The Hessian is only ever multiplied by a vector. An inner solve stops early while far from the minimum, and at
 * once where it meets negative curvature. The line search is that of Grippo, Lampariello and Lucidi: a step need
 * only improve on the worst of the last ten losses, so that full Newton steps may cut the bends of a narrow valley.
 */

export interface Objective {
  readonly valueAndGradient: (x: readonly number[]) => readonly [number, readonly number[]];
  readonly hessianTimes: (x: readonly number[], v: readonly number[]) => readonly number[];
}

export interface Step {
  readonly loss: number;
  readonly gradientNorm: number;
  /** Hessian-vector products that this step took. */
  readonly products: number;
}

export interface Minimum {
  readonly x: readonly number[];
  /** The start and every step after it. */
  readonly steps: readonly Step[];
}

/** Minimises until the gradient is `tolerance` times as long as at the start. */
export function newtonCg(objective: Objective, start: readonly number[], tolerance = 1e-10, maxSteps = 200): Minimum {
  let x = start;
  let [loss, gradient] = objective.valueAndGradient(x);
  const steps: Step[] = [{ loss, gradientNorm: norm(gradient), products: 0 }];
  const startNorm = norm(gradient);

  while (norm(gradient) > tolerance * startNorm && steps.length <= maxSteps) {
    const times = (v: readonly number[]): readonly number[] => objective.hessianTimes(x, v);
    const accuracy = Math.min(0.5, norm(gradient) / startNorm);
    const { direction, products } = solve(times, gradient, accuracy);

    const worst = Math.max(...steps.slice(-10).map((step) => step.loss));
    const descent = dot(gradient, direction);
    let length = 1;
    let next = along(x, length, direction);
    let [nextLoss, nextGradient] = objective.valueAndGradient(next);
    while (!(nextLoss <= worst + 1e-4 * length * descent)) {
      length /= 2;
      if (length < 1e-12) return { x, steps };
      next = along(x, length, direction);
      [nextLoss, nextGradient] = objective.valueAndGradient(next);
    }

    [x, loss, gradient] = [next, nextLoss, nextGradient];
    steps.push({ loss, gradientNorm: norm(gradient), products });
  }
  return { x, steps };
}

/** Solves H·d = −g until what is left of g is `accuracy` times as long, or as far as H is positive. */
function solve(
  hessianTimes: (v: readonly number[]) => readonly number[],
  gradient: readonly number[],
  accuracy: number,
): { readonly direction: readonly number[]; readonly products: number } {
  let direction = gradient.map(() => 0);
  let residual = gradient.map((slope) => -slope);
  let search = residual;
  const limit = 10 * gradient.length;
  for (let products = 1; products <= limit; products++) {
    const image = hessianTimes(search);
    const curvature = dot(search, image);
    if (curvature <= 0) return { direction: products === 1 ? search : direction, products };
    const squares = dot(residual, residual);
    direction = along(direction, squares / curvature, search);
    residual = along(residual, -squares / curvature, image);
    if (norm(residual) <= accuracy * norm(gradient)) return { direction, products };
    search = along(residual, dot(residual, residual) / squares, search);
  }
  return { direction, products: limit };
}

const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((sum, value, i) => sum + value * y[i]!, 0);

const norm = (x: readonly number[]): number => Math.sqrt(dot(x, x));

const along = (x: readonly number[], length: number, direction: readonly number[]): number[] =>
  x.map((value, i) => value + length * direction[i]!);
