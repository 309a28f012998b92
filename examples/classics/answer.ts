/**
 * A number that a program found, beside the one that is known.
 */

export interface Answer {
  /** The program, and how it was differentiated. */
  readonly name: string;
  /** What the number is. */
  readonly what: string;
  readonly expected: number;
  readonly got: number;
}

export const relativeError = ({ expected, got }: Answer): number => Math.abs(got - expected) / Math.abs(expected);
