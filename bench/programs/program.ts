/** What a program of the corpus is: a function that somebody wrote, inputs for it, and the derivatives that are asked for. */

export type Derivative = "grad" | "valueAndGrad" | "vjp" | "jvp" | "hvp" | "hessian" | "jacobian" | "linearize";

export interface Program {
  /** The function. Derivatives are taken with respect to its first argument. */
  readonly f: (...args: never[]) => unknown;
  /** The arguments at size n, made anew by each call, the same for the same n. */
  readonly inputs: (n: number) => readonly unknown[];
  /** The sizes to measure at. */
  readonly sizes: readonly [small: number, large: number];
  readonly derivatives: readonly Derivative[];
}
