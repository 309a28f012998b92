// Fingerprints differ where anything that a call can read differs, and are the same where nothing does.

import { describe, expect, test } from "vitest";
import { fingerprintOfReach, fingerprintOfResult, isSameFingerprint } from "./fingerprint.ts";

const isSame = (a: unknown, b: unknown): boolean => isSameFingerprint(fingerprintOfResult(a), fingerprintOfResult(b));

const nothing = (): null => null;
const own: unknown[] = [];
const key = Symbol("key");

describe("of results", () => {
  // Each is another value than all the others.
  const values: readonly unknown[] = [
    undefined,
    null,
    true,
    "true",
    0,
    -0,
    "0",
    0n,
    NaN,
    Infinity,
    "",
    "ab",
    key,
    [],
    [0],
    [0, 0],
    [,],
    [undefined],
    [[], 1],
    [1, []],
    ["a", "b"],
    ["ab"],
    [[1], [2]],
    [[1, 2], []],
    [own, own],
    [[], []],
    new Float64Array(0),
    Float64Array.of(0),
    Float64Array.of(-0),
    Float32Array.of(0),
    Uint8Array.of(0),
    Int8Array.of(0),
    Uint8Array.of(0).buffer,
    {},
    { a: 1 },
    { b: 1 },
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: { b: 1 } },
    nothing,
    Math.sin,
    new Date(0),
    new Date(1),
    new Map(),
    new Map([[1, 2]]),
    new Map([[2, 1]]),
    new Set([1, 2]),
    new Set([2, 1]),
    Object.assign((): null => null, { k: 1 }),
  ];

  test("no two different values have one", () => {
    values.forEach((a, i) => {
      values.forEach((b, k) => {
        expect(isSame(a, b), `${i} and ${k}`).toBe(i === k);
      });
    });
  });

  test("copies have the same", () => {
    const a = { x: [1, 2, [own, own]], y: Float64Array.of(1, NaN), z: new Map([["a", { b: [null] }]]) };
    expect(isSame(a, { x: [1, 2, [own, own]], y: Float64Array.of(1, -NaN), z: new Map([["a", { b: [null] }]]) })).toBe(
      true,
    );
    const [p, q] = [[1], [1]];
    p.push(p as never);
    q.push(q as never);
    expect(isSame(p, q)).toBe(true);
    expect(isSame(p, [1, p])).toBe(false);
  });

  test("one number changed, by one bit anywhere, is another", () => {
    const xs = Float64Array.from({ length: 5 }, (_, i) => Math.sin(i + 1));
    const bytes = new Uint8Array(xs.buffer);
    const before = fingerprintOfResult(xs);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const at = bit >> 3;
      bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
      expect(isSameFingerprint(before, fingerprintOfResult(xs)), `bit ${bit}`).toBe(false);
      bytes[at] = bytes[at] ^ (1 << (bit & 7));
    }
    expect(isSameFingerprint(before, fingerprintOfResult(xs))).toBe(true);
  });
});

describe("of what a call can read", () => {
  test("identity counts", () => {
    const x = [1];
    expect(isSameFingerprint(fingerprintOfReach(x, 2), fingerprintOfReach(x, 2))).toBe(true);
    expect(isSameFingerprint(fingerprintOfReach(x, 2), fingerprintOfReach([1], 2))).toBe(false);
    expect(isSameFingerprint(fingerprintOfReach(x, x), fingerprintOfReach(x, [1]))).toBe(false);
  });

  test("so do captured variables, of functions that are called too", () => {
    let k = 1;
    const inner = (): number => k;
    const outer = (): number => inner();
    const before = fingerprintOfReach(outer);
    expect(isSameFingerprint(before, fingerprintOfReach(outer))).toBe(true);
    k = 2;
    expect(isSameFingerprint(before, fingerprintOfReach(outer))).toBe(false);
  });
});
