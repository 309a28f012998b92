// Intervals that hold the values of numbers.

export interface Interval {
  readonly lo: number;
  readonly hi: number;
}

export const interval = (lo: number, hi: number): Interval => ({ lo, hi });

/** What is kept in variables that are assigned, in arrays, records, parameters and results of functions. */
export const cell: Interval = interval(-4, 4);

export const unit: Interval = interval(-1, 1);

/** What is kept in counters: whole numbers. */
export const counter: Interval = interval(0, 1023);

/** The interval of what is not a number. */
export const nothing: Interval = interval(0, 0);

/** No number may leave this. */
export const moderate: Interval = interval(-1000, 1000);

export const magnitude = ({ lo, hi }: Interval): number => Math.max(Math.abs(lo), Math.abs(hi));

export const isInside = (a: Interval, b: Interval): boolean => a.lo >= b.lo && a.hi <= b.hi;

export const holds = ({ lo, hi }: Interval, x: number): boolean => lo <= x && x <= hi;

export const union = (a: Interval, b: Interval): Interval => interval(Math.min(a.lo, b.lo), Math.max(a.hi, b.hi));

export const plus = (a: Interval, b: Interval): Interval => interval(a.lo + b.lo, a.hi + b.hi);

export const minus = (a: Interval, b: Interval): Interval => interval(a.lo - b.hi, a.hi - b.lo);

export const negated = ({ lo, hi }: Interval): Interval => interval(-hi, -lo);

export function times(a: Interval, b: Interval): Interval {
  const ends = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
  return interval(Math.min(...ends), Math.max(...ends));
}

/** The quotient by an interval without zero. */
export const over = (a: Interval, b: Interval): Interval => times(a, interval(1 / b.hi, 1 / b.lo));

/** The image under an increasing function. */
export const image = (f: (x: number) => number, { lo, hi }: Interval): Interval => interval(f(lo), f(hi));
