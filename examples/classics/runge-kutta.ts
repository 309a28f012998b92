/**
 * Sensitivities of a differential equation: derivatives of its solver, which is a loop like any other.
 *
 * Logistic growth y′ = r·y·(1 − y/k) has the solution k/(1 + c·e^(−rt)) with c = k/y₀ − 1, which the classical method of
 * Runge and Kutta meets to the fourth order of the step. Of the linear equation y′ = a·y the method itself is known: n steps
 * multiply by R(ah)ⁿ, with R the exponential's series to the fourth order, so there derivatives agree to rounding.
 */

import { derivative, grad, jacfwd } from "zeroth";
import type { Answer } from "./answer.ts";

/** The value at time `t` after `steps` steps of equal length. */
export function rungeKutta(slope: (y: number) => number, y0: number, t: number, steps: number): number {
  const h = t / steps;
  let y = y0;
  for (let i = 0; i < steps; i++) {
    const k1 = slope(y);
    const k2 = slope(y + (h / 2) * k1);
    const k3 = slope(y + (h / 2) * k2);
    const k4 = slope(y + h * k3);
    y += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

interface Growth {
  /** Rate. */
  readonly r: number;
  /** Capacity. */
  readonly k: number;
  /** Start. */
  readonly y0: number;
}

const population = ({ r, k, y0 }: Growth, t: number): number => rungeKutta((y) => r * y * (1 - y / k), y0, t, 1000);

export function rungeKuttaAnswers(): Answer[] {
  const [at, t]: [Growth, number] = [{ r: 0.9, k: 5, y0: 0.4 }, 4];
  const name = "logistic equation";
  const known = logistic(at, t);
  const reverse = grad(population)(at, t);
  const forward = jacfwd(population)(at, t);
  const curvature = derivative((r: number) => population({ ...at, r }, t), 2)(at.r);

  const [a, steps] = [0.7, 10];
  const linear = (a: number): number => rungeKutta((y) => a * y, 2, t, steps);
  return [
    { name: `${name}, reverse`, what: "∂y/∂r", expected: known.r, got: reverse.r },
    { name: `${name}, reverse`, what: "∂y/∂k", expected: known.k, got: reverse.k },
    { name: `${name}, reverse`, what: "∂y/∂y₀", expected: known.y0, got: reverse.y0 },
    { name: `${name}, forward`, what: "∂y/∂r", expected: known.r, got: forward.r },
    { name: `${name}, forward`, what: "∂y/∂k", expected: known.k, got: forward.k },
    { name: `${name}, forward`, what: "∂y/∂y₀", expected: known.y0, got: forward.y0 },
    { name: `${name}, series`, what: "∂²y/∂r²", expected: known.rr, got: curvature },
    {
      name: "linear equation, reverse",
      what: "∂y/∂a of ten steps",
      expected: slopeOfSteps(a, t, steps),
      got: grad(linear)(a),
    },
  ];
}

/** The derivatives of the solution. */
function logistic({ r, k, y0 }: Growth, t: number): Growth & { readonly rr: number } {
  const decay = Math.exp(-r * t);
  const c = k / y0 - 1;
  const divisor = 1 + c * decay;
  return {
    r: (k * c * t * decay) / divisor ** 2,
    k: 1 / divisor - (k * decay) / (y0 * divisor ** 2),
    y0: (k ** 2 * decay) / (y0 * divisor) ** 2,
    rr: (k * c * t ** 2 * decay * (c * decay - 1)) / divisor ** 3,
  };
}

/** The derivative of 2·R(ah)ⁿ. */
function slopeOfSteps(a: number, t: number, steps: number): number {
  const h = t / steps;
  const z = a * h;
  const factor = 1 + z + z ** 2 / 2 + z ** 3 / 6 + z ** 4 / 24;
  return 2 * steps * factor ** (steps - 1) * (1 + z + z ** 2 / 2 + z ** 3 / 6) * h;
}
