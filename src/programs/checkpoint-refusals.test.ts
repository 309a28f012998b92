// Checkpoints are refused where a second run would not be the first one over again: a wrong derivative would follow.

import { describe, expect, test, vi } from "vitest";
import { checkpoint, grad, hvp, jvp, linearize, vjp, ZerothError } from "zeroth";

describe("refused is", () => {
  const refusal = (f: () => unknown): string => {
    try {
      f();
    } catch (error) {
      if (error instanceof ZerothError) return error.message;
      throw error;
    }
    return "nothing";
  };
  const written = /written to after the call/;
  const writes = /writes to its arguments or to variables outside/;

  const writers: readonly (readonly [string, (x: number) => number])[] = [
    [
      "an argument",
      (x) => {
        const xs = [x, 1];
        checkpoint((ys: number[]) => {
          ys[0] = (ys[0] as number) * 2;
          return ys;
        })(xs);
        return xs[0] as number;
      },
    ],
    [
      "an array of the function around",
      (x) => {
        const log: number[] = [];
        return checkpoint((y: number) => {
          log.push(y);
          return y * y;
        })(x);
      },
    ],
    [
      "a variable of the function around",
      (x) => {
        let n = 0;
        return (
          checkpoint((y: number) => {
            n++;
            return y * y;
          })(x) * n
        );
      },
    ],
    [
      "a typed array two records deep",
      (x) => {
        const m = { a: { b: new Float64Array(2) } };
        return checkpoint((y: number) => {
          m.a.b[1] = y;
          return y * y;
        })(x);
      },
    ],
    [
      "a variable of a function that it calls",
      (x) => {
        let n = 0;
        const count = (y: number): number => {
          n += 1;
          return y;
        };
        return checkpoint((y: number) => count(y) * y)(x) * n;
      },
    ],
  ];
  for (const [name, f] of writers)
    test(`to write to ${name}`, () => {
      expect(refusal(() => grad(f)(2))).toMatch(writes);
      expect(refusal(() => hvp(f)(2, 1))).toMatch(writes);
      // Nothing is run twice in forward mode.
      expect(typeof jvp(f, [2], [1])[1]).toBe("number");
    });

  test("to write only when run again", () => {
    let runs = 0;
    const log: number[] = [];
    const late = checkpoint((x: number) => {
      if (Math.random() < 0) log.push(x);
      return x * x;
    });
    const random = vi.spyOn(Math, "random").mockImplementation(() => (runs++ === 0 ? 1 : -1));
    expect(refusal(() => grad(late)(2))).toMatch(writes);
    random.mockRestore();
  });

  const changers: readonly (readonly [string, (x: number) => number])[] = [
    [
      "an argument",
      (x) => {
        const xs = [x, 3];
        const y = checkpoint((ys: number[]) => (ys[0] as number) * (ys[1] as number))(xs);
        xs[1] = 7;
        return y;
      },
    ],
    // The result of a second run would be the same: 2 · 3 = 3 · 2.
    [
      "an argument, with the same result",
      (x) => {
        const xs = [x, x + 1];
        const y = checkpoint((ys: number[]) => (ys[0] as number) * (ys[1] as number))(xs);
        xs.reverse();
        return y;
      },
    ],
    [
      "a number by its sign",
      (x) => {
        const xs = [0, x];
        const y = checkpoint((ys: number[]) => (ys[0] as number) * (ys[1] as number))(xs);
        xs[0] = -0;
        return y;
      },
    ],
    [
      "an array that was replaced by one like it",
      (x) => {
        let xs = [x];
        const y = checkpoint((k: number) => (xs[0] as number) * k)(x);
        xs = [x];
        return y * (xs[0] as number);
      },
    ],
    [
      "a captured variable",
      (x) => {
        let k = 2;
        const y = checkpoint((v: number) => v * k)(x);
        k = 5;
        return y * k;
      },
    ],
    [
      "a property",
      (x) => {
        const m = { k: 2 };
        const y = checkpoint((v: number) => v * m.k)(x);
        m.k = 3;
        return y;
      },
    ],
    [
      "the order of a record's properties",
      (x) => {
        const m: Record<string, number> = { a: 1, b: 2 };
        const y = checkpoint((v: number) => v * Object.values(m).reduce((s, a, i) => s + a * i, 0))(x);
        delete m["a"];
        m["a"] = 1;
        return y;
      },
    ],
    [
      "what a called function reads",
      (x) => {
        const m = [2];
        const twice = (v: number): number => v * (m[0] as number);
        const y = checkpoint((v: number) => twice(v))(x);
        m.push(0);
        return y;
      },
    ],
  ];
  for (const [name, f] of changers)
    test(`that what it reads is written to after the call: ${name}`, () => {
      expect(refusal(() => grad(f)(2))).toMatch(written);
      expect(refusal(() => hvp(f)(2, 1))).toMatch(written);
    });

  test("that what it reads is written to before its pullback is called, wherever that is", () => {
    const table = new Map([["a", 1]]);
    const days = new Set([1]);
    const day = new Date(0);
    const at = { day: { bytes: Uint8Array.of(1, 2), text: "a" } };
    const f = checkpoint((x: number) =>
      table.size > 0 && days.size > 0 ? x * ((at.day.bytes[0] as number) + day.getTime()) : 0,
    );
    const changes: readonly (readonly [() => void, () => void])[] = [
      [() => table.set("a", 2), () => table.set("a", 1)],
      [() => days.add(2), () => days.delete(2)],
      [() => day.setTime(1), () => day.setTime(0)],
      [() => (at.day.bytes[1] = 3), () => (at.day.bytes[1] = 2)],
      [() => (at.day.text = "b"), () => (at.day.text = "a")],
    ];
    const [, back] = vjp(f, 3);
    for (const [change, restore] of changes) {
      change();
      expect(refusal(() => back(1))).toMatch(written);
      restore();
      expect(back(1)).toEqual([1]);
    }
  });

  test("a random result", () => {
    expect(refusal(() => grad(checkpoint((x: number) => x * Math.random()))(2))).toMatch(/another result/);
    expect(
      refusal(() => grad((x: number) => checkpoint((y: number) => [y, [{ r: Math.random() }]])(x)[0] as number)(2)),
    ).toMatch(/another result/);
  });

  test("a tangent map as result", () => {
    const map = checkpoint((x: number) => linearize((ys: number[]) => (ys[0] as number) ** 3, [x])[1]);
    expect(refusal(() => grad((x: number) => map(x)([1]))(2))).toMatch(/returns a tangent map/);
    // Where no memory is in it, it is a function like any other.
    const slope = checkpoint((x: number) => linearize((y: number) => y ** 3, x)[1]);
    expect(grad((x: number) => slope(x)(1))(2)).toBe(12);
    // Called inside, it is as any function.
    expect(grad(checkpoint((x: number) => linearize((y: number) => y ** 3, x)[1](1)))(2)).toBe(12);
  });

  test("what is not a function", () => {
    expect(refusal(() => checkpoint(3 as never))).toMatch(/checkpoint takes a function/);
  });
});
