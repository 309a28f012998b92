// A point: a function with its arguments, as a list of numbers that can be changed.
//
// The numbers are those of the captured variables that gradients show, then those of the arguments, in the order in which
// gradients mirror them. Copies share nothing with what the user passed: trees of arguments are copied, and a closure with
// captures is rebuilt over copies of them, so that changing a captured number changes no variable of the user's. Memory that is
// captured twice is copied once; its numbers count where it is met first, as in gradients.

import { engine } from "../host/enter.ts";
import { isCustom } from "./custom.ts";
import {
  Box,
  CapturedVariables,
  capturedValue,
  defineProperty,
  isBox,
  isOfCompiledClass,
  isReal,
  stampOf,
  unlessUninitialised,
  type AnyFunction,
  isPlainPrototype,
} from "../runtime/index.ts";

/** Any function; its arguments are not type-checked. */
export type Callable = (...args: readonly unknown[]) => unknown;

/** A number of a point. */
export interface Leaf {
  /** The argument that contains it; null for captured variables. */
  readonly argument: number | null;
  /** The path from there to the number: indices, names of properties and of captured variables. */
  readonly keys: readonly PropertyKey[];
  readonly value: number;
  /** Whether it is stored with single precision. */
  readonly isSingle: boolean;
  /** Whether a closure captured it. */
  readonly isCaptured: boolean;
}

/** A function with its own copies of arguments. */
export interface Situation {
  readonly f: Callable;
  readonly args: unknown[];
}

type Change = (leaf: Leaf) => number;
type Keyed = Record<PropertyKey, unknown>;

/** A copy of function and arguments, with some numbers changed, by their places among all numbers. */
export function moved(f: Callable, args: readonly unknown[], by: ReadonlyMap<number, number>): Situation {
  let next = 0;
  return changed(f, args, ({ value }) => {
    const step = by.get(next++);
    // Adding 0 would turn −0 into 0.
    return step === undefined ? value : value + step;
  });
}

/** The arguments with all numbers zero except some: a direction. */
export function movedTo(
  f: Callable,
  args: readonly unknown[],
  numbers: ReadonlyMap<number, number>,
): readonly unknown[] {
  return numbered(f, args, (k) => numbers.get(k) ?? 0).args;
}

/** A copy of function and arguments with other numbers, by their places among all numbers. */
export function numbered(f: Callable, args: readonly unknown[], number: (k: number) => number): Situation {
  let next = 0;
  return changed(f, args, () => number(next++));
}

function changed(f: Callable, args: readonly unknown[], change: Change): Situation {
  const captured = new Map<object, object>();
  const closure = copy(f, { argument: null, keys: [] }, change, captured) as Callable;
  const copies = args.map((arg, argument) => copy(arg, { argument, keys: [] }, change, captured));
  return { f: closure, args: copies };
}

/** The numbers of a function and its arguments. */
export function leavesOfPoint(f: Callable, args: readonly unknown[]): readonly Leaf[] {
  const leaves: Leaf[] = [];
  changed(f, args, (leaf) => {
    leaves.push(leaf);
    return leaf.value;
  });
  return leaves;
}

type Place = Pick<Leaf, "argument" | "keys">;

const below = ({ argument, keys }: Place, key: PropertyKey): Place => ({ argument, keys: [...keys, key] });

/** `captured`: copies of what closures capture. Trees of arguments are not recorded there: their parts count separately. */
function copy(x: unknown, at: Place, change: Change, captured: Map<object, object>, isCaptured = false): unknown {
  if (typeof x === "number") return change({ ...at, value: x, isSingle: false, isCaptured });
  if ((typeof x !== "object" || x === null) && typeof x !== "function") return x;
  const shared = isCaptured || typeof x === "function";
  const known = shared ? captured.get(x) : undefined;
  if (known !== undefined) return known;
  const hold = <T extends object>(made: T): T => {
    if (shared) captured.set(x, made);
    return made;
  };
  const inside = (value: unknown, key: PropertyKey): unknown =>
    copy(value, below(at, key), change, captured, isCaptured);

  if (typeof x === "function") return copyClosure(x as AnyFunction, at, change, captured);
  if (isReal(x)) {
    const made = hold(x.slice());
    const isSingle = x instanceof Float32Array;
    for (let i = 0; i < x.length; i++)
      made[i] = change({ ...below(at, i), value: x[i] as number, isSingle, isCaptured });
    return made;
  }
  if (ArrayBuffer.isView(x)) return x instanceof DataView ? x : hold((x as unknown as Float64Array).slice());
  if (isBox(x)) {
    const made = hold(new Box(undefined));
    made.v = copy(
      unlessUninitialised(() => x.v),
      at,
      change,
      captured,
      isCaptured,
    );
    return made;
  }
  if (Array.isArray(x)) {
    const made = hold(new Array<unknown>(x.length));
    for (const key of Object.keys(x))
      (made as unknown as Keyed)[key] = inside((x as unknown as Keyed)[key], keyOf(key));
    return made;
  }
  if (!isRecord(x)) return x;
  const made = hold(Object.create(Object.getPrototypeOf(x) as object | null) as Keyed);
  for (const key of Object.keys(x)) defineProperty(made, key, inside((x as Keyed)[key], key));
  return made;
}

const keyOf = (key: string): PropertyKey => (/^\d+$/.test(key) ? Number(key) : key);

/** The closure over copies of what it captures from enclosing scopes; the closure itself if it captures nothing there. */
function copyClosure(f: AnyFunction, at: Place, change: Change, captured: Map<object, object>): AnyFunction {
  const stamp = stampOf(f);
  // By definition, captures of a function with a rule have no derivative.
  if (stamp === undefined || isCustom(f)) return f;
  const { code, env } = stamp;
  const { captures } = code.program.func(code.name);
  if (!captures.some(({ from }) => from === "scope")) return f;
  const copies = new Map<number, unknown>();
  const reads = captures.map((_, k) => () => (copies.has(k) ? copies.get(k) : env[k]));
  const made = engine.closureOf(code, new CapturedVariables(reads));
  captured.set(f, made);
  captures.forEach(({ name, from }, k) => {
    if (from === "scope") copies.set(k, copy(capturedValue(env, k), below(at, name), change, captured, true));
  });
  return made;
}

export function isRecord(x: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(x);
  return isPlainPrototype(prototype) || isOfCompiledClass(x);
}
