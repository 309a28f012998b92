// The tangents of primitives that move values: tuples, memory, tapes, shadows.
//
// Tangents are of the same kinds as cotangents, and those of memory are in shadows too, so these rules need no primitives of
// their own: code that reads a slot also reads its tangent, code that writes a slot writes it, code that moves the end of an
// array clears what falls off. A slot beyond the end of an array is zero, so `push` of a value without a tangent need not write
// one; of a number to numbers it does, so that such shadows grow with their arrays (opt/memory/growing-arrays.ts).

import { constant, elementOf, isNumeric, type Operand, type PrimInstr, type PrimName } from "../ir/index.ts";
import type { Forward } from "./forward.ts";
import { ownCapture } from "./flow.ts";
import type { MovingPrim, StoringPrim, StructuralPrim } from "./structural-names.ts";

type Args = readonly Operand[];

/** Gives the tangent of the result, or null if it has none. */
export type Pushforward = (forward: Forward, args: Args, instr: PrimInstr) => Operand | null;

const at = (args: Args, k: number): Operand => args[k] as Operand;

const boxKey = constant("v");

/** Writes the tangent of a slot's new value. */
function write(f: Forward, reference: Operand, key: Operand, x: Operand): void {
  const tangent = f.tangent(x);
  if (tangent.kind === "zero") f.emit("take", f.shadow(reference), key);
  else f.emit("put", f.shadow(reference), key, tangent);
}

const readSlot: Pushforward = (f, [reference, key]) =>
  f.emit("shadow-get", f.shadow(reference as Operand), f.primal(key as Operand));

/** The primitive itself, applied to the tangent of operand `k`. */
const linear =
  (prim: PrimName, k: number): Pushforward =>
  (f, args) => {
    const tangent = f.tangent(at(args, k));
    if (tangent.kind === "zero") return null;
    return f.emit(prim, ...args.map((arg, i) => (i === k ? tangent : f.primal(arg))));
  };

/** Rules that only give a tangent: nothing to do if it is not needed. */
export const tangentsOf: Readonly<Record<MovingPrim, Pushforward>> = {
  // Both operands must be numbers for `+` to carry a derivative: strings concatenate.
  add: (f, args) => {
    const tangent = f.emit("sum", f.tangent(at(args, 0)), f.tangent(at(args, 1)));
    const numeric = args.every((arg) => isNumeric(f.typeOf(arg)));
    return numeric ? tangent : f.emit("gate", tangent, f.emit("is-number", f.result));
  },
  carry: (f, [r, x, p]) => {
    const scaled = f.emit("scale", f.tangent(x as Operand), f.number(p as Operand));
    return f.emit("sum", f.tangent(r as Operand), scaled);
  },
  sum: (f, [a, b]) => f.emit("sum", f.tangent(a as Operand), f.tangent(b as Operand)),
  gate: linear("gate", 0),
  select: (f, [condition, a, b]) =>
    f.emit("select", f.primal(condition as Operand), f.tangent(a as Operand), f.tangent(b as Operand)),

  tuple: (f, args) => f.emit("tuple", ...args.map(f.tangent)),
  "tuple-get": (f, [tuple, k]) => f.emit("part", f.tangent(tuple as Operand), f.primal(k as Operand)),
  "tuple-concat": (f, [a, b]) => {
    const second = f.tangent(b as Operand);
    if (second.kind === "zero") return f.tangent(a as Operand);
    const length = f.emit("tuple-length", f.primal(a as Operand));
    return f.emit("sum", f.tangent(a as Operand), f.emit("inject-from", length, second));
  },
  part: linear("part", 0),
  "parts-to": linear("parts-to", 0),
  "parts-from": linear("parts-from", 0),
  inject: linear("inject", 1),
  "inject-from": linear("inject-from", 1),

  get: readSlot,
  load: readSlot,
  "get-frozen": readSlot,
  // The slot is that of a record's property of that name; arrays' shadows ignore it.
  length: (f, [reference]) => f.emit("shadow-get", f.shadow(reference as Operand), constant("length")),
  "shadow-get": readSlot,
  "box-get": (f, [box]) => f.emit("shadow-get", f.shadow(box as Operand), boxKey),
  gather: (f, [reference, n]) => f.emit("gather", f.shadow(reference as Operand), f.primal(n as Operand)),
  capture: (f, [closure, k], instr) => {
    const index = ownCapture(instr, f.self);
    return index === undefined
      ? f.emit("part", f.tangent(closure as Operand), f.primal(k as Operand))
      : f.ownCapture(index);
  },
  construct: (f, [callee]) => f.emit("tuple", f.tangent(callee as Operand)),
  initialiser: (f, [type]) => f.tangent(type as Operand),

  "tape-push": (f, [rest, record]) => f.emit("tape-push", f.tangent(rest as Operand), f.tangent(record as Operand)),
  "tape-pop": linear("tape-pop", 0),
};

/** Rules that write to shadows; they always run. */
const fromTuple: Pushforward = (f, [tuple]) => {
  const tangent = f.tangent(tuple as Operand);
  if (tangent.kind !== "zero") f.emit("accum-all", f.shadowOfResult(), tangent);
  return null;
};

