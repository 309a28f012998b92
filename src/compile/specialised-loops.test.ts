// Loops whose state changes its kind: sentinels, records that come and go, aliases that are made and dropped. Specialised code
// gives what general code gives, at whichever call, and no program of them meets an error of the compiler's own.

import { describe, expect, test } from "vitest";
import { grad, hvp } from "../index.ts";
import { expectClose } from "../test-support/expect-close.ts";
import { isAnswered } from "../test-support/is-answered.ts";
import { withMostOptimised } from "./engine-limits.ts";
import { codeOf } from "./plans.ts";
import { vjp } from "../test-support/general-vjp.ts";

type OfNumbers = (xs: number[]) => number;
interface Link {
  v: number;
  next: Link | null;
}

const calls = 40;

/** Arguments of several lengths, with numbers of both signs. */
const argument = (call: number): number[] =>
  call === 1 ? [1, 2] : Array.from({ length: 1 + (call % 4) }, (_, k) => Math.sin(call + 2.3 * k) + 0.1 * k);

function checkCalls(f: OfNumbers): void {
  const gradient = grad(f);
  for (let call = 1; call <= calls; call++) {
    const xs = argument(call);
    const [value, back] = vjp(f, xs);
    expect(value).toBe(f(xs));
    expectClose([gradient(xs)], back(1), 1e-12, `call ${call}`);
  }
}

const sentinels: Readonly<Record<string, OfNumbers>> = {
  undefined: (xs) => {
    let previous: number | undefined = 0;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        if (previous !== undefined) sum += (x * y - previous) ** 2;
        previous = x * y;
      }
      previous = undefined;
    }
    return sum;
  },
  null: (xs) => {
    let best: number | null = 0;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        if (best === null || y > best) best = y * x;
        sum += best * y;
      }
      best = null;
    }
    return sum;
  },
  "a string": (xs) => {
    let state: number | string = 1;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        sum += typeof state === "string" ? state.length * y : state * x;
        state = y * y;
      }
      state = "none";
    }
    return sum;
  },
  "a boolean": (xs) => {
    let state: number | boolean = 0;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        sum += state === false ? x : state === true ? y * y : state * y;
        state = x * y;
      }
      state = sum > 0;
    }
    return sum;
  },
  "a field of a record": (xs) => {
    const state: { last: number | null } = { last: 0 };
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        sum += state.last !== null ? state.last * y : 5 * x;
        state.last = x + y * y;
      }
      state.last = null;
    }
    return sum;
  },
  "an array, then a Float64Array": (xs) => {
    let row: number[] | Float64Array = [1, 2];
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        sum += row[0]! * row[1]! * y + (Array.isArray(row) ? x : 2 * x);
        row = [x, y];
      }
      row = new Float64Array([x, x * x]);
    }
    return sum;
  },
  "in three loops": (xs) => {
    let previous: number | undefined = 0;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        for (const z of xs) {
          if (previous !== undefined) sum += previous * x * y * z;
          previous = z * z;
        }
        sum += previous ?? x;
        if (y > 0) previous = undefined;
      }
      previous = undefined;
    }
    return sum;
  },
  "that the outermost loop sets, and the innermost reads": (xs) => {
    let previous: number | null = 1;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) for (const z of xs) previous = (previous ?? y) * Math.sin(z);
      sum += (previous ?? 0) * x;
      previous = null;
    }
    return sum;
  },
};

