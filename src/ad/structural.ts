// The pullbacks of primitives that move cotangents: tuples, memory, tapes, shadows.
//
// Reads of memory accumulate in the shadow, writes take from it. On the shadow of a shadow get becomes accum, accum get, take put
// and put take, so the set is closed under differentiation. Code that clears a slot always runs, even if the cotangent that it
// returns is not needed.

import { constant, isNumeric, value, type Operand, type PrimInstr } from "../ir/index.ts";
import { shadowOf, type Reverse } from "./reverse.ts";
import type { StructuralPrim } from "./structural-names.ts";

type Pullback = (reverse: Reverse, args: readonly Operand[], instr: PrimInstr) => void;

/** A pullback that only reads the result's cotangent: nothing to do if there is none. */
const linear =
  (contribute: (reverse: Reverse, g: Operand, args: readonly Operand[], instr: PrimInstr) => void): Pullback =>
  (reverse, args, instr) => {
    const g = reverse.takeResult();
    if (g.kind !== "zero") contribute(reverse, g, args, instr);
  };

/** Emits an operand's contribution only if the operand can use it. */
function give(reverse: Reverse, operand: Operand | undefined, g: () => Operand): void {
  if (operand !== undefined && reverse.isActive(operand)) reverse.add(operand, g());
}

/** Runs an operation that clears a slot, and passes its result to the operand that had been stored there. */
function giveTaken(reverse: Reverse, operand: Operand | undefined, taken: Operand): void {
  if (operand !== undefined) reverse.add(operand, taken);
}

const readSlot = linear((r, g, [reference, key]) => {
  r.emit("accum", shadowOf(r, reference as Operand), r.alpha(key as Operand), g);
});

const boxKey = constant("v");

/** Of memory with the components of a tuple. */
const fromTuple: Pullback = (r, [tuple], instr) => {
  const length = () => r.emit("tuple-length", r.alpha(tuple as Operand));
  give(r, tuple, () => r.emit("gather", shadowOf(r, value(instr.result)), length()));
};

/** Of a box with a first value. */
const fromBox: Pullback = (r, [x], instr) => {
  give(r, x, () => r.emit("shadow-get", shadowOf(r, value(instr.result)), boxKey));
};

/** Of an object with these properties: keys and values take turns. */
const fromProperties: Pullback = (r, entries, instr) => {
  const shadow = shadowOf(r, value(instr.result));
  const keys = entries.filter((_, i) => i % 2 === 0);
  const names = new Set(keys.flatMap((key) => (key.kind === "const" ? [String(key.value)] : [])));
  const areDistinct = keys.length === 1 || names.size === keys.length;
  for (let k = keys.length - 1; k >= 0; k--) {
    const key = (): Operand => r.alpha(keys[k] as Operand);
    // Where two keys may be the same, the last entry takes the slot: the others were overwritten.
    if (areDistinct) give(r, entries[2 * k + 1], () => r.emit("shadow-get", shadow, key()));
    else giveTaken(r, entries[2 * k + 1], r.emit("take", shadow, key()));
  }
};

