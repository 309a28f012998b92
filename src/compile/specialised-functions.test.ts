// Functions are values in specialised code, too: they keep their identity and their properties.

import { describe, expect, test } from "vitest";
import { grad, hvp, jacobian, valueAndGrad } from "../index.ts";
import { codeOf } from "./plans.ts";
import { vjp } from "../test-support/general-vjp.ts";

type Unary = (x: number) => number;

/** So many calls: small functions run general code first. */
const calls = 40;

const power = (k: number): Unary => {
  const f = (x: number): number => x ** k;
  return f;
};

/** The derivative of each call by its first argument is what the pullback of general code gives. */
function expectAgreement<A extends readonly unknown[]>(
  f: (x: number, ...others: A) => number,
  argsOf: (call: number) => readonly [number, ...A],
): void {
  const gradient = grad(f as never) as unknown as typeof f;
  for (let call = 1; call <= calls; call++) {
    const [x, ...others] = argsOf(call);
    const [value, back] = vjp((y: number) => f(y, ...(others as unknown as A)), x);
    expect(value).toBe(f(x, ...(others as unknown as A)));
    expect([gradient(x, ...(others as unknown as A))]).toEqual((back as (cotangent: number) => unknown)(1));
  }
}

type Layer = Unary & { scale: number };

const layerOf = (k: number, scale: number): Layer => Object.assign(power(k), { scale });

let kept: unknown;
const box: { f: Unary | null } = { f: null };

describe("a function that is given", () => {
  const [square, cube] = [power(2), power(3)];

  test("has its properties", () => {
    const layer = layerOf(3, 5);
    expectAgreement(
      (x: number, f: Layer) => f(x) * f.scale,
      (call) => [call, layer],
    );
    expectAgreement(
      (x: number) => layer(x) * layer.scale,
      (call) => [call],
    );
    expectAgreement(
      (x: number, f: Layer) => f(x) * f.scale,
      (call) => [call, layerOf(2, call)],
    );
    expectAgreement(
      (x: number, f: Layer) => (f.name === "f" && "scale" in f ? f(x) * Object.keys(f).length : 0),
      (call) => [call, layer],
    );
  });

  test("has its own `call`", () => {
    const f = Object.assign(power(2), { call: (_: unknown, x: number): number => 7 * x });
    expectAgreement(
      (x: number) => f.call(null, x) + f(x),
      (call) => [call],
    );
    expectAgreement(
      (x: number, g: Unary) => g.call(null, x) + g(x),
      (call) => [call, square],
    );
  });

  test("gets properties", () => {
    const layer = layerOf(2, 0);
    expectAgreement(
      (x: number, f: Layer) => {
        f.scale = 4;
        return f(x) * f.scale;
      },
      (call) => [call, layer],
    );
    expect(layer.scale).toBe(4);
  });

  test("stands in a record", () => {
    expectAgreement(
      (x: number, r: { readonly f: Unary & { readonly scale?: number }; readonly g: Unary }) =>
        (r.f === r.g ? r.f(x) : r.g(x) * 7) * (r.f.scale ?? 2),
      (call) => [call, call % 3 === 0 ? { f: square, g: square } : { f: layerOf(2, call), g: cube }],
    );
  });

  test("is itself and no other", () => {
    const same = (x: number, f: Unary, g: Unary): number => (f === g ? f(x) : g(x) * 10);
    expectAgreement(same, (call) => [call, square, square]);
    expectAgreement(same, (call) => [call, square, cube]);
    expectAgreement(same, (call) => [call, square, call % 2 === 0 ? square : power(2)]);
    const gradient = grad(same);
    for (let call = 1; call <= calls; call++) {
      expect(gradient(3, square, square)).toBe(6);
      expect(gradient(3, square, cube)).toBe(270);
      expect(gradient(3, square, power(2))).toBe(60);
    }
  });

  test("is found by a switch, in lists and in sets", () => {
    const [list, set] = [[cube, square], new Set([square])];
    const f = (x: number, g: Unary): number => {
      let factor = list.indexOf(g) + (list.includes(g) ? 10 : 20) + (set.has(g) ? 100 : 200);
      switch (g) {
        case cube:
          factor += 1000;
          break;
        case square:
          factor += 2000;
          break;
        default:
          factor += 3000;
      }
      return g(x) * factor;
    };
    for (const g of [square, cube, power(2)]) expectAgreement(f, (call) => [call, g]);
    expectAgreement(f, (call) => [call, [square, cube, power(4)][call % 3] as Unary]);
    const gradient = grad(f);
    for (let call = 1; call <= calls; call++) expect(gradient(3, square)).toBe(6 * 2111);
  });

  test("is what is kept, and what is given back", () => {
    const f = (x: number, g: Unary): number => {
      kept = g;
      box.f = g;
      return g(x);
    };
    const [gradient, second] = [grad(f), hvp((p: readonly number[], g: Unary) => f(p[0] as number, g))];
    const pair = valueAndGrad((x: number, g: Unary): [number, { g: Unary; all: Unary[] }] => [g(x), { g, all: [g] }], {
      hasAux: true,
    });
    for (let call = 1; call <= calls; call++) {
      for (const g of [square, power(2)]) {
        [kept, box.f] = [null, null];
        expect(gradient(call, g)).toBe(2 * call);
        expect(kept).toBe(g);
        expect(box.f).toBe(g);
        kept = null;
        expect(second([call], [1], g)).toEqual([2]);
        expect(kept).toBe(g);
        const result = pair(call, g) as unknown as readonly [readonly [number, { g: Unary; all: Unary[] }], number];
        expect(result[1]).toBe(2 * call);
        expect(result[0][1].g).toBe(g);
        expect(result[0][1].all[0]).toBe(g);
      }
    }
  });

  test("is the same in derivatives within", () => {
    const f = (x: number, g: Unary, h: Unary): number =>
      grad((y: number) => (g === h ? g(y) * x : g(y) + 2 * h(y)) * (g === square ? 1 : 3))(x);
    expectAgreement(f, (call) => [call, square, square]);
    expectAgreement(f, (call) => [call, square, cube]);
    expectAgreement(f, (call) => [call, cube, power(3)]);
  });

  test("is the same in Jacobians", () => {
    const f = (p: readonly number[], g: Unary, h: Unary): number[] =>
      p.map((x) => (g === h ? g(x) : 5 * h(x)) * (g === cube ? 2 : 1));
    const jacobi = jacobian(f);
    for (let call = 1; call <= calls; call++) {
      expect(jacobi([call], square, square)).toEqual([[2 * call]]);
      expect(jacobi([call], square, power(2))).toEqual([[10 * call]]);
      expect(jacobi([call], cube, cube)).toEqual([[6 * call * call]]);
    }
  });

  test("carries the derivatives of what it captured, as a whole and by parts", () => {
    const linear = (a: number) => {
      const f = (x: number): number => a * x;
      return f;
    };
    const f = (g: Unary, x: number, k: number): number => {
      const all = [g, (y: number) => y];
      return (all[k] as Unary)(x) + 10 * g(x);
    };
    const gradient = grad(f);
    const inner = grad((a: number, k: number): number => {
      const g = linear(a);
      return grad((x: number) => f(g, x * x, k))(3);
    });
    for (let call = 1; call <= calls; call++) {
      expect(gradient(linear(call), 3, 0)).toEqual({ a: 33 });
      expect(gradient(linear(call), 3, 1)).toEqual({ a: 30 });
      expect(inner(call, 0)).toBe(66);
      expect(inner(call, 1)).toBe(60);
    }
  });

  test("is one of two where paths meet", () => {
    const f = (x: number, g: Unary, h: Unary): number => {
      const chosen = x > 20 ? g : h;
      return chosen(x) * (chosen === g ? 2 : 3) * (chosen === h ? 5 : 7);
    };
    expectAgreement(f, (call) => [call, square, cube]);
    expectAgreement(f, (call) => [call, square, square]);
    let last = square;
    expectAgreement(
      (x: number, g: Unary, h: Unary) => {
        let sum = 0;
        for (let k = 0; k < x; k++) {
          const next = k % 3 === 0 ? g : h;
          if (next === last) sum += next(x);
          last = next;
        }
        last = square;
        return sum;
      },
      (call) => [call, square, cube],
    );
  });

  test("is specialised to, even so", () => {
    const f = grad((x: number, g: Layer, h: Layer) => (g === h ? g(x) : g(x) * h(x)) * h.scale);
    expect(codeOf(f as never, 3, layerOf(2, 1), layerOf(3, 1))).not.toContain("not specialised");
  });
});

