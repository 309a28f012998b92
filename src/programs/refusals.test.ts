// Where a derivative would be lost without a trace, it is refused; what is only read stays usable.

import { expect, test } from "vitest";
import { customVjp, defineRule, grad, jvp, stopGradient, vjp } from "zeroth";

class Settings {
  rate = 2;
  readonly rates = [2, 3];
  get doubled(): number {
    return 2 * this.rate;
  }
  text(): string {
    return String(this.rate);
  }
}

/** Its instances hold more than their properties show. */
class Sealed {
  #key = 1;
  rate = 2;
  readonly rates = [2, 3];
  opens(key: number): boolean {
    return this.#key === key;
  }
}

class Rate extends Settings {
  #rate = 2;
  v = 3;
  get(): number {
    return this.#rate;
  }
  plain(x: number): number {
    return this.v * x;
  }
  override text(): string {
    const own = {
      m(this: object): string {
        // oxlint-disable-next-line typescript/no-unsafe-member-access
        return String(super.toString);
      },
    };
    return own.m();
  }
  static async later(x: number): Promise<number> {
    return x;
  }
}

test("methods with what is not compiled, with their place in the class, unless they have a rule", () => {
  const rate = new Rate();
  expect(grad((x: number) => rate.plain(x))(1)).toBe(3);
  const refused = (f: (x: number) => unknown): string => {
    try {
      grad(f as (x: number) => number)(1);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  expect(grad((x: number) => rate.get() * x)(1)).toBe(2);
  expect(refused((x) => rate.text().length * x)).toMatch(
    /refusals\.test\.ts:40:\d+: unsupported: `super` outside of a class's own/,
  );
  expect(refused((x) => Rate.later(x))).toMatch(/refusals\.test\.ts:45:\d+: unsupported: `async` functions/);
  // oxlint-disable-next-line typescript/unbound-method
  const later = Rate.later as unknown as (x: number) => number;
  defineRule(later, { vjp: (x) => [x * x, (g) => [2 * x * g]] });
  expect(grad((x: number) => (Rate.later(x) as unknown as number) * x)(1)).toBe(3);
});

test("fields of an instance may be read", () => {
  const settings = new Settings();
  expect(grad((x: number) => x * x * settings.rate)(3)).toBe(12);
});

test("the gradient with respect to an instance with private members is refused", () => {
  expect(() => grad((s: Sealed) => s.rate ** 2)(new Sealed())).toThrow(/an instance of Sealed/);
  expect(() => grad((p: { s: Sealed; w: number }) => p.s.rate * p.w)({ s: new Sealed(), w: 1 })).toThrow(
    /an instance of Sealed/,
  );
});

test("and to what is inside of an instance", () => {
  expect(() => grad((s: Sealed) => s.rates[0]! ** 2)(new Sealed())).toThrow(/an instance of Sealed/);
  expect(grad((s: Sealed, x: number) => x * s.rates.length, { argnums: [0, 1] })(new Sealed(), 3)).toEqual([null, 2]);
});

test("and to the properties of a function", () => {
  const scaled = Object.assign((x: number) => x, { factor: 3 });
  expect(() => grad((f: typeof scaled) => f.factor * f(2))(scaled)).toThrow(/a property of a function/);
  expect(grad((x: number) => scaled.factor * scaled(x))(2)).toBe(3);
});

test("properties that cannot be written have a gradient all the same", () => {
  const p = Object.defineProperty({ a: 2 }, "b", { value: 3, enumerable: true }) as { a: number; readonly b: number };
  expect(grad((q: typeof p) => q.a * q.b)(p)).toEqual({ a: 3, b: 2 });
  expect(grad((q: typeof p) => q.a * q.b)(Object.freeze({ a: 2, b: 3 }))).toEqual({ a: 3, b: 2 });
});

test("a cotangent for an instance is refused", () => {
  const settings = new Sealed();
  const [, pullback] = vjp((x: number) => {
    settings.rate = x * x;
    return settings;
  }, 3);
  expect(() => pullback({ rate: 1 } as never)).toThrow(/has an instance of a class/);
});

test("a number read back from text carries nothing, from a number it does", () => {
  expect(grad((x: number) => parseFloat("2.5") * x)(3)).toBe(2.5);
  expect(grad((x: number) => parseFloat(x as unknown as string) * 2)(3.5)).toBe(2);
});

test("what a derivative rule returns is checked", () => {
  const square = (x: number): number => x * x;
  const wrong = (rule: unknown): unknown => grad(customVjp(square, rule as never))(3);
  expect(() => wrong(() => 9)).toThrow(/returns \[value, pullback\]/);
  expect(() => wrong(() => [9, (g: number) => g * 6])).toThrow(/one cotangent for each argument, here 1/);
  expect(() => wrong(() => [9, () => []])).toThrow(/one cotangent for each argument, here 1/);
  const custom = customVjp(square, (x) => [x * x, (g) => [g * 2 * x]]);
  expect(grad((xs: number[]) => xs.map(custom).reduce((a, b) => a + b))([1, 2])).toEqual([2, 4]);
});

test("so is a derivative through an accessor whose name no compiled class, record or definition tells", () => {
  const name = ["unheard", "of"].join("");
  const settings = Object.defineProperty({ rate: 2 }, name, {
    get(this: { rate: number }) {
      return 2 * this.rate;
    },
  }) as { rate: number; readonly unheardof: number };
  expect(() => grad((s: typeof settings) => s.unheardof ** 2)(settings)).toThrow(/the accessor "unheardof" of Object/);
});

test("and through a setter", () => {
  let kept = 0;
  const name = ["never", "mentioned"].join("");
  const box = Object.defineProperty({}, name, {
    set(x: number) {
      kept = x;
    },
  }) as { nevermentioned: number };
  const f = (x: number): number => {
    box.nevermentioned = x * x;
    return kept;
  };
  for (const derivative of [grad(f), grad(grad(f)), (x: number) => jvp(f, [x], [1])]) {
    expect(() => derivative(2)).toThrow(/refusals\.test\.ts:\d+:9: .*the accessor "nevermentioned" of Object/);
  }
});

test("a setter may be given a constant, and one that is not used does no harm", () => {
  let kept = 0;
  const box = {
    a: 3,
    get v(): number {
      return 5;
    },
    set v(x: number) {
      kept = x;
    },
  };
  const f = (x: number): number => {
    box.v = 2;
    return kept * x * x;
  };
  expect(grad(f)(3)).toBe(12);
  expect(grad(grad(f))(3)).toBe(4);
  expect(grad((o: typeof box) => o.a ** 2)(box)).toEqual({ a: 6, v: 0 });
});

test("an array or record used as a number is refused", () => {
  expect(() => grad((x: number) => ([x] as unknown as number) * 3)(2)).toThrow(/an array used as a number/);
  const weight = { toString: () => "3" };
  expect(() => grad((w: typeof weight) => (w as unknown as number) * 3)(weight)).toThrow(/used as a number/);
});

test("writing integers to a buffer that carries derivatives is refused", () => {
  const f = (x: Float64Array): number => {
    const bytes = new Uint8Array(x.buffer);
    bytes[7] = 0;
    return x[0]! * 3;
  };
  expect(() => grad(f)(Float64Array.of(2))).toThrow(/two element kinds/);
});

test("argnums name each argument once", () => {
  expect(() => grad((x: number, y: number) => x * y, { argnums: [0, 0, 1] })(1, 2)).toThrow(
    /argument 0 more than once/,
  );
});

test("an instance cannot be stopped", () => {
  const settings = new Sealed();
  expect(() => grad((x: number) => x * stopGradient(settings).rate)(3)).toThrow(/stopGradient of an instance/);
});

test("an argument that holds no numbers is refused", () => {
  const square = (x: unknown): number => (x as number) * (x as number);
  for (const x of ["3", null, undefined, true, Int32Array.of(2)]) {
    expect(() => grad(square)(x)).toThrow(/nothing in it carries a derivative/);
  }
});

test("a date is no number that carries a derivative: it counts whole milliseconds", () => {
  expect(grad((x: number) => new Date(x).getTime())(3)).toBe(0);
});

test("`length` of a record is a property like any other", () => {
  interface Rod {
    length?: number;
  }
  const assigned = (rod: Rod, x: number): number => {
    rod.length = x;
    return rod.length * x;
  };
  const given = (x: number): number => assigned({ length: 2 }, x);
  const missing = (x: number): number => assigned({}, x);
  for (const f of [given, missing]) {
    expect(f(3)).toBe(9);
    for (const derive of [() => grad(f)(3), () => jvp(f, [3], [1])[1], () => (vjp(f, 3)[1](1) as number[])[0]])
      expect(derive()).toBe(6);
  }
  expect(grad((x: number) => ((rod: Rod) => (rod.length as number) * x)({ length: x }))(3)).toBe(6);
});