export const structuralPullbacks: Readonly<Record<StructuralPrim, Pullback>> = {
  // Both operands must be numbers for `+` to carry a derivative: strings concatenate.
  add: linear((r, g, args, instr) => {
    const numeric = args.every((arg) => isNumeric(r.typeOf(arg)));
    const passed = numeric ? g : r.emit("gate", g, r.emit("is-number", r.alpha(value(instr.result))));
    for (const arg of args) give(r, arg, () => passed);
  }),
  carry: linear((r, g, [main, x, p]) => {
    give(r, main, () => g);
    give(r, x, () => r.emit("scale", g, r.alphaNumber(p as Operand)));
  }),
  sum: linear((r, g, args) => {
    for (const arg of args) give(r, arg, () => g);
  }),
  gate: linear((r, g, [x, condition]) => {
    give(r, x, () => r.emit("gate", g, r.alpha(condition as Operand)));
  }),
  select: linear((r, g, [condition, a, b]) => {
    give(r, a, () => r.emit("select", r.alpha(condition as Operand), g, { kind: "zero" }));
    give(r, b, () => r.emit("select", r.alpha(condition as Operand), { kind: "zero" }, g));
  }),

  tuple: linear((r, g, args) => {
    args.forEach((arg, i) => {
      give(r, arg, () => r.emit("part", g, constant(i)));
    });
  }),
  "tuple-get": linear((r, g, [tuple, k]) => {
    give(r, tuple, () => r.emit("inject", r.alpha(k as Operand), g));
  }),
  "tuple-concat": linear((r, g, [a, b]) => {
    const length = r.emit("tuple-length", r.alpha(a as Operand));
    give(r, a, () => r.emit("parts-to", g, length));
    give(r, b, () => r.emit("parts-from", g, length));
  }),
  part: linear((r, g, [tuple, k]) => {
    give(r, tuple, () => r.emit("inject", r.alpha(k as Operand), g));
  }),
  "parts-to": linear((r, g, [tuple, k]) => {
    give(r, tuple, () => r.emit("parts-to", g, r.alpha(k as Operand)));
  }),
  "parts-from": linear((r, g, [tuple, k]) => {
    give(r, tuple, () => r.emit("inject-from", r.alpha(k as Operand), g));
  }),
  inject: linear((r, g, [k, x]) => {
    give(r, x, () => r.emit("part", g, r.alpha(k as Operand)));
  }),
  "inject-from": linear((r, g, [k, tuple]) => {
    give(r, tuple, () => r.emit("parts-from", g, r.alpha(k as Operand)));
  }),

  // New stores: the cotangents of the parts are in the slots of the new object.
  array: (r, args, instr) => {
    args.forEach((arg, i) => {
      give(r, arg, () => r.emit("shadow-get", shadowOf(r, value(instr.result)), constant(i)));
    });
  },
  object: fromProperties,
  instance: (r, [, ...entries], instr) => {
    fromProperties(r, entries, instr);
  },
  error: (r, [, , ...entries], instr) => {
    fromProperties(r, entries, instr);
  },
  "array-from": fromTuple,
  "arguments-from": fromTuple,
  "box-new": fromBox,
  thrown: fromBox,

  get: readSlot,
  load: readSlot,
  "get-frozen": readSlot,
  // The slot is that of a record's property of that name; arrays' shadows ignore it.
  length: linear((r, g, [reference]) => {
    r.emit("accum", shadowOf(r, reference as Operand), constant("length"), g);
  }),
  "shadow-get": readSlot,
  "box-get": linear((r, g, [box]) => {
    r.emit("accum", shadowOf(r, box as Operand), boxKey, g);
  }),
  gather: linear((r, g, [reference, n]) => {
    r.emit("accum-all", shadowOf(r, reference as Operand), r.emit("parts-to", g, r.alpha(n as Operand)));
  }),
  capture: linear((r, g, [closure, k]) => {
    if (r.isSelf(closure as Operand) && k?.kind === "const") r.addCapture(k.value as number, g);
    else give(r, closure, () => r.emit("inject", r.alpha(k as Operand), g));
  }),
  // What constructs by a function captures that function before all else (prelude/classes.ts).
  construct: linear((r, g, [f]) => {
    give(r, f, () => r.emit("part", g, constant(0)));
  }),
  // The cotangent of a class is that of its constructor.
  initialiser: linear((r, g, [f]) => {
    give(r, f, () => g);
  }),

  set: (r, [reference, key, x]) => {
    // `take` refuses a slot with a setter; a value that carries no derivative may be passed to a setter.
    const isActive = x !== undefined && r.isActive(x);
    const slot = [shadowOf(r, reference as Operand), r.alpha(key as Operand)] as const;
    if (isActive) r.add(x, r.emit("take", ...slot));
    else r.emit("put", ...slot, { kind: "zero" });
  },
  "box-set": (r, [box, x]) => {
    giveTaken(r, x, r.emit("take", shadowOf(r, box as Operand), boxKey));
  },
  delete: (r, [reference, key]) => {
    r.emit("put", shadowOf(r, reference as Operand), r.alpha(key as Operand), { kind: "zero" });
  },
  push: (r, [array, x]) => {
    const end = value(r.neighbour(-1).result);
    giveTaken(r, x, r.emit("take", shadowOf(r, array as Operand), r.alpha(end)));
  },
  pop: (r, [array]) => {
    const end = value(r.neighbour(1).result);
    r.emit("put", shadowOf(r, array as Operand), r.alpha(end), r.takeResult());
  },
  "set-length": (r, [array, length]) => {
    const end = value(r.neighbour(-1).result);
    r.emit("clear", shadowOf(r, array as Operand), r.alphaNumber(length as Operand), r.alpha(end));
  },

  accum: (r, [shadow, key, g]) => {
    give(r, g, () => r.emit("shadow-get", shadowOf(r, shadow as Operand), r.alpha(key as Operand)));
  },
  take: (r, [shadow, key]) => {
    r.emit("put", shadowOf(r, shadow as Operand), r.alpha(key as Operand), r.takeResult());
  },
  put: (r, [shadow, key, g]) => {
    giveTaken(r, g, r.emit("take", shadowOf(r, shadow as Operand), r.alpha(key as Operand)));
  },
  "accum-all": (r, [shadow, tuple]) => {
    give(r, tuple, () =>
      r.emit("gather", shadowOf(r, shadow as Operand), r.emit("tuple-length", r.alpha(tuple as Operand))),
    );
  },
  clear: (r, [shadow, from, to]) => {
    r.emit("clear", shadowOf(r, shadow as Operand), r.alpha(from as Operand), r.alpha(to as Operand));
  },

  "tape-push": linear((r, g, [rest, record]) => {
    const popped = r.emit("tape-pop", g);
    give(r, rest, () => r.emit("tuple-get", popped, constant(0)));
    give(r, record, () => r.emit("tuple-get", popped, constant(1)));
  }),
  "tape-pop": linear((r, g, [tape]) => {
    give(r, tape, () => r.emit("tape-push", r.emit("part", g, constant(0)), r.emit("part", g, constant(1))));
  }),
};
