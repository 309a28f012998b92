// What a program of the conformance folder is: ordinary code, one idea each, a point, and what its derivatives are there.
//
// Each `*.test.ts` is a heading: lists of programs, which it gives to `conformance`. The names of accessors must differ from all
// property names of other tests, since files share processes; programs that define conversions are in `*.alone.test.ts`.

/** The derivatives in closed form, at a point. Those that are absent are asked of dual numbers. */
export interface Form {
  readonly value?: number;
  readonly gradient: readonly number[];
  readonly hessian: readonly (readonly number[])[];
}

export type FormAt = (x: readonly number[]) => Form;

export interface Program {
  readonly name: string;
  /** Takes a number, or an array of numbers. */
  readonly f: (x: never) => number;
  readonly at: number | readonly number[];
  readonly form: FormAt | null;
}

/** A program that zeroth refuses, with what it says. */
export interface Refused {
  readonly name: string;
  readonly f: (x: never) => number;
  readonly at: number | readonly number[];
  readonly message: RegExp;
}

/** A program that throws an error of its own; so must its derivative. */
export interface Thrown {
  readonly name: string;
  readonly f: (x: number) => number;
  readonly at: number;
  readonly error: new (...args: never[]) => Error;
  readonly message: string | RegExp;
}

/** A program that takes a number. */
export const scalar = (name: string, f: (x: number) => number, at: number, form: FormAt | null = null): Program => ({
  name,
  f,
  at,
  form,
});

/** A program that takes an array. */
export const vector = (
  name: string,
  f: (x: number[]) => number,
  at: readonly number[],
  form: FormAt | null = null,
): Program => ({ name, f, at, form });

export const refused = (name: string, f: (x: number) => number, at: number, message: RegExp): Refused => ({
  name,
  f,
  at,
  message,
});

export const refusedVector = (
  name: string,
  f: (x: number[]) => number,
  at: readonly number[],
  message: RegExp,
): Refused => ({ name, f, at, message });

export const thrown = (
  name: string,
  f: (x: number) => number,
  at: number,
  error: Thrown["error"],
  message: string | RegExp,
): Thrown => ({ name, f, at, error, message });

/** A sum of functions of one number each, by their first and second derivatives. */
export const slopes =
  (first: (v: number, i: number) => number, second: (v: number, i: number) => number): FormAt =>
  (x) => ({
    gradient: x.map(first),
    hessian: x.map((v, i) => x.map((_, j) => (i === j ? second(v, i) : 0))),
  });

/** A polynomial of one number, by its coefficients from the constant on. */
export function polynomial(...coefficients: readonly number[]): FormAt {
  const at = (x: number, order: number): number =>
    coefficients.reduceRight(
      (sum, c, k) => (k < order ? sum : sum * x + c * (order === 0 ? 1 : order === 1 ? k : k * (k - 1))),
      0,
    );
  return ([x = 0]) => ({ value: at(x, 0), gradient: [at(x, 1)], hessian: [[at(x, 2)]] });
}

/** Σ wᵢ xᵢ + c. */
export const linear =
  (weights: readonly number[], constant = 0): FormAt =>
  (x) => ({
    value: weights.reduce((sum, w, i) => sum + w * (x[i] ?? 0), constant),
    gradient: weights,
    hessian: x.map(() => x.map(() => 0)),
  });

/** Σ wᵢ xᵢ² + c. */
export const squares =
  (weights: readonly number[], constant = 0): FormAt =>
  (x) => ({
    value: weights.reduce((sum, w, i) => sum + w * (x[i] ?? 0) ** 2, constant),
    ...slopes(
      (v, i) => 2 * v * (weights[i] ?? 0),
      (_, i) => 2 * (weights[i] ?? 0),
    )(x),
  });

/** The product of two sums Σ aᵢ xᵢ and Σ bᵢ xᵢ. */
export const product =
  (a: readonly number[], b: readonly number[]): FormAt =>
  (x) => {
    const [p, q] = [a, b].map((weights) => weights.reduce((sum, w, i) => sum + w * (x[i] ?? 0), 0)) as [number, number];
    return {
      value: p * q,
      gradient: a.map((v, i) => v * q + (b[i] ?? 0) * p),
      hessian: a.map((v, i) => a.map((w, j) => v * (b[j] ?? 0) + (b[i] ?? 0) * w)),
    };
  };
