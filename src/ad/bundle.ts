// Bundles: the coefficients that a forward transform carries with each value; all are of one kind.
//
//     D      the tangent along one direction
//     V4     the tangents along four directions, in one run
//     T9     the Taylor coefficients of orders 1 to 9 along one curve

import { ZerothError, type Span } from "../ir/index.ts";

export interface Bundle {
  readonly letter: string;
  readonly count: number;
  /** Whether the coefficients are of rising orders, rather than tangents in different directions. */
  readonly isSeries: boolean;
  /** Whether the context, the tangents and the result are tuples with one component for each coefficient. */
  readonly isTupled: boolean;
}

export function bundleOf(letter: string, span: Span): Bundle {
  if (letter === "D") return { letter, count: 1, isSeries: false, isTupled: false };
  const count = Number(letter.slice(1));
  const isKnown = (letter.startsWith("V") || letter.startsWith("T")) && count >= 1;
  if (!isKnown) throw new ZerothError({ kind: "bug", message: `the derivative word ${letter}`, span });
  return { letter, count, isSeries: letter.startsWith("T"), isTupled: true };
}
