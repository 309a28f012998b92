/**
 * What a row of the benchmark is: a function, its derivative by zeroth, and the same by hand.
 *
 * Each is called with the number of the call, and picks one of several inputs by it, so that nothing can be computed
 * before the loop that times it. None may change its inputs.
 */

export type Contender = (call: number) => unknown;

export interface Row {
  readonly name: string;
  /** Which derivative: "gradient", "third derivative". */
  readonly derivative: string;
  /** What the arrays in it are; absent where there are none. */
  readonly arrays?: "number[]" | "Float64Array";
  /** How often a contender calls its function; 1 if absent. */
  readonly calls?: number;
  readonly primal: Contender;
  readonly zeroth: Contender;
  readonly byHand: Contender;
  /** What it is called with, for other libraries (peers); absent where they are not compared. */
  readonly data?: unknown;
  /** What the derivative by hand should take, as a multiple of the primal; null where none is given. */
  readonly byHandOverPrimal: number | null;
  /** What zeroth may take at most, as a multiple of the derivative by hand. */
  readonly most: number;
}

/** One of four, by the number of the call. */
export const pick = <T>(inputs: readonly T[], call: number): T => inputs[call & 3] as T;

/** Four inputs. */
export const inputs = <T>(make: (k: number) => T): readonly T[] => [0, 1, 2, 3].map(make);

export type Numbers = number[] | Float64Array;

export type Arrays = NonNullable<Row["arrays"]>;

/** An array of the wanted kind. */
export const numbers = (arrays: Arrays, length: number, at: (i: number) => number): Numbers => {
  const xs = Array.from({ length }, (_, i) => at(i));
  return arrays === "number[]" ? xs : Float64Array.from(xs);
};

/** Zeros in an array like another. */
export const zerosLike = (xs: Numbers): Numbers =>
  xs instanceof Float64Array ? new Float64Array(xs.length) : new Array<number>(xs.length).fill(0);
