// Sets of small numbers: a bit for each. They are made with room for all that they may ever hold.

export type Bits = Uint32Array;

/** How many words a set has that may hold the numbers below `size`. */
export const wordsFor = (size: number): number => (size + 31) >>> 5;

export const emptyBits = (size: number): Bits => new Uint32Array(wordsFor(size));

export function addBit(bits: Bits, k: number): void {
  bits[k >>> 5] = (bits[k >>> 5] as number) | (1 << (k & 31));
}

export function removeBit(bits: Bits, k: number): void {
  bits[k >>> 5] = (bits[k >>> 5] as number) & ~(1 << (k & 31));
}

export const hasBit = (bits: Bits, k: number): boolean => ((bits[k >>> 5] as number) & (1 << (k & 31))) !== 0;

/** Adds a set to another; whether that had not all of it. */
export function addBits(into: Bits, from: Bits): boolean {
  let isNew = false;
  for (let w = 0; w < into.length; w++) {
    const before = into[w] as number;
    const after = (before | (from[w] as number)) >>> 0;
    if (after === before) continue;
    into[w] = after;
    isNew = true;
  }
  return isNew;
}

/** Visits the numbers of a set, the smallest first. */
export function eachBit(bits: Bits, visit: (k: number) => void): void {
  for (let w = 0; w < bits.length; w++) {
    for (let rest = bits[w] as number; rest !== 0; rest &= rest - 1) visit(32 * w + 31 - Math.clz32(rest & -rest));
  }
}
