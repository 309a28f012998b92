/** Numbers in trees of arrays, typed arrays of floating-point numbers and records: those that a derivative is about. */

type Floats = Float64Array | Float32Array;
type Tree = readonly unknown[] | Readonly<Record<string, unknown>>;

const isFloats = (x: unknown): x is Floats => x instanceof Float64Array || x instanceof Float32Array;
const isTree = (x: unknown): x is Tree => typeof x === "object" && x !== null && !ArrayBuffer.isView(x);

/** The children of a tree, by key; none for leaves. */
const childrenOf = (x: unknown): readonly (readonly [key: string, child: unknown])[] =>
  isFloats(x) ? [...x].map((value, k) => [String(k), value]) : isTree(x) ? Object.entries(x) : [];

/** The numbers in a tree, in order. */
export function numbersIn(x: unknown): number[] {
  return typeof x === "number" ? [x] : childrenOf(x).flatMap(([, child]) => numbersIn(child));
}

/** The numbers of `g` at the places where `x` has numbers: zero where `g` has none. */
export function numbersAt(x: unknown, g: unknown): number[] {
  if (typeof x === "number") return [typeof g === "number" ? g : 0];
  const inside = (key: string): unknown =>
    isTree(g) || isFloats(g) ? (g as Readonly<Record<string, unknown>>)[key] : undefined;
  return childrenOf(x).flatMap(([key, child]) => numbersAt(child, inside(key)));
}

/** What `h` holds for each number in `y`, in order: a tree of its own. */
export function treesAt(y: unknown, h: unknown): readonly unknown[] {
  if (typeof y === "number") return [h];
  return childrenOf(y).flatMap(([key, child]) => treesAt(child, (h as Readonly<Record<string, unknown>>)[key]));
}

/** The tree with other numbers: what `to` gives for each number and its position. */
export function withNumbers(x: unknown, to: (value: number, k: number) => number): unknown {
  let k = 0;
  const walk = (at: unknown): unknown => {
    if (typeof at === "number") return to(at, k++);
    if (isFloats(at)) return at.map((value) => to(value, k++));
    if (Array.isArray(at)) return at.map(walk);
    return isTree(at) ? Object.fromEntries(Object.entries(at).map(([key, child]) => [key, walk(child)])) : at;
  };
  return walk(x);
}

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, k) => sum + x * (b[k] as number), 0);

/** A direction of numbers between -1 and 1, the same for the same key. */
export const direction =
  (key: number) =>
  (_: unknown, k: number): number =>
    Math.sin(12.9898 * (k + 1) + 78.233 * key);
