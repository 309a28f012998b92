// Jacobians by forward mode, a group of columns at a time. The function runs once for each group of numbers of the argument.
// It runs on copies of its arguments if it may write to memory that it did not make (or compare references): so neither the
// next run nor the caller sees what it writes. A function that returns another value when it runs again is refused, since its
// columns would not belong together. Each run is a call of an entry, so its code is specialised.

import { arrayNew, foreignCall, ownSlot, push, structure, tuple, typedNew } from "../host/intrinsics.ts";
import { isKnownNumber } from "../host/questions.ts";
import { specialisedWithin } from "../compile/entry-points.ts";
import { ZerothError } from "../ir/index.ts";
import { mightTellRuns, mightWriteOrCompare, type Structure } from "../runtime/index.ts";
import { gradientFor } from "./derivatives.ts";
import { pushAll } from "./jvp.ts";
import { argnumsOf, requireNoMore, requireOptions } from "./options.ts";
import { countNumbers, itemOf, treeOf, unit } from "./pairing.ts";
import { requireArguments, requireFunction } from "./requirements.ts";
import { copyTree } from "./trees.ts";

type AnyFunction = (...args: unknown[]) => unknown;
type Keyed = Record<PropertyKey, unknown>;

export interface ColumnOptions {
  /** The most directions that one run carries. */
  readonly width?: number;
}

export interface JacfwdOptions extends ColumnOptions {
  readonly argnums?: number | readonly number[];
}

/**
 * If the argument has at most this many numbers, one run computes all columns: then nothing is computed twice, and there are
 * no values of several runs to compare.
 */
const mostAtOnce = 10;
/**
 * How many columns a run computes otherwise. Six directions share most of what directions can share; code for more takes
 * longer to compile, and has more values than the processor has registers.
 */
const defaultWidth = 6;

/** The Jacobian: the result's structure, with the argument's structure in place of each number. */
export function jacfwd(f: AnyFunction, options?: JacfwdOptions, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "jacfwd");
  requireOptions(options, ["argnums", "width"], "jacfwd");
  requireNoMore(surplus, "a function and options", "jacfwd");
  const argnums = argnumsOf(options, "jacfwd");
  const width = widthOf(options, "jacfwd");
  return (...args: unknown[]): unknown => {
    const list = typeof argnums === "number" ? [argnums] : argnums;
    requireArguments(args, list, "jacfwd");
    const jacobians: unknown[] = [];
    for (let k = 0; k < list.length; k++) push(jacobians, columnsOf(f, 1, args, list[k] as number, width, refuse)[0]);
    return typeof argnums === "number" ? jacobians[0] : jacobians;
  };
}

/** The Hessian in argument 0, forward over reverse: the argument's structure, with the same in place of each number. */
export function hessian(f: AnyFunction, options?: ColumnOptions, ...surplus: unknown[]): AnyFunction {
  requireFunction(f, "hessian");
  requireOptions(options, ["width"], "hessian");
  requireNoMore(surplus, "a function and options", "hessian");
  const width = widthOf(options, "hessian");
  return (...args: unknown[]): unknown => {
    requireArguments(args, [0], "hessian");
    return columnsOf(f, 2, args, 0, width, refuse)[0];
  };
}

