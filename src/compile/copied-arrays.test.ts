// Arrays that are copied and not needed any more: a copy is not what it was copied from where the kind, or the way, differs.

import { test } from "vitest";
import { expectSameCallAfterCall } from "../test-support/call-after-call.ts";

type Fn = (xs: number[], c: number) => number;

const weighed = (out: readonly number[], xs: readonly number[]): number => {
  let s = 0;
  for (let i = 0; i < out.length; i++) s += (out[i] ?? 7) * (i + 1) * xs[i % xs.length]!;
  return s;
};

const copies: Readonly<Record<string, Fn>> = {
  "written one beyond the end": (xs) => {
    const n = xs.length;
    const m = new Float64Array(n);
    const out = new Array<number>(n);
    m[n] = 9;
    for (let i = 0; i < n; i++) out[i] = m[i]!;
    out.reverse();
    return out.length * xs[0]!;
  },
  "written one beyond the end by a loop, and reversed": (xs) => {
    const n = xs.length;
    const m = new Float64Array(n);
    const out = new Array<number>(n);
    for (let i = 0; i < n; i++) m[i + 1] = i + 0.5;
    for (let i = 0; i < n; i++) out[i] = m[i]!;
    out.reverse();
    return weighed(out, xs);
  },
  "written by active numbers beyond the end": (xs) => {
    const n = xs.length;
    const m = new Float64Array(n);
    const out = new Array<number>(n);
    for (let i = 0; i < n; i++) m[i + 1] = xs[i]! ** 2;
    for (let i = 0; i < n; i++) out[i] = m[i]!;
    out.reverse();
    return weighed(out, xs);
  },
  "written at indices between and before": (xs, c) => {
    const n = xs.length;
    const m = new Float64Array(n);
    const out = new Array<number>(n);
    m[c] = 3;
    m[c - 2] = 4;
    m[c / 2] = 5;
    for (let i = 0; i < n; i++) out[i] = m[i]!;
    return weighed(out, xs) + Object.keys(out).length * xs[0]!;
  },
  "read beyond the end after a write there": (xs) => {
    const n = xs.length;
    const m = new Float64Array(n);
    const out = new Array<number>(n);
    for (let i = 0; i <= n; i++) m[i] = i;
    const beyond = m[n] ?? 0.5;
    for (let i = 0; i < n; i++) out[i] = m[i]!;
    return weighed(out, xs) * beyond;
  },
  "read before the copy is written at the same index": (xs) => {
    const n = xs.length;
    const m = new Float64Array(n);
    for (let i = n - 1; i >= 0; i--) m[i] = Math.floor(xs[i]! * 2);
    const before = m[0]!;
    const out = new Float64Array(n);
    for (let i = 0; i < n; i++) out[i] = m[i]!;
    out[0] = 30;
    return before * xs[0]! + out[0] * xs[0]! ** 2 + Math.floor(out[n - 1]!);
  },
  "copied on one of two ways": (xs, c) => {
    const n = xs.length;
    const m = new Float64Array(n);
    const out = new Float64Array(n);
    for (let i = 0; i < n; i++) m[i] = xs[i]! * 2;
    if (c > 0) for (let i = 0; i < n; i++) out[i] = m[i]!;
    let s = 0;
    for (let i = 0; i < n; i++) s += (1 + out[i]!) * xs[i]!;
    return s;
  },
};

test.each(Object.entries(copies))("a copy of an array that was %s", (_, f) => {
  expectSameCallAfterCall(f, (call) => [
    Array.from({ length: 1 + ((3 * call) % 5) }, (_, i) => i + 1 / call),
    (call % 5) - 2,
  ]);
});
