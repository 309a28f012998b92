// Makes derivatives given by hand into functions that transformed code can call. A pullback serves forward mode too, and a
// tangent map serves reverse mode too.
//
// Both are linear maps, so the values at unit vectors of one determine the other: the pullback maps the units of the result
// to the rows of the Jacobian, and the tangent map maps the units of the arguments to its columns.

import {
  foreignCall,
  gather,
  newTangents,
  part,
  push,
  scale,
  structure,
  tuple,
  tupleConcat,
  tupleGet,
  tupleLength,
  type Tuple,
} from "../host/intrinsics.ts";
import { isAsRead, noteWrites, readsOf } from "../host/pullback-reads.ts";
import { ZerothError } from "../ir/index.ts";
import { type Context, type Cotangent, type Structure } from "../runtime/index.ts";
import { ownProperty } from "./own-property.ts";
import { countNumbers, pairAll, treeOf, unit } from "./pairing.ts";
import { pushAll } from "./jvp.ts";
import { enterTangent, tangentTree, times } from "./tangents.ts";
import { mirror, seed } from "./trees.ts";

/** `(…args)` gives `[y, ȳ => x̄s]`. */
export type VjpRule = (...args: unknown[]) => unknown;
/** `(args, tangents)` gives `[y, ẏ]`. */
export type JvpRule = (args: readonly unknown[], tangents: readonly unknown[]) => unknown;

const ofRule = "that a derivative rule returned";

function structuresOf(args: readonly unknown[]): Structure[] {
  const shapes: Structure[] = [];
  for (let i = 0; i < args.length; i++) push(shapes, structure(args[i]));
  return shapes;
}

/** The reverse-mode primal of a function with `arity` declared parameters, by its rule `vjpOf`, which gives a pullback. */
export function reverseByVjp(vjpOf: VjpRule, arity: number, args: readonly unknown[]): unknown {
  const shapes = structuresOf(args);
  const pair = requirePullback(vjpOf(...args));
  const result = structure(pair[0]);
  // What the pullback may read if its code cannot be seen: the result and the arguments. If parameters are declared, further
  // arguments do not count: a caller such as `map` passes them without being asked.
  const known: unknown[] = [pair[0]];
  const named = Math.max(arity, vjpOf.length);
  const count = named === 0 ? args.length : Math.min(named, args.length);
  for (let i = 0; i < count; i++) push(known, args[i]);
  const reads = foreignCall(readsOf, undefined, tuple(pair[1], gather(known, known.length)));
  const pullback = (context: Context, g: Cotangent): unknown => {
    if (foreignCall(isAsRead, undefined, tuple(reads)) !== true) throw writtenSince();
    const cotangents = requireCotangents(pair[1](mirror(result, context, g)), shapes, arity);
    foreignCall(noteWrites, undefined, tuple(reads));
    const parts: Cotangent[] = [];
    for (let i = 0; i < shapes.length; i++) push(parts, seed(shapes[i] as Structure, context, cotangents[i], true));
    return tupleConcat(tuple(0, 0) as readonly Cotangent[], gather(parts, parts.length));
  };
  return tuple(pair[0], pullback);
}

function writtenSince(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message:
      "a variable, array or record that the pullback of a derivative rule may read was written to before the pullback ran",
    remedy: "write to another one, or copy in the rule what its pullback reads",
  });
}

/** The tangent map that a pullback determines. It calls the pullback once for each number of the result. */
export function tangentMapOf(vjpOf: VjpRule, arity: number): JvpRule {
  return (args, tangents) => {
    const shapes = structuresOf(args);
    const context = newTangents();
    const parts: Cotangent[] = [];
    for (let i = 0; i < shapes.length; i++)
      push(parts, enterTangent(shapes[i] as Structure, context, tangents[i], ofRule));
    const pair = requirePullback(vjpOf(...args));
    const result = structure(pair[0]);
    const moved: unknown[] = [];
    const count = countNumbers(result);
    for (let k = 0; k < count; k++) {
      const cotangents = requireCotangents(pair[1](unit(result, k)), shapes, arity);
      push(moved, pairAll(shapes, context, parts, cotangents));
    }
    return [pair[0], treeOf(result, (i) => moved[i])];
  };
}

/** The pushforward by a tangent map, in one direction for each context: returns the tuple (y, ẏ₁, …). */
export function forwardByJvp(
  jvpOf: JvpRule,
  contexts: Tuple<Context>,
  tangents: Tuple,
  args: readonly unknown[],
): Tuple {
  const out: unknown[] = [];
  for (let k = 0; k < tupleLength(contexts); k++) {
    const context = tupleGet(contexts, k);
    const pair = requireTangent(jvpOf(args, tangentsOf(args, context, part(tangents, k))));
    if (k === 0) push(out, pair[0]);
    push(out, enterTangent(structure(pair[0]), context, pair[1], ofRule));
  }
  return gather(out, out.length);
}

/**
 * The pushforward of power series by a tangent map d. With x = Σ xₖ hᵏ, the derivatives by h are ẋ = Σ (k + 1) xₖ₊₁ hᵏ and
 * ẏ = d(x, ẋ). So one run of the map on the series of x and of ẋ gives the coefficients of ẏ; those of y are yₖ = ẏₖ₋₁ / k.
 */
