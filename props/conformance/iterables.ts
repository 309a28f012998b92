// Iterables of the program's own.

export class Range implements Iterable<number> {
  readonly from: number;
  readonly to: number;
  constructor(from: number, to: number) {
    this.from = from;
    this.to = to;
  }
  [Symbol.iterator](): Iterator<number> {
    let next = this.from;
    const { to } = this;
    return {
      next: () => (next < to ? { done: false, value: next++ } : { done: true, value: undefined }),
    };
  }
}

export class Polynomial implements Iterable<readonly [number, number]> {
  readonly coefficients: readonly number[];
  constructor(...coefficients: readonly number[]) {
    this.coefficients = coefficients;
  }
  [Symbol.iterator](): Iterator<readonly [number, number]> {
    const entries = this.coefficients.map((c, k) => [c, k] as const);
    let at = 0;
    return {
      next(): IteratorResult<readonly [number, number]> {
        return at < entries.length ? { done: false, value: entries[at++]! } : { done: true, value: undefined };
      },
    };
  }
}

interface Watched extends Iterable<number> {
  closed: number;
  given: number;
}

/** Powers of x without end, which counts how often it was closed. */
export const powers = (x: number): Watched => {
  const watched: Watched = {
    closed: 0,
    given: 0,
    [Symbol.iterator]: () => {
      let y = 1;
      return {
        next(): IteratorResult<number> {
          watched.given++;
          y *= x;
          return { done: false, value: y };
        },
        return(): IteratorResult<number> {
          watched.closed++;
          return { done: true, value: undefined };
        },
      };
    },
  };
  return watched;
};
