// Pulses through layers of glass: the index of refraction is costly, so it is kept for the wavelengths used last, in a cache
// that forgets the one that was not used for longest. The result is the optical path of each pulse.

import type { Program } from "../program.ts";

interface Glass {
  b: number[];
  c: number[];
}

class LruCache<K, V> {
  private readonly items = new Map<K, V>();
  private readonly capacity: number;
  hits = 0;
  misses = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get(key: K, make: () => V): V {
    if (this.items.has(key)) {
      this.hits++;
      const value = this.items.get(key)!;
      // the youngest is last
      this.items.delete(key);
      this.items.set(key, value);
      return value;
    }
    this.misses++;
    if (this.items.size >= this.capacity) this.items.delete(this.items.keys().next().value!);
    const value = make();
    this.items.set(key, value);
    return value;
  }
}

/** Sellmeier's equation, wavelengths in micrometres. */
function index({ b, c }: Glass, wavelength: number): number {
  const l2 = wavelength ** 2;
  return Math.sqrt(1 + b.reduce((s, bi, i) => s + (bi * l2) / (l2 - c[i]!), 0));
}

function paths(glasses: Glass[], thickness: number[], pulses: number[]): number[] {
  const cache = new LruCache<string, number>(8);
  return pulses.map((nanometres) => {
    let path = 0;
    thickness.forEach((d, layer) => {
      const k = layer % glasses.length;
      const glass = glasses[k]!;
      const n = cache.get(`${k}@${nanometres}`, () => index(glass, nanometres / 1000));
      // group index by a difference
      const up = cache.get(`${k}@${nanometres + 1}`, () => index(glass, (nanometres + 1) / 1000));
      path += d * (n - nanometres * (up - n));
    });
    return path;
  });
}

export const program: Program = {
  f: paths,
  inputs: (n) => [
    [
      { b: [1.0396, 0.2318, 1.0105], c: [0.006, 0.02, 103.56] },
      { b: [1.4313, 0.6505, 5.3414], c: [0.0053, 0.0142, 325.02] },
    ],
    [1.2, 0.4, 2.1, 0.7],
    Array.from({ length: n }, (_, i) => 500 + 10 * ((i * i) % 5)),
  ],
  sizes: [12, 150],
  derivatives: ["vjp", "jvp"],
};
