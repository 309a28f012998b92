// Options and arguments that an operator does not have are refused by name, wherever the operator is called: ignoring
// them would answer another question than was asked.

import { describe, expect, test } from "vitest";
import * as zeroth from "zeroth";
import { grad, hessian, hvp, jacfwd, jacobian, jacrev, valueAndGrad, vhp } from "zeroth";
import * as testing from "zeroth/testing";

type Loose = (...args: unknown[]) => unknown;
const loosely = (operator: unknown): Loose => operator as Loose;

const f = (x: number, y: number): number => x * x * y * y * y;
const rule = (x: number): readonly [number, (g: number) => readonly [number]] => [x, (g) => [g]];

/** What each operator takes, then the names of its options. */
const withOptions: readonly (readonly [operator: string, args: readonly unknown[], names: readonly string[]])[] = [
  ["grad", [f], ["argnums", "hasAux"]],
  ["valueAndGrad", [f], ["argnums", "hasAux"]],
  ["jacobian", [f], ["argnums"]],
  ["jacrev", [f], ["argnums"]],
  ["jacfwd", [f], ["argnums", "width"]],
  ["hessian", [f], ["width"]],
  ["fixedPoint", [f], ["tolerance", "iterations"]],
  ["root", [f], ["tolerance", "iterations"]],
  ["implicit", [f, f], ["tolerance"]],
];
const withoutOptions: readonly (readonly [operator: string, args: readonly unknown[]])[] = [
  ["hvp", [f]],
  ["vhp", [f]],
  ["derivative", [f, 1]],
  ["taylor", [f, 1]],
  ["jvp", [f, [1, 2], [1, 0]]],
  ["stopGradient", [1]],
  ["checkpoint", [f]],
  ["onCotangent", [1, f]],
  ["customVjp", [f, rule, undefined]],
  ["customJvp", [f, rule]],
  ["treeFlatten", [[1]]],
  ["ir", [f]],
];
const operators = zeroth as unknown as Readonly<Record<string, Loose>>;
const operatorNamed = (name: string): Loose => operators[name] as Loose;

describe("an option that there is not", () => {
  test.each(withOptions)("of %s", (name, args, names) => {
    const operator = operatorNamed(name);
    const all = names.map((one) => `\`${one}\``).join(" and ");
    for (const options of [{ other: 1 }, { other: undefined }, Object.create({ other: 1 }) as object]) {
      expect(() => operator(...args, options)).toThrow(`${name} has no option \`other\``);
      expect(() => operator(...args, options)).toThrow(new RegExp(`option(s are| is) ${all}`));
    }
    expect(() => operator(...args, { [Symbol("other")]: 1 })).toThrow(`${name} has no option \`Symbol(other)\``);
    for (const options of [1, null, "x", [1], f]) {
      expect(() => operator(...args, options)).toThrow(`the options of ${name} are an object, and it was given`);
    }
    expect(() => operator(...args, {}, 1)).toThrow(/; it was given a value of type number as well/);
    expect(() => operator(...args, undefined, undefined)).toThrow(/; it was given undefined as well/);
  });

  test.each(withoutOptions)("of %s, which has none", (name, args) => {
    const operator = operatorNamed(name);
    expect(() => operator(...args, { argnums: 1 })).toThrow(
      new RegExp(`${name} takes .*; it was given options \\(\`argnums\`\\) as well`),
    );
    expect(() => operator(...args, undefined)).toThrow(new RegExp(`${name} takes .*; it was given undefined as well`));
  });

  test("of defineRule, compile and what checks derivatives", async () => {
    const { checkGradients, checkRule, reals, vectors } = testing;
    const native = { parse: JSON.parse };
    expect(() => loosely(zeroth.defineRule)(native.parse, { vpj: rule })).toThrow(/defineRule has no option `vpj`/);
    expect(() => loosely(zeroth.defineRule)(native.parse, { vjp: rule }, 1)).toThrow(/as well/);
    await expect(zeroth.compile("", { named: "x" } as never)).rejects.toThrow(/compile has no option `named`/);
    expect(() => loosely(checkGradients)(f, [1, 2], { orders: 2 })).toThrow(
      /no option `orders`\nremedy: .*`order` may/,
    );
    const inputs = [reals(), reals()];
    expect(() => loosely(checkGradients)(f, { inputs, run: 2 })).toThrow(
      /no option `run`\nremedy: .*`runs` may be meant/,
    );
    expect(() => loosely(checkRule)(Math.abs, rule, [1], { ulp: 2 })).toThrow(/no option `ulp`/);
    expect(() => loosely(vectors)({ size: 2 })).toThrow(/vectors has no option `size`/);
  });
});

