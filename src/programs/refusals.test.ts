// Where a derivative would be lost without a trace, it is refused; what is only read stays usable.

import { expect, test } from "vitest";
import { grad } from "zeroth";

class Settings {
  rate = 2;
  get doubled(): number {
    return 2 * this.rate;
  }
}

test("fields of an instance may be read", () => {
  const settings = new Settings();
  expect(grad((x: number) => x * x * settings.rate)(3)).toBe(12);
});

test("the gradient with respect to an instance's fields is refused", () => {
  expect(() => grad((s: Settings) => s.rate ** 2)(new Settings())).toThrow(/an instance of Settings/);
  expect(() => grad((p: { s: Settings; w: number }) => p.s.rate * p.w)({ s: new Settings(), w: 1 })).toThrow(
    /an instance of Settings/,
  );
});

test("so is a derivative through an accessor", () => {
  expect(() => grad((s: Settings) => s.doubled ** 2)(new Settings())).toThrow(/the accessor "doubled" of Settings/);
});

test("an array or record used as a number is refused", () => {
  expect(() => grad((x: number) => ([x] as unknown as number) * 3)(2)).toThrow(/an array used as a number/);
  const weight = { valueOf: () => 3 };
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