function widthOf(options: ColumnOptions | undefined, operator: string): number | undefined {
  const width: unknown = options?.width;
  if (width === undefined || (typeof width === "number" && width >= 1 && width % 1 === 0)) return width;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes a whole number of directions as its width, and was given ${String(width)}`,
  });
}

/** Whose Jacobian is computed: 1 for that of the function, 2 for that of its gradient. */
type Order = 1 | 2;

/** A Jacobian, and the value of the function. */
type Columns = readonly [jacobian: unknown, value: unknown];

function refuse(): never {
  throw new ZerothError({
    kind: "unsupported",
    message: "a function whose Jacobian is taken column by column gave another value when it was run again",
    remedy: "use jacobian, or keep what it changes and what is random out of it",
  });
}

/**
 * The Jacobian in argument `i` of `f`, or of its gradient. One run computes at most `width` columns. If the function gives another
 * value when it is run again, the result is that of `changed`.
 */
export function columnsOf<T>(
  f: AnyFunction,
  order: Order,
  args: readonly unknown[],
  i: number,
  width: number | undefined,
  changed: () => T,
): Columns | T {
  const shape = structure(args[i]);
  const count = countNumbers(shape);
  // Code carries a number of directions that is known when it is written; where it is not, one by one if nobody can tell.
  const isGrouped = (foreignCall(isKnownCount, undefined, tuple(count)) as boolean) || mightTell([f]);
  const most = isGrouped ? (width ?? (count <= mostAtOnce ? mostAtOnce : defaultWidth)) : 1;
  const runs = Math.max(1, Math.ceil(count / most));
  // All runs compute the same number of columns, so that they share their code.
  const each = isGrouped ? Math.max(1, Math.ceil(count / runs)) : 1;
  // Only the function is examined here. `moved` examines its arguments, which may contain functions, in the run: there the
  // specialiser knows the answer for numbers.
  const mayWrite = mightWrite([f]);
  if (isGrouped && runs === 1) {
    const given = mayWrite ? copies(args) : args;
    // The gradient is a list, like the argument, so the Hessian is a matrix.
    if (order === 2 && shape.uniform) return [specialisedMatrix(f, i, each)(...given), null];
    const [value, carried] = specialisedAll(f, order, i, each)(...given) as [unknown, unknown[]];
    return [rows(structure(value), shape, carried), value];
  }
  const columnsFrom = specialisedColumns(f, order, i, each) as (...given: unknown[]) => [unknown, unknown[]];
  const [value, carried] = columnsFrom(0, ...(mayWrite ? copies(args) : args));
  // A new list: writing to `carried`, which another function made, would count as writing to memory of unknown origin.
  const tangents: unknown[] = [];
  for (let j = 0; j < carried.length; j++) push(tangents, carried[j]);
  const result = structure(value);
  for (let first = each; first < count; first += each) {
    const [again, more] = columnsFrom(first, ...(mayWrite ? copies(args) : args));
    if (!isSame(result, structure(again), value, again)) return changed();
    for (let j = 0; j < more.length && first + j < count; j++) push(tangents, more[j]);
  }
  return [rows(result, shape, tangents), value];
}

/** Copies of the arguments for one run: nobody else sees what the function writes to them. */
function copies(args: readonly unknown[]): unknown[] {
  const xs: unknown[] = [];
  for (let k = 0; k < args.length; k++) push(xs, copyTree(structure(args[k]), args[k]));
  return xs;
}

// Aliases: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable.
const mightAnyWrite = mightWriteOrCompare;
const isKnownCount = isKnownNumber;
const mightAnyTell = mightTellRuns;

/** Whether code that these values lead to might write to memory that it did not make, or compare references. */
const mightWrite = (values: readonly unknown[]): boolean =>
  foreignCall(mightAnyWrite, undefined, tuple(values)) as boolean;

/** Whether code that these values lead to might tell how often it runs. */
const mightTell = (values: readonly unknown[]): boolean =>
  foreignCall(mightAnyTell, undefined, tuple(values)) as boolean;

const mapOf = (f: AnyFunction, order: number): AnyFunction => (order === 2 ? gradientFor(f, "hessian") : f);

/**
 * The value of `map` at `args`, and a column for each of `count` numbers of argument `i`, from number `first` on. Columns
 * beyond the last number are zero.
 */
function moved(
  map: AnyFunction,
  i: number,
  count: number,
  first: number,
  args: readonly unknown[],
): [unknown, unknown[]] {
  const given = mightWrite(args) ? copies(args) : args;
  const shape = structure(given[i]);
  const bundle = arrayNew(count) as unknown[][];
  for (let j = 0; j < count; j++) {
    const tangents: unknown[] = [];
    for (let k = 0; k < given.length; k++) push(tangents, k === i ? unit(shape, first + j) : null);
    bundle[j] = tangents;
  }
  // Columns stay exact: their numbers are rounded at most once, when they become elements of rows of the argument's kind.
  return pushAll(map, given, bundle, [i], count === 1 ? "D" : "V", true);
}

// Runs, as entries. `someColumnsOf` makes a function of the first number to move and the arguments, the others make functions of
// the arguments.

const specialisedColumns = specialisedWithin(someColumnsOf);
const specialisedAll = specialisedWithin(allColumnsOf);
const specialisedMatrix = specialisedWithin(matrixOf);

function someColumnsOf(f: AnyFunction, order: number, i: number, count: number): AnyFunction {
  const map = mapOf(f, order);
  return (first: unknown, ...args: unknown[]) => moved(map, i, count, first as number, args);
}

function allColumnsOf(f: AnyFunction, order: number, i: number, count: number): AnyFunction {
  const map = mapOf(f, order);
  return (...args: unknown[]) => moved(map, i, count, 0, args);
}

/** The Hessian in an argument that is a list of `count` numbers. */
function matrixOf(f: AnyFunction, i: number, count: number): AnyFunction {
  const map = mapOf(f, 2);
  return (...args: unknown[]) => {
    // The structure is taken before the run, which may change the length of the argument.
    const shape = structure(args[i]);
    const tangents = moved(map, i, count, 0, args)[1];
    const matrix = arrayNew(shape.length);
    for (let k = 0; k < shape.length; k++) {
      // Made in place: writing to a row that another function made would count as writing to memory of unknown origin.
      const row: unknown[] | Float64Array = shape.kind === "array" ? arrayNew(count) : typedNew(classOf(shape), count);
      for (let j = 0; j < count; j++) row[j] = at(tangents[j], k);
      matrix[k] = row;
    }
    return matrix;
  };
}

function classOf(s: Structure): new (length: number) => Float64Array {
  return (s.ref as Float64Array).constructor as new (length: number) => Float64Array;
}

/** The rows for a part of the result that has structure `s`; `tangents` are the tangents of this part, one for each column. */
function rows(s: Structure, shape: Structure, tangents: readonly unknown[]): unknown {
  if (s.kind === "number") return treeOf(shape, (j) => tangents[j]);
  if (s.kind === "array" || s.kind === "typed") {
    const list: unknown[] = [];
    for (let i = 0; i < s.length; i++) {
      push(
        list,
        s.uniform ? treeOf(shape, (j) => at(tangents[j], i)) : rows(s.items[i] as Structure, shape, below(tangents, i)),
      );
    }
    return list;
  }
  if (s.kind === "box") return rows(s.items[0] as Structure, shape, tangents);
  if (s.kind !== "object" && s.kind !== "closure") return null;
  const record: Keyed = {};
  for (let k = 0; k < s.keys.length; k++) {
    const key = s.keys[k] as string;
    ownSlot(record, key);
    record[key] = rows(s.items[k] as Structure, shape, below(tangents, key));
  }
  return record;
}

function at(tree: unknown, key: PropertyKey): unknown {
  return (tree as Keyed)[key];
}

function below(trees: readonly unknown[], key: PropertyKey): unknown[] {
  const list: unknown[] = [];
  for (let j = 0; j < trees.length; j++) push(list, at(trees[j], key));
  return list;
}

const isSameNumber = (x: number, y: number): boolean => x === y || (Number.isNaN(x) && Number.isNaN(y));

/** Whether two values, with structures `s` and `t`, hold the same numbers in the same places. */
function isSame(s: Structure, t: Structure, x: unknown, y: unknown): boolean {
  if (s.length !== t.length || s.keys.length !== t.keys.length || s.items.length !== t.items.length) return false;
  if (s.kind === "number") return isSameNumber(x as number, y as number);
  if (s.kind === "array" || s.kind === "typed") {
    for (let i = 0; i < s.length; i++) {
      const isSameItem = s.uniform
        ? isSameNumber(at(x, i) as number, at(y, i) as number)
        : isSame(s.items[i] as Structure, t.items[i] as Structure, at(x, i), at(y, i));
      if (!isSameItem) return false;
    }
  } else {
    for (let k = 0; k < s.items.length; k++)
      if (!isSame(s.items[k] as Structure, t.items[k] as Structure, itemOf(s, x, k), itemOf(t, y, k))) return false;
  }
  return true;
}
