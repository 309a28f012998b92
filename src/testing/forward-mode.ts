// Forward mode in the form of a pullback: for each number of the function and its arguments, the derivative along it, weighted by
// a cotangent, is the gradient's entry for that number.

import { capturedValue, isBox, isReal, stampOf, unlessUninitialised } from "../runtime/index.ts";
import { pushAll } from "../prelude/jvp.ts";
import { compiledFromText } from "./compiled-from-text.ts";
import { isCustom } from "./custom.ts";
import type { Differentiate } from "./differentiated.ts";
import { isRecord, leavesOfPoint, moved, numbered, type Callable } from "./point.ts";

type Keyed = Readonly<Record<PropertyKey, unknown>>;

/** Closed, so it is compiled from its own text. As an argument, the function can have a tangent. */
const calling = (f: Callable, ...args: readonly unknown[]): unknown => f(...args);

/** The number of directions that one run carries. */
const width = 8;

export const forward: Differentiate = (f, args) => {
  const template = moved(f, args, new Map());
  compiledFromText(calling);
  const [value] = pushAll(calling as never, [f, ...args], [[null, ...args.map(() => null)]], [], "D");
  const count = leavesOfPoint(template.f, template.args).length;
  /** The derivatives along some numbers, starting at number `first`, in one run on a copy. */
  const group = (first: number): readonly unknown[] => {
    const copy = moved(template.f, template.args, new Map());
    const all = [copy.f, ...copy.args];
    const bundle = Array.from({ length: Math.min(width, count - first) }, (_, j) =>
      trees(template, (k) => (k === first + j ? 1 : 0)),
    );
    return pushAll(calling as never, all, bundle, [...all.keys()], bundle.length === 1 ? "D" : "V")[1];
  };
  let columns: readonly unknown[] | undefined;
  return {
    value,
    pull: (cotangent) => {
      const known = (columns ??= Array.from({ length: Math.ceil(count / width) }, (_, k) => group(k * width)).flat());
      return trees(template, (k) => product(value, known[k], cotangent));
    },
  };
};

/** Trees like the gradients of the function and its arguments, filled with these numbers in order. */
function trees(
  { f, args }: { readonly f: Callable; readonly args: readonly unknown[] },
  number: (k: number) => number,
): readonly unknown[] {
  const { f: g, args: xs } = numbered(f, args, number);
  return [g, ...xs].map((x) => asGradient(x, new Set()));
}

function asGradient(x: unknown, open: Set<unknown>): unknown {
  if (typeof x === "number") return x;
  if ((typeof x !== "object" && typeof x !== "function") || x === null || open.has(x)) return null;
  if (isReal(x)) return x;
  open.add(x);
  const inside = (y: unknown): unknown => asGradient(y, open);
  const result = ofReference(x, inside);
  open.delete(x);
  return result;
}

function ofReference(x: object, inside: (y: unknown) => unknown): unknown {
  if (typeof x === "function") {
    const shown = isCustom(x) ? [] : shownCaptures(x);
    return shown.length === 0 ? null : Object.fromEntries(shown.map(([name, value]) => [name, inside(value)]));
  }
  if (Array.isArray(x)) return Array.from(x, inside);
  return isRecord(x) ? Object.fromEntries(Object.entries(x).map(([key, y]) => [key, inside(y)])) : null;
}

/** The values that a closure captured from enclosing scopes, by name. */
function shownCaptures(f: object): readonly (readonly [name: string, value: unknown])[] {
  const stamp = stampOf(f);
  if (stamp === undefined) return [];
  const { captures } = stamp.code.program.func(stamp.code.name);
  return captures.flatMap(({ name, from }, k) => {
    const value = from === "scope" ? capturedValue(stamp.env, k) : undefined;
    return from === "scope" ? [[name, isBox(value) ? unlessUninitialised(() => value.v) : value] as const] : [];
  });
}

/** The sum of products of the tangents of a value with their weights. */
function product(value: unknown, tangent: unknown, weights: unknown): number {
  if (typeof value === "number") return (weights as number) === 0 ? 0 : (tangent as number) * (weights as number);
  if (typeof value !== "object" || value === null || weights === null) return 0;
  let total = 0;
  for (const key of Object.keys(value))
    total += product((value as Keyed)[key], (tangent as Keyed | null)?.[key] ?? 0, (weights as Keyed)[key] ?? 0);
  return total;
}