describe("a function that is made inside", () => {
  test("is another one each time", () => {
    const make = (a: number): Unary => {
      const f = (x: number): number => a * x;
      return f;
    };
    expectAgreement(
      (x: number) => {
        const [f, g] = [make(2), make(2)];
        return f === g ? 0 : f(x) + (f === f ? g(x) : 0);
      },
      (call) => [call],
    );
    expectAgreement(
      (x: number) => {
        let sum = 0;
        let before: Unary | null = null;
        for (let k = 0; k < x; k++) {
          const f = (y: number): number => y * y;
          sum += before === f ? 1 : f(x);
          before = f;
        }
        return sum;
      },
      (call) => [call],
    );
    expectAgreement(
      (x: number) => {
        const all: Unary[] = [];
        for (let k = 0; k < x; k++) all.push((y) => y * k * x);
        return all.reduce((sum, f) => sum + f(all.indexOf(f)), 0);
      },
      (call) => [call],
    );
  });

  test("has the properties that it gets", () => {
    expectAgreement(
      (x: number) => {
        const f = Object.assign((y: number): number => y * x, { scale: 3 });
        f.scale += 1;
        return f(x) * f.scale;
      },
      (call) => [call],
    );
  });

  test("is itself where it names itself", () => {
    expectAgreement(
      (x: number) => {
        const f = function g(y: number, h: unknown): number {
          return h === g ? y * y : y;
        };
        return f(x, f) + 10 * f(x, null);
      },
      (call) => [call],
    );
  });

  test("is what a function within is given", () => {
    expectAgreement(
      (x: number) => {
        const [f, g] = [power(2), power(2)];
        const sum = (y: number, h: Unary): number => (h === f ? 2 : 3) * h(y) + (h === g ? 5 : 7);
        return grad(sum)(x, f) + grad(sum)(x, g) * x;
      },
      (call) => [call],
    );
  });
});

test("functions that are made are called by their methods, too", () => {
  const f = (x: number): number => {
    const scaled = (y: number): number => y * y * x;
    return scaled.call(null, x) + scaled.apply(null, [2]);
  };
  // Neither is the function made at run time, nor a derivative looked for there.
  expect(codeOf(grad(f) as never, 3)).not.toMatch(/not specialised|\$\.closure|\$\.derivative/);
  expectAgreement(f, (call) => [call / 8]);
});
