// Checks a small program in every way there is: its value as JavaScript runs it, by the interpreter and by generated
// code; its gradient against a closed form, against central differences, by the interpreter and by dual numbers; its
// second derivative by nesting, against differences of the gradient and dual numbers. Forward mode along a direction must
// give the gradient's product with it, and every nesting of the two modes the same second derivative.

import { expect } from "vitest";
import { grad, hvp, jvp, type Gradients } from "zeroth";
import { directional, gradientByDuals } from "../interp/index.ts";
import { generated, interpreted } from "./meanings.ts";
import { byGeneralCode } from "../host/code-modes.ts";
import { oracleHost } from "../testing/oracle-host.ts";
import { expectClose } from "./expect-close.ts";
import { gradientAlong, tangentAlong } from "./fixtures/nestings.ts";
import { copyTree, isClose, leavesOf, withLeaves } from "../testing/trees.ts";

export interface Program<A extends readonly unknown[]> {
  readonly name: string;
  readonly f: (...args: A) => number;
  readonly points: readonly A[];
  /** The gradients of all arguments, if there is a formula. */
  readonly gradients?: (...args: A) => Gradients<A>;
  /** Not differentiable at these points: no comparison with differences. */
  readonly kink?: boolean;
  /** The highest derivative that is checked; 2 if absent. */
  readonly order?: 0 | 1 | 2;
}

// What a check needs to know of a program: it takes trees to a number.
type Scalar = (...args: readonly unknown[]) => number;
export type AnyProgram = Program<readonly never[]>;

/** A program with the types of its arguments forgotten, so that programs can stand in one table. */
export function program<A extends readonly unknown[]>(
  name: string,
  f: (...args: A) => number,
  points: readonly A[],
  gradients?: (...args: A) => Gradients<A>,
  options: Pick<Program<A>, "kink" | "order"> = {},
): AnyProgram {
  return { name, f, points, ...(gradients === undefined ? {} : { gradients }), ...options } as unknown as AnyProgram;
}

/** The nesting that runs in specialised code, of four; the others run in general code. Programs take turns by their names. */
const turnOf = (name: string): number => name.length % 4;

/** Whether all nestings are checked (`npm run test:laws`); else that one, and the next one. */
const isAtLength = Number(process.env["ZEROTH_RUNS"] ?? 0) >= 100;

const steps: readonly number[] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];

export function checkProgram({ name, f, points, gradients, kink = false, order = 2 }: AnyProgram): void {
  for (const point of points) {
    const at = `${name} at ${show(point)}`;
    const args = (): never[] => copyTree(point) as unknown as never[];
    const value = f(...args());
    const close = (actual: unknown, expected: unknown, tolerance: number, what: string): void => {
      expectClose(actual, expected, tolerance, `${at}: ${what}`);
    };
    expect(interpreted(f)(...args()), `${at}: value by the interpreter`).toBe(value);
    expect(generated(f)(...args()), `${at}: value by generated code`).toBe(value);
    if (order === 0) continue;

    const argnums = point.map((_, i) => i);
    const gradient = (grad as unknown as GradOf)(f, { argnums });
    const slope = gradient(...args());
    if (gradients !== undefined) close(slope, gradients(...args()), 1e-12, "gradient against the closed form");
    if (!kink) expectSlope(f as unknown as Scalar, args(), leavesOf(slope), `${at}: gradient against differences`);
    close(interpreted(gradient)(...args()), slope, 1e-14, "gradient by the interpreter");
    close(gradientByDuals(f, args(), argnums, oracleHost), slope, 1e-12, "gradient by dual numbers");
    const directions = (args() as readonly unknown[]).map((arg) => directionOf(movedLeaves(arg)));
    const [pushed, moved] = (jvp as unknown as JvpOf)(f, args(), directions);
    expect(pushed, `${at}: value by forward mode`).toBe(value);
    close(moved, dot(leavesOf(slope), directions), 1e-10, "forward mode against the gradient");
    close(moved, directional(f, args(), directions, oracleHost).tangent, 1e-12, "forward mode by dual numbers");
    close(
      interpreted(jvp)(...([f, args(), directions] as never[])),
      [value, moved],
      1e-14,
      "forward mode by the interpreter",
    );
    if (order === 1) continue;

    const [x, ...rest] = args();
    if (leavesOf(x).length === 0) continue;
    const v = movedLeaves(x as unknown);
    const direction = directionOf(v);
    const product = (hvp as unknown as HvpOf)(f)(...copyTree([x, direction, ...rest]));
    const twice = directional((grad as unknown as GradOf)(f, {}), args(), [v], oracleHost).tangent;
    close(leavesOf(twice), leavesOf(product), 1e-10, "second derivative by dual numbers");
    const still = [direction, ...rest.map(() => null)];
    const firstGradient = (grad as unknown as GradOf)(f, {});
    const nestings = [
      (): void => {
        const moved = tangentAlong(firstGradient, still)(...args());
        close(leavesOf(moved), leavesOf(product), 1e-10, "forward over reverse");
      },
      (): void => {
        const twiceReversed = (grad as unknown as GradOf)(gradientAlong(f as never, direction), {})(...args());
        close(leavesOf(twiceReversed), leavesOf(product), 1e-10, "reverse over reverse");
      },
      (): void => {
        const slopeAlong = (grad as unknown as GradOf)(tangentAlong(f as never, still), {});
        close(leavesOf(slopeAlong(...args())), leavesOf(product), 1e-10, "reverse over forward");
      },
      (): void => {
        const curvature = tangentAlong(tangentAlong(f as never, still), still)(...args());
        close(curvature, dot([product], [direction]), 1e-10, "forward over forward");
      },
    ];
    nestings.forEach((nesting, k) => {
      if (k === turnOf(name)) nesting();
      else if (isAtLength || k === (turnOf(name) + 1) % 4) byGeneralCode(nesting);
    });
    if (kink) continue;
    const along = (t: number): readonly number[] => {
      const moved = leavesOf(x).map((leaf, i) => leaf + t * (leavesOf(v)[i] as number));
      return leavesOf((grad as unknown as GradOf)(f, {})(...withLeaves([x, ...rest], [...moved, ...leavesOf(rest)])));
    };
    expectDifference(along, leavesOf(product), `${at}: second derivative against differences`);
  }
}

