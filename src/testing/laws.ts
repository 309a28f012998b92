// Laws that a derivative must obey whatever its numbers are.

import { quotientOf } from "./compare-slopes.ts";
import { cotangentOf, genericWeights, hasSingles, resultLeaves } from "./cotangents.ts";
import type { Differentiated } from "./differentiated.ts";
import { gradientOf, reasonOf, type Variable } from "./oracles.ts";
import { moved, type Situation } from "./point.ts";
import { firstDifference, firstUnlike } from "./same-tree.ts";
import { showPath, showValue } from "../host/show.ts";
import { copyTree } from "./trees.ts";

/** A law that does not hold: its name, and lines that describe where and how. */
export interface Breach {
  readonly law: string;
  readonly notes: readonly string[];
  readonly cause?: unknown;
}

export interface DerivedRun {
  readonly derived: Differentiated;
  /** The function and arguments of which the derivative was taken, in the state that this left. */
  readonly used: Situation;
  /** The arguments as given. */
  readonly given: readonly unknown[];
  readonly variables: readonly Variable[];
}

/** Checks the laws of pullbacks: null if all hold. */
export function breachOfPullback(run: DerivedRun): Breach | null {
  const { derived, used, given, variables } = run;
  const { value } = derived;
  const n = resultLeaves(value).length;
  const [w1, w2] = [genericWeights(n, 1), genericWeights(n, 2)];
  const [a, b] = [1.5, -0.75];
  const cotangent = cotangentOf(value, w1);
  const before = moved(used.f, used.args, new Map()).args;
  const valueBefore = copyTree(value);
  let last: readonly unknown[] = [];
  const pull = (weights: readonly number[]): readonly number[] => {
    last = derived.pull(cotangentOf(value, weights));
    return gradientOf(last, variables);
  };
  try {
    const first = derived.pull(cotangent);
    const cotangentAfter = firstDifference(cotangentOf(value, w1), cotangent);
    if (cotangentAfter !== null) return written("its cotangent", "cotangent", cotangentAfter);
    const kept = copyTree(first);
    const g1 = pull(w1);
    const again = firstDifference(kept, last);
    if (again !== null) {
      return {
        law: "pullback gives another gradient when it is called again",
        notes: [`${placeOfGradient(again.keys)} is ${showValue(again.left)} first, then ${showValue(again.right)}`],
      };
    }
    const argument = firstDifference(before, used.args);
    if (argument !== null) return written("an argument", "args", argument);
    const result = firstDifference(valueBefore, value);
    if (result !== null) return written("the result", "result", result);
    const unlike = firstUnlike(given, first.slice(1));
    if (unlike !== null) {
      const { keys, expected, got } = unlike;
      return {
        law: "wrong shape of the gradient",
        notes: [`${showPath("args", keys)}: ${got} instead of ${expected}`],
      };
    }
    return breachOfLinearity(g1, pull(w2), pull(w1.map((w, i) => a * w + b * (w2[i] as number))), [a, b], run);
  } catch (error) {
    return { law: "pullback throws", notes: [reasonOf(error)], cause: error };
  }
}

const placeOfGradient = ([first, ...keys]: readonly PropertyKey[]): string =>
  first === 0 ? showPath("captured", keys) : showPath("args", [Number(first) - 1, ...keys]);

function written(
  what: string,
  root: string,
  { keys, left, right }: { readonly keys: readonly PropertyKey[]; readonly left: unknown; readonly right: unknown },
): Breach {
  return {
    law: `pullback writes to ${what}`,
    notes: [`${showPath(root, keys)} was ${showValue(left)}, and is ${showValue(right)}`],
  };
}

function breachOfLinearity(
  g1: readonly number[],
  g2: readonly number[],
  sum: readonly number[],
  [a, b]: readonly [number, number],
  { variables, derived }: DerivedRun,
): Breach | null {
  const single = hasSingles(derived.value) || variables.some(({ isSingle }) => isSingle);
  const scale = Math.max(0, ...[...g1, ...g2].filter(Number.isFinite).map(Math.abs));
  const subnormal = 1e-300;
  const rounding = (single ? 1e-6 : 1e-12) * quotientOf(derived.value, variables, 1e-12) + subnormal;
  for (const [i, variable] of variables.entries()) {
    const [x, y, got] = [a * (g1[i] as number), b * (g2[i] as number), sum[i] as number];
    if (![x, y, got].every(Number.isFinite)) continue;
    const allowed = (single ? 1e-4 : 1e-9) * (Math.abs(x) + Math.abs(y)) + (single ? 1e-6 : 1e-12) * scale + rounding;
    if (Math.abs(got - x - y) <= allowed) continue;
    return {
      law: "pullback is not linear",
      notes: [
        `at ${pathOf(variable)}: ${a} B(u) ${b < 0 ? "−" : "+"} ${Math.abs(b)} B(v) is ${x + y}, but B(${a}u ${b < 0 ? "−" : "+"} ${Math.abs(b)}v) is ${got}`,
      ],
    };
  }
  return null;
}

/** `args[1].w[3]`, or `captured k[2]`. */
export function pathOf({ argument, keys, shown = keys }: Variable): string {
  if (argument !== null) return showPath("args", [argument, ...keys]);
  const [name, ...rest] = shown;
  return `captured ${showPath(String(name), rest)}`;
}