const records: Readonly<Record<string, OfNumbers>> = {
  "a record that is dropped": (xs) => {
    let o: { v: number } | null = { v: 1 };
    let sum = 0;
    for (const x of xs) {
      sum += o ? o.v * x : x;
      if (x > 0) sum += x;
      o = null;
    }
    return sum;
  },
  "a record that is kept by another one, and replaced": (xs) => {
    let q: Link = { v: 1, next: null };
    const a: { next: Link | null } = { next: null };
    let sum = 0;
    for (const x of xs) {
      q.v *= x;
      sum += (a.next === null ? 1 : a.next.v) * x;
      q = { v: x, next: null };
      a.next = q;
    }
    return sum;
  },
  "a record that is kept by one within another one": (xs) => {
    const a: { inner: { next: Link | null } } = { inner: { next: null } };
    let q: Link = { v: 1, next: null };
    let sum = 0;
    for (const x of xs) {
      q.v *= x;
      sum += a.inner.next === null ? x : a.inner.next.v * x;
      q = { v: x * x, next: a.inner.next };
      a.inner.next = q;
    }
    return sum;
  },
  "records that hold closures": (xs) => {
    let o: { f: (y: number) => number } | null = { f: (y) => 2 * y };
    let sum = 0;
    for (const x of xs) {
      sum += o === null ? x : o.f(x);
      if (sum > 1) sum *= 0.5;
      o = x > 0 ? { f: (y) => y * x } : null;
    }
    return sum;
  },
  "a closure that is dropped": (xs) => {
    let f: ((y: number) => number) | null = (y) => y * xs[0]!;
    let sum = 0;
    for (const x of xs) {
      for (const y of xs) {
        sum += f === null ? y : f(x);
        if (y < 0) continue;
        sum += y * y;
      }
      f = null;
    }
    return sum;
  },
  "an alias that is made and dropped": (xs) => {
    const p = { v: 1 };
    const q = { v: 2 };
    let alias: { v: number } | null = p;
    let sum = 0;
    for (const x of xs) {
      if (alias !== null) alias.v += x;
      sum += p.v * q.v;
      alias = x > 0.5 ? q : alias === q ? null : p;
    }
    return sum;
  },
  "a list that grows, and whose end changes": (xs) => {
    const end: Link = { v: 0, next: null };
    let head: Link = end;
    let sum = 0;
    for (const x of xs) {
      head = { v: x, next: head };
      end.v += x * x;
      for (let at: Link | null = head; at !== null; at = at.next) {
        sum += at.v;
        if (sum > 50) break;
      }
    }
    return sum;
  },
};

const closures: Readonly<Record<string, OfNumbers>> = {
  "of another code, from the first iteration on": (xs) => {
    let f = (y: number): number => y * xs[0]!;
    let sum = 0;
    for (const x of xs) {
      f = (y) => y * sum;
      for (let k = 0; k < xs.length - 1; k++) {
        sum += f(0.5) + x;
        f = (y) => y * x;
      }
    }
    return sum * sum;
  },
  "of one code or another": (xs) => {
    let f = (y: number): number => y * xs[0]!;
    let sum = 0;
    for (const x of xs) {
      sum += f(x) * x;
      f = x > 0 ? (y) => y * x : (y) => Math.sin(y * x);
    }
    return sum * sum;
  },
};

const flags: Readonly<Record<string, OfNumbers>> = {
  "compared with true": (xs) => {
    let sum = 0;
    for (const x of xs) {
      // oxlint-disable-next-line no-unneeded-ternary
      const isThere = x ? true : false;
      sum += (isThere as unknown) === true ? x * x : x;
    }
    return sum;
  },
  "used as a number": (xs) => {
    let sum = 0;
    for (const x of xs) {
      let flag: boolean;
      if (x) flag = true;
      else flag = false;
      sum += (Number(flag) + 1) * x;
    }
    return sum;
  },
  "negated, and compared with false": (xs) => {
    let sum = 0;
    for (const x of xs) {
      // oxlint-disable-next-line no-unneeded-ternary
      const isNothing = x ? false : true;
      sum += (isNothing as unknown) === false ? x * x : x;
    }
    return sum;
  },
};

/** The gradient's derivative along a direction, by a second pullback. */
function secondAlong(f: OfNumbers, xs: number[], direction: readonly number[]): number[] {
  const slope = (at: number[]): number => {
    const [, back] = vjp(f, at);
    const [gradient] = back(1);
    return gradient.reduce((sum, component, k) => sum + component * direction[k]!, 0);
  };
  const [, back] = vjp(slope, xs);
  return back(1)[0];
}

describe("a sentinel that an outer loop sets again", () => {
  test.each(Object.entries(sentinels))("%s", (_, f) => {
    checkCalls(f);
  });
  test("gives what the derivative is", () => {
    expect(grad(sentinels["undefined"] as OfNumbers)([1, 2])).toEqual([-4, 14]);
  });
});

