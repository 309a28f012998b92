// Functions that take derivatives where errors are values: in `try` statements, and in loops over what may be a generator. What is
// differentiated may throw, or not.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";

export interface TriedProgram {
  /** A module that exports `f(xs, rows)`, which gives a number. */
  readonly source: string;
  readonly calls: readonly (readonly [xs: readonly number[], rows: readonly { a: number; b: number }[]])[];
}

export const arbTriedDerivatives: fc.Arbitrary<TriedProgram> = generated((choices) => ({
  source: sourceOf(choices),
  calls: [1, 2, 3].map(() => [makeNumbers(choices), makeRows(choices)]),
}));

const module = `interface Row { a: number; b: number }
const own: Row[] = [{ a: 0.8, b: 0.1 }, { a: 0.5, b: -0.3 }];
function* few(xs: readonly number[], bound: number): Generator<number> { for (const x of xs) if (x < bound) yield x; }
const decay = (y: number, { a, b }: Row, n: number): number => { for (let i = 0; i < n; i++) y += 0.05 * a * Math.sin(y) - b * y; return y; };
const power = (y: number, n: number): number => (n === 0 ? 1 : y * power(y, n - 1));
const checked = (y: number, bound: number): number => { if (y > bound) throw new RangeError("large"); return y * y; };
const parsed = (y: number, name: string): number => { if (name === "") throw { value: y * y }; return y * name.length; };
`;

function sourceOf({ below, pick, chance }: Choices): string {
  const factor = (): string => pick(["xs[0]!", "x", "s", "0.7", "Math.cos(xs[0]!)"]);
  /** A number of \`y\`, a number; some throw. */
  const number = (): string =>
    pick([
      `${factor()} * y ** 3 + y`,
      `decay(y, { a: ${factor()}, b: 0.2 }, 3)`,
      `power(y, 3) * ${factor()}`,
      `Math.exp(-y * ${factor()})`,
      `checked(y, ${pick(["9", "0.6"])}) * ${factor()}`,
      `parsed(y, ${pick(['"ab"', '""'])}) + y * ${factor()}`,
      `[y, ${factor()}].reduce((a, b) => a * b + y)`,
      `new Map([["k", y * ${factor()}]]).get("k")! + y`,
    ]);
  const ofRow = (): string =>
    pick([`decay(${factor()}, r, 3)`, `r.a * r.b * ${factor()}`, `checked(r.a, ${pick(["9", "0.6"])}) + r.b ** 2`]);
  const ofList = (): string =>
    pick([
      `ys.reduce((t, y) => t + ${factor()} * y ** 3, 0)`,
      `ys[0]! * ys[1]! * ${factor()}`,
      `checked(ys[0]!, ${pick(["9", "0.6"])}) * ys[1]!`,
    ]);
  const row = (): string => pick(["own[0]!", "rows[0]!", "{ a: x, b: 0.3 }", `{ a: 0.4, b: ${factor()} }`]);
  const taken = (): string =>
    pick([
      `s += 0.3 * grad((y: number) => ${number()})(x);`,
      `s += 0.3 * grad((y: number) => ${number()})(x);`,
      `{ const [v, g] = valueAndGrad((y: number) => ${number()})(x); s += 0.2 * v * g; }`,
      `s += 0.3 * jvp((y: number) => ${number()}, [x], [${factor()}])[1];`,
      `{ const [v, back] = vjp((y: number) => ${number()}, x); s += 0.1 * v * back(${factor()})[0]; }`,
      `s += 0.1 * derivative((y: number) => ${number()}, 2)(x);`,
      `{ const g = grad((r: Row) => ${ofRow()})(${row()}); s += g.a - 0.4 * g.b; }`,
      `s += 0.3 * jvp((r: Row) => ${ofRow()}, [${row()}], [${row()}])[1];`,
      `s += 0.1 * hvp((ys: number[]) => ${ofList()})([x, ${factor()}], [1, x])[0]!;`,
      `s += 0.1 * hessian((ys: number[]) => ${ofList()})([x, 0.4])[0]![1]!;`,
      `s += 0.2 * jacobian((ys: number[]) => ys.map((y) => ${number()}))([x, 0.4])[1]![1]!;`,
      `s += 0.3 * grad((y: number) => { let t = 0; for (const { a } of own) t += grad((z: number) => a * z ** 3 * y)(y); return t; })(x);`,
    ]);
  const caught = (): string =>
    pick([
      "catch (error) { s += error instanceof RangeError ? error.message.length * x : 0.2; }",
      "catch (error) { s += (error as { value?: number }).value ?? x; }",
      "catch { s += x * x; }",
      "finally { s += 0.1 * x; }",
    ]);
  const statement = (): string => {
    const lines = Array.from({ length: 1 + below(2) }, taken).join(" ");
    const end = caught();
    if (chance(0.5)) return lines;
    // Without a handler, what is thrown is caught outside.
    return `try { ${lines} } ${end}`;
  };
  const loop = (): string => {
    const body = statement();
    return pick([
      `for (const x of xs) { ${body} }`,
      `for (const x of few(xs, 0.8)) { ${body} }`,
      `for (const [, x] of new Map(xs.map((x, k) => [k, x]))) { ${body} }`,
      `for (const { a: x } of rows) { ${body} }`,
      `for (const x of xs) { ${body} if (s > 5) break; }`,
      `{ const x = xs[0]! * 0.9; ${body} }`,
      `xs.forEach((x) => { ${body} });`,
    ]);
  };
  const lines = Array.from({ length: 1 + below(3) }, loop);
  return `import { derivative, grad, hessian, hvp, jacobian, jvp, valueAndGrad, vjp } from "zeroth";
${module}export function f(xs: number[], rows: Row[]): number {
  let s = 0.1;
  try {
    ${lines.join("\n    ")}
  } catch (error) {
    s += ((error as { value?: number }).value ?? 0.3) * xs[0]!;
  }
  return s;
}
`;
}

function makeNumbers({ below, pick }: Choices): number[] {
  const numbers = [0.3, -0.7, 1.1, 0.5, 0.9, -0.2];
  return Array.from({ length: 1 + below(3) }, (_, k) => pick(numbers) + 0.01 * below(10) + 0.0013 * (k + 1));
}

const makeRows = ({ below, pick }: Choices): { a: number; b: number }[] =>
  Array.from({ length: 1 + below(2) }, () => ({ a: pick([0.3, 0.9, 1.2]), b: pick([0.1, -0.4]) }));