export function seriesByJvp(
  jvpOf: JvpRule,
  contexts: Tuple<Context>,
  tangents: Tuple,
  args: readonly unknown[],
): Tuple {
  const order = tupleLength(contexts);
  const moved: unknown[][] = [];
  for (let k = 0; k < order; k++) push(moved, tangentsOf(args, tupleGet(contexts, k), part(tangents, k)));
  const bundle: unknown[][] = [];
  for (let k = 1; k < order; k++) push(bundle, [moved[k - 1], timesAll(k + 1, moved[k] as unknown[])]);
  const map = (xs: unknown, speeds: unknown): unknown => jvpOf(xs as unknown[], speeds as unknown[]);
  const first = moved[0] as unknown[];
  const [pair, carried] = order === 1 ? [map(args, first), []] : pushAll(map, [args, first], bundle, [0, 1], "T");
  const [value, speed] = requireTangent(pair);
  const result = structure(value);
  const out: unknown[] = [value, enterTangent(result, tupleGet(contexts, 0), speed, ofRule)];
  for (let k = 1; k < order; k++) {
    const next = requireTangent(carried[k - 1])[1];
    push(out, enterTangent(result, tupleGet(contexts, k), times(1 / (k + 1), structure(next), next), ofRule));
  }
  return gather(out, out.length);
}

/** The tangents of the arguments as trees. */
function tangentsOf(args: readonly unknown[], context: Context, tangents: Cotangent): unknown[] {
  const trees: unknown[] = [];
  for (let i = 0; i < args.length; i++) push(trees, tangentTree(structure(args[i]), context, part(tangents, i + 2)));
  return trees;
}

function timesAll(factor: number, trees: readonly unknown[]): unknown[] {
  const products: unknown[] = [];
  for (let i = 0; i < trees.length; i++) push(products, times(factor, structure(trees[i]), trees[i]));
  return products;
}

/** The reverse-mode primal by a tangent map. The map is called once for each number of the arguments. */
export function reverseByJvp(jvpOf: JvpRule, args: readonly unknown[]): unknown {
  const shapes = structuresOf(args);
  let pair = requireTangent(jvpOf(args, unitsOf(shapes, 0)));
  const value = pair[0];
  const result = structure(value);
  const columns: unknown[] = [pair[1]];
  const count = numbersBefore(shapes, shapes.length);
  for (let k = 1; k < count; k++) {
    pair = requireTangent(jvpOf(args, unitsOf(shapes, k)));
    push(columns, pair[1]);
  }
  const pullback = (context: Context, g: Cotangent): unknown => {
    const cotangent = mirror(result, context, g);
    const parts: Cotangent[] = [];
    for (let i = 0; i < shapes.length; i++) {
      const first = numbersBefore(shapes, i);
      const tree = treeOf(shapes[i] as Structure, (k) => product(result, cotangent, columns[first + k]));
      push(parts, seed(shapes[i] as Structure, context, tree));
    }
    return tupleConcat(tuple(0, 0) as readonly Cotangent[], gather(parts, parts.length));
  };
  return tuple(value, pullback);
}

/** Tangents of the arguments that are 1 for number k, counted through all arguments, and 0 elsewhere. */
function unitsOf(shapes: readonly Structure[], k: number): unknown[] {
  const units: unknown[] = [];
  for (let i = 0; i < shapes.length; i++) push(units, unit(shapes[i] as Structure, k - numbersBefore(shapes, i)));
  return units;
}

function numbersBefore(shapes: readonly Structure[], end: number): number {
  let count = 0;
  for (let i = 0; i < end; i++) count += countNumbers(shapes[i] as Structure);
  return count;
}

type Keyed = Record<PropertyKey, unknown>;

/** The inner product of two trees of structure `s`; null stands for zero. */
function product(s: Structure, g: unknown, t: unknown): number {
  if (g === null || g === undefined || t === null || t === undefined) return 0;
  if (s.kind === "number") return scale(g, requireNumber(t));
  let total = 0;
  const count = s.kind === "array" || s.kind === "typed" ? s.length : s.items.length;
  for (let i = 0; i < count; i++) {
    const key = s.kind === "array" || s.kind === "typed" ? i : (s.keys[i] as string);
    const [x, y] = s.kind === "box" ? [g, t] : [partOf(g, key), partOf(t, key)];
    total += s.uniform ? scale(x ?? 0, requireNumber(y ?? 0)) : product(s.items[i] as Structure, x, y);
  }
  return total;
}

function partOf(tree: unknown, key: number | string): unknown {
  return typeof key === "string" ? ownProperty(tree as object, key) : (tree as Keyed)[key];
}

function requireNumber(t: unknown): number {
  if (typeof t === "number") return t;
  throw noTangent();
}

function requirePullback(pair: unknown): [value: unknown, pullback: (g: unknown) => unknown] {
  if (Array.isArray(pair) && typeof pair[1] === "function") return pair as [unknown, (g: unknown) => unknown];
  throw new ZerothError({
    kind: "invalid",
    message: "a derivative rule returns [value, pullback]; this one returned something else",
    remedy: "return the value and a function from its cotangent to the arguments' cotangents",
  });
}

/**
 * Requires a cotangent for each argument that has a declared parameter. Further arguments, such as the index that `map` passes,
 * need none.
 */
function requireCotangents(cotangents: unknown, shapes: readonly Structure[], arity: number): unknown[] {
  const least = Math.min(shapes.length, arity);
  if (Array.isArray(cotangents) && cotangents.length >= least) return cotangents;
  throw new ZerothError({
    kind: "invalid",
    message: `the pullback of a derivative rule returns an array with one cotangent for each argument, here ${least}; this one returned something else`,
    remedy: "return an array, with null where an argument has no cotangent",
  });
}

function requireTangent(pair: unknown): [value: unknown, tangent: unknown] {
  if (Array.isArray(pair) && pair.length === 2) return pair as [unknown, unknown];
  throw noTangent();
}

function noTangent(): ZerothError {
  return new ZerothError({
    kind: "invalid",
    message: "a forward derivative rule returns [value, tangent], of one shape; this one returned something else",
    remedy: "return the value, and its derivative along the tangents of the arguments",
  });
}