test("the remedy names what may be meant", () => {
  expect(() => loosely(grad)(f, { argNums: 1 })).toThrow(/`argnums` may be meant/);
  expect(() => loosely(grad)(f, { has_aux: true })).toThrow(/`hasAux` may be meant/);
  expect(() => loosely(zeroth.fixedPoint)(f, { tol: 1 })).toThrow(/`tolerance` may be meant/);
  expect(() => loosely(hessian)(f, { argnums: 1 })).toThrow(
    /close over the others, as in hessian\(\(y\) => f\(x, y\)\)/,
  );
  expect(() => loosely(hvp)(f, { argnums: 1 })).toThrow(/close over the others, as in hvp\(\(y\) => f\(x, y\)\)/);
  expect(() => [f].map(loosely(grad))).toThrow(/write \(f\) => grad\(f\)/);
});

test("options that are not what they are to be", () => {
  for (const argnums of [null, "1", true, [0, "1"], {}]) {
    for (const operator of [grad, valueAndGrad, jacobian, jacrev, jacfwd])
      expect(() => loosely(operator)(f, { argnums })).toThrow(/takes the index of an argument, or an array of indices/);
  }
  for (const hasAux of [null, 1, "yes"]) {
    for (const operator of [grad, valueAndGrad])
      expect(() => loosely(operator)(f, { hasAux })).toThrow(/takes true or false as its hasAux/);
  }
  expect(() => loosely(zeroth.implicit)(f, f, { tolerance: "1" })).toThrow(/takes a number from 0 up as its tolerance/);
});

test("options may be undefined, inherited, frozen or without a prototype", () => {
  expect(grad(f, { argnums: undefined } as object)(2, 3)).toBe(108);
  expect(grad(f, undefined)(2, 3)).toBe(108);
  const inherited = Object.create({ argnums: 1 }) as { argnums: 1 };
  const bare = Object.assign(Object.create(null) as object, { argnums: 1 as const });
  for (const options of [inherited, bare, Object.freeze({ argnums: 1 as const })])
    expect(grad(f, options)(2, 3)).toBe(108);
});

describe("in differentiated code", () => {
  const calls = Array.from({ length: 40 }, (_, k) => k + 1);

  test("what is refused is refused in each call", () => {
    const argNums = grad as unknown as (g: typeof f, o: { argNums: number }) => typeof f;
    const outer = grad((x: number) => argNums(f, { argNums: 1 })(x, 2));
    const none = hvp as unknown as (g: typeof f, o: { argnums: number }) => (x: number, v: number, y: number) => number;
    const along = grad((x: number) => none(f, { argnums: 1 })(x, 1, 2));
    for (const x of calls) {
      expect(() => outer(x)).toThrow(/options\.test\.ts:\d+:\d+: grad has no option `argNums`/);
      expect(() => along(x)).toThrow(/hvp takes a function; it was given options \(`argnums`\) as well/);
    }
  });

  test("what is not stays right", () => {
    const second = grad((y: number) => grad(f, { argnums: 1 })(2, y));
    const both = grad((y: number) => grad(f, { argnums: [0, 1] })(2, y)[1]);
    const slope = vhp((y: number) => f(2, y));
    for (const y of calls) {
      expect(second(y)).toBe(24 * y);
      expect(both(y)).toBe(24 * y);
      expect(slope(y, 1)).toBe(24 * y);
    }
  });
});
