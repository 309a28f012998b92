// The weather of Lorenz with an explicit Runge-Kutta method that is picked by name from a table of coefficients. The result
// is the state in the end, by the state at the start.

import type { Program } from "../program.ts";

interface Tableau {
  a: number[][];
  b: number[];
}

const tableaux: { [name: string]: Tableau } = {
  ralston: { a: [[], [2 / 3]], b: [1 / 4, 3 / 4] },
  kutta3: { a: [[], [1 / 2], [-1, 2]], b: [1 / 6, 2 / 3, 1 / 6] },
  classic: { a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1]], b: [1 / 6, 1 / 3, 1 / 3, 1 / 6] },
  threeEighths: { a: [[], [1 / 3], [-1 / 3, 1], [1, -1, 1]], b: [1 / 8, 3 / 8, 3 / 8, 1 / 8] },
};

type State = [number, number, number];

const lorenz =
  (sigma: number, rho: number, beta: number) =>
  ([x, y, z]: State): State => [sigma * (y - x), x * (rho - z) - y, x * y - beta * z];

const combine = (y: State, h: number, weights: number[], slopes: State[]): State =>
  y.map((v, i) => v + h * weights.reduce((s, w, k) => s + w * slopes[k]![i]!, 0)) as State;

function forecast(start: State, steps: number, method = "classic", h = 0.01): State {
  const tableau = tableaux[method];
  if (tableau === undefined) throw new Error(`no method called ${method}`);
  const rhs = lorenz(10, 28, 8 / 3);
  let y = start;
  for (let n = 0; n < steps; n++) {
    const slopes: State[] = [];
    for (const row of tableau.a) slopes.push(rhs(combine(y, h, row, slopes)));
    y = combine(y, h, tableau.b, slopes);
  }
  return y;
}

export const program: Program = {
  f: forecast,
  inputs: (n) => [[1.2, -0.7, 20.5], n, "threeEighths"],
  sizes: [12, 200],
  derivatives: ["jacobian", "jvp"],
};
