// The meaning of every primitive on lifted numbers.
//
// There are three kinds. Numeric primitives are calculated. Primitives that move values (into memory, out of it, through tuples)
// move lifted numbers unchanged; keys and lengths are observed. All others see plain numbers, and their results are constant: a
// primitive that compares, rounds or decides *observes* the number, one that only describes it (`typeof`) does not.

import { prims, ZerothError, type PrimName } from "../ir/index.ts";
import { attempt, isReal, isTypedArray } from "../runtime/index.ts";
import { dualRules, type SmoothPrim } from "./dual-rules.ts";
import { calculate, isNum, Lifted, plain } from "./lifted.ts";
import type { Memory } from "./memory.ts";
import { readSlot } from "./typed-tangents.ts";

type Args = readonly unknown[];
type Slots = Record<PropertyKey, unknown>;
type Evaluate = (...args: Args) => unknown;
type Move = (memory: Memory, args: Args) => unknown;

/** The number, for a decision that depends on it. */
export const observe = (x: unknown): unknown => (x instanceof Lifted ? x.observe() : x);

const asIs = (prim: PrimName, args: Args): unknown => (prims[prim].evaluate as Evaluate)(...args);
const key = (x: unknown): PropertyKey => observe(x) as PropertyKey;

/** Makes a container of values. */
const make =
  (prim: PrimName): Move =>
  ({ hold }, args) =>
    hold(asIs(prim, args));

/** Primitives that move values. */
type MovePrim =
  | "array"
  | "array-from"
  | "arguments-from"
  | "tuple"
  | "tuple-concat"
  | "box-new"
  | "thrown"
  | "cell"
  | "object"
  | "instance"
  | "error"
  | "tuple-get"
  | "get"
  | "load"
  | "get-frozen"
  | "set"
  | "push"
  | "pop"
  | "length"
  | "iterable"
  | "gather"
  | "capture"
  | "box-get"
  | "construct"
  | "initialiser"
  | "cell-get"
  | "box-set"
  | "cell-set"
  | "gate"
  | "select"
  | "foreign-call"
  | "attempt"
  | "passive-call";

const called: Move = ({ hold }, [f, receiver, args]) =>
  hold(callNative(f as () => unknown, receiver, args as readonly unknown[]));

const moves: Readonly<Record<MovePrim, Move>> = {
  array: make("array"),
  "array-from": make("array-from"),
  "arguments-from": make("arguments-from"),
  tuple: make("tuple"),
  "tuple-concat": make("tuple-concat"),
  "box-new": make("box-new"),
  thrown: make("thrown"),
  cell: make("cell"),
  object: ({ hold }, args) =>
    hold(
      asIs(
        "object",
        args.map((arg, i) => (i % 2 === 0 ? key(arg) : arg)),
      ),
    ),
  instance: ({ hold }, [of, ...entries]) =>
    hold(asIs("instance", [observe(of), ...entries.map((arg, i) => (i % 2 === 0 ? key(arg) : arg))])),
  error: ({ hold }, [of, message, ...entries]) =>
    hold(asIs("error", [observe(of), observe(message), ...entries.map((arg, i) => (i % 2 === 0 ? key(arg) : arg))])),
  "tuple-get": (_, [tuple, k]) => asIs("tuple-get", [tuple, observe(k)]),
  get: ({ typed }, [object, k]) => readSlot(typed, plain(object), key(k)),
  load: ({ typed }, [object, k]) => readSlot(typed, plain(object), key(k)),
  "get-frozen": ({ typed }, [object, k]) => readSlot(typed, plain(object), key(k)),
  set(memory, [object, k, value]) {
    writeSlot(memory, plain(object) as object, key(k), value);
  },
  push({ hold }, [array, value]) {
    (hold(array) as unknown[]).push(value);
  },
  pop: (_, args) => asIs("pop", args),
  length: (_, [object]) => asIs("length", [plain(object)]),
  iterable: (_, [object, ...name]) => asIs("iterable", [plain(object), ...name]),
  gather: ({ typed, hold }, [array, n]) =>
    hold(Array.from({ length: observe(n) as number }, (_, i) => readSlot(typed, array, i))),
  capture: (_, args) => asIs("capture", args),
  "box-get": (_, args) => asIs("box-get", args),
  construct: (_, args) => asIs("construct", args),
  initialiser: (_, args) => asIs("initialiser", args),
  "cell-get": (_, args) => asIs("cell-get", args),
  "box-set"({ hold }, [box, value]) {
    asIs("box-set", [hold(box), value]);
  },
  "cell-set"({ hold }, [box, value]) {
    asIs("cell-set", [hold(box), value]);
  },
  gate: (_, [g, condition]) => asIs("gate", [g, observe(condition)]),
  select: (_, [condition, a, b]) => asIs("select", [observe(condition), a, b]),
  "foreign-call": called,
  attempt: ({ hold }, [f, receiver, args]) =>
    hold(attempt(() => callNative(f as () => unknown, receiver, args as readonly unknown[]))),
  "passive-call": called,
};

type Other = Exclude<PrimName, SmoothPrim | MovePrim>;

