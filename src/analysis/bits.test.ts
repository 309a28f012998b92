import fc from "fast-check";
import { expect, test } from "vitest";
import { addBit, addBits, eachBit, emptyBits, hasBit, removeBit, wordsFor, type Bits } from "./bits.ts";

function numbersIn(bits: Bits): readonly number[] {
  const found: number[] = [];
  eachBit(bits, (k) => found.push(k));
  return found;
}

function bitsOf(size: number, numbers: Iterable<number>): Bits {
  const bits = emptyBits(size);
  for (const k of numbers) addBit(bits, k);
  return bits;
}

test("a word has room for 32 numbers", () => {
  expect([0, 1, 32, 33, 64, 65].map(wordsFor)).toEqual([0, 1, 1, 2, 2, 3]);
  expect(emptyBits(65)).toHaveLength(3);
  expect(numbersIn(emptyBits(65))).toEqual([]);
});

test.each([0, 1, 31, 32, 63, 64])("%d is added and removed, and nothing else", (k) => {
  const bits = bitsOf(65, [k]);
  expect(numbersIn(bits)).toEqual([k]);
  for (let other = 0; other < 65; other++) expect(hasBit(bits, other)).toBe(other === k);
  addBit(bits, k);
  expect(numbersIn(bits)).toEqual([k]);
  removeBit(bits, k);
  expect(numbersIn(bits)).toEqual([]);
  removeBit(bits, k);
  expect(numbersIn(bits)).toEqual([]);
});

test("the numbers of a set are visited from the smallest to the largest", () => {
  expect(numbersIn(bitsOf(65, [64, 31, 0, 63, 32]))).toEqual([0, 31, 32, 63, 64]);
});

test("it is said whether adding a set brings something new, in any word", () => {
  const into = bitsOf(65, [0, 31]);
  expect(addBits(into, bitsOf(65, [31]))).toBe(false);
  expect(addBits(into, bitsOf(65, [1]))).toBe(true);
  expect(addBits(into, bitsOf(65, [0, 1, 64]))).toBe(true);
  expect(addBits(into, bitsOf(65, [0, 1, 64]))).toBe(false);
  expect(addBits(into, emptyBits(65))).toBe(false);
});

test("sets of bits are sets of numbers", () => {
  const numbers = fc.array(fc.nat(99));
  fc.assert(
    fc.property(numbers, numbers, numbers, (first, removed, more) => {
      const [bits, other, known] = [bitsOf(100, first), bitsOf(100, more), new Set(first)];
      for (const k of removed) {
        removeBit(bits, k);
        known.delete(k);
      }
      expect(addBits(bits, other)).toBe(more.some((k) => !known.has(k)));
      for (const k of more) known.add(k);
      expect(numbersIn(bits)).toEqual([...known].sort((a, b) => a - b));
      expect(numbersIn(other)).toEqual([...new Set(more)].sort((a, b) => a - b));
    }),
  );
});