/** Keys and values take turns. A key may appear twice; the last one counts. */
const intoProperties: Pushforward = (f, entries) => {
  for (let i = 0; i < entries.length; i += 2) {
    const tangent = f.tangent(at(entries, i + 1));
    if (tangent.kind !== "zero") f.emit("put", f.shadowOfResult(), f.primal(at(entries, i)), tangent);
    else if (mayRepeat(entries, i)) f.emit("take", f.shadowOfResult(), f.primal(at(entries, i)));
  }
  return null;
};

const intoBox: Pushforward = (f, [x]) => {
  const tangent = f.tangent(x as Operand);
  if (tangent.kind !== "zero") f.emit("put", f.shadowOfResult(), boxKey, tangent);
  return null;
};

export const effectsOf: Readonly<Record<StoringPrim, Pushforward>> = {
  // Fresh stores: all slots are zero.
  array: (f, args) => {
    args.forEach((x, i) => {
      const tangent = f.tangent(x);
      if (tangent.kind !== "zero") f.emit("put", f.shadowOfResult(), constant(i), tangent);
    });
    return null;
  },
  "array-from": fromTuple,
  "arguments-from": fromTuple,
  object: intoProperties,
  instance: (f, [, ...entries], instr) => intoProperties(f, entries, instr),
  error: (f, [, , ...entries], instr) => intoProperties(f, entries, instr),
  "box-new": intoBox,
  thrown: intoBox,

  set: (f, [reference, key, x]) => {
    write(f, reference as Operand, f.primal(key as Operand), x as Operand);
    return null;
  },
  "box-set": (f, [box, x]) => {
    write(f, box as Operand, boxKey, x as Operand);
    return null;
  },
  delete: (f, [reference, key]) => {
    f.emit("take", f.shadow(reference as Operand), f.primal(key as Operand));
    return null;
  },
  push: (f, [array, x]) => {
    const tangent = f.tangent(x as Operand);
    const isOfNumbers = elementOf(f.typeOf(array as Operand)) === "num";
    if (tangent.kind !== "zero" || isOfNumbers) f.emit("put", f.shadow(array as Operand), f.end as Operand, tangent);
    return null;
  },
  pop: (f, [array]) => f.emit("take", f.shadow(array as Operand), f.emit("array-length", f.primal(array as Operand))),
  "set-length": (f, [array, length]) => {
    f.emit("clear", f.shadow(array as Operand), f.number(length as Operand), f.end as Operand);
    return null;
  },

  accum: (f, [shadow, key, g]) => {
    const tangent = f.tangent(g as Operand);
    if (tangent.kind !== "zero") f.emit("accum", f.shadow(shadow as Operand), f.primal(key as Operand), tangent);
    return null;
  },
  "accum-all": (f, [shadow, tuple]) => {
    const tangent = f.tangent(tuple as Operand);
    if (tangent.kind !== "zero") f.emit("accum-all", f.shadow(shadow as Operand), tangent);
    return null;
  },
  take: (f, [shadow, key]) => f.emit("take", f.shadow(shadow as Operand), f.primal(key as Operand)),
  put: (f, [shadow, key, g]) => {
    write(f, shadow as Operand, f.primal(key as Operand), g as Operand);
    return null;
  },
  clear: (f, [shadow, from, to]) => {
    f.emit("clear", f.shadow(shadow as Operand), f.primal(from as Operand), f.primal(to as Operand));
    return null;
  },
};

/** Whether a key of an object may be the same as an earlier one. */
function mayRepeat(args: Args, i: number): boolean {
  const key = at(args, i);
  for (let k = 0; k < i; k += 2) {
    const before = at(args, k);
    if (key.kind !== "const" || before.kind !== "const" || String(key.value) === String(before.value)) return true;
  }
  return false;
}

export const isStoring = (prim: StructuralPrim): prim is StoringPrim => Object.hasOwn(effectsOf, prim);

/** Whether a rule uses the shadow of its first operand. */
export const usesShadow: Readonly<Record<StructuralPrim, boolean>> = {
  add: false,
  carry: false,
  sum: false,
  gate: false,
  select: false,
  tuple: false,
  "tuple-get": false,
  "tuple-concat": false,
  part: false,
  "parts-from": false,
  "parts-to": false,
  inject: false,
  "inject-from": false,
  get: true,
  load: true,
  "get-frozen": true,
  length: true,
  gather: true,
  "box-get": true,
  capture: false,
  construct: false,
  initialiser: false,
  "tape-push": false,
  "tape-pop": false,
  "shadow-get": true,
  array: false,
  "array-from": false,
  "arguments-from": false,
  object: false,
  instance: false,
  error: false,
  set: true,
  delete: true,
  "set-length": true,
  push: true,
  pop: true,
  "box-new": false,
  thrown: false,
  "box-set": true,
  accum: true,
  take: true,
  put: true,
  "accum-all": true,
  clear: true,
};