const others: Readonly<Record<Other, "observe" | "describe" | "derived">> = {
  bitand: "observe",
  bitor: "observe",
  bitxor: "observe",
  shl: "observe",
  shr: "observe",
  ushr: "observe",
  bitnot: "observe",
  lt: "observe",
  le: "observe",
  gt: "observe",
  ge: "observe",
  eq: "observe",
  ne: "observe",
  "loose-eq": "observe",
  "loose-ne": "observe",
  not: "observe",
  ceil: "observe",
  clz32: "observe",
  floor: "observe",
  imul: "observe",
  round: "observe",
  sign: "observe",
  trunc: "observe",
  "array-new": "observe",
  "typed-new": "observe",
  "set-length": "observe",
  delete: "observe",
  "own-slot": "observe",
  has: "observe",
  "to-string": "observe",
  // As intended, this drops the derivatives of the number.
  stop: "describe",
  random: "describe",
  typeof: "describe",
  instanceof: "describe",
  "is-nullish": "describe",
  "is-thrown": "describe",
  "inert-error": "derived",
  failure: "describe",
  yield: "derived",
  "is-unset": "describe",
  "is-number": "describe",
  global: "describe",
  accessor: "describe",
  "accessor-of": "describe",
  "prototype-of": "describe",
  "class-among": "describe",
  template: "describe",
  "object-of": "describe",
  keys: "describe",
  "keys-in": "describe",
  "still-in": "describe",
  "is-walked": "describe",
  "is-element": "describe",
  "class-made": "describe",
  "map-get": "describe",
  "place-of": "describe",
  "place-add": "describe",
  "place-remove": "describe",
  "place-clear": "describe",
  "place-next": "describe",
  "place-count": "describe",
  "property-keys": "describe",
  "array-length": "describe",
  "tuple-length": "describe",
  // Only in the code of derivatives, which never runs here.
  "tape-push": "derived",
  "tape-pop": "derived",
  "arena-take": "derived",
  "arena-room": "derived",
  "arena-for-loop": "derived",
  "arena-give": "derived",
  "as-whole": "derived",
  part: "derived",
  "parts-to": "derived",
  "parts-from": "derived",
  inject: "derived",
  "inject-from": "derived",
  "new-context": "derived",
  "new-tangents": "derived",
  shadow: "derived",
  "shadow-get": "derived",
  accum: "derived",
  take: "derived",
  put: "derived",
  clear: "derived",
  "is-touched": "derived",
  "no-array": "derived",
  "no-array-stored": "derived",
  "accum-all": "derived",
  structure: "derived",
  // Only in specialised code.
  "guard-array": "derived",
  "guard-float32": "derived",
  "guard-float64": "derived",
  "guard-integers": "derived",
  "guard-record": "derived",
  "guard-instance": "derived",
  "guard-inherited": "derived",
  "guard-apart": "derived",
  "guard-data": "derived",
  "guard-function": "derived",
  "guard-keys": "derived",
  "guard-typeof": "derived",
  "guard-numbers": "derived",
  "guard-texts": "derived",
  "guard-structure": "derived",
  "guard-items": "derived",
  "guard-element": "derived",
  "guard-slot": "derived",
  "keep-guard": "derived",
  "log-slot": "derived",
  "log-end": "derived",
  "log-length": "derived",
  "shadow-fields": "derived",
  "shadow-numbers": "derived",
  "take-numbers": "derived",
  "array-zeros": "derived",
  overlaps: "derived",
};

/** The meaning of a primitive on values that may be lifted. */
export function evaluateLifted(memory: Memory, prim: PrimName, args: Args): unknown {
  const move = (moves as { readonly [prim: string]: Move | undefined })[prim];
  if (move !== undefined) return move(memory, args);
  if (prim in dualRules) return args.some((arg) => arg instanceof Lifted) ? numeric(prim, args) : asIs(prim, args);
  switch (others[prim as Other]) {
    case "observe":
      return asIs(prim, args.map(observe));
    case "describe":
      return asIs(prim, args.map(plain));
    case "derived":
      throw new ZerothError({ kind: "bug", message: `the primitive ${prim} in code that is not a derivative` });
  }
}

/** JavaScript decides by the operands: if one is a string, `+` makes a string. */
function numeric(prim: PrimName, args: Args): unknown {
  const result = asIs(prim, args.map(plain));
  if (typeof result !== "number") return result;
  return calculate(prim, ...args.map((arg) => (isNum(arg) ? arg : Number(arg))));
}

export function writeSlot({ typed, hold }: Memory, object: object, key: PropertyKey, value: unknown): void {
  if (isReal(object)) {
    typed.set(hold(object), key, value);
  } else {
    const isPlain = isTypedArray(object) || (key === "length" && Array.isArray(object));
    (hold(object) as Slots)[key] = isPlain ? plain(value) : value;
  }
}

const readers: ReadonlySet<unknown> = new Set(
  ["includes", "indexOf", "lastIndexOf", "join", "toString"].map(
    (name) => Reflect.get(Array.prototype, name) as unknown,
  ),
);

/** Calls a native function on plain numbers. */
export function callNative(f: (...args: never[]) => unknown, receiver: unknown, args: Args): unknown {
  const self = readers.has(f) && Array.isArray(receiver) ? receiver.map(plain) : plain(receiver);
  return Reflect.apply(f, self, args.map(plain)) as unknown;
}