/** A direction for each number of a tree. */
const movedLeaves = <T>(x: T): T =>
  withLeaves(
    x,
    leavesOf(x).map((_, i) => 1 - 0.75 * ((i * 7) % 3)),
  );

/** The sum of products of the numbers of two trees of one shape. */
function dot(a: readonly unknown[], b: readonly unknown[]): number {
  const y = leavesOf(b);
  return leavesOf(a).reduce((total, x, i) => total + (x === 0 ? 0 : x * (y[i] as number)), 0);
}

type JvpOf = (f: unknown, primals: readonly unknown[], tangents: readonly unknown[]) => readonly [unknown, unknown];
type GradOf = (
  f: unknown,
  options: { readonly argnums?: readonly number[] },
) => (...args: readonly unknown[]) => unknown;
type HvpOf = (f: unknown) => (...args: readonly unknown[]) => unknown;

/** A direction has null where an argument has no number. */
function directionOf(x: unknown): unknown {
  if (typeof x === "number" || ArrayBuffer.isView(x)) return x;
  if (typeof x !== "object" || x === null) return null;
  if (Array.isArray(x)) return x.map(directionOf);
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, directionOf(value)]));
}

function expectSlope(f: Scalar, args: readonly unknown[], slope: readonly number[], what: string): void {
  const leaves = leavesOf(args);
  expect(slope.length, `${what}: number of components`).toBe(leaves.length);
  leaves.forEach((leaf, i) => {
    const along = (t: number): readonly number[] => [f(...withLeaves(args, leaves.with(i, leaf + t)))];
    expectDifference(along, [slope[i] as number], `${what}, component ${i}`);
  });
}

/** Expects that for every component some step size gives the derivative of `along` at 0, to seven digits or so. */
export function expectDifference(
  along: (t: number) => readonly number[],
  derivative: readonly number[],
  what: string,
): void {
  const differences = steps.map((h) => {
    const far = along(h);
    const back = along(-h);
    const fine = along(h / 2);
    const fineBack = along(-h / 2);
    // Two central differences, extrapolated.
    return far.map((y, i) => {
      const wide = (y - (back[i] as number)) / (2 * h);
      const narrow = ((fine[i] as number) - (fineBack[i] as number)) / h;
      return (4 * narrow - wide) / 3;
    });
  });
  derivative.forEach((d, i) => {
    const ok = differences.some((row) => isClose(row[i] as number, d, 1e-7));
    if (!ok) expect(d, `${what} (component ${i})`).toBeCloseTo((differences[3] as number[])[i] as number, 7);
  });
}

function show(x: unknown): string {
  if (Array.isArray(x) || ArrayBuffer.isView(x)) return `[${Array.from(x as unknown[], show).join(", ")}]`;
  if (typeof x === "object" && x !== null)
    return `{${Object.entries(x)
      .map(([k, v]) => `${k}: ${show(v)}`)
      .join(", ")}}`;
  return typeof x === "function" ? "a function" : String(x);
}
