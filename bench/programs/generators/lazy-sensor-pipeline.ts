// Readings of a power meter through a lazy pipeline of generators (scale, smooth, pick what is above a threshold, take some): the
// costs of the peaks.

import type { Program } from "../program.ts";

class Lazy<T> {
  private readonly source: () => Iterable<T>;

  constructor(source: () => Iterable<T>) {
    this.source = source;
  }

  static from<T>(items: Iterable<T>): Lazy<T> {
    return new Lazy(() => items);
  }

  map<U>(f: (item: T) => U): Lazy<U> {
    const { source } = this;
    return new Lazy(function* () {
      for (const item of source()) yield f(item);
    });
  }

  filter(keep: (item: T) => boolean): Lazy<T> {
    const { source } = this;
    return new Lazy(function* () {
      for (const item of source()) if (keep(item)) yield item;
    });
  }

  take(count: number): Lazy<T> {
    const { source } = this;
    return new Lazy(function* () {
      let left = count;
      if (left <= 0) return;
      for (const item of source()) {
        yield item;
        if (--left === 0) return;
      }
    });
  }

  scan<S>(f: (state: S, item: T) => S, start: S): Lazy<S> {
    const { source } = this;
    return new Lazy(function* () {
      let state = start;
      for (const item of source()) {
        state = f(state, item);
        yield state;
      }
    });
  }

  reduce<S>(f: (state: S, item: T) => S, start: S): S {
    let state = start;
    for (const item of this.source()) state = f(state, item);
    return state;
  }
}

interface Meter {
  gain: number;
  smoothing: number;
  threshold: number;
  price: number;
}

function peakCost(meter: Meter, readings: number[]): number {
  return Lazy.from(readings)
    .map((x) => meter.gain * x + 0.1)
    .scan((level, x) => level + meter.smoothing * (x - level), 1)
    .filter((level) => level > meter.threshold)
    .map((level) => meter.price * (level - meter.threshold) ** 1.5)
    .take(40)
    .reduce((a, b) => a + b, 0);
}

export const program: Program = {
  f: peakCost,
  inputs: (n) => [
    { gain: 1.2, smoothing: 0.4, threshold: 1.05, price: 3 },
    Array.from({ length: n }, (_, i) => 1 + 0.8 * Math.sin(i * i)),
  ],
  sizes: [12, 200],
  derivatives: ["grad"],
};
