// Errors in specialised code: those of the language's own classes and of the program's, caught, told apart and thrown again.

import { describe, expect, test } from "vitest";
import { grad, ready } from "zeroth";
import { isAnswered } from "../test-support/is-answered.ts";
import { sameGradients, sameOutcomes } from "../test-support/same-gradients.ts";

class Infeasible extends Error {
  readonly slack: number;
  constructor(slack: number) {
    super(`slack ${slack}`);
    this.name = "Infeasible";
    this.slack = slack;
  }
  get penalty(): number {
    return this.slack ** 2;
  }
}

class TooFar extends Infeasible {
  override get penalty(): number {
    return 10 * super.penalty;
  }
}

class Bare extends RangeError {}

const checked = (x: number): number => {
  if (x < -2) throw new TooFar(x * x);
  if (x < 0) throw new Infeasible(x * 3);
  return Math.sqrt(x);
};

const logarithm = (x: number): number => {
  if (!(x > 0)) throw new RangeError(`logarithm of ${x}`);
  if (x > 5) throw new Bare("too large");
  return Math.log(x);
};

const xs = [1.5, -0.5, 2, -3];

describe("specialised code answers", () => {
  test.each<readonly [string, (p: number[]) => number]>([
    [
      "what errors of the program's classes carry",
      (p) => {
        let sum = 0;
        for (const x of p) {
          try {
            sum += checked(x);
          } catch (error) {
            if (!(error instanceof Infeasible)) throw error;
            sum += error.penalty * p[0]! + error.slack;
          }
        }
        return sum;
      },
    ],
    [
      "errors that are told apart and thrown again",
      (p) => {
        const safe = (x: number): number => {
          try {
            return checked(x);
          } catch (error) {
            if (error instanceof TooFar) return error.slack;
            throw error;
          }
        };
        let sum = 0;
        for (const x of p) {
          try {
            sum += safe(x) * p[2]!;
          } catch (error) {
            sum += error instanceof TooFar ? 1000 : (error as Infeasible).slack ** 2;
          }
        }
        return sum;
      },
    ],
    [
      "errors of the language's classes, and of a class that extends one",
      (p) => {
        let sum = 0;
        for (const x of p) {
          try {
            sum += logarithm(x * x * x);
          } catch (error) {
            sum += error instanceof Bare ? x ** 2 : error instanceof RangeError ? x ** 3 : 1000;
            if (error instanceof TypeError) sum *= 7;
          }
        }
        return sum;
      },
    ],
    [
      "messages",
      (p) => {
        let sum = 0;
        for (const x of p) {
          try {
            sum += logarithm(x);
          } catch (error) {
            if (error instanceof Error && error.message.length > 3 && error.message.startsWith("log")) sum += x * x;
          }
        }
        return sum;
      },
    ],
  ])("%s", (_, f) => {
    expect(isAnswered(grad(f) as never, xs)).toBe(true);
    sameGradients(f, [xs], [xs.map((v) => v + 0.25)], [[0.5, 2, 3]]);
  });
});

test("what others see of an error", async () => {
  const f = (p: number[]): number => p.reduce((sum, x) => sum + checked(x), 0);
  const g = grad(f);
  await ready(g, [1, 4]);
  const thrown = (x: number): unknown => {
    try {
      return g([1, x]);
    } catch (error) {
      return error;
    }
  };
  const error = thrown(-1) as Infeasible;
  expect(error).toBeInstanceOf(Infeasible);
  expect([error.message, error.name, error.slack, error.penalty, Object.keys(error)]).toEqual([
    "slack -3",
    "Infeasible",
    -3,
    9,
    ["slack", "name"],
  ]);
  expect(error.stack).toContain("slack -3");
  expect(thrown(-4)).toBeInstanceOf(TooFar);
  sameOutcomes(f, [[1, 4]], [[1, -1]], [[-5, 2]], [[3, 4]]);
});

test("an error that is kept is an error", async () => {
  const kept: unknown[] = [];
  const f = (p: number[]): number => {
    let sum = 0;
    for (const x of p) {
      try {
        sum += logarithm(x);
      } catch (error) {
        kept.push(error);
        sum += x * x;
      }
    }
    return sum;
  };
  const g = grad(f);
  await ready(g, xs);
  expect(g(xs)).toEqual([1 / 1.5, -1, 0.5, -6]);
  const last = kept.at(-1) as RangeError;
  expect([last.constructor, last.message, Object.keys(last), Object.prototype.toString.call(last)]).toEqual([
    RangeError,
    "logarithm of -3",
    [],
    "[object Error]",
  ]);
  expect(last.stack).toContain("logarithm of -3");
});

test("a message that is read where something may have been thrown, before `finally`", async () => {
  const f = (p: number[]): number => {
    let sum = 0;
    for (const x of p) {
      try {
        if (x < 0) throw new Error(x < -2 ? "far" : "negative");
        sum += x * x;
      } catch (error) {
        sum += x * (error as Error).message.length;
      } finally {
        sum += x;
      }
    }
    return sum;
  };
  await ready(grad(f), xs);
  expect(grad(f)(xs)).toEqual([4, 9, 5, 4]);
});

test("an error whose message is a text that was read", async () => {
  const names = ["a", "b", "c", "d"];
  const f = (p: number[], texts: string[]): number => {
    let sum = 0;
    for (let k = 0; k < p.length; k++) {
      const x = p[k]!;
      const text = texts[k]!;
      try {
        if (x < 0) throw new RangeError(text);
        sum += x * x;
      } catch (error) {
        sum += (error as Error).message === "b" ? 5 * x : 7 * x;
      }
    }
    return sum;
  };
  await ready(grad(f), xs, names);
  expect(isAnswered(grad(f), xs, names)).toBe(true);
  sameOutcomes(f, [xs, names], [xs, ["a"]], [[-1], []]);
  expect(grad(f)(xs, names)).toEqual([3, 5, 4, 7]);
});