describe("in a loop,", () => {
  test.each(Object.entries(records))("%s", (_, f) => {
    checkCalls(f);
  });
});

describe("what tangents closures carry that a loop replaces,", () => {
  test.each(Object.entries(closures))("%s", (_, f) => {
    checkCalls(f);
    const second = hvp(f);
    for (let call = 1; call <= 20; call++) {
      const xs = argument(call);
      const direction = xs.map((_x, k) => Math.cos(k + call));
      expectClose(second(xs, direction), secondAlong(f, xs, direction), 1e-12, `call ${call}`);
    }
  });
});

describe("a flag that says whether a number is other than zero,", () => {
  test.each(Object.entries(flags))("%s", (_, f) => {
    checkCalls(f);
  });
});

test("eight loops in each other: what cannot be unrolled once is not tried again in each iteration around", () => {
  const f = (x: number, n: number): number => {
    let s = x;
    for (let i0 = 0; i0 < n; i0++)
      for (let i1 = 0; i1 < n; i1++)
        for (let i2 = 0; i2 < n; i2++)
          for (let i3 = 0; i3 < n; i3++)
            for (let i4 = 0; i4 < n; i4++)
              for (let i5 = 0; i5 < n; i5++)
                for (let i6 = 0; i6 < n; i6++) for (let i7 = 0; i7 < n; i7++) s = Math.sin(s) + x;
    return s;
  };
  expect(isAnswered(grad(f), 0.5, 2)).toBe(true);
});

test("code that engines would not optimise, as it is too long, is made again with loops", () => {
  const f = (x: number): number => {
    let s = x;
    for (const a of [1, 2, 3, 4, 5, 6, 7, 8])
      for (const c of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
        s += (Math.sin(a * s) * c + Math.cos(s + c) * Math.exp(-c * s * s)) / 100;
    return s;
  };
  const hasLoops = (text: string): boolean => /for \(;;\)|do \{/.test(text);
  expect(hasLoops(codeOf(grad(f), 0.3))).toBe(false);
  // Another shape of the call: a plan that is there is not made again.
  const gradient = grad((x: number, text: string) => f(x) + text.length);
  withMostOptimised(100, () => {
    expect(hasLoops(codeOf(gradient, 0.3, ""))).toBe(true);
  });
  expect(gradient(0.3, "")).toBe((vjp(f, 0.3)[1](1) as readonly unknown[])[0]);
});

test("where a loop must be unrolled to be known, long code stands", () => {
  const f = (x: number): number => {
    let s = x;
    for (const of of [
      (y: number): number => Math.sin(y) * y,
      (y: number): number => Math.exp(-y * y),
      (y: number): number => Math.cos(y) + y,
      (y: number): number => y / (1 + y * y),
      (y: number): number => Math.tanh(y) - y,
      (y: number): number => Math.atan(y) * 2,
      (y: number): number => y * y * y,
    ])
      for (const c of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3])
        s += of(c * s) + of(s - c) * of(s + c) + of(of(s) * c);
    return s;
  };
  const gradient = grad(f);
  withMostOptimised(0, () => {
    expect(codeOf(gradient, 0.3)).not.toMatch(/^not special/);
  });
  expect(gradient(0.3)).toBe((vjp(f, 0.3)[1](1) as readonly unknown[])[0]);
});

test("the loops of code that engines would not optimise are functions", () => {
  const f = (x: number, n: number): number => {
    let s = x;
    for (let i = 0; i < n; i++) s = Math.sin(s) * s + i;
    return s;
  };
  const gradient = grad(f);
  withMostOptimised(20, () => {
    const code = codeOf(gradient, 0.3, 4);
    expect(code).toContain("/loop0");
    // It is what `explain.code` shows, too.
    expect(code.match(/return \(function f_grad\(/g)?.length).toBe(2);
  });
  expect(gradient(0.3, 4)).toBe((vjp(f, 0.3, 4)[1](1) as readonly unknown[])[0]);
});
