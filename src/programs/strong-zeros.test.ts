// A zero factor in a product of the chain rule makes it zero, whatever the other factor is: what has no influence has no
// derivative, in every nesting of the two modes, at every order, and on every call.

import { describe, expect, test } from "vitest";
import {
  checkpoint,
  customVjp,
  derivative,
  fixedPoint,
  grad,
  hessian,
  hvp,
  jacfwd,
  jacobian,
  jacrev,
  jvp,
  linearize,
  root,
  stopGradient,
  taylor,
  vhp,
  vjp,
} from "zeroth";

type Loss = (p: number[]) => number;
type Operator = (f: Loss) => Loss;

// Every function here is p₁² near the point, and computes beside it what has an infinite derivative there.
const p = [0, 0.5];
const v = [0.4, -0.7];

const functions: Readonly<Record<string, Loss>> = {
  "an element that nobody reads": (p) => {
    const q = [Math.sqrt(p[0]!), p[1]! * p[1]!];
    return q[1]!;
  },
  "a branch": (p) => (p[1]! > 0 ? p[1]! * p[1]! : Math.sqrt(p[0]!)),
  "a branch on what was computed before": (p) => {
    const unused = Math.log(p[0]!);
    const used = p[1]! * p[1]!;
    return p[1]! > 0 ? used : unused;
  },
  "the reciprocal of zero": (p) => {
    const q = [1 / p[0]!, p[1]! * p[1]!];
    return q[1]!;
  },
  "an exponential that overflows": (p) => {
    const q = [Math.exp(1000 + p[0]!), p[1]! * p[1]!];
    return q[1]!;
  },
  "a product with 0": (p) => {
    const nothing = 0;
    return nothing * Math.sqrt(p[0]!) + p[1]! * p[1]!;
  },
  "a mask": (p) => {
    const masks = [0, 1];
    let total = 0;
    for (let i = 0; i < 2; i++) total += masks[i]! * (i === 0 ? Math.sqrt(p[i]!) : p[i]! * p[i]!);
    return total;
  },
  "a mask that is made of an argument": (p) => (p[0]! > 0 ? 1 : 0) * Math.cbrt(p[0]!) + p[1]! ** 2,
  "a property of a record": (p) => {
    const state = { a: Math.log(p[0]!), b: p[1]! };
    state.b *= state.b;
    return state.b;
  },
  "an element of a mapped array": (p) => p.map((x, i) => (i === 0 ? Math.sqrt(x) : x * x))[1]!,
  "a maximum that another wins": (p) => Math.max(Math.sqrt(p[0]!) - 1, p[1]! ** 2),
  "a recursive function": (p) => {
    const power = (n: number, unused: number): number =>
      n === 0 ? 1 : p[1]! * power(n - 1, Math.sqrt(p[0]! * unused));
    return power(2, 1);
  },
  "a function that saturates by overflow": (p) => 1 / (1 + Math.exp(1000 - p[0]!)) + p[1]! ** 2,
  "a function with a pullback of its own": (p) => {
    const root = customVjp(
      (x: number) => Math.sqrt(x),
      (x: number): [number, (g: number) => [number]] => [Math.sqrt(x), (g) => [g / (2 * Math.sqrt(x))]],
    );
    return (p[1]! > 0 ? 1 : root(p[0]!)) * p[1]! ** 2;
  },
  "a checkpoint": (p) => {
    const pair = checkpoint((a: number, b: number) => [Math.sqrt(a), b * b]);
    return pair(p[0]!, p[1]!)[1]!;
  },
  "equations, of which one is not asked for": (p) => {
    const [, y] = fixedPoint((y: number[], p: number[]) => [
      0.5 * y[0]! + Math.sqrt(p[0]!),
      0.5 * (y[1]! + p[1]! ** 2),
    ])([0.1, 0.1], p);
    return y!;
  },
  "a root, of which one number is not asked for": (p) => {
    const equations = (y: number[], p: number[]): number[] => [y[0]! - Math.sqrt(p[0]!), y[1]! - p[1]! * p[1]!];
    return root(equations)([0.1, 0.1], p)[1]!;
  },
  "a stopped gradient": (p) => stopGradient(Math.sqrt(p[0]!)) + p[1]! ** 2,
};

const reverse: Operator = (f) => (p) => grad(f)(p).reduce((sum, g, i) => sum + g * v[i]!, 0);
const forward: Operator = (f) => (p) => jvp(f, [p], [v])[1];
const modes = { reverse, forward };

describe("a factor that is zero makes a product zero", () => {
  for (const [k, [name, f]] of Object.entries(functions).entries()) {
    test(`${name}: the operators`, () => {
      for (let call = 1; call <= 40; call++) {
        const y = 0.5 + (call % 3) / 8;
        const at = [0, y];
        // A zero is zero, of either sign.
        const close = (actual: unknown, expected: unknown): void => {
          const list = (x: unknown): number[] => [x].flat(3).map((n) => (n as number) + 0);
          expect(list(actual), `call ${call}`).toEqual(list(expected).map((n) => expect.closeTo(n, 12) as unknown));
        };
        close(grad(f)(at), [0, 2 * y]);
        close(vjp(f, at)[1](1), [0, 2 * y]);
        close(linearize(f, at)[1](v), 2 * y * v[1]!);
        close([jacobian(f)(at), jacfwd(f)(at), jacrev(f)(at)], [0, 2 * y, 0, 2 * y, 0, 2 * y]);
        close([hvp(f)(at, v), vhp(f)(at, v)], [0, 2 * v[1]!, 0, 2 * v[1]!]);
        close([hessian(f)(at), jacfwd(grad(f))(at), jacrev(grad(f))(at)], [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2]);
        const along = (t: number): number => f([t * v[0]!, y + t * v[1]!]);
        const [first, second] = [2 * y * v[1]!, 2 * v[1]! ** 2];
        close(taylor(along, 3)(0).slice(1), [first, second / 2, 0]);
        close(
          [1, 2, 3].map((n) => derivative(along, n)(0)),
          [first, second, 0],
        );
      }
    });

    test(`${name}: every nesting of the modes`, () => {
      for (const a of Object.values(modes)) {
        expect(a(f)(p)).toBeCloseTo(2 * 0.5 * v[1]!, 12);
        for (const b of Object.values(modes)) {
          expect(b(a(f))(p)).toBeCloseTo(2 * v[1]! ** 2, 12);
          // Of third order every fourth: that takes as long as all else.
          if (k % 4 !== 0) continue;
          for (const c of Object.values(modes)) expect(c(b(a(f)))(p)).toBeCloseTo(0, 12);
        }
      }
    });
  }
});

test("both modes give what the chain rule gives from either end, where a factor is 0 and another ∞", () => {
  const norm = (x: number): number => Math.sqrt(x * x);
  const power = (x: number): number => x * Math.sqrt(x);
  for (let call = 1; call <= 40; call++) {
    expect([grad(norm)(0), derivative(norm)(0)]).toEqual([0, 0]);
    expect([grad(power)(0), derivative(power)(0)]).toEqual([0, 0]);
    expect([derivative(power, 2)(0), grad(grad(power))(0), hessian(power)(0)]).toEqual([Infinity, Infinity, Infinity]);
  }
});
